/* The tables that a routine, with everything that it calls, may touch for any arguments: found in its texts, without
 * control flow. It replaces the body where that is not lowered in place: recursion, programs that would grow without
 * bound, calls for each row of a query. */
#ifndef IP_SUMMARY_H
#define IP_SUMMARY_H

#include "catalog/definition.h"
#include "parse/pg_parse.h"
#include "catalog/relation.h"

typedef struct ip_summary {
    const char *any; /* not NULL: any table, for this reason */
    bool varies;     /* equal arguments need not give equal results, even if no table changes */
    const char
        *redefines; /* not NULL: after it, names or checks of its caller may mean something else, because of this */
    const char *chooses; /* not NULL: its results or writes may depend on concurrent transactions, through this
                            (lower/body/concurrent_outcome.h) */
    const char *missing; /* not NULL: it names this, which is not in the schema */
    bool others;         /* it may name tables that no file creates */
    /* Of shapes: the tables that the one name which is not known may be of, if it is a relation's and there are no such
     * views, by name; -1: none such. */
    int named_count;
    bool calls; /* of shapes: they call user-defined routines */
    const ip_table *const *named;
    int table_count;
    bool *reads, *writes;  /* [table_count] by the tables' ids */
    bool touches, changes; /* reads or writes, writes some table */
    bool only_deletes;     /* as of ip_statement: only its user knows */
    /* Functions in it that are IMMUTABLE and read what some unit writes (lower/expr/planned.c): the name of a function
     * that may be run once for many transactions, NULL; whether one may be run before its statement. */
    const char *kept;
    bool early;
} ip_summary;

typedef struct ip_summaries ip_summaries;

/* How a call without an inlined body is represented. */
typedef enum ip_summed {
    IP_SUMMED_NEVER,   /* nothing has asked for it */
    IP_SUMMED_BOUNDED, /* by the tables that its statements touch */
    IP_SUMMED_ANYTHING /* it may touch any table, or names an unknown one */
} ip_summed;

/* Of each unit, so far. */
const ip_summed *ip_summary_summaries_asked(const ip_summaries *all);

ip_summaries *ip_summary_summaries_new(ip_arena *arena, const ip_definitions *definitions, const ip_schema *schema);
const ip_summary *ip_summary_of_unit(ip_summaries *all, const ip_unit *unit);
/* Whether it, with everything that it calls, reads a table that any unit writes. */
bool ip_summary_reads_written(ip_summaries *all, const ip_unit *unit);
/* Of whatever a call of this name (as ip_parse_call_name gives it) may run. */
const ip_summary *ip_summary_of_name(ip_summaries *all, const char *name);
/* Of statements as ip_parse_pg_parse gives them. Other statements than reads and writes of rows (DROP TABLE) count as
 * writes of what they name. */
const ip_summary *ip_summary_of_statements(ip_summaries *all, const ip_path *path, const ip_tree *statements);
/* Of a text of EXECUTE that has one of these shapes (dynamic_sql/text_shape.h). */
const ip_summary *ip_summary_of_shapes(ip_summaries *all, const ip_path *path, const char *const *shapes, int count);
/* The same of one shape, if the name in it that is not known is that of a table that no file creates. */
const ip_summary *ip_summary_of_other_name(ip_summaries *all, const ip_path *path, const char *shape);
/* Of the code that runs with writes of the table: triggers, checks, foreign keys. */
const ip_summary *ip_summary_of_triggers(ip_summaries *all, const ip_table *table);
const ip_summary *ip_summary_of_kept(ip_summaries *all, const struct ip_kept_tree *kept); /* of an expression */
/* Of the expressions of a table that are evaluated when a row is written, except defaults: checks, generated columns,
 * indexes, domains. */
const ip_summary *ip_summary_of_expressions(ip_summaries *all, const ip_table *table);
/* Of what the constraints of a domain evaluate. */
const ip_summary *ip_summary_of_domain(ip_summaries *all, const ip_user_type *domain);
/* A function of PostgreSQL or of an extension in its distribution, and no user-defined routine has this name. Unless
 * the input creates that extension, the number of arguments must match. */
bool ip_summary_is_builtin(const ip_summaries *all, const char *name, int arguments);
/* A user-defined routine or aggregate, a type used as a conversion function, or one of PostgreSQL's functions. */
bool ip_summary_is_known_function(const ip_summaries *all, const char *name, int arguments);

#endif
