/* What a world consists of: for world.c, which runs it, and world_after.c, which tells what came of it. */
#ifndef IP_WORLD_STATE_H
#define IP_WORLD_STATE_H

#include "replay/world.h"

typedef struct version {
    bool written;
    ip_datum value;
} version;

typedef struct cell {
    bool given, decided;
    ip_datum initial;
    version *versions; /* [instance] */
} cell;

typedef struct undo {
    cell *cell; /* NULL: of a lock */
    version before;
} undo;

/* A statement run once more with one row as another instance leaves it. */
typedef struct probe {
    bool active, differs, answered;
    bool after; /* as the other instance leaves the row; else as it was without it */
    int step, row, other;
    const ip_world_step *original;
} probe;

/* A statement that passes over locked rows of a table. */
typedef struct passing {
    int instance, step;
    const ip_table *table;
} passing;

struct ip_world {
    const ip_schema *schema;
    ip_arena *arena; /* of the world: rows, cells, what is given */
    ip_arena *run;   /* of one run */
    ip_rows *rows;
    int count;
    ip_world_instance *instances;
    ip_views views;
    ip_world_guess *guess;
    void *guess_data;
    bool keep_texts;
    ip_world_seeks *seeks;
    void *seeks_data;
    IP_VEC(cell *) cells; /* [row]: [columns + 1], existence first */

    ip_world_reads reads;
    ip_world_writes writes;
    ip_world_steps steps;
    ip_run_outcome *outcomes;
    int *ends; /* [instance] */
    IP_VEC(undo) undos;
    IP_VEC(passing) passing;
    int free_row; /* that somebody else has not locked, as SKIP LOCKED or NOWAIT has asked; -1 */
    const ip_code_statement *statement;
    int instance, step;
    probe probe;
};

/* world_passed.c: SKIP LOCKED and NOWAIT. Callbacks of the interpreter; and, once the instance has run, away with what
 * it has read of rows that it passed over. */
bool ip_world_held(void *data, int row, ip_lock mode);
void ip_world_passes_over(void *data, const ip_table *table);
void ip_world_forget_passed(ip_world *world);

#endif
