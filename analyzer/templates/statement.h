/* Statements that differ in their values alone are one statement here. */
#ifndef IP_TEMPLATE_STATEMENT_H
#define IP_TEMPLATE_STATEMENT_H

#include "catalog/schema.h"
#include "parse/pg_parse.h"
#include "server_log/recorded.h"
#include "templates/scan.h"

/* What a statement is in its transaction. */
typedef enum ip_role {
    IP_ROLE_WORK,
    IP_ROLE_SETTING, /* goes along with work, and is noise alone: SET LOCAL role, set_config() */
    IP_ROLE_NOISE,   /* client settings, SHOW, SELECT 1, queries of the catalogs alone */
    IP_ROLE_SCHEMA,  /* changes the schema */
    IP_ROLE_UPKEEP,  /* VACUUM and its like */
    IP_ROLE_BEGIN,
    IP_ROLE_COMMIT,
    IP_ROLE_ROLLBACK,
    IP_ROLE_SAVEPOINT,
    IP_ROLE_RELEASE,
    IP_ROLE_ROLLBACK_TO,
    IP_ROLE_TWO_PHASE,     /* PREPARE TRANSACTION */
    IP_ROLE_LEVEL,         /* SET TRANSACTION */
    IP_ROLE_SESSION_LEVEL, /* of the transactions to come */
    IP_ROLE_SESSION_PATH,  /* SET search_path */
    IP_ROLE_RESET,         /* DISCARD ALL, RESET ALL */
    IP_ROLE_BROKEN         /* does not parse */
} ip_role;

/* A place for a value. */
typedef struct ip_slot {
    const char *column, *table; /* that the value is compared with or assigned to; NULL: unknown */
    int position;               /* INSERT without a list of columns: of the column, from 1; else 0 */
    bool compared;              /* in a condition */
    bool equals;                /* compared by = with nothing around it */
    bool list;                  /* x IN (…), ARRAY[…]: any number of values */
    bool limit;                 /* of LIMIT or OFFSET */
    bool plain;                 /* an entry of a SELECT list, for no column */
    bool number, text;          /* as the first one was written */
    int placeholder;            /* $n of the protocol; 0: a literal */
} ip_slot;

/* The text is piece, slot, piece, slot, …, piece. */
typedef struct ip_form_piece {
    const char *text;
    int slot; /* after it; -1: none, the last one */
} ip_form_piece;

/* Of its executions in transactions that committed, how many rows they found or changed; and the ROLLBACKs that came
 * right after one that had none. */
typedef struct ip_form_counts {
    long none, one, more, untold, rolled_back;
} ip_form_counts;

typedef struct ip_statement_form {
    int id;
    ip_role role;
    const char *identity; /* the pieces joined: equal for equal forms */
    const char *verb;     /* "select", "update" … */
    IP_VEC(const char *) tables;
    IP_VEC(ip_slot) slots;
    IP_VEC(ip_form_piece) pieces;
    const char *level; /* of BEGIN and SET TRANSACTION: "ISOLATION LEVEL REPEATABLE READ READ ONLY"; NULL */
    const char *savepoint;
    const char *returns;  /* INSERT … RETURNING c: the column, if it is one alone; NULL */
    bool chains;          /* COMMIT AND CHAIN */
    bool named_results;   /* each column of its result is a column of a table, or has a name */
    uint64_t fingerprint; /* libpg_query's */
    ip_form_counts *counts;
} ip_statement_form;

typedef struct ip_forms ip_forms;

ip_forms *ip_forms_new(ip_arena *arena, const ip_schema *schema); /* schema NULL: not known */
/* NULL: the schema has none of that name. */
const ip_table *ip_table_named(const ip_schema *schema, const char *name);
int ip_forms_count(const ip_forms *forms);
void ip_forms_free(ip_forms *forms);

/* The form of a scanned statement, and its values, one a slot, in arena. given: the protocol's parameters. */
const ip_statement_form *ip_forms_find(ip_forms *forms, ip_arena *arena, const ip_scan *scan,
                                       const ip_recorded_values *given, const ip_literal **values);

/* slots.c: which values of a parsed statement are data, and of which column. */
typedef struct ip_found_slot {
    ip_slot slot;
    size_t begin, end;          /* its place in the text */
    const char *before, *after; /* what stands there around it then */
    IP_VEC(int) parts;          /* where its values come from: an index in the scan's, or -n for $n */
} ip_found_slot;
typedef IP_VEC(ip_found_slot) ip_found_slots;
void ip_slots_find(ip_arena *arena, const ip_schema *schema, const ip_tree *statement, const ip_scan *scan,
                   ip_found_slots *found);

/* role.c */
ip_role ip_role_of(ip_arena *arena, const ip_tree *statement, ip_statement_form *form);

#endif
