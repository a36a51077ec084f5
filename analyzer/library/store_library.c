/* libisoproof_store.h on the store: alone for keys and values, below a served database for SQL. */
#include "library/libisoproof_store.h"

#include "report/report.h"
#include "server/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 256 };

typedef struct key {
    struct key *next;
    const char *name;
    int object;
} key;

struct isoproof_store {
    ip_arena *arena;  /* of the handle: schema, level */
    ip_arena *opened; /* of the database that is open */
    ip_arena *call;   /* of what the last call gave */
    ip_diagnostics diagnostics;
    IP_VEC(const ip_source *) sources;
    ip_served_schema *schema;
    const ip_level *level;
    ip_served *served; /* NULL: keys and values */
    ip_store *store;   /* NULL: not open */
    key *keys[BUCKETS];
    IP_VEC(const char *) names; /* [object] */
    int sessions;
    bool running, failed;
    const char *sqlstate, *message;
    ip_served_result result;
};

isoproof_store *isoproof_store_new(void)
{
    ip_arena *arena = ip_arena_new();
    isoproof_store *s = IP_NEW(arena, isoproof_store);
    s->arena = arena;
    s->diagnostics.arena = arena;
    s->call = ip_arena_new();
    return s;
}

static void close_database(isoproof_store *s)
{
    if (!s->store)
        return;
    if (s->served)
        ip_served_free(s->served);
    else
        ip_store_free(s->store);
    ip_arena_free(s->opened);
    s->store = NULL;
    s->served = NULL;
    memset(s->keys, 0, sizeof s->keys);
    memset(&s->names, 0, sizeof s->names);
    s->sessions = 0;
    s->running = s->failed = false;
}

void isoproof_store_free(isoproof_store *s)
{
    if (!s)
        return;
    close_database(s);
    ip_arena_free(s->call);
    ip_arena_free(s->arena);
}

/* ---------------------------------------------------------------- errors -- */

static void begin_call(isoproof_store *s)
{
    ip_arena_free(s->call);
    s->call = ip_arena_new();
    s->sqlstate = s->message = NULL;
    s->result = (ip_served_result){.width = 0};
}

static int fail(isoproof_store *s, const char *sqlstate, const char *message)
{
    s->sqlstate = sqlstate;
    s->message = ip_arena_strdup(s->call, message ? message : "unknown reason");
    s->failed = s->failed || s->running;
    return 0;
}

/* By what the diagnostics say last. */
static int fail_as_reported(isoproof_store *s, const char *otherwise)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    for (int i = 0; stream && i < s->diagnostics.list.count; i++)
        if (s->diagnostics.list.items[i].kind == IP_ERROR)
            ip_report_diagnostic(&s->diagnostics.list.items[i], stream, false);
    s->diagnostics = (ip_diagnostics){.arena = s->arena};
    bool good = stream && fclose(stream) == 0 && length > 0;
    fail(s, "F0000", good ? ip_arena_strndup(s->call, text, length) : otherwise); /* config_file_error */
    free(text);
    return 0;
}

const char *isoproof_store_message(const isoproof_store *s)
{
    return s->message;
}

const char *isoproof_store_sqlstate(const isoproof_store *s)
{
    return s->sqlstate;
}

/* --------------------------------------------------------------- opening -- */

static int add_source(isoproof_store *s, const ip_source *source)
{
    IP_PUSH(s->arena, &s->sources, source);
    s->schema = NULL; /* to be read again */
    return 1;
}

int isoproof_store_add_schema(isoproof_store *s, const char *path)
{
    begin_call(s);
    const char *error = NULL;
    const ip_source *source = ip_source_read(s->arena, ip_arena_strdup(s->arena, path), &error);
    return source ? add_source(s, source) : fail(s, "58P01", ip_arena_printf(s->call, "%s: %s", path, error));
}

void isoproof_store_add_schema_text(isoproof_store *s, const char *name, const char *text, size_t length)
{
    begin_call(s);
    add_source(s, ip_source_from_text(s->arena, ip_arena_strdup(s->arena, name), text, length));
}

