/* libpg_query, safe for any bytes, and common queries on its trees (tree.h). */
#ifndef IP_PG_PARSE_H
#define IP_PG_PARSE_H

#include "base/source.h"
#include "parse/tree.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct ip_parse_error {
    const char *message; /* in the arena: PostgreSQL's, "syntax error at or near "fro"" */
    size_t offset;       /* byte in the text where it stopped */
} ip_parse_error;

/* The list of RawStmt; NULL with *error set. Both are in the arena, which keeps them: the same text gives the same
 * tree. */
const ip_tree *ip_parse_pg_parse(ip_arena *arena, const char *sql, ip_parse_error *error);
/* It has a subquery in FROM without an alias, which PostgreSQL 15 refuses, and got one. */
bool ip_parse_pg_names_subqueries(ip_arena *arena, const char *sql);

/* The major version of PostgreSQL whose grammar it is: "15". */
const char *ip_parse_pg_grammar_version(void);

/* libpg_query's fingerprint of a statement: the same for texts that differ in constants and white space alone. 0: it
 * does not parse. */
uint64_t ip_parse_pg_fingerprint(const char *sql);

/* text as an expression: parses "SELECT " text. It is the first target's value
 * (the node inside ResTarget.val); "expr FROM t …", which PL/pgSQL allows, gives an EXPR_SUBLINK. "location" fields,
 * and error->offset, count from text minus IP_PG_EXPR_SHIFT, that is, subtract it. */
#define IP_PG_EXPR_SHIFT 7
const ip_tree *ip_parse_pg_parse_expr(ip_arena *arena, const char *text, ip_parse_error *error);

/* The first FuncCall in this node, or list of them, that the test wants; those in subqueries are left out. NULL: none.
 */
typedef bool (*ip_call_test)(const void *context, const PgQuery__FuncCall *call);
const PgQuery__FuncCall *ip_parse_own_call(const ip_tree *node, ip_call_test wanted, const void *context);
/* Whether there is a subquery in this node, or list of nodes. */
bool ip_parse_has_subquery(const ip_tree *node);

/* The number that a DefElem has for its value: COST 0.5. */
double ip_parse_number_option(const PgQuery__DefElem *option);

/* A RangeVar's table as ip_schema names it: "t", or "s.t" unless s is public. In the arena. */
const char *ip_parse_rangevar_name(ip_arena *arena, const PgQuery__RangeVar *rangevar);
/* Whether the name occurs without a schema in FROM, or as a target, somewhere below. */
bool ip_parse_names_relation(const ip_tree *node, const char *name);
/* A FuncCall's function in the same way; pg_catalog is left out, too. */
const char *ip_parse_call_name(ip_arena *arena, const PgQuery__FuncCall *call);
const char *ip_parse_function_name(ip_arena *arena, const ip_tree *names); /* of a list of names, in the same form */
/* Whether an ExplainStmt's content runs its statement (ANALYZE). */
bool ip_parse_explain_runs(const PgQuery__ExplainStmt *explain);
/* A TypeName ({"names": …}): as PostgreSQL writes it ("numeric(12,2)", "integer[]"), and its kind. */
struct ip_type;
const char *ip_parse_typename_text(ip_arena *arena, const PgQuery__TypeName *type_name);
struct ip_type ip_parse_typename_type(ip_arena *arena, const PgQuery__TypeName *type_name);
/* Under a nondeterministic collation different texts can be equal: the type of such texts is IP_OTHER, "text collate
 * c". clause: a CollateClause or NULL. */
struct ip_type ip_parse_type_collated(ip_arena *arena, struct ip_type type, const PgQuery__CollateClause *clause);
bool ip_parse_collation_may_equate_texts(const char *name);
/* The same for a type in text ("numeric(12,2)", "integer[]"; "t.c%TYPE" gives IP_OTHER). */
struct ip_type ip_parse_type_from_text(ip_arena *arena, const char *text);
/* The same of a name as PostgreSQL spells it, without a modifier. */
struct ip_type ip_parse_type_spelled(ip_arena *arena, const char *name);

#endif
