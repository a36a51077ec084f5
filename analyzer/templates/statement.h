/* Statement forms: statements that differ only in their values have one form. */
#ifndef IP_TEMPLATE_STATEMENT_H
#define IP_TEMPLATE_STATEMENT_H

#include "catalog/schema.h"
#include "parse/pg_parse.h"
#include "server_log/recorded.h"
#include "templates/scan.h"

/* The role of a statement in its transaction. */
typedef enum ip_role {
    IP_ROLE_WORK,
    IP_ROLE_SETTING, /* belongs to work, and is noise alone: SET LOCAL role, set_config() */
    IP_ROLE_NOISE,   /* client settings, SHOW, SELECT 1, queries of the catalogs only */
    IP_ROLE_SCHEMA,  /* changes the schema */
    IP_ROLE_UPKEEP,  /* VACUUM and similar commands */
    IP_ROLE_BEGIN,
    IP_ROLE_COMMIT,
    IP_ROLE_ROLLBACK,
    IP_ROLE_SAVEPOINT,
    IP_ROLE_RELEASE,
    IP_ROLE_ROLLBACK_TO,
    IP_ROLE_TWO_PHASE,     /* PREPARE TRANSACTION */
    IP_ROLE_LEVEL,         /* SET TRANSACTION */
    IP_ROLE_SESSION_LEVEL, /* of later transactions */
    IP_ROLE_SESSION_PATH,  /* SET search_path */
    IP_ROLE_RESET,         /* DISCARD ALL, RESET ALL */
    IP_ROLE_BROKEN         /* does not parse */
} ip_role;

/* A place for a value in a form. */
typedef struct ip_template_slot {
    const char *column, *table; /* with which the value is compared, or to which it is assigned; NULL if not known */
    int position;               /* of the column, from 1, for INSERT without a list of columns; otherwise 0 */
    bool compared;              /* in a condition */
    bool equals;                /* the column alone = the value; of x IN (…): the column alone is x */
    bool among;                 /* the column alone = one of the elements: x IN (…), x = ANY ($1) */
    bool list;                  /* x IN (…) or ARRAY[…] with any number of values */
    bool rows;                  /* list: a column of VALUES with several rows */
    bool set;                   /* a list or an array whose order and repetitions mean nothing: = ANY ($1) */
    bool limit;                 /* of LIMIT or OFFSET */
    bool plain;                 /* an entry of a SELECT list, without a column */
    bool number, text;          /* spelling of the first value */
    int placeholder;            /* n of the protocol's $n; 0 for a literal */
} ip_template_slot;

/* The text of a form alternates pieces and slots, and begins and ends with a piece. */
typedef struct ip_form_piece {
    const char *text;
    int slot; /* after the piece; -1 for the last piece */
} ip_form_piece;

/* How often the form found or changed no row, one row, more, or an unknown number, in transactions that committed.
 * rolled_back counts ROLLBACKs after an execution without a row, with nothing but queries in between. */
typedef struct ip_form_counts {
    long none, one, more, unknown, rolled_back;
} ip_form_counts;

typedef struct ip_statement_form {
    int id;
    ip_role role;
    const char *identity; /* the joined pieces; equal for equal forms */
    const char *verb;     /* as in "select", "update" */
    IP_VEC(const char *) tables;
    IP_VEC(ip_template_slot) slots;
    IP_VEC(ip_form_piece) pieces;
    const char
        *level; /* of BEGIN and SET TRANSACTION, as in "ISOLATION LEVEL REPEATABLE READ READ ONLY"; NULL if none */
    const char *savepoint;
    const char *returns;  /* the only column of RETURNING in an INSERT; NULL if there is none */
    bool chains;          /* COMMIT AND CHAIN */
    bool named_results;   /* each column of the result is a table's column or has a name */
    uint64_t fingerprint; /* by libpg_query */
    ip_form_counts *counts;
} ip_statement_form;

typedef struct ip_forms ip_forms;

ip_forms *ip_templates_forms_new(ip_arena *arena, const ip_schema *schema); /* schema may be NULL */
/* Returns NULL if schema is NULL or has no such table. */
const ip_table *ip_templates_table_named(const ip_schema *schema, const char *name);
int ip_templates_forms_count(const ip_forms *forms);
void ip_templates_forms_free(ip_forms *forms);

/* Returns the form of a scanned statement. *values becomes its values, one for each slot, allocated in arena. given has
 * the protocol's parameters. */
const ip_statement_form *ip_templates_forms_find(ip_forms *forms, ip_arena *arena, const ip_scan *scan,
                                                 const ip_recorded_values *given, const ip_log_literal **values);

/* Defined in slots.c: finds the values of a parsed statement that are data, and their columns. */
typedef struct ip_found_slot {
    ip_template_slot slot;
    size_t begin, end;          /* offsets in the text */
    const char *before, *after; /* texts that stand around the slot in the form */
    /* Sources of its values: an index of the scan's values, or -n for $n. None: no slot, `before` stands there. */
    IP_VEC(int) parts;
} ip_found_slot;
typedef IP_VEC(ip_found_slot) ip_found_slots;
void ip_templates_slots_find(ip_arena *arena, const ip_schema *schema, const ip_tree *statement, const ip_scan *scan,
                             ip_found_slots *found);

/* Defined in role.c. schema may be NULL. */
ip_role ip_templates_role_of(ip_arena *arena, const ip_schema *schema, const ip_tree *statement,
                             ip_statement_form *form);

#endif
