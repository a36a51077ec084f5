/* Reads a level file, or finds it by its name. */
#include "level/query.h"

#include "level/adjacent.h"
#include "level_file/folder.h"
#include "level/order_query.h"
#include "level/whole.h"

#include <string.h>
#include <sys/stat.h>

enum { LARGEST_FILE = 1024 * 1024 };

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static ip_source *read_file(ip_arena *arena, const char *path, ip_diagnostics *diagnostics)
{
    struct stat status;
    const char *error = NULL;
    ip_source *source = NULL;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        error = "not a file";
    else if (stat(path, &status) == 0 && status.st_size > LARGEST_FILE)
        error = "larger than any level file (1 MiB)";
    else
        source = ip_source_read(arena, path, &error);
    if (!source)
        ip_diagnostics_add(diagnostics, IP_ERROR, (ip_range){0}, NULL, "level file %s: %s", path, error);
    return source;
}

/* whole: also check the consistency of a level of whole histories; an analysis refuses such a level for another
 * reason. */
static const ip_level *load_source(ip_arena *arena, const char *name, const ip_source *source, bool whole,
                                   ip_diagnostics *diagnostics)
{
    ip_level *level = IP_NEW(arena, ip_level);
    level->name = name;
    level->older_versions = IP_NEW(arena, ip_set_answers);
    level->snapshot_isolation = IP_NEW(arena, signed char);
    level->conflict_visible = IP_NEW(arena, ip_set_answers);
    level->file = ip_level_file_check(arena, source, diagnostics);
    if (!level->file || !ip_level_axioms_compile(arena, level->file, &level->axioms, &level->whole, diagnostics))
        return NULL;
    bool order = level->file->vocabulary == IP_COMMIT_ORDER;
    if (!order)
        ip_level_axioms_find_adjacent(&level->axioms);
    if (!(order               ? ip_level_order_check_form(arena, level, diagnostics)
          : level->whole.text ? !whole || ip_level_whole_check_consistency(arena, level, diagnostics)
                              : ip_level_check_consistency(arena, level, diagnostics)))
        return NULL;
    if (level->file->assertions.count == 0)
        ip_diagnostics_add(diagnostics, IP_REMARK, (ip_range){source, 0, 0}, NULL, "this level has no axioms: %s",
                           order ? "every history is consistent"
                                 : "it is atomic visibility alone, that is, read atomic");
    return level;
}

static const ip_level *load(ip_arena *arena, const char *name_or_path, ip_vocabulary preferred,
                            ip_diagnostics *diagnostics)
{
    bool whole = preferred == IP_COMMIT_ORDER;
    if (ends_with(name_or_path, ".smt2") ||
        (strchr(name_or_path, '/') && !ip_level_file_folder_has(arena, name_or_path))) {
        ip_source *source = read_file(arena, name_or_path, diagnostics);
        return source ? load_source(arena, ip_arena_strdup(arena, name_or_path), source, whole, diagnostics) : NULL;
    }
    const char *name = ip_level_file_folder_find(arena, name_or_path, preferred, diagnostics);
    if (!name)
        return NULL;
    const char *path = ip_arena_printf(arena, "%s/%s.smt2", ip_level_file_folder(), name);
    ip_source *source = read_file(arena, path, diagnostics);
    return source ? load_source(arena, name, source, whole, diagnostics) : NULL;
}

const ip_level *ip_level_load(ip_arena *arena, const char *name_or_path, ip_diagnostics *diagnostics)
{
    return load(arena, name_or_path, IP_VISIBILITY, diagnostics);
}

const ip_level *ip_level_load_for_histories(ip_arena *arena, const char *name_or_path, ip_diagnostics *diagnostics)
{
    return load(arena, name_or_path, IP_COMMIT_ORDER, diagnostics);
}

const char *ip_level_engine_named(ip_arena *arena, const char *name)
{
    ip_diagnostics unsaid = {.arena = arena};
    const char *found = ip_level_file_folder_find(arena, name, IP_VISIBILITY, &unsaid);
    if (!found)
        return NULL;
    const char *path = ip_arena_printf(arena, "%s/%s.smt2", ip_level_file_folder(), found);
    const ip_source *source = read_file(arena, path, &unsaid);
    const ip_level_file *file = source ? ip_level_file_check(arena, source, &unsaid) : NULL;
    return file ? file->engine : NULL;
}

const char *ip_level_name(const ip_level *level)
{
    return level->name;
}

const char *ip_level_path(const ip_level *level)
{
    return level->file->source->path;
}

const char *ip_level_title(const ip_level *level)
{
    return level->file->title;
}

const char *ip_level_citation(const ip_level *level)
{
    return level->file->citation;
}

int ip_level_explanation_count(const ip_level *level)
{
    return level->file->explanation.count;
}

const char *ip_level_explanation(const ip_level *level, int paragraph)
{
    return level->file->explanation.items[paragraph];
}

bool ip_level_is_explanation(const ip_level *level, size_t offset)
{
    for (int i = 0; i < level->file->explanation_ranges.count; i++) {
        ip_range range = level->file->explanation_ranges.items[i];
        if (range.begin <= offset && offset < range.end)
            return true;
    }
    return false;
}

const char *ip_level_engine(const ip_level *level)
{
    return level->file->engine;
}

bool ip_level_has_statement_snapshots(const ip_level *level)
{
    return level->file->statement_snapshots;
}

bool ip_level_rereads_locked_rows(const ip_level *level)
{
    return level->file->locked_rows_newest;
}

bool ip_level_tracks_overwriters(const ip_level *level)
{
    return ip_level_axioms_mention(&level->axioms, IP_SYMBOL_RW);
}

bool ip_level_levels_mix(const ip_level *a, const ip_level *b)
{
    return strcmp(a->file->engine, b->file->engine) == 0;
}

ip_range ip_level_info_range(const ip_level *level, const char *key)
{
    for (int i = 0; i < level->file->infos.count; i++)
        if (strcmp(level->file->infos.items[i]->items.items[1]->text, key) == 0)
            return level->file->infos.items[i]->range;
    return (ip_range){level->file->source, 0, 0};
}

const char *ip_level_whole_only(const ip_level *level, ip_range *where)
{
    if (where)
        *where = level->whole.where;
    return level->whole.text;
}

const char *ip_level_family(const ip_level *level)
{
    return level->file->family;
}

const char *ip_level_postgresql(const ip_level *level)
{
    return level->file->postgresql;
}

ip_vocabulary ip_level_vocabulary(const ip_level *level)
{
    return level->file->vocabulary;
}

const char *ip_level_explored_from(const ip_level *level, bool sessions)
{
    return level->file->explored_from[sessions];
}

bool ip_level_causally_extensible(const ip_level *level)
{
    return level->file->causally_extensible;
}
