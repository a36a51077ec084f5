/* The data of a world, shared by world.c, which runs it, and the files of its parts. */
#ifndef IP_WORLD_STATE_H
#define IP_WORLD_STATE_H

#include "replay/world/world.h"

typedef struct version {
    bool written;
    bool emptied; /* removed by TRUNCATE, apart from later INSERTs: an instance that does not see this one sees only the
                     TRUNCATE */
    ip_datum value;
} version;

typedef struct cell {
    bool given, decided;
    ip_datum initial;
    version before;    /* the state after the earlier transactions of instances' sessions (world_before.c) */
    version *versions; /* [instance] */
} cell;

typedef IP_VEC(ip_datum) answers;

typedef struct undo {
    cell *cell; /* NULL: of a lock, or */
    bool empties;
    version before;
} undo;

/* TRUNCATE: it has also removed rows that are first used later. */
typedef struct emptying {
    int instance, step;
    const ip_table *table;
} emptying;

/* A statement run once more with one row as another instance leaves it. */
typedef struct probe {
    bool active, differs, answered;
    bool after;    /* as the other instance leaves the row; else as it was without it */
    bool absent;   /* or as if the row were absent */
    bool searches; /* checks and actions see the state after the first `commits` commits */
    int step, row, other, commits;
    const ip_world_step *original;
    uint64_t written; /* with what was called */
    const char *failed;
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
    ip_world_scans scans;
    ip_world_steps steps;
    ip_world_blocks blocks;
    ip_run_outcome *outcomes;
    int *ends; /* [instance] */
    ip_world_pasts pasts;
    bool begins;                /* of the last of them: after it the instance's own transaction begins */
    answers *answers;           /* [instance]: the answers to the reads of those transactions */
    int answered;               /* so many, of the instance that runs */
    ip_database *database;      /* of the instance that runs, */
    const ip_database *present; /* which becomes this when its own transaction begins */
    ip_world_draws draws;
    const ip_world_draws *given_draws; /* NULL: blocks */
    const ip_world_draws *pool;        /* NULL: none */
    const int *turns;                  /* [instance]; NULL: its own number */
    ip_sequence_uses uses;
    const int *sequence_order;
    int sequence_order_count;
    ip_world_draws settled; /* of sequences that are set: the positions that agree with that order */
    bool unsettled;         /* they did not agree in the last run */
    IP_VEC(undo) undos;
    IP_VEC(passing) passing;
    IP_VEC(emptying) emptyings;
    int free_row; /* that no other instance has locked, as SKIP LOCKED or NOWAIT has asked; -1 */
    const ip_code_statement *statement;
    int instance;
    int step;              /* the last step that has begun */
    int current;           /* the statement that continues: it may have called others since */
    IP_VEC(int) under_way; /* [depth]: steps */
    probe probe;
};

/* world.c: the cell's place; its value in the initial state, requested if it is not decided yet. */
/* The TRUNCATE removes the row. */
void ip_world_take_away(ip_world *world, const emptying *e, int row);
cell *ip_world_cell(ip_world *world, int row, int column);
/* The value of a column of the row's key, which depends on nothing. false: the column is not in the key. */
bool ip_world_key_value(const ip_world *world, int row, int column, ip_datum *value);
bool ip_world_initial_value(ip_world *world, int row, int column, ip_datum *value);
void ip_world_keep_outcome(ip_world *world, int i, const ip_run_outcome *outcome);

/* world_draws.c: a rule that lives as long as the run. For a sequence that no file creates, the interpreter makes one
 * for the run of one instance. */
const ip_sequence_rule *ip_world_kept_rule(ip_world *world, const ip_sequence_rule *rule);
/* world_sequences.c: a use by the instance that runs; what a setval does; whether the run need not be repeated, which
 * was repeated so often. */
void ip_world_note_use(ip_world *world, ip_sequence_use use);
bool ip_world_on_restarts(void *data, const ip_sequence_rule *rule, int64_t position, bool undone);
bool ip_world_settles(ip_world *world, int round);
/* The position after the last use in this run. */
int64_t ip_world_position_after(const ip_world *world, const ip_sequence_rule *rule);

/* world_present.c: the database of an instance when its own transaction runs. */
ip_database ip_world_present(ip_world *world, int i);
void ip_world_keep_result(ip_world *world, ip_world_step *step, int row_count, int column_count, const ip_datum *rows);
void ip_world_on_seeks(void *data, const ip_table *table, const ip_sought *sought, int count);

/* Until it commits or fails. */
ip_run_end ip_world_run_one(ip_world *world, ip_interpreter *interpreter, int i);

/* world_before.c: the earlier transactions of a call whose own transaction begins after them. Whether an instance has
 * any; and runs them, up to the first instance that does not reach its own transaction: returns its number, or -1. */
bool ip_world_has_past(const ip_world *world, int i);
int ip_world_run_pasts(ip_world *world, ip_interpreter *interpreter);
/* The database of the instance while it repeats them with the recorded answers; then it becomes present. */
void ip_world_repeat_past(ip_world *world, ip_database *database, const ip_database *present);

/* world_draws.c: callback of the interpreter. */
int64_t ip_world_draw_next(void *data, const ip_sequence_rule *rule, int64_t drawn);

/* world_passed.c: SKIP LOCKED and NOWAIT. Callbacks of the interpreter; and, once the instance has run, discards its
 * reads of rows that it passed over. */
bool ip_world_held(void *data, int row, ip_lock mode);
bool ip_world_overtaken(void *data, int row, ip_lock mode);
void ip_world_passes_over(void *data, const ip_table *table);
void ip_world_forget_passed(ip_world *world);

#endif
