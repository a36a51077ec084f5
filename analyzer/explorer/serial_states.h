/* The states that a client's transactions lead to when they run one after the other: which have run, and the value of
 * each cell. Each state is computed once, on demand; the effects of a transaction in a state are kept. Levels without
 * locks only: a transaction reads its own writes and one snapshot. */
#ifndef IP_SERIAL_STATES_H
#define IP_SERIAL_STATES_H

#include "explorer/numbered.h"
#include "explorer/paths.h"

typedef struct ip_serial_states ip_serial_states;

/* What a transaction does in a state. */
typedef struct ip_serial_run {
    int transaction;
    bool aborted;
    int read_count;
    const ip_history_read
        *reads; /* reads of objects that it has not written itself, each once for a statement; from: unset */
    int write_count;
    const ip_explore_write *writes; /* each object once; none if aborted */
    int step_count;
    ip_run_outcome outcome;
} ip_serial_run;

typedef enum ip_serial_end {
    IP_SERIAL_FINE,
    IP_SERIAL_GROWN, /* the run found an unknown row: begin again, with it */
    IP_SERIAL_FAILED /* reported: a transaction cannot be run */
} ip_serial_end;

ip_serial_states *ip_explore_serial_states_new(const ip_client *client, ip_numbered *numbered, long step_limit,
                                               ip_diagnostics *diagnostics);
void ip_explore_serial_states_free(ip_serial_states *states);

/* State 0 is the initial one. A state that was reached before has its number. */
int ip_explore_serial_state_count(const ip_serial_states *states);
int ip_explore_serial_object_count(const ip_serial_states *states);
/* The next transaction of a session; 0: none is left. */
int ip_explore_serial_next(const ip_serial_states *states, int state, int session);
/* Its effects. NULL unless the end is fine; then no further run will succeed. */
const ip_serial_run *ip_explore_serial_run_in(ip_serial_states *states, int state, int session);
/* The state after it. */
int ip_explore_serial_after(ip_serial_states *states, int state, int session);
/* The state after a run of another state. It, and the states reached from it, do not belong to serial
 * executions: nothing else leads to them. */
int ip_explore_serial_apply(ip_serial_states *states, int state, const ip_serial_run *run);
bool ip_explore_serial_is_beside(const ip_serial_states *states, int state);
/* How the state was reached first: the state before, and the run. false: it is the initial one. */
bool ip_explore_serial_reached(const ip_serial_states *states, int state, int *before, const ip_serial_run **run);

ip_serial_end ip_explore_serial_ended(const ip_serial_states *states);
long ip_explore_serial_runs(const ip_serial_states *states);
size_t ip_explore_serial_bytes(const ip_serial_states *states);
ip_datum ip_explore_serial_written(const ip_serial_states *states, const ip_serial_run *run, int object);

#endif
