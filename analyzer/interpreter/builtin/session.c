/* Functions about the session: its user, database, search_path and settings (PostgreSQL 15, section 9.26). */
#include "interpreter/builtin/builtin.h"

#include <stdlib.h>
#include <string.h>

/* guc.c, GetConfigOptionByName. Without a session, a custom setting has no value: code that sets one is not run. */
static ip_datum setting(ip_run_state *run, const ip_datum *args, int count)
{
    const ip_database *db = run->database;
    const char *name = args[0].as.text;
    if (!db->setting && (count == 1 || !strchr(name, '.')))
        ip_interpreter_unable(run, run->range, "a setting of the connection");
    if (db->setting && run->frame && run->frame->sets)
        ip_interpreter_unable(run, run->range, "current_setting() in a routine with a SET of its own");
    const char *value = db->setting ? db->setting(db->data, name) : NULL;
    if (!value && (count == 1 || !args[1].as.boolean))
        ip_interpreter_raise(run, "42704", "unrecognized configuration parameter \"%s\"", name);
    return value ? ip_value_datum_string(ip_arena_strdup(run->arena, value)) : (ip_datum){0};
}

/* set_config(name, value, is_local); NULL as a value is the default's, which is empty here. */
static ip_datum set_setting(ip_run_state *run, const ip_datum *args, int count)
{
    const ip_database *db = run->database;
    (void)count;
    if (!db->configures)
        ip_interpreter_unable(run, run->range, "set_config()");
    if (args[0].kind == IP_DATUM_NULL)
        ip_interpreter_raise(run, "22004", "SET requires parameter name");
    const char *value = args[1].kind == IP_DATUM_NULL ? NULL : args[1].as.text;
    ip_setting_error error =
        db->configures(db->data, args[0].as.text, value, args[2].kind != IP_DATUM_NULL && args[2].as.boolean);
    if (error.sqlstate)
        ip_interpreter_raise(run, error.sqlstate, "%s", error.message);
    return ip_value_datum_string(value ? value : "");
}

/* ---- identity ---- */

static const char *about(ip_run_state *run, const char *what, int index)
{
    const ip_database *db = run->database;
    if (!db->about_session)
        ip_interpreter_unable(run, run->range, "a value of the connection");
    if (strcmp(what, "schema") == 0 && run->frame && run->frame->sets)
        ip_interpreter_unable(run, run->range, "current_schema in a routine with a SET of its own");
    const char *value = db->about_session(db->data, what, index);
    if (!value && strcmp(what, "schema") != 0)
        ip_interpreter_unable(run, run->range, "a value of the connection");
    return value ? ip_arena_strdup(run->arena, value) : NULL;
}

/* Without sessions, one role runs all code, and owns it. */
static ip_datum session_user(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args;
    (void)count;
    return ip_value_datum_string(run->database->about_session ? about(run, "user", 0) : IP_CODE_USER);
}

static ip_datum current_user(ip_run_state *run, const ip_datum *args, int count)
{
    if (run->database->about_session && run->frame && run->frame->as_owner)
        ip_interpreter_unable(run, run->range, "current_user in a SECURITY DEFINER routine");
    return session_user(run, args, count);
}

static ip_datum current_database(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args;
    (void)count;
    return ip_value_datum_string(about(run, "database", 0));
}

static ip_datum backend_pid(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args;
    (void)count;
    return ip_value_datum_integer(atoi(about(run, "pid", 0)));
}

static ip_datum version(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args;
    (void)count;
    return ip_value_datum_string(about(run, "version", 0));
}

static ip_datum current_schema(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args;
    (void)count;
    const char *schema = about(run, "schema", 0);
    return schema ? ip_value_datum_string(schema) : (ip_datum){0};
}

/* With true also pg_catalog, which is looked in first unless search_path names it. */
static ip_datum current_schemas(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    IP_VEC(ip_datum) names = {0};
    const char *schema;
    bool implied = args[0].as.boolean;
    for (int i = 0; (schema = about(run, "schema", i)) != NULL; i++)
        implied = implied && strcmp(schema, "pg_catalog") != 0;
    if (implied)
        IP_PUSH(run->arena, &names, ip_value_datum_string("pg_catalog"));
    for (int i = 0; (schema = about(run, "schema", i)) != NULL; i++)
        IP_PUSH(run->arena, &names, ip_value_datum_string(schema));
    return ip_value_datum_array(names.items, names.count);
}

const ip_signature ip_builtin_session_signatures[] = {{"current_setting", "tb", "t", setting, false, false},
                                                      {"current_setting", "t", "t", setting, false, false},
                                                      {"set_config", "ttb", "t", set_setting, true, false},
                                                      {"current_user", "", "m", current_user, false, false},
                                                      {"user", "", "m", current_user, false, false},
                                                      {"current_role", "", "m", current_user, false, false},
                                                      {"session_user", "", "m", session_user, false, false},
                                                      {"current_catalog", "", "m", current_database, false, false},
                                                      {"current_database", "", "m", current_database, false, false},
                                                      {"current_schema", "", "m", current_schema, false, false},
                                                      {"current_schemas", "b", "m]", current_schemas, false, false},
                                                      {"pg_backend_pid", "", "i", backend_pid, false, false},
                                                      {"version", "", "t", version, false, false},
                                                      {NULL, NULL, NULL, NULL, false, false}};
