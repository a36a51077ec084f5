/* Reads the schema of the input files, with the errors that a server would have, and later ones with the definitions of
 * clients. */
#include "missing_names/created_names.h"
#include "parse/lexer.h"
#include "server/database_state.h"
#include "workload/client_definition.h"
#include "workload/client_statement.h"

#include <string.h>

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

/* Returns an error in the clients' definitions. Errors in the files were reported when they were read. */
static const char *error_said(const ip_diagnostics *reading, ip_arena *arena)
{
    for (int i = 0; i < reading->list.count; i++) {
        const ip_diagnostic *d = &reading->list.items[i];
        if ((d->kind == IP_ERROR || d->kind == IP_UNSUPPORTED) && d->range.source &&
            strcmp(d->range.source->path, "client") == 0)
            return ip_arena_strdup(arena, d->message);
    }
    return NULL;
}

ip_served_schema *ip_served_schema_with(ip_served_schema *root, const ip_said_definitions *said, const char *catalog,
                                        ip_arena *messages, const char **error)
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
    *error = error_said(&reading, messages);
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
    return ip_served_schema_with(root, said, NULL, s->arena, error);
}
