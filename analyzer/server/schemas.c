/* Reads the schema of the input files, with the errors that a server would have, and later ones with the definitions of
 * clients. */
#include "missing_names/created_names.h"
#include "parse/lexer.h"
#include "server/database_state.h"
#include "workload/client_definition.h"
#include "workload/client_statement.h"

#include <string.h>
#include <strings.h>

enum { MOST_KEPT = 64 }; /* schemas that no database uses */

/* ------------------------------------------------------------------ files -- */

static void pass_on(ip_diagnostics *to, const ip_diagnostics *from)
{
    for (int i = 0; i < from->list.count; i++) {
        const ip_diagnostic *d = &from->list.items[i];
        if (d->kind == IP_ERROR || d->kind == IP_UNSUPPORTED)
            ip_diagnostics_add(to, IP_ERROR, d->range, d->transaction, "%s", d->message);
    }
}

static int width_of(const ip_schema *schema)
{
    int width = 0;
    for (int i = 0; i < schema->tables.count; i++)
        if (schema->tables.items[i]->columns.count > width)
            width = schema->tables.items[i]->columns.count;
    return width + 1;
}

typedef struct file_definition {
    ip_range range;
    const char *text;
} file_definition;
typedef IP_VEC(file_definition) file_definitions;

/* Returns false if a statement drops or renames something: what an earlier one has named may not exist in the end. */
static bool definitions_of(ip_arena *arena, const ip_source *file, file_definitions *list)
{
    static const char *const undone[] = {"drop", "rename", "schema", NULL};
    ip_client_statements statements = ip_workload_client_statements_of(arena, (ip_range){file, 0, file->length});
    bool stays = true;
    for (int i = 0; i < statements.count; i++) {
        ip_range range = statements.items[i].range;
        const char *text = ip_range_text(arena, range);
        if (statements.items[i].kind != IP_CLIENT_SQL || !ip_workload_client_defines(text))
            continue;
        size_t at = range.begin;
        ip_token token = ip_parse_next_token(file, &at, range.end, false);
        bool alters = ip_parse_token_is(file, token, "alter");
        stays = stays && !ip_parse_token_is(file, token, "drop");
        while (alters && token.kind != IP_TOKEN_END) {
            token = ip_parse_next_token(file, &at, range.end, false);
            stays = stays && !ip_parse_token_is_any(file, token, undone);
        }
        IP_PUSH(arena, list, ((file_definition){range, text}));
    }
    return stays;
}

/* A server refuses a file where a definition names what nothing creates. */
static void report_missing_names(const ip_served_schema *schema, ip_diagnostics *diagnostics)
{
    ip_arena *arena = ip_arena_new();
    const ip_definitions *definitions = schema->workload->definitions;
    file_definitions list = {0};
    bool stays = true;
    for (int i = 0; i < schema->files.count; i++)
        stays = definitions_of(arena, schema->files.items[i], &list) && stays;
    const ip_created *names =
        stays ? ip_missing_created_read(arena, definitions, schema->files.items, schema->files.count)
              : ip_missing_created_ever(arena, definitions, schema->files.items, schema->files.count);
    for (int i = 0; i < list.count; i++) {
        ip_client_absence absence;
        ip_range range = list.items[i].range;
        if (!ip_workload_client_definition_misses(arena, definitions, names, list.items[i].text, &absence))
            continue;
        range.begin += absence.offset;
        ip_diagnostics_add(diagnostics, IP_ERROR, range, NULL, "%s", absence.message);
    }
    ip_arena_free(arena);
}

ip_served_schema *ip_served_schema_read(ip_arena *arena, const ip_source *const *files, int count,
                                        ip_diagnostics *diagnostics)
{
    ip_served_schema *schema = IP_NEW(arena, ip_served_schema);
    ip_diagnostics reading = {.arena = arena};
    int errors = ip_diagnostics_count(diagnostics, IP_ERROR);
    schema->arena = arena;
    schema->workload = ip_frontend_read_setup(arena, files, count, &reading, &schema->setup);
    pass_on(diagnostics, &reading);
    ip_workload_serve(schema->workload->definitions);
    schema->root = schema;
    schema->number = schema->schemas = 1;
    for (int i = 0; i < count; i++)
        IP_PUSH(arena, &schema->files, files[i]);
    schema->width = width_of(&schema->workload->schema);
    schema->bytes = ip_arena_bytes(arena);
    report_missing_names(schema, diagnostics);
    return ip_diagnostics_count(diagnostics, IP_ERROR) == errors ? schema : NULL;
}

/* ---------------------------------------------------------------- clients -- */

static bool says(const ip_served_schema *schema, const ip_said_definitions *said)
{
    bool same = schema->said.count == said->count && !schema->shows;
    for (int i = 0; same && i < said->count; i++)
        same = strcmp(schema->said.items[i].text->text, said->items[i].text->text) == 0;
    return same;
}

