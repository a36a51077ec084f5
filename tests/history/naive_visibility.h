/* The same for levels of visibility: every arbitration with every visibility within it (Cerone, Bernardi & Gotsman,
 * CONCUR 2015, figure 1). */
#ifndef NAIVE_VISIBILITY_H
#define NAIVE_VISIBILITY_H

#include "history/history.h"

enum { SEEN_RA, SEEN_CC, SEEN_PC, SEEN_UA, SEEN_PSI, SEEN_SI, SEEN_SESSION_SI, SEEN_SER, SEEN_LEVELS };
enum { SEEN_MOST = 4 /* transactions beside the initial one */ };

bool naive_visible(const ip_history *history, const int *levels);

#endif
