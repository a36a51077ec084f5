/* What the files define, before lowering: the schema's tables, the routines and
 * the scripts, in source order, with the block structure of their bodies. The
 * text side of this folder fills it, lowering turns it into programs.
 *
 * Ranges always lie in a source whose positions are those of the user's file: a
 * body in plain quotes with doubled quotes inside is a derived source (see
 * base/source.h) that maps its offsets back. */
#ifndef IP_DEFINITION_H
#define IP_DEFINITION_H

#include "plpgsql/block_parser.h"
#include "catalog/stated.h"
#include "catalog/read_flags.h"
#include "parse/tree.h"
#include "catalog/schema.h"

/* Where unqualified names are looked for: search_path without PostgreSQL's own. Empty: it was not set. */
typedef struct ip_path {
    IP_VEC(const char *) schemas;
    bool exact; /* a name that it does not lead to is unknown, even if only one schema has it */
} ip_path;

/* The level that a transaction has because code or settings say so. */
typedef struct ip_declared {
    const char *level; /* "read committed", "repeatable read", "serializable"; NULL: none is declared, or: */
    ip_range range;
    const char *unclear; /* not NULL: one of several, for this reason */
} ip_declared;

typedef enum ip_unit_kind { IP_UNIT_ROUTINE, IP_UNIT_SCRIPT } ip_unit_kind;

typedef enum ip_volatility { IP_VOLATILE, IP_STABLE, IP_IMMUTABLE } ip_volatility;

typedef struct ip_unit_parameter {
    const char *name;      /* folded as PostgreSQL does; "$1" for the first unnamed one, and so on;
                              in scripts the psql variable's name, or "$1" */
    const char *type_name; /* as the source writes it; "" in scripts: to be found from its use */
    ip_type type;          /* IP_OTHER in scripts */
    bool in, out;          /* INOUT: both. Columns of RETURNS TABLE are out. $n counts those that are in. */
    bool has_default;
    bool variadic;
    bool table;                              /* a column of RETURNS TABLE */
    bool quoted;                             /* psql's :'x' wherever it stands: a literal, which is not NULL */
    ip_pl_text default_value;                /* expression, empty: none */
    const struct ip_kept_tree *kept_default; /* the same, parsed */
    ip_range range;
} ip_unit_parameter;

/* A script's variable as the SQL text spells it: the splitter replaces psql's :x, :'x', :"x" and a
 * placeholder ? by an identifier of the same length, so that offsets hold. */
typedef struct ip_spelling {
    const char *identifier; /* as pg_query_parse gives it: a ColumnRef of this one field */
    int parameter;          /* index into the unit's parameters, or -1: */
    const char *variable;   /* a variable set by \gset in this script; declared in the tree's block */
    ip_range spliced;       /* where its text becomes part of a statement, without quotes; source NULL: nowhere */
} ip_spelling;

/* What a comment "-- isoproof: WORD …" says after the word. */
typedef struct ip_annotation_text {
    ip_range range; /* the comment */
    const char *text;
} ip_annotation_text;

