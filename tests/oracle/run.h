/* Runs one instance of a program on a snapshot. */
#ifndef ORACLE_RUN_H
#define ORACLE_RUN_H

#include "set.h"

enum { ALL_ROWS = MAX_TABLES * ROWS, CELLS = 1 + MAX_COLUMNS, EXISTS = 0, INITIAL = -1 };

/* What one instance sees: the value of each cell (exists, c0, c1), which instance wrote it, which are its own writes.
 */
typedef struct view {
    int value[ALL_ROWS][CELLS];
    int8_t writer[ALL_ROWS][CELLS]; /* instance or INITIAL */
    uint8_t own[ALL_ROWS];          /* masks of cells */
} view;

/* What an instance did. */
typedef struct outcome {
    uint8_t wrote[ALL_ROWS];    /* cells, the last values being in the view */
    uint8_t read[ALL_ROWS];     /* cells of others read, by the broad definition (README.md): predicates' columns too */
    bool saw_present[ALL_ROWS]; /* where exists was read: the answer */
    uint32_t inserted_absent;   /* rows that INSERT found absent */
    uint64_t trace;             /* hash of every value that a query returned, and of the result */
    int result;                 /* of a function; SQL_NULL otherwise */
    bool refused;               /* some statement of it breaks a key or reference, given everything committed */
    bool left_domain;           /* it stopped because of our limits: says nothing */
} outcome;

/* Called at each query while its view is current, if not NULL. */
typedef struct query_site query_site;
typedef void query_watcher(void *data, const query_site *site);

struct query_site {
    const program_set *set;
    const statement *statement;
    const int *parameters, *variables;
    bool found;
    const view *view;
};

/* What a query makes of a view: the set of rows it matches, or its value. Two views with equal results
 * cannot be distinguished by this query, except through the columns in query_items. */
typedef struct query_result {
    uint32_t rows;
    int value;
} query_result;

query_result query_evaluate(const query_site *site, const view *v);
/* The columns (mask of cells) that a query takes from each row it matches, apart from its WHERE. */
unsigned query_items(const program_set *set, const statement *s);

/* Runs the program on *v, which becomes the view after it. committed: what keys and references are checked against as
 * well; NULL: nothing. instance: 0…3, for rows without key. false: it aborted, or left the small domain. */
bool run_program(const program_set *set, int program, int instance, const int *parameters, view *v,
                 const view *committed, outcome *out, query_watcher *watcher, void *data);

/* Rows of a table of the small domain. */
int table_rows(const table *t);
int table_row_key(const table *t, int row, int key);

#endif
