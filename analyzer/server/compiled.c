/* Compiles the texts of clients, and keeps the code by text. */
#define _GNU_SOURCE /* strcasestr */
#include "server/catalog/catalog_writing.h"
#include "server/database_state.h"
#include "server/words.h"

#include "workload/client_definition.h"

#include <string.h>

/* The parser's messages (scan.l, gram.y). */
static bool is_syntax_error(const char *message)
{
    static const char *const parts[] = {"syntax error",
                                        "unterminated ",
                                        "trailing junk after ",
                                        "zero-length ",
                                        "invalid Unicode escape",
                                        "invalid Unicode surrogate",
                                        "parameter number too large"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(message, parts[i]))
            return true;
    return false;
}

/* Returns the error that a server would send, made from the frontend's diagnostics. */
static ip_served_error error_of(ip_served *s, const ip_diagnostics *said, const ip_code *code)
{
    const char *message = code->why_not;
    ip_range range = code->why_not_range;
    if (code->sqlstate)
        return ip_served_error_at(s, code->sqlstate, code->error, range);
    for (int i = said->list.count - 1; i >= 0; i--)
        if (said->list.items[i].kind == IP_ERROR) {
            message = said->list.items[i].message;
            range = said->list.items[i].range;
        }
    if (message && is_syntax_error(message))
        return ip_served_error_at(s, "42601", message, range);
    return ip_served_refusal(s, message, range);
}

/* Functions whose names begin like the catalog's; what follows "pg_". */
static bool is_outside_catalog(const char *name)
{
    static const char *const names[] = {"advisory_", "try_advisory_", "backend_pid", "sleep", "notify", "temp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncasecmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static bool asks_catalog(const char *text)
{
    static const char *const names[] = {"information_schema", "format_type", "regclass", "regtype",
                                        "col_description",    "_privilege"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasestr(text, names[i]))
            return true;
    for (const char *at = text; (at = strcasestr(at, "pg_")) != NULL; at += 3)
        if (!is_outside_catalog(at + 3))
            return true;
    return false;
}

void ip_served_look_along(ip_served *s, const char *path, bool exact)
{
    if ((!path && !s->path) || (path && s->path && strcmp(path, s->path) == 0 && exact == s->path_exact))
        return;
    ip_arena_reset(s->path_arena);
    s->path = path ? ip_arena_strdup(s->path_arena, path) : NULL;
    s->path_exact = exact;
}

const char *ip_served_path(const ip_served *s)
{
    return s->path;
}

ip_listed_materialized ip_served_materialized(const ip_served *s, ip_arena *arena, const char *name)
{
    ip_code_frontend_look_along(s->schema->workload, s->path, s->path_exact);
    return ip_workload_materialized_named(arena, s->schema->workload->definitions, name);
}

void ip_served_fill(ip_served *s, const char *table)
{
    ip_arena *arena = ip_arena_new();
    ip_client_words words = ip_served_client_words_of(arena, table ? table : "");
    const char *name = table ? ip_served_client_words_relation(&words) : NULL;
    ip_workload_fill(s->schema->workload->definitions, name ? ip_served_materialized(s, arena, name).table : NULL);
    ip_arena_free(arena);
}

bool ip_served_has_schema(const ip_served *s, const char *name)
{
    return ip_workload_has_schema(s->schema->workload->definitions, name);
}

bool ip_served_has_table(const ip_served *s, const char *name)
{
    return ip_catalog_schema_table(&s->schema->workload->schema, name) != NULL;
}

static unsigned hashed(unsigned hash, const char *text)
{
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    return hash;
}

/* The code was compiled with the current path. */
static bool has_path(const ip_served *s, const compiled *known)
{
    if (!known->path || !s->path)
        return known->path == s->path;
    return known->exact == s->path_exact && strcmp(known->path, s->path) == 0;
}

const ip_code *ip_served_compile(ip_served *s, const char *text, ip_served_error *error)
{
    if (asks_catalog(text)) {
        ip_served_show_catalog(s);
        text = ip_served_catalog_words(s->schema->arena, text, s->path);
    }
    compiled **bucket = &s->schema->texts[hashed(hashed(2166136261u, s->path ? s->path : ""), text) % BUCKETS];
    for (compiled *known = *bucket; known; known = known->next)
        if (strcmp(known->text, text) == 0 && has_path(s, known))
            return known->code;
    const char *refused = ip_workload_client_refused_syntax(text);
    if (refused) {
        *error = (ip_served_error){"42601", refused};
        return NULL;
    }
    ip_diagnostics said = {.arena = s->arena};
    const ip_source *source = ip_source_from_text(s->schema->arena, "client", text, strlen(text));
    ip_code_frontend_look_along(s->schema->workload, s->path, s->path_exact);
    const ip_code *code =
        ip_code_frontend_statements(s->schema->workload, "client", (ip_range){source, 0, source->length}, &said);
    if (code->why_not || ip_diagnostics_count(&said, IP_ERROR)) {
        *error = error_of(s, &said, code);
        /* The catalog has relations and columns that this server lacks. */
        bool missing = strcmp(error->sqlstate, "42703") == 0 || strcmp(error->sqlstate, "42P01") == 0 ||
                       strcmp(error->sqlstate, "42883") == 0;
        if (missing && asks_catalog(text))
            *error = ip_served_refusal(s, ip_arena_printf(s->arena, "%s, of the catalog", error->message), s->place);
        return NULL;
    }
    if (code->body.count && code->body.items[0]->kind == IP_CODE_NOTHING) {
        *error = ip_served_refusal(s, NULL, (ip_range){source, 0, source->length});
        return NULL;
    }
    compiled *created = IP_NEW(s->schema->arena, compiled);
    *created = (compiled){*bucket, source->text, s->path ? ip_arena_strdup(s->schema->arena, s->path) : NULL,
                          s->path_exact, code};
    *bucket = created;
    return code;
}
