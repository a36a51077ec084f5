/* Triggers are for the transactions: initial rows are a state, not changes. So those that would fire are off while the
 * rows are inserted, and then each is as the files have it: ALTER TABLE … DISABLE TRIGGER, ENABLE REPLICA, ENABLE
 * ALWAYS. SQL, for replays. */
#ifndef IP_LIVE_TRIGGERS_H
#define IP_LIVE_TRIGGERS_H

#include "live/live.h"

#define IP_LIVE_TRIGGERS_OFF                                                                                           \
    "DO $isoproof$ DECLARE r record; again text := ''; BEGIN FOR r IN SELECT g.tgrelid::regclass::text AS t, "         \
    "g.tgname, CASE g.tgenabled WHEN 'A' THEN 'ALWAYS ' ELSE '' END AS always FROM pg_trigger g JOIN pg_class c ON "   \
    "c.oid = g.tgrelid WHERE c.relnamespace = '" IP_LIVE_SCHEMA "'::regnamespace AND c.relkind IN ('r', 'p') AND NOT " \
    "g.tgisinternal AND g.tgenabled IN ('O', 'A') LOOP EXECUTE format('ALTER TABLE ONLY %s DISABLE TRIGGER %I', r.t, " \
    "r.tgname); again := again || format('ALTER TABLE ONLY %s ENABLE %sTRIGGER %I;', r.t, r.always, r.tgname); END "   \
    "LOOP; PERFORM set_config('isoproof.triggers', again, false); END $isoproof$"
#define IP_LIVE_TRIGGERS_ON                                                                                            \
    "DO $isoproof$ BEGIN IF current_setting('isoproof.triggers') <> '' THEN EXECUTE "                                  \
    "current_setting('isoproof.triggers'); END IF; END $isoproof$"

#endif
