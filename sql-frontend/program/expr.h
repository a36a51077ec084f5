/* Expressions of lowered programs: immutable DAGs in the program's arena. SQL's
 * three-valued logic applies: every operand may be NULL. */
#ifndef IP_EXPR_H
#define IP_EXPR_H

#include "catalog/schema.h"

#include <stdint.h>

struct ip_program;
struct ip_statement;

/* name, spelling, number of operands (-1: any number) */
#define IP_OPERATORS(X)                                                                                                \
    X(IP_OP_EQ, "=", 2)                                                                                                \
    X(IP_OP_NE, "<>", 2)                                                                                               \
    X(IP_OP_LT, "<", 2)                                                                                                \
    X(IP_OP_LE, "<=", 2)                                                                                               \
    X(IP_OP_GT, ">", 2)                                                                                                \
    X(IP_OP_GE, ">=", 2)                                                                                               \
    X(IP_OP_NOT_DISTINCT, "IS NOT DISTINCT FROM", 2) /* = with NULL equal to NULL, never NULL */                       \
    X(IP_OP_ADD, "+", 2)                                                                                               \
    X(IP_OP_SUB, "-", 2)                                                                                               \
    X(IP_OP_MUL, "*", 2)                                                                                               \
    X(IP_OP_DIV, "/", 2)                                                                                               \
    X(IP_OP_MOD, "%", 2)                                                                                               \
    X(IP_OP_NEG, "-", 1)                                                                                               \
    X(IP_OP_AND, "AND", -1)                                                                                            \
    X(IP_OP_OR, "OR", -1)                                                                                              \
    X(IP_OP_NOT, "NOT", 1)                                                                                             \
    X(IP_OP_IS_NULL, "IS NULL", 1)                                                                                     \
    X(IP_OP_IS_TRUE, "IS TRUE", 1) /* NULL gives false */                                                              \
    X(IP_OP_IF, "CASE", 3)         /* condition, then, else; a NULL condition takes else */                            \
    X(IP_OP_COALESCE, "COALESCE", -1)                                                                                  \
    X(IP_OP_ELEMENT, "[]", 2) /* array, subscript; out of range gives NULL */                                          \
    X(IP_OP_LENGTH, "array_length", 1)                                                                                 \
    X(IP_OP_AS, "::", 1) /* the same value, as one of the expression's type */

typedef enum ip_operator {
#define X(id, spelling, arity) id,
    IP_OPERATORS(X)
#undef X
} ip_operator;

typedef enum ip_expr_kind {
    IP_EXPR_NULL,
    IP_EXPR_INTEGER,   /* text: decimal digits with optional '-' ; only if it fits 64 bits */
    IP_EXPR_NUMERIC,   /* text: decimal number */
    IP_EXPR_TEXT,      /* text: the string's bytes, NUL-terminated */
    IP_EXPR_BOOLEAN,   /* boolean */
    IP_EXPR_TIME,      /* text: the literal with its type: date '2024-01-01' */
    IP_EXPR_PARAMETER, /* index: into the program's parameters */
    IP_EXPR_VARIABLE,  /* index: into the program's variables; text: "now" for now(), else NULL */
    IP_EXPR_COLUMN,    /* source, index: column of the statement's source-th row source, as the
                          statement finds the row (before its own writes) */
    IP_EXPR_OPERATOR,  /* op, args */
    IP_EXPR_CALL,      /* text: name; args: a deterministic, uninterpreted function */
    IP_EXPR_UNKNOWN /* any value, another one at each evaluation: random(), clock_timestamp(), and everything that was
                       not understood. Unique for each place: index distinguishes them. text: "sequence" for the default
                       of a column with ip_column.sequence; "subquery" for a correlated subquery, "subquery, which may
                       fail" if it may raise an error; else NULL. */
} ip_expr_kind;

struct ip_expr {
    ip_expr_kind kind;
    ip_type type;
    ip_operator op;
    int source, index;
    bool boolean;
    bool collated; /* IP_OP_AS: COLLATE is written */
    const char *text;
    bool never_null; /* UNKNOWN */
    /* UNKNOWN: a number of that sequence; "": of an unknown sequence; ip_program_clock_times,
     * ip_program_transaction_numbers: values that rise in the order in which transactions ask for them, as numbers of a
     * sequence do; NULL: none */
    const char *sequence;
    int arg_count;
    const ip_expr **args;
    ip_range range; /* for messages; source NULL where generated */
};

extern const char ip_program_clock_times[], ip_program_transaction_numbers[];

const char *ip_program_operator_name(ip_operator op);
bool ip_program_operator_passes_null(ip_operator op); /* comparisons and arithmetic: NULL where an operand is NULL */

ip_expr *ip_program_expr_new(ip_arena *arena, ip_expr_kind kind, ip_type type);
const ip_expr *ip_program_expr_op(ip_arena *arena, ip_operator op, ip_type type, int arg_count,
                                  const ip_expr *const *args);
const ip_expr *ip_program_expr_true(ip_arena *arena);
/* The expression inside any IP_OP_AS. */
const ip_expr *ip_program_expr_value(const ip_expr *expr);
bool ip_program_expr_is_true(const ip_expr *expr); /* the constant; NULL counts as true (no condition) */
/* Conjunction and negation with constants folded; NULL stands for true. */
const ip_expr *ip_program_expr_and(ip_arena *arena, const ip_expr *a, const ip_expr *b);
const ip_expr *ip_program_expr_not(ip_arena *arena, const ip_expr *a); /* of IS TRUE a: never NULL */
bool ip_program_expr_stable(const ip_expr *expr);                      /* no IP_EXPR_UNKNOWN inside */
uint64_t ip_program_expr_sources(const ip_expr *expr); /* one bit for each source whose columns occur in it */
/* Prints SQL-like text for golden files and messages. */
const char *ip_program_expr_text(ip_arena *arena, const ip_expr *expr, const struct ip_program *program,
                                 const struct ip_statement *statement);

#endif
