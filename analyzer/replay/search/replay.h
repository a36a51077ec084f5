/* An anomaly found in a model becomes an execution of the user's code, or is refuted: the way from claim to fact. */
#ifndef IP_REPLAY_H
#define IP_REPLAY_H

#include "replay/world/assumed.h"
#include "replay/trial/subject.h"

typedef struct ip_replayer ip_replayer;

/* pairs: what is asked of pairs of programs beside the levels; kept. */
ip_replayer *ip_replayer_new(ip_arena *arena, const ip_schema *schema, const ip_replay_pair *pairs, int pair_count);
/* What initial rows have to satisfy beside the schema; kept. */
void ip_replayer_assume(ip_replayer *replayer, const ip_assumed *assumed, int count);
/* Observable executions that other searches have found, and those of this one will be added to; kept. */
struct ip_known_clients *ip_replay_memory(ip_arena *arena);
void ip_replay_memory_add(struct ip_known_clients *known, const struct ip_known_clients *others);
void ip_replayer_know(ip_replayer *replayer, struct ip_known_clients *known);
void ip_replayer_free(ip_replayer *replayer);

/* Fills anomaly->replay. Once confirmed, the anomaly says what happened: its instances, arguments and dependencies are
 * those of the execution, in the arena. levels: one an instance. refuted: so many
 * anomalies of the same programs were before, and the next is worth less. deadline: of ip_clock(), 0: none. */
void ip_replay_anomaly(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                       int refuted, double deadline);
/* The same with clients drawn at random, after what the models say of it has been refuted. */
void ip_replay_anyhow(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                      double deadline);
/* A benign anomaly of an earlier replay, once more, with the executions that are known by now, and, the long way, with
 * others: it is exchanged for one of the same programs that is observable, if there is one. */
void ip_replay_benign(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                      bool long_way, double deadline);

#endif