typedef struct ip_unit {
    ip_unit_kind kind;
    int id;                /* index in ip_definitions.units, for those that are there */
    const char *name;      /* "transfer", "app.transfer"; a script: from "-- name: x", else "bank.sql:31" */
    const char *label;     /* what qualifies its parameters in its body: "transfer" for "app.transfer"; scripts: NULL */
    const char *signature; /* routines: "transfer(integer,text)", input types only; scripts: the name */
    bool overloaded;       /* another unit has this name with other input types: use the signature */
    ip_range range;        /* the whole definition, without leading blanks and comments */
    bool procedure;        /* CREATE PROCEDURE */
    IP_VEC(ip_unit_parameter) parameters;
    const char *return_type; /* text, "" where there is none; "trigger" marks trigger functions */
    bool returns_set;        /* SETOF or TABLE */
    const char *language;    /* lower case: "plpgsql", "sql", "c" …; scripts: "script" */
    ip_volatility volatility;
    double cost;   /* COST; 0: as its language has it */
    double rows;   /* ROWS; 0: as usual */
    char parallel; /* as pg_proc.proparallel; 0: 'u' */
    bool leakproof, window;
    bool strict;       /* not run if an argument is NULL: the result is */
    bool definer;      /* SECURITY DEFINER: its statements are those of its owner */
    const char *owner; /* ALTER FUNCTION … OWNER TO; NULL: the role that runs the files */
    ip_range body; /* text between the quotes; BEGIN ATOMIC … END and RETURN expr: that text; scripts: from BEGIN to
                      COMMIT */
    /* plpgsql: the outermost block. sql: a block of IP_PL_SQL (and IP_PL_RETURN for RETURN expr);
     * the last statement that yields rows is the result. Scripts: a block of IP_PL_SQL between BEGIN
     * and COMMIT, targets from \gset (declared in the block, type ""); ROLLBACK at the end is an
     * IP_PL_ROLLBACK. NULL: another language, or it could not be parsed (then broken). */
    ip_pl_statement *tree;
    ip_pl_statement *written;      /* plpgsql: tree before EXECUTEs were made static; NULL: not asked for yet */
    IP_VEC(ip_spelling) spellings; /* scripts */
    const char *broken;            /* message when (part of) it could not be parsed; reported already */
    ip_range broken_range;
    bool fails;                         /* a body in SQL that fails as a whole (missing_names/missing_name.h) */
    IP_VEC(ip_annotation_text) ignores; /* "-- isoproof: ignore [ID] REASON" just before it */
    ip_annotation_text promise;         /* "-- isoproof: level L" just before it; text NULL: none */
    bool not_a_transaction;             /* "-- isoproof: not-a-transaction" just before it */
    bool makes_schema;                  /* where files run it, it changes the schema; */
    bool does_more;                     /* and with some arguments it may do something else */
    ip_declared declared;               /* by BEGIN, SET TRANSACTION, or its session's default; of routines: DO alone */
    const ip_path *path; /* its own SET search_path, or that of the file at this place; NULL: none was set */
    bool standard;       /* its body is parsed when it is created: BEGIN ATOMIC … END, or RETURN expr */
    bool guarded; /* what an EXECUTE runs is known by a comparison of texts in a condition (dynamic_sql/fold.c) */
    bool sets;    /* a routine with a SET of its own, of any setting */
    IP_VEC(const char *) configured; /* each such SET as the server writes it; NULL: not known how */
    bool sets_path; /* a routine with a SET search_path of its own; others look along the path of their caller */
    int made;       /* see ip_definitions.made */
} ip_unit;

/* COMMIT and ROLLBACK statements of a procedure, in the order of its text; not those in blocks with handlers, where
 * they are errors. */
ip_pl_body ip_workload_routine_ends(ip_arena *arena, const ip_unit *unit);

/* "-- isoproof: ignore REASON" inside a body: it speaks of the statement that begins next. */
typedef struct ip_annotation {
    ip_range range;       /* the comment */
    size_t applies_to;    /* offset in range.source of the first byte of the next statement */
    const char *reason;   /* NULL: one of the others, before an EXECUTE: */
    const char *executes; /* "-- isoproof: executes STATEMENT" */
    bool touches;         /* "-- isoproof: touches TABLE, …" */
    IP_VEC(const char *) touched;
    bool used;
} ip_annotation;

/* The expressions of a policy of row security, of whatever command it is for. */
typedef struct ip_policy {
    const char *name;
    const struct ip_kept_tree *using, *check; /* NULL: none */
    const ip_path *path;                      /* where the names in them were looked for */
} ip_policy;

