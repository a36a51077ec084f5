/* Turns an anomaly of a model into an execution of the user's code, or refutes it. */
#ifndef IP_REPLAY_H
#define IP_REPLAY_H

#include "replay/world/assumed.h"
#include "replay/trial/subject.h"

typedef struct ip_replayer ip_replayer;

/* pairs: the further levels of pairs of programs; kept. */
ip_replayer *ip_replay_replayer_new(ip_arena *arena, const ip_schema *schema, const ip_replay_pair *pairs,
                                    int pair_count);
/* Assumptions about initial rows besides the schema; kept. */
void ip_replay_replayer_assume(ip_replayer *replayer, const ip_assumed *assumed, int count);
/* Observable executions of other searches, to which those of this search are added; kept. */
struct ip_known_clients *ip_replay_memory(ip_arena *arena);
void ip_replay_memory_add(struct ip_known_clients *known, const struct ip_known_clients *others);
void ip_replay_replayer_know(ip_replayer *replayer, struct ip_known_clients *known);
/* Searches from now on are for another proposal. Those for one proposal share the work that may be spent on it while
 * no run confirms it. */
void ip_replay_replayer_begin_proposal(ip_replayer *replayer);
void ip_replay_replayer_free(ip_replayer *replayer);

/* Fills anomaly->replay. A confirmed anomaly gets the instances, arguments and dependencies of the execution, in the
 * arena. levels: one for each instance. refuted: how many anomalies of the same programs were refuted before, which
 * reduces the effort. deadline: of ip_clock(), 0: none. */
void ip_replay_anomaly(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                       int refuted, double deadline);
/* The same with random clients, after its models have been refuted. */
void ip_replay_anyhow(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                      double deadline);
/* A benign anomaly of an earlier replay, again, with the executions that are known by now, and, for the long way, with
 * others: it is replaced by an observable anomaly of the same programs, if there is one. */
void ip_replay_benign(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                      bool long_way, double deadline);

#endif
