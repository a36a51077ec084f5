/* Reads sqlc.yaml and sqlc.json, which is YAML, too, by the library libyaml. */
#include "configuration/sqlc.h"

#include <yaml.h>

#include <string.h>
#include <sys/stat.h>

typedef struct reading {
    ip_arena *arena;
    const ip_source *source;
    const char *folder;
    yaml_document_t document;
    ip_sqlc_files *files;
    ip_diagnostics *diagnostics;
    int packages; /* for PostgreSQL */
} reading;

bool ip_configuration_is_sqlc(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return strcmp(name, "sqlc.yaml") == 0 || strcmp(name, "sqlc.yml") == 0 || strcmp(name, "sqlc.json") == 0;
}

/* ---------------------------------------------------------------- the tree -- */

static ip_range place(const ip_source *source, yaml_mark_t mark)
{
    size_t line = mark.line < (size_t)source->line_count ? mark.line : (size_t)source->line_count - 1;
    size_t at = source->line_starts[line] + mark.column;
    at = at < source->length ? at : source->length;
    return (ip_range){source, at, at};
}

#define COMPLAIN(r, node, kind, ...)                                                                                   \
    ip_diagnostics_add((r)->diagnostics, kind, place((r)->source, (node)->start_mark), NULL, __VA_ARGS__)

static const char *text_of(const yaml_node_t *node)
{
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

/* The value of a key; NULL: it is not there, or the node is no mapping. */
static yaml_node_t *value_of(reading *r, const yaml_node_t *node, const char *key)
{
    if (!node || node->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
        const char *name = text_of(yaml_document_get_node(&r->document, pair->key));
        if (name && strcmp(name, key) == 0)
            return yaml_document_get_node(&r->document, pair->value);
    }
    return NULL;
}

/* --------------------------------------------------------------- the files -- */

static bool is_folder(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* sqlc reads a folder's files *.sql, and leaves out what undoes a migration. */
static void add_path(reading *r, const yaml_node_t *node, ip_paths *paths)
{
    const char *text = text_of(node);
    if (!text || !*text) {
        COMPLAIN(r, node, IP_ERROR, "expected the path of a file or folder");
        return;
    }
    const char *whole = *text == '/' ? text : ip_arena_printf(r->arena, "%s%s", r->folder, text);
    const char *slash = text[strlen(text) - 1] == '/' ? "" : "/";
    if (!is_folder(whole)) {
        if (!ip_configuration_add_matching(r->arena, r->folder, ip_arena_strdup(r->arena, text), paths))
            COMPLAIN(r, node, IP_ERROR, "there is no file %s", ip_arena_strdup(r->arena, text));
        return;
    }
    if (!ip_configuration_add_matching(r->arena, r->folder, ip_arena_printf(r->arena, "%s%s*.sql", text, slash), paths))
        COMPLAIN(r, node, IP_ERROR, "there is no file %s%s*.sql", ip_arena_strdup(r->arena, text), slash);
    ip_configuration_add_matching(r->arena, r->folder, ip_arena_printf(r->arena, "!%s%s*.down.sql", text, slash),
                                  paths);
}

/* A path, or a list of them. */
static void add_paths(reading *r, const yaml_node_t *package, const char *key, ip_paths *paths)
{
    const yaml_node_t *value = value_of(r, package, key);
    if (!value)
        COMPLAIN(r, package, IP_ERROR, "expected \"%s\" in this package: a path or a list of paths", key);
    else if (value->type != YAML_SEQUENCE_NODE)
        add_path(r, value, paths);
    else
        for (yaml_node_item_t *item = value->data.sequence.items.start; item < value->data.sequence.items.top; item++)
            add_path(r, yaml_document_get_node(&r->document, *item), paths);
}

static void read_package(reading *r, const yaml_node_t *package)
{
    const yaml_node_t *engine = value_of(r, package, "engine");
    const char *name = text_of(engine);
    if (package->type != YAML_MAPPING_NODE) {
        COMPLAIN(r, package, IP_ERROR, "expected a package with \"schema\" and \"queries\"");
        return;
    }
    if (name && strcmp(name, "postgresql") != 0) {
        COMPLAIN(r, engine, IP_REMARK, "a package for %s is left out", ip_arena_strdup(r->arena, name));
        return;
    }
    r->packages++;
    add_paths(r, package, "schema", &r->files->schema);
    add_paths(r, package, "queries", &r->files->queries);
}

static void read_document(reading *r)
{
    const yaml_node_t *root = yaml_document_get_root_node(&r->document);
    const yaml_node_t *packages = value_of(r, root, "sql");
    if (!packages)
        packages = value_of(r, root, "packages");
    if (!packages || packages->type != YAML_SEQUENCE_NODE) {
        ip_diagnostics_add(r->diagnostics, IP_ERROR, (ip_range){r->source, 0, 0}, NULL,
                           "expected \"sql\", a list of packages (\"packages\" in version 1)");
        return;
    }
    for (yaml_node_item_t *i = packages->data.sequence.items.start; i < packages->data.sequence.items.top; i++)
        read_package(r, yaml_document_get_node(&r->document, *i));
    if (!r->packages)
        COMPLAIN(r, packages, IP_ERROR, "expected a package with engine postgresql");
}

void ip_configuration_sqlc_read(ip_arena *arena, const ip_source *source, ip_sqlc_files *files,
                                ip_diagnostics *diagnostics)
{
    reading r = {.arena = arena,
                 .source = source,
                 .folder = ip_configuration_folder_of(arena, source->path),
                 .files = files,
                 .diagnostics = diagnostics};
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return;
    yaml_parser_set_input_string(&parser, (const unsigned char *)source->text, source->length);
    if (yaml_parser_load(&parser, &r.document)) {
        read_document(&r);
        yaml_document_delete(&r.document);
    } else {
        ip_diagnostics_add(diagnostics, IP_ERROR, place(source, parser.problem_mark), NULL, "expected YAML: %s",
                           parser.problem ? ip_arena_strdup(arena, parser.problem) : "it cannot be read");
    }
    yaml_parser_delete(&parser);
}