/* A trigger as CREATE TRIGGER states it, and what later statements made of it. */
typedef struct ip_trigger {
    const char *name, *table, *function; /* table and function folded, "schema.name" unless public */
    bool before, instead;                /* neither: AFTER */
    bool row, on_insert, on_update, on_delete, on_truncate;
    IP_VEC(const char *) columns;          /* UPDATE OF; none: any */
    IP_VEC(const char *) args;             /* TG_ARGV */
    const struct ip_kept_tree *when;       /* WHEN's condition; NULL: none */
    const char *old_table, *new_table;     /* REFERENCING; NULL: not asked for */
    bool constraint, deferrable, deferred; /* deferred: INITIALLY DEFERRED */
    bool disabled;
    /* A rule or a policy of row security, which stand here, too: function is NULL. */
    const char *what;                /* "rule r", "row security"; half of a foreign key: */
    const char *other_end;           /* the table at its other end; NULL: it is no foreign key */
    bool acts;                       /* rows there go or change with those of this table */
    bool nothing;                    /* a rule without condition that is DO INSTEAD NOTHING */
    const struct ip_kept_tree *does; /* a rule's statements and its condition, in one list */
    const ip_path *path;             /* where the names in them were looked for */
    bool on_select;
    bool security;        /* row security, which has: */
    bool enabled, forced; /* it is on; of the owner, too */
    const char *owner;    /* of the table, as of ip_unit */
    IP_VEC(ip_policy) policies;
    ip_range range;
    int made; /* see ip_definitions.made */
} ip_trigger;

/* child is a partition of parent, or inherits from it. Names folded, "schema.name" unless public. */
typedef struct ip_inheritance {
    const char *parent, *child;
    bool partition;
    const struct ip_kept_tree *bound; /* of a partition: the PartitionBoundSpec's content; NULL */
    const char *unfollowed; /* something of the partition that its parent does not have, and is not followed; NULL */
    ip_range range;
} ip_inheritance;

/* The key by which a table is partitioned: the PartitionSpec's content. */
typedef struct ip_partitioning {
    const ip_table *table;
    const struct ip_kept_tree *key;
} ip_partitioning;

/* A parse tree that the schema keeps: its locations count from the statement's begin. */
typedef struct ip_kept_tree {
    const ip_tree *tree;
    ip_range statement;
} ip_kept_tree;

/* An enum or a domain. */
typedef struct ip_user_type {
    const char *name;
    ip_type base;
    IP_VEC(const char *) labels;         /* of an enum */
    IP_VEC(const ip_kept_tree *) checks; /* of a domain, after those of the domains that it is over; by name */
    IP_VEC(const char *) check_names;    /* of each */
    bool domain, not_null, altered;      /* altered: its constraints are not known */
    bool has_default;                    /* as it was created */
    const ip_kept_tree *kept_default;    /* its own; NULL: none */
    const char *schema;                  /* where it was created, whatever its name says */
    const char *over;                    /* the domain or enum that this domain is over; NULL */
    int made;                            /* see ip_definitions.made */
} ip_user_type;

/* A column's default of its own, by which INSERT through the view fills it. */
typedef struct ip_view_default {
    const char *column;
    const ip_kept_tree *value; /* NULL: dropped again */
} ip_view_default;

typedef struct ip_view_definition {
    const char *name;
    const ip_kept_tree *query;    /* the SelectStmt, in its node */
    IP_VEC(const char *) columns; /* names given: a prefix of its columns */
    IP_VEC(ip_view_default) defaults;
    bool check_option;   /* WITH CHECK OPTION: rows written through it are rows that it shows */
    bool check_local;    /* LOCAL: the check options of the views below it are theirs to say */
    const ip_path *path; /* where the names in its query were looked for */
    const char *owner;   /* as of ip_unit */
    const char *stale;   /* something that its query names has another name by now; NULL */
    const ip_table *row; /* its columns, of type IP_OTHER without a name where that is not known; no table of the
                            schema. NULL: not even their names are known */
    ip_range range;
    int made; /* see ip_definitions.made */
} ip_view_definition;

/* A materialized view: a table that REFRESH fills from its query. */
typedef enum ip_filled { IP_FILLED_UNKNOWN, IP_FILLED, IP_FILLED_NOT } ip_filled;

typedef struct ip_materialized {
    const ip_table *table;
    const ip_kept_tree *query;
    const ip_path *path;
    ip_filled filled; /* of definitions.served: whether it has been filled; otherwise not known */
} ip_materialized;

