/* How a program's statements read at its level: from which snapshot, and what they lock.
 *
 * Where each statement has a snapshot of its own, statements stand at places of their instance, in the order in which
 * snapshots are taken. A statement outside loops has one place, that of its step. Those of an outermost loop have two
 * in common, before the first and after the last of them: what a snapshot at the first place has, each of theirs has,
 * and what one of theirs has, that at the last place has. */
#ifndef IP_READING_H
#define IP_READING_H

#include "level/level.h"
#include "frontend.h"

typedef struct ip_reading {
    bool engine;             /* the level says what locks do */
    bool statements;         /* each statement has a snapshot of its own */
    bool reread;             /* rows that a statement locks are re-read once they are locked */
    bool tracked;            /* the level says what anti-dependencies do */
    int places;              /* 0 where an instance has one snapshot */
    const bool *takes;       /* [statements] takes a snapshot */
    const int *first, *last; /* [statements] places around it */
    /* [statements] the last place that a statement may have which took its snapshot before this one had all its locks:
     * functions that a statement calls run within it */
    const int *locked;
    const int *step_depth; /* [steps] how many loops around a step tell its snapshots apart */
} ip_reading;

ip_reading ip_reading_derive(ip_arena *arena, const ip_program *program, const ip_level *level);

/* The lock that the statement takes on rows of its source. */
ip_lock ip_lock_taken(const ip_statement *statement, int source);

/* Rows of the source count as they are, whatever the snapshot: INSERT's own, and those of ip_row_source.newest. */
bool ip_reads_newest(const ip_reading *reading, const ip_statement *statement, int source);
/* Who overwrites what is read there is in rw: not where an engine with one snapshot a transaction reads past it. */
bool ip_reads_recorded(const ip_reading *reading, const ip_statement *statement, int source);
/* Rows of the source are found in the snapshot, locked, and then re-read. */
bool ip_rereads(const ip_reading *reading, const ip_statement *statement, int source);

#endif
