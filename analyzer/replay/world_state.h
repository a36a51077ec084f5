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
    const ip_code_statement *statement;
    int instance, step;
    probe probe;
};

#endif