/* A CHECK constraint as text; lowering fills the table's checks. */
typedef struct ip_check {
    ip_table *table;
    ip_pl_text expr;  /* what stands in the parentheses */
    const char *name; /* "" where none was given */
    bool no_inherit;
    bool unproved; /* NOT VALID: rows that were there before may be ones that it refuses */
    int made;      /* see ip_definitions.made */
} ip_check;

/* An expression that is evaluated whenever a row of the table is written, beside defaults and checks: of an index, or
 * of a column's domain. */
typedef struct ip_implied {
    const ip_table *table;
    const char *domain; /* or the domain's name */
    const struct ip_kept_tree *tree;
} ip_implied;

/* An operator, aggregate or cast that the files define: it runs functions without naming them. */
typedef enum ip_user_operator_kind { IP_USER_OPERATOR, IP_USER_AGGREGATE, IP_USER_CAST } ip_user_operator_kind;

typedef struct ip_user_operator {
    ip_user_operator_kind kind;
    const char *name;               /* the operator's symbol; the aggregate's name; the type cast to */
    const char *left, *right;       /* operand types, NULL: none; a cast's from-type is left */
    int arguments;                  /* of an aggregate; -1: not known */
    const char *transition, *final; /* of an aggregate: its SFUNC and FINALFUNC; NULL */
    const char *start;              /* INITCOND; NULL */
    bool more;                      /* an aggregate that says more than these and STYPE */
    bool unasked;                   /* a cast AS ASSIGNMENT or AS IMPLICIT: it happens without being written */
    IP_VEC(const char *) functions; /* names, "schema.name" unless public */
    ip_range range;
} ip_user_operator;

/* CREATE TYPE name AS (…). The rows of tables and views are such types, too, but not here. */
typedef struct ip_composite {
    const char *name;
    ip_table *row; /* its fields as columns; it is no table of the schema */
} ip_composite;

/* A routine by the last part of its name. */
typedef struct ip_named_unit {
    const char *name;
    int unit;
} ip_named_unit;

/* A statement that changes the schema, executed by a statement of the input (a call, DO, EXECUTE). */
typedef struct ip_ran_statement {
    ip_range by; /* that statement */
    const char *text;
    bool sure; /* whatever way it takes */
} ip_ran_statement;

/* A SET outside of transactions. */
typedef struct ip_session_setting {
    const char *name, *text;
} ip_session_setting;

/* An index that is no key: nothing but the catalog tells of it. */
typedef struct ip_index {
    const char *name;
    const ip_table *table;
    IP_VEC(const char *) columns;             /* "" for an expression */
    IP_VEC(int) options;                      /* of each, as in pg_index.indoption: 1 DESC, 2 NULLS FIRST */
    const char *method;                       /* "btree" */
    IP_VEC(const ip_kept_tree *) expressions; /* of each; NULL for a column */
    const ip_kept_tree *condition;            /* NULL: it has none */
    bool partial, unique;
    bool special; /* an operator class, a collation, INCLUDE; or a column has another name by now: not written again */
} ip_index;

/* IMPORT FOREIGN SCHEMA … INTO schema. Which tables it has made, the other server alone knows. */
typedef struct ip_import {
    const char *schema;
    bool only; /* those of the names, if there are such; else all others */
    IP_VEC(const char *) names;
} ip_import;