int isoproof_store_set_level(isoproof_store *s, const char *level)
{
    begin_call(s);
    s->level = ip_level_load_for_histories(s->arena, level, &s->diagnostics);
    return s->level ? 1 : fail_as_reported(s, "the level cannot be read");
}

int isoproof_store_open(isoproof_store *s, unsigned long long seed)
{
    begin_call(s);
    close_database(s);
    if (!s->level)
        return fail(s, "22023", "isoproof_store_set_level says at which level the store is to answer");
    if (s->sources.count && !s->schema)
        s->schema = ip_served_schema_read(s->arena, s->sources.items, s->sources.count, &s->diagnostics);
    if (s->sources.count && !s->schema)
        return fail_as_reported(s, "the schema cannot be read");
    if (s->schema)
        s->served = ip_served_new(s->schema, s->level, seed, &s->diagnostics);
    s->store = s->served    ? ip_served_store(s->served)
               : !s->schema ? ip_store_new(s->level, 1, seed, &s->diagnostics)
                            : NULL;
    if (!s->store)
        return fail_as_reported(s, "the database cannot be set up");
    s->opened = ip_arena_new();
    return 1;
}

static bool is_open(isoproof_store *s)
{
    begin_call(s);
    if (!s->store)
        fail(s, "08003", "the store is not open");
    return s->store != NULL;
}

int isoproof_store_connect(isoproof_store *s)
{
    if (!is_open(s))
        return -1;
    s->sessions++;
    return ip_store_connect(s->store);
}

/* ---------------------------------------------------------- transactions -- */

static bool is_idle(isoproof_store *s)
{
    if (!is_open(s))
        return false;
    if (s->running)
        fail(s, "25001", "a transaction runs");
    return !s->running;
}

static bool is_running(isoproof_store *s)
{
    if (!is_open(s))
        return false;
    if (!s->running)
        fail(s, "25P01", "no transaction runs");
    else if (s->failed)
        fail(s, "25P02", "the transaction has failed, and is to be rolled back");
    return s->running && !s->failed;
}

int isoproof_store_settle(isoproof_store *s)
{
    if (!is_idle(s))
        return 0;
    ip_store_settle(s->store);
    return 1;
}

int isoproof_store_begin(isoproof_store *s, int session, isoproof_reads reads)
{
    if (!is_idle(s))
        return 0;
    if (session < 0 || session >= s->sessions)
        return fail(s, "08003", ip_arena_printf(s->call, "there is no session %d", session));
    ip_store_policy policy = reads == ISOPROOF_READS_LATEST ? IP_STORE_LATEST : IP_STORE_UNIFORM;
    if (s->served)
        ip_served_begin(s->served, session, policy, NULL);
    else
        ip_store_begin(s->store, session, policy);
    s->running = true;
    s->failed = false;
    return 1;
}

static void roll_back(isoproof_store *s)
{
    if (s->served)
        ip_served_abort(s->served);
    else
        ip_store_abort(s->store);
    s->running = s->failed = false;
}

void isoproof_store_rollback(isoproof_store *s)
{
    if (is_open(s) && s->running)
        roll_back(s);
}

static const char no_serialization[] = "could not serialize access due to read/write dependencies among transactions";

int isoproof_store_commit(isoproof_store *s)
{
    if (!is_running(s)) {
        if (s->running)
            roll_back(s);
        return 0;
    }
    ip_served_error error = {0};
    if (s->served) {
        ip_served_commit(s->served, &error);
    } else if (ip_store_check(s->store) == IP_STORE_CONFLICT) {
        error = (ip_served_error){"40001", no_serialization};
        ip_store_abort(s->store);
    } else {
        ip_store_commit(s->store);
    }
    s->running = false;
    return error.sqlstate ? fail(s, error.sqlstate, error.message) : 1;
}

/* ------------------------------------------------------- keys and values -- */

static int object_of(isoproof_store *s, const char *name)
{
    unsigned hash = 2166136261u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    key **bucket = &s->keys[hash % BUCKETS];
    for (const key *k = *bucket; k; k = k->next)
        if (strcmp(k->name, name) == 0)
            return k->object;
    key *created = IP_NEW(s->opened, key);
    *created = (key){*bucket, ip_arena_strdup(s->opened, name), s->names.count};
    *bucket = created;
    IP_PUSH(s->opened, &s->names, created->name);
    return created->object;
}

