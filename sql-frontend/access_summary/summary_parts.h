/* Shared by summary.c, summary_note.c and summary_body.c only. */
#ifndef IP_SUMMARY_PARTS_H
#define IP_SUMMARY_PARTS_H

#include "access_summary/summary.h"

/* A call of an IMMUTABLE function. */
typedef struct ip_planned_call {
    int unit;
    bool kept; /* of constants */
} ip_planned_call;

typedef IP_VEC(ip_planned_call) ip_planned_calls;

/* One routine's own statements, calls aside; or those of a tree. */
typedef struct ip_own_effects {
    ip_summary summary;
    IP_VEC(int) callees;      /* units */
    ip_planned_calls planned; /* those of them that may be run when a statement is planned (lower/expr/planned.c) */
    const PgQuery__RangeVar *name;  /* of shapes: the relation whose name is not known */
    IP_VEC(const ip_table *) named; /* the tables that it may be */
    bool vague_name;                /* or a view; or there are several such relations */
    unsigned char *views;           /* [views] READ, WRITTEN: expanded already; views of views would multiply */
    bool done;
} ip_own_effects;

/* What a list of shapes touches, found once. */
typedef struct ip_shaped {
    const char *const *shapes;
    int count;
    const ip_path *path;
    const ip_summary *summary;
    struct ip_shaped *next;
} ip_shaped;

/* The same of an expression of the schema. */
typedef struct ip_summed_kept {
    const ip_kept_tree *kept;
    const ip_summary *summary;
    struct ip_summed_kept *next;
} ip_summed_kept;

enum { IP_SHAPED_BUCKETS = 64, IP_KEPT_BUCKETS = 64 };

struct ip_summaries {
    ip_arena *arena;
    const ip_definitions *definitions;
    const ip_schema *schema;
    ip_own_effects *own;          /* [units] */
    const ip_summary **summaries; /* [units] with all that they call; NULL: not yet */
    int *seen, mark;              /* [units] */
    bool *asked;                  /* [units] ip_summary_summaries_asked */
    bool *written;                /* [tables] by some unit; NULL: not found out yet */
    unsigned char *reads_written; /* [units] does it read such a table; 0: not found out yet */
    const ip_summary **values;    /* [tables] of what each evaluates itself; NULL: not yet */
    const ip_summary **domains;   /* [definitions->types] the same of domains */
    int value_count;
    ip_shaped *shaped[IP_SHAPED_BUCKETS];
    ip_summed_kept *kept[IP_KEPT_BUCKETS];
};

typedef struct ip_collector {
    ip_summaries *all;
    ip_own_effects *to;
    const ip_path *path;      /* where names of tables are looked for */
    const ip_tree *statement; /* whose WITH queries are no tables */
    bool of_others;           /* names that are not known are of tables that no file creates */
    bool by_caller;           /* that path is its caller's, which may be another one */
    bool shares;              /* it is the body of a function that runs on its caller's snapshot */
    bool given;               /* the current call has arguments that name columns or variables */
    bool lenient;             /* a statement of another kind writes what it names, no more */
    int depth;                /* of views and aggregates */
} ip_collector;

enum { DEEPEST_EXPANSION = 32, READ = 1, WRITTEN = 2 };

/* summary_note.c: each adds to what the collector has */
void ip_summary_note_anything(ip_collector *c, const char *why); /* it may touch any table */
void ip_summary_note_function(ip_collector *c, const char *name, int arguments);
void ip_summary_note_statements(ip_collector *c, const ip_tree *statements);
void ip_summary_note_text(ip_collector *c, const char *text, bool expression);
void ip_summary_note_shape(ip_collector *c, const char *shape);
void ip_summary_note_kept(ip_collector *c, const ip_kept_tree *kept);
void ip_summary_note_table(ip_collector *c, const ip_table *table, bool write);
void ip_summary_note_expressions(ip_collector *c, const ip_table *table);
void ip_summary_note_domain(ip_collector *c, const ip_user_type *domain); /* of its constraints */
void ip_summary_note_beside(ip_collector *c, const ip_table *table, bool write);

/* summary_columns.c */
typedef IP_VEC(const char *) ip_column_names;
ip_column_names ip_summary_columns_demanded(ip_collector *c, const PgQuery__RangeVar *rangevar);
/* Or is it a table of that name, whose rows are named? NULL: its columns are not known. */
bool ip_summary_has_columns(const ip_table *table, const char *name, const ip_column_names *columns);

/* summary_body.c */
void ip_summary_note_statement(ip_collector *c, const ip_pl_statement *statement);

/* The next unit that the name may mean, from *at on; -1: no more. A schema in the name must be that of the unit. */
int ip_summary_next_meant(const ip_summaries *all, const char *name, int *at);

#endif
