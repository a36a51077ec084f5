/* Predictions have instance n draw the numbers n * IP_DRAWS_OF_INSTANCE + 1, + 2, … from every sequence. A sequence
 * that hands out numbers in blocks of so many does the same, once each session has drawn the first of the block that is
 * its own. Those of smallint are too short for that and stay as they are. SQL, for replays and for scripts. */
#ifndef IP_LIVE_SEQUENCES_H
#define IP_LIVE_SEQUENCES_H

#include "replay/live/live.h"

#define IP_LIVE_TURN "isoproof_turn" /* the scripts' own sequence */

#define IP_LIVE_SEQUENCES                                                                                              \
    "SELECT c.oid::regclass::text FROM pg_class c JOIN pg_sequence s ON s.seqrelid = c.oid WHERE c.relnamespace = "    \
    "'" IP_LIVE_SCHEMA "'::regnamespace AND c.relname <> '" IP_LIVE_TURN "' AND s.seqmax > 1000000000"

/* %d: IP_DRAWS_OF_INSTANCE */
#define IP_LIVE_SEQUENCES_IN_BLOCKS                                                                                    \
    "DO $isoproof$ DECLARE s text; BEGIN FOR s IN " IP_LIVE_SEQUENCES                                                  \
    " LOOP EXECUTE 'ALTER SEQUENCE ' || s || ' INCREMENT 1 CACHE %d'; END LOOP; END $isoproof$"

/* %lld: what is drawn next */
#define IP_LIVE_SEQUENCES_SET "SELECT setval(s::regclass, %lld, false) FROM (" IP_LIVE_SEQUENCES ") q (s)"
#define IP_LIVE_SEQUENCES_DRAW "SELECT nextval(s::regclass) FROM (" IP_LIVE_SEQUENCES ") q (s)"

#endif