typedef struct ip_definitions {
    ip_arena *arena;
    unsigned flags; /* how they were read: IP_READ_ */
    ip_schema *schema;
    int made;                     /* objects so far: each has its number, as a server has oids */
    IP_VEC(const char *) schemas; /* that exist, beside those in names of objects */
    IP_VEC(ip_import) imports;
    IP_VEC(ip_unit *) units;     /* source order; a replaced definition is left out (remark) */
    IP_VEC(ip_named_unit) names; /* sorted (unit_index.h) */
    /* CREATE FUNCTION and CREATE PROCEDURE met; of these, those that did not parse, and those that were replaced */
    int routines_read, routines_broken, routines_replaced;
    IP_VEC(ip_stated) assumed; /* that comments state */
    bool several_roles;        /* SET ROLE, SET SESSION AUTHORIZATION: the owners are not known */
    const char *databases;     /* not NULL: two that \connect names, and in which files define or run something */
    bool reassigned;           /* REASSIGN OWNED: not even those that ALTER … OWNER TO has named */
    bool settings_change;      /* values of one text, time or zone may differ from place to place (settings.h) */
    IP_VEC(ip_session_setting) session_settings;
    IP_VEC(ip_ran_statement) ran; /* in the order in which they are run */
    bool path_varies;          /* sessions have a search_path of their own: it does not tell two schemas' names apart */
    bool paths_differ;         /* routines may be run with different search_paths */
    ip_declared default_level; /* of the database or of the server */
    bool collates;             /* some file names a collation other than the default (collation.h) */
    bool equates_texts;        /* and one under which texts may be equal that are not the same */
    bool locks_time_out;       /* something sets lock_timeout */
    bool constraints_set;      /* some text has SET CONSTRAINTS: deferrable foreign keys may be checked late */
    bool asserts_change;       /* something sets plpgsql.check_asserts: ASSERT is followed no more */
    /* A setting by which statements do something else: of the session that runs a file; of all sessions. NULL: none. */
    const char *session_decides, *sessions_decide;
    /* Transactions that change the schema alone, and have no name: none is a program. */
    int schema_transactions;
    ip_range first_schema_transaction;
    ip_range queries_apart; /* the first of the queries that are transactions of their own each; source NULL: none */
    IP_VEC(const char *) sequences; /* of CREATE SEQUENCE, without their schemas; */
    IP_VEC(ip_index) plain_indexes; /* that are no keys */
    IP_VEC(const char *) cycling;   /* sequences with CYCLE, likewise */
    bool numbers_return;            /* a sequence may give a number that it has given before (sequence.h) */
    ip_unit *setup; /* a script of the statements outside BEGIN … COMMIT, if they were asked for; else NULL */
    IP_VEC(ip_trigger) triggers;
    IP_VEC(ip_inheritance) inheritance;
    IP_VEC(ip_partitioning) partitioned;
    IP_VEC(ip_annotation) annotations;
    IP_VEC(ip_check) checks;
    IP_VEC(ip_implied) implied;
    IP_VEC(ip_user_type) types;
    IP_VEC(ip_materialized) materialized;
    bool served;                        /* the code runs for clients of a server, on rows that it has */
    const ip_table *filling;            /* of served: the materialized view that is filled now; NULL */
    IP_VEC(ip_view_definition) views;   /* as they are after the last file */
    IP_VEC(const ip_source *) included; /* files named by \i */
    IP_VEC(const char *) extensions;    /* names in CREATE EXTENSION */
    IP_VEC(ip_user_operator) user_operators;
    IP_VEC(ip_composite) composites;
    const struct ip_outside_states
        *outside; /* state outside of rows (access_summary/outside_state.h); found before anything is lowered */
    struct ip_created *created;   /* not NULL: what is not made fails (missing_names/missing_name.h) */
    const char *script_path_text; /* see ip_catalog_definitions_look_along */
    const ip_path *script_path;
} ip_definitions;

/* Where names in scripts that are read later are looked for. text: as in SET search_path = text; NULL: not said. */
void ip_catalog_definitions_look_along(ip_definitions *definitions, const char *text, bool exact);
/* Reads all sources in order into *schema and the list. Never fails: what is wrong is reported. flags: IP_READ_. */
ip_definitions *ip_workload_definitions_read(ip_arena *arena, const ip_source *const *sources, int source_count,
                                             unsigned flags, ip_schema *schema, ip_diagnostics *diagnostics);
/* Statements as one script, BEGIN and COMMIT left out; nothing of it joins the definitions. */
/* The enum or domain of that name, or of which the name's arrays are; NULL. */
const ip_user_type *ip_ddl_definitions_type(const ip_definitions *definitions, const char *name);
ip_unit *ip_workload_definitions_read_script(const ip_definitions *definitions, const char *name, ip_range text,
                                             ip_diagnostics *diagnostics);

/* A readable listing: the schema, and each unit with its parameters and block structure. For tests. */
const char *ip_workload_definitions_dump(ip_arena *arena, const ip_definitions *definitions);

#endif
