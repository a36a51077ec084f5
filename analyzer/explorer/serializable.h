/* Is there a serial order of a history's transactions in which each read reads the last write before it
 * (Papadimitriou 1979)? Decided by a search of its own, which no level file is asked for: what counts
 * histories must not depend on what is counted. */
#ifndef IP_EXPLORE_SERIALIZABLE_H
#define IP_EXPLORE_SERIALIZABLE_H

#include "history/history.h"

bool ip_history_serializable(const ip_history *history);

#endif
