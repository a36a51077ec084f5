/* Is there a serial order of a history's transactions in which each read reads the last write before it
 * (Papadimitriou 1979)? A separate search decides it, without any level file, so that the count of
 * serializable histories does not rest on the levels explored. */
#ifndef IP_EXPLORE_SERIALIZABLE_H
#define IP_EXPLORE_SERIALIZABLE_H

#include "history/history.h"

bool ip_explore_history_serializable(const ip_history *history);

#endif
