/* Settings of a session: relevant ones, and ones that are known to have no effect here. */
#include "engine/engine_internal.h"

#include <stdlib.h>
#include <string.h>

bool ip_engine_db_one_snapshot(const ip_db_session *session)
{
    return strcmp(session->isolation, "read committed") != 0;
}

const char *ip_engine_db_setting(const ip_db_session *session, const char *name)
{
    for (int i = session->settings.count - 1; i >= 0; i--)
        if (strcmp(session->settings.items[i].name, name) == 0)
            return session->settings.items[i].value;
    return NULL;
}

const char *ip_engine_db_session_setting(const ip_db_session *session, const char *name)
{
    return ip_engine_db_setting(session, name);
}

double ip_engine_db_milliseconds(const ip_db_session *session, const char *name, double otherwise)
{
    const char *text = ip_engine_db_setting(session, name);
    if (!text)
        return otherwise;
    char *unit;
    double number = strtod(text, &unit);
    while (*unit == ' ')
        unit++;
    return strcmp(unit, "s") == 0     ? number * 1000
           : strcmp(unit, "min") == 0 ? number * 60000
           : strcmp(unit, "us") == 0  ? number / 1000
                                      : number;
}

/* Settings without effect here, besides the relevant ones. */
static bool is_known_setting(const char *name)
{
    static const char *const known[] = {"deadlock_timeout",
                                        "lock_timeout",
                                        "statement_timeout",
                                        "client_min_messages",
                                        "enable_seqscan",
                                        "enable_indexscan",
                                        "enable_bitmapscan",
                                        "enable_indexonlyscan",
                                        "enable_nestloop",
                                        "enable_hashjoin",
                                        "enable_mergejoin",
                                        "seq_page_cost",
                                        "random_page_cost",
                                        "cpu_tuple_cost",
                                        "default_transaction_isolation",
                                        "transaction_isolation",
                                        "parallel_setup_cost",
                                        "parallel_tuple_cost",
                                        "min_parallel_index_scan_size",
                                        "min_parallel_table_scan_size",
                                        "parallel_leader_participation",
                                        "max_parallel_workers_per_gather",
                                        "application_name",
                                        "plan_cache_mode"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i], name) == 0)
            return true;
    return false;
}

static const char *level_named(const char *value)
{
    static const char *const levels[] = {"read committed", "repeatable read", "serializable"};
    if (value && strcmp(value, "read uncommitted") == 0)
        return levels[0];
    for (size_t i = 0; value && i < sizeof levels / sizeof levels[0]; i++)
        if (strcmp(levels[i], value) == 0)
            return levels[i];
    return NULL;
}

void ip_engine_db_set(ip_db_session *session, const ip_client_statement *s)
{
    ip_db *engine = session->engine;
    if (!is_known_setting(s->name))
        ip_engine_db_refuse(session, ip_arena_printf(engine->arena, "SET %s", s->name));
    if (strcmp(s->name, "default_transaction_isolation") == 0) {
        session->default_isolation = s->value ? level_named(s->value) : "read committed";
        if (!session->default_isolation || s->local || session->in_block)
            ip_engine_db_refuse(session, "SET default_transaction_isolation within a transaction");
    }
    if (strcmp(s->name, "transaction_isolation") == 0) {
        session->isolation = level_named(s->value);
        if (!session->isolation || session->has_snapshot)
            ip_engine_db_refuse(session, "SET transaction_isolation");
        return;
    }
    for (int i = session->settings.count - 1; i >= 0 && !s->local; i--)
        if (strcmp(session->settings.items[i].name, s->name) == 0 && !session->in_block)
            session->settings.items[i] = session->settings.items[--session->settings.count];
    if (s->value)
        IP_PUSH(engine->arena, &session->settings,
                ((ip_setting){s->name, s->value, s->local, session->in_block ? ip_engine_xact_current(session) : 0}));
    else if (session->in_block)
        ip_engine_db_refuse(session, "RESET within a transaction");
}

void ip_engine_db_session_set(ip_db_session *session, const char *name, const char *value)
{
    IP_PUSH(session->engine->arena, &session->settings, ((ip_setting){.name = name, .value = value}));
}
