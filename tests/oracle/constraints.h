/* Unique keys; and the foreign key of t1: what its rows refer to, and what becomes of them when a row of t0 goes or
 * changes its key. */
#ifndef ORACLE_CONSTRAINTS_H
#define ORACLE_CONSTRAINTS_H

#include "run.h"

/* Two rows with these cells may not both be there. unique: of their table. */
bool constraint_same_key(unsigned unique, const int *a, const int *b);
/* Do unique and foreign keys allow the state? */
bool view_unique(const program_set *set, const view *v);
bool view_references(const program_set *set, const view *v);
/* The row of t0 that a row of t1 refers to; NONE: it refers to none. ROWS: to a row that is not there. */
int view_referred(const program_set *set, const view *v, int row);
/* The row of t1 refers to a row that is not there. */
bool refer_dangling(const program_set *set, const view *v, int row);

/* What each row of t1 refers to. */
void refer_before(const program_set *set, const view *v, int referred[ROWS]);

typedef struct referring_rows {
    bool refused; /* the statement fails */
    bool unknown; /* what happens depends on the order of rows */
    uint32_t changed;
} referring_rows;

typedef void refer_write(void *data, int row, int cell, int value);

/* After a statement that deleted these rows of t0, or changed the column of them that is referred to: performs the
 * actions with write. referred: as of before the statement. */
referring_rows refer_act(const program_set *set, const view *v, const int referred[ROWS], uint32_t rows, bool deleted,
                         refer_write *write, void *data);

#endif