static void forget_unused(ip_served_schema *root)
{
    int unused = 0, kept = 0;
    for (int i = 0; i < root->later.count; i++)
        unused += !root->later.items[i]->users;
    for (int i = 0; i < root->later.count; i++) {
        ip_served_schema *schema = root->later.items[i];
        if (!schema->users && (schema->full || unused > MOST_KEPT)) {
            ip_arena_free(schema->arena);
            unused--;
        } else {
            root->later.items[kept++] = schema;
        }
    }
    root->later.count = kept;
}

/* A server creates a function whose body names tables that do not exist yet, and looks for them when it is called. */
static bool is_for_later(const ip_diagnostic *d)
{
    return d->transaction && strncmp(d->message, "table \"", 7) == 0 && strstr(d->message, "\" does not exist");
}

static bool is_in(const ip_source *source, const ip_source *whole)
{
    while (source->origin)
        source = source->origin;
    return source == whole;
}

/* A body in SQL is checked when it is created, unless check_function_bodies is off; one in PL/pgSQL never is. */
static bool checks_body(const ip_served *s, const ip_said_definitions *said)
{
    const char *checks = s->asked.setting ? s->asked.setting(s->asked.data, "check_function_bodies") : NULL;
    const ip_source *last = said->items[said->count - 1].text;
    size_t at = 0;
    for (ip_token t = ip_parse_next_token(last, &at, last->length, false); t.kind != IP_TOKEN_END;
         t = ip_parse_next_token(last, &at, last->length, false)) {
        size_t after = at;
        ip_token language = ip_parse_next_token(last, &after, last->length, false);
        size_t length = language.end - language.begin;
        if (ip_parse_token_is(last, t, "language") &&
            (ip_parse_token_is(last, language, "sql") ||
             (length == 5 && strncasecmp(last->text + language.begin, "'sql'", length) == 0)))
            return !checks || (strcasecmp(checks, "off") != 0 && strcasecmp(checks, "false") != 0);
    }
    return false;
}

/* Returns an error in the clients' definitions. Errors in the files were reported when they were read. checked: all
 * names in this source have to be there; may be NULL. */
static const char *error_said(const ip_diagnostics *reading, ip_arena *arena, const ip_source *checked)
{
    for (int i = 0; i < reading->list.count; i++) {
        const ip_diagnostic *d = &reading->list.items[i];
        if ((d->kind == IP_ERROR || d->kind == IP_UNSUPPORTED) && d->range.source &&
            (!is_for_later(d) || (checked && is_in(d->range.source, checked))) &&
            strcmp(d->range.source->path, "client") == 0)
            return ip_arena_strdup(arena, d->message);
    }
    return NULL;
}

ip_served_schema *ip_served_schema_with(ip_served_schema *root, const ip_said_definitions *said, const char *catalog,
                                        bool checks, ip_arena *messages, const char **error)
{
    forget_unused(root);
    ip_arena *arena = ip_arena_new();
    ip_served_schema *schema = IP_NEW(arena, ip_served_schema);
    ip_diagnostics reading = {.arena = arena};
    IP_VEC(const ip_source *) sources = {0};
    for (int i = 0; i < root->files.count; i++)
        IP_PUSH(arena, &sources, root->files.items[i]);
    /* A client has the default search path, whatever the files set. */
    static const char path[] = "SET search_path = public;";
    IP_PUSH(arena, &sources, (const ip_source *)ip_source_from_text(arena, "client", path, strlen(path)));
    for (int i = 0; i < said->count; i++) {
        ip_said_definition one = said->items[i];
        one.text = ip_source_from_text(arena, "client", one.text->text, one.text->length);
        one.about = one.about ? ip_arena_strdup(arena, one.about) : NULL;
        IP_PUSH(arena, &schema->said, one);
        IP_PUSH(arena, &sources, one.text);
    }
    if (catalog)
        IP_PUSH(arena, &sources, (const ip_source *)ip_source_from_text(arena, "catalog", catalog, strlen(catalog)));
    schema->shows = catalog != NULL;
    schema->arena = arena;
    schema->root = root;
    schema->number = ++root->schemas;
    schema->workload = ip_frontend_read_setup(arena, sources.items, sources.count, &reading, &schema->setup);
    const ip_said_definition *last = said->count ? &schema->said.items[said->count - 1] : NULL;
    *error = error_said(&reading, messages, checks && last ? last->text : NULL);
    if (*error) {
        ip_arena_free(arena);
        return NULL;
    }
    ip_workload_serve(schema->workload->definitions);
    schema->width = width_of(&schema->workload->schema);
    schema->bytes = ip_arena_bytes(arena);
    IP_PUSH(root->arena, &root->later, schema);
    return schema;
}

ip_served_schema *ip_served_schema_of(ip_served *s, const ip_said_definitions *said, const char **error)
{
    ip_served_schema *root = s->schema->root;
    if (!said->count)
        return root;
    for (int i = 0; i < root->later.count; i++)
        if (says(root->later.items[i], said) && !root->later.items[i]->full)
            return root->later.items[i];
    return ip_served_schema_with(root, said, NULL, checks_body(s, said), s->arena, error);
}
