/* Attempts still to be made at showing an anomaly, best first. Each differs from the model in some decisions
 * (decisions.h) and fixed values. Its score weighs this difference against the progress of the previous attempt. */
#ifndef IP_ATTEMPT_QUEUE_H
#define IP_ATTEMPT_QUEUE_H

#include "replay/search/hash_set.h"
#include "replay/trial/decisions.h"

typedef struct ip_attempt {
    ip_choices choices;
    ip_fixed_values facts;
    ip_fixed_values move; /* facts with these instead are not put together yet: most attempts are never made */
    uint64_t facts_hash;  /* of all of them, which may be hundreds; 0: not worked out */
    uint64_t draw;        /* the other decisions: 0: the first of each list; else drawn by this number */
    bool guided;          /* to add a missing dependency: these go first */
    int score;
    bool done;
} ip_attempt;

typedef struct ip_attempt_queue {
    ip_arena *arena; /* of the attempts; reset when the queue is cleared */
    IP_VEC(ip_attempt) attempts;
    ip_hash_set seen; /* attempts */
} ip_attempt_queue;

void ip_replay_attempt_queue_init(ip_attempt_queue *queue);
void ip_replay_attempt_queue_release(ip_attempt_queue *queue);
/* Forgets what was tried, too. What attempts of the queue refer to is no longer there. */
void ip_replay_attempt_queue_clear(ip_attempt_queue *queue);
/* The same attempt with one decision more or another one. worth: of what the attempt came to. */
void ip_replay_attempt_queue_change(ip_attempt_queue *queue, const ip_attempt *from, ip_choice change, int worth);
/* The same attempt with these fixed values, which are copied, instead of its own. */
void ip_replay_attempt_queue_set_values(ip_attempt_queue *queue, const ip_attempt *from, const ip_fixed_values *move,
                                        int worth);
/* The best attempt that is not done, with all its facts, or NULL. guided: guided ones may be returned; first: they come
 * before all others. */
ip_attempt *ip_replay_attempt_queue_best(ip_attempt_queue *queue, bool guided, bool first);

#endif
