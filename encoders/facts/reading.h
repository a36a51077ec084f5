/* How a program's statements read at its level: from which snapshot, and with which locks. Where each statement has its
 * own snapshot, statements stand at places of their instance, in the order in which snapshots are taken. A statement
 * outside loops has one place, the place of its step. The statements of an outermost loop share two places, before and
 * after the loop: each of their snapshots contains the snapshot at the first place, and the snapshot at the last place
 * contains each of theirs. */
#ifndef IP_READING_H
#define IP_READING_H

#include "level/level.h"
#include "frontend.h"

typedef struct ip_reading {
    bool engine;             /* the level is an engine's, where locks have an effect */
    bool statements;         /* each statement has its own snapshot */
    bool reread;             /* rows that a statement locks are re-read after they are locked */
    bool tracked;            /* the level's axioms mention anti-dependencies */
    int places;              /* 0 if an instance has one snapshot */
    const bool *takes;       /* [statements] takes a snapshot */
    const int *first, *last; /* [statements] places around it */
    /* [statements] the last place of a statement that may have taken its snapshot before this statement had all its
     * locks: functions that a statement calls run within it */
    const int *locked;
    const int *step_depth; /* [steps] the number of loops around a step whose iterations have different snapshots */
} ip_reading;

ip_reading ip_facts_reading_derive(ip_arena *arena, const ip_program *program, const ip_level *level);

/* The lock that the statement takes on rows of its source. */
ip_lock ip_facts_lock_taken(const ip_statement *statement, int source);

/* The statement reads the latest committed rows of the source, regardless of the snapshot: INSERT's own row, and
 * ip_row_source.newest. */
bool ip_facts_reads_newest(const ip_reading *reading, const ip_statement *statement, int source);
/* A writer that overwrites what is read there is in rw: not where an engine with one snapshot for each transaction
 * reads past it. */
bool ip_facts_reads_recorded(const ip_reading *reading, const ip_statement *statement, int source);
/* Rows of the source are found in the snapshot, locked, and then re-read. */
bool ip_facts_rereads(const ip_reading *reading, const ip_statement *statement, int source);

#endif