static bool takes_keys(isoproof_store *s)
{
    if (!is_running(s))
        return false;
    if (s->served)
        fail(s, "0A000", "a store with a schema has tables, not keys");
    else
        ip_store_statement(s->store, 0, true);
    return !s->served;
}

/* What was never there, or was removed, is false: the store's first object of each row. */
const char *isoproof_store_get(isoproof_store *s, const char *name)
{
    ip_datum value = {0};
    if (!takes_keys(s))
        return NULL;
    if (ip_store_read(s->store, object_of(s, name), false, &value) == IP_STORE_CONFLICT) {
        fail(s, "40001", no_serialization);
        return NULL;
    }
    return value.kind == IP_DATUM_TEXT ? ip_arena_strdup(s->call, value.as.text) : NULL;
}

int isoproof_store_put(isoproof_store *s, const char *name, const char *value)
{
    if (!takes_keys(s))
        return 0;
    int object = object_of(s, name);
    if (ip_store_lock(s->store, object, IP_LOCK_NO_KEY_UPDATE) == IP_STORE_CONFLICT)
        return fail(s, "40001", "could not serialize access due to concurrent update");
    ip_store_write(s->store, object, value ? ip_value_datum_string(value) : ip_value_datum_boolean(false));
    return 1;
}

/* ------------------------------------------------------------------- SQL -- */

int isoproof_store_run(isoproof_store *s, const char *statement, const char *const *values, int count)
{
    if (!is_running(s))
        return 0;
    if (!s->served)
        return fail(s, "0A000", "a store without a schema has keys, not tables");
    ip_served_error error = {0};
    const ip_code *code = ip_served_compile(s->served, statement, &error);
    if (!code)
        return fail(s, error.sqlstate, error.message);
    ip_datum *given = IP_NEW_ARRAY(s->call, ip_datum, count < 1 ? 1 : count);
    for (int i = 0; i < count; i++)
        given[i] = values[i] ? ip_value_datum_string(ip_arena_strdup(s->opened, values[i]))
                             : (ip_datum){.kind = IP_DATUM_NULL};
    for (int i = 0; i < code->parameter_count; i++)
        if (ip_served_parameter_number(code, i) > count)
            return fail(s, "42P02",
                        ip_arena_printf(s->call, "there is no parameter $%d", ip_served_parameter_number(code, i)));
    s->result = ip_served_run(s->served, code, ip_served_arguments(s->opened, code, given, count));
    return s->result.error.sqlstate ? fail(s, s->result.error.sqlstate, s->result.error.message) : 1;
}

long isoproof_store_row_count(const isoproof_store *s)
{
    return s->result.row_count;
}

int isoproof_store_column_count(const isoproof_store *s)
{
    return s->result.has_rows ? s->result.width : 0;
}

const char *isoproof_store_column_name(const isoproof_store *s, int column)
{
    return column >= 0 && column < isoproof_store_column_count(s) ? s->result.names[column] : NULL;
}

const char *isoproof_store_value(isoproof_store *s, long row, int column)
{
    bool is_there = row >= 0 && row < s->result.row_count && column >= 0 && column < isoproof_store_column_count(s);
    return is_there ? ip_value_datum_text(s->call, s->result.values[row * s->result.width + column]) : NULL;
}

/* ------------------------------------------------------------ afterwards -- */

long isoproof_store_choices(const isoproof_store *s)
{
    return s->store ? ip_store_counted(s->store).choices : 0;
}

static const char *key_name(void *data, ip_arena *arena, int object)
{
    const isoproof_store *s = data;
    return object < s->names.count ? s->names.items[object] : ip_arena_printf(arena, "%d", object);
}

void isoproof_store_record(isoproof_store *s, isoproof_store_line *line, void *data)
{
    if (!is_open(s))
        return;
    if (s->served)
        ip_served_record(s->served, line, data);
    else
        ip_store_watch(s->store, &(ip_store_witness){s, key_name, key_name, line, data});
}
