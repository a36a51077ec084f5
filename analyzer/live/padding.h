/* A server at serializable keeps record of pages of indexes, and of whole tables where it reads them row by row
 * (PostgreSQL 15, section 13.2.3). In tables of three rows all is on one page, so it refuses what it lets pass in real
 * ones. Tables are padded against that: with rows that are deleted again before anything is run, so that nothing can
 * come of them; the pages that their keys have taken stay. */
#ifndef IP_LIVE_PADDING_H
#define IP_LIVE_PADDING_H

#include "live/stage.h"

/* Before the initial rows. *padded, *bare: names of tables, those that were padded and those that take no such rows. */
bool ip_live_stage_pad(ip_stage *stage, const char **padded, const char **bare);
/* After them. */
bool ip_live_stage_analyze(ip_stage *stage);

/* Of each session: what can be read by an index is. */
#define IP_LIVE_BY_INDEX "SET enable_seqscan = off"

#endif
