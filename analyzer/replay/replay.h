/* An anomaly found in a model becomes an execution of the user's code, or is refuted: the way from claim to fact. */
#ifndef IP_REPLAY_H
#define IP_REPLAY_H

#include "replay/assumed.h"
#include "replay/subject.h"

typedef struct ip_replayer ip_replayer;

/* pairs: what is asked of pairs of programs beside the levels; kept. */
ip_replayer *ip_replayer_new(ip_arena *arena, const ip_schema *schema, const ip_replay_pair *pairs, int pair_count);
/* What initial rows have to satisfy beside the schema; kept. */
void ip_replayer_assume(ip_replayer *replayer, const ip_assumed *assumed, int count);
void ip_replayer_free(ip_replayer *replayer);

/* Fills anomaly->replay. Once confirmed, the anomaly says what happened: its instances, arguments and dependencies are
 * those of the execution, in the arena. levels: one an instance. refuted: so many
 * anomalies of the same programs were before, and the next is worth less. deadline: of ip_clock(), 0: none. */
void ip_replay_anomaly(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                       int refuted, double deadline);
/* The same with clients drawn at random, after what the models say of it has been refuted. */
void ip_replay_anyhow(ip_replayer *replayer, ip_arena *arena, ip_anomaly *anomaly, const ip_level *const *levels,
                      double deadline);

#endif
