/* Attempts still to be made at showing an anomaly, best first. Each differs from the model in some decisions (guess.h)
 * and facts; what it costs to differ stands against how far the attempt before it came. */
#ifndef IP_FRONTIER_H
#define IP_FRONTIER_H

#include "replay/search/guess.h"

typedef struct ip_attempt {
    ip_choices choices;
    ip_facts facts;
    uint64_t draw; /* the other decisions: 0: the first of each list; else drawn by this number */
    bool guided;   /* to bring a dependency about that was lacking: these go first */
    int score;
    bool done;
} ip_attempt;

typedef struct ip_frontier {
    ip_arena *arena;
    IP_VEC(ip_attempt) attempts;
    uint64_t *seen; /* hashes of attempts, open addressing; 0: free */
} ip_frontier;

void ip_frontier_init(ip_frontier *frontier, ip_arena *arena);
/* Forgets what was tried, too. */
void ip_frontier_clear(ip_frontier *frontier);
/* The same attempt with one decision more or another one. worth: of what the attempt came to. */
void ip_frontier_change(ip_frontier *frontier, const ip_attempt *from, ip_choice change, int worth);
/* The same with those facts in the place of what it said of them. */
void ip_frontier_move(ip_frontier *frontier, const ip_attempt *from, const ip_facts *move, int worth);
/* Of those that are not done, or NULL. guided: these may come; first: before all others. */
ip_attempt *ip_frontier_best(ip_frontier *frontier, bool guided, bool first);

#endif
