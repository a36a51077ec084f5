/* A client from an isolation-tester file (sql-frontend/workload/client_file.h). */
#include "explorer/load.h"

#include "workload/client_file.h"
#include "code/code_text.h"

#include <string.h>

/* The level of the same engine that behaves as the client asks; without one, the level that is given holds for all. */
static const ip_level *level_of(ip_arena *arena, const ip_client_file_transaction *given, const ip_level *level,
                                ip_diagnostics *diagnostics)
{
    const char *engine = ip_level_engine(level);
    if (!given->isolation || !strcmp(ip_level_postgresql(level), given->isolation))
        return level;
    const char *slash = strrchr(ip_level_name(level), '/');
    bool is_path = strstr(ip_level_name(level), ".smt2") != NULL; /* else an engine's are in one folder */
    size_t folder = slash && !is_path ? (size_t)(slash - ip_level_name(level)) + 1 : 0;
    for (const char *const *name = ip_level_file_names(arena); *engine && *name; name++) {
        if (strncmp(*name, ip_level_name(level), folder) != 0)
            continue;
        const ip_level *other = ip_level_load(arena, *name, diagnostics);
        if (other && !strcmp(ip_level_engine(other), engine) && !strcmp(ip_level_postgresql(other), given->isolation))
            return other;
    }
    ip_diagnostics_add(diagnostics, IP_REMARK, given->isolation_range, given->name,
                       "the level given here is not used: --level says what is explored");
    return level;
}

static bool load_transaction(ip_loaded_client *loaded, ip_arena *arena, const ip_client_file_transaction *given,
                             const ip_level *level, ip_client_session *session, ip_diagnostics *diagnostics)
{
    const ip_code *code = ip_code_frontend_statements(loaded->workload, given->name, given->text, diagnostics);
    if (code->parameter_count) {
        ip_diagnostics_add(diagnostics, IP_ERROR, given->text, given->name, "has a variable, %s, and no value for it",
                           code->variables.items[0].name);
        return false;
    }
    ip_client_transaction transaction = {
        .name = given->name, .code = code, .level = level_of(arena, given, level, diagnostics)};
    IP_PUSH(arena, &session->transactions, transaction);
    return !code->why_not;
}

static bool load_sessions(ip_loaded_client *loaded, ip_arena *arena, const ip_client_file *file, const ip_level *level,
                          ip_diagnostics *diagnostics)
{
    bool good = true;
    for (int s = 0; s < file->sessions.count; s++) {
        const ip_client_file_session *given = &file->sessions.items[s];
        ip_client_session session = {.name = given->name};
        if (given->unfinished.source)
            ip_diagnostics_add(diagnostics, IP_ERROR, given->unfinished, NULL,
                               "the transaction that begins here does not end in its session");
        for (int t = 0; t < given->transactions.count; t++)
            good &= load_transaction(loaded, arena, &given->transactions.items[t], level, &session, diagnostics);
        IP_PUSH(arena, &loaded->client.sessions, session);
    }
    return good;
}

ip_loaded_client *ip_explore_client_load(ip_arena *arena, const ip_source *spec, const ip_source *const *files,
                                         int file_count, const ip_level *level, unsigned flags,
                                         ip_diagnostics *diagnostics)
{
    int errors = ip_diagnostics_count(diagnostics, IP_ERROR);
    ip_loaded_client *loaded = IP_NEW(arena, ip_loaded_client);
    const ip_client_file *file = ip_workload_client_file_read(arena, spec, diagnostics);
    IP_VEC(const ip_source *) sources = {0};
    for (int i = 0; i < file_count; i++)
        IP_PUSH(arena, &sources, files[i]);
    for (int i = 0; i < file->setups.count; i++)
        IP_PUSH(arena, &sources, file->setups.items[i]);
    const ip_code *setup = NULL;
    loaded->workload = ip_frontend_read_setup_as(arena, sources.items, sources.count, flags, diagnostics, &setup);
    loaded->client.schema = &loaded->workload->schema;
    bool good = load_sessions(loaded, arena, file, level, diagnostics);
    good = good && ip_diagnostics_count(diagnostics, IP_ERROR) == errors;
    return good && ip_explore_client_run_setup(arena, loaded->client.schema, setup, &loaded->client, diagnostics)
               ? loaded
               : NULL;
}
