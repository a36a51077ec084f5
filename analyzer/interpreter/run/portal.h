/* Open cursors, and their rows. */
#ifndef IP_PORTAL_H
#define IP_PORTAL_H

#include "interpreter/run/run.h"

ip_portal *ip_exec_portal_named(ip_run_state *run, const char *name); /* open; NULL: there is none */
/* Finds the rows of its query. A statement with them has begun. */
void ip_exec_portal_find(ip_run_state *run, ip_portal *portal);
/* Fetches until the portal has so many rows, or all there are. */
void ip_exec_portal_reach(ip_run_state *run, ip_portal *portal, int64_t count);

#endif
