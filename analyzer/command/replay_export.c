/* Writes a report's schedules as files: isoproof replay --export. */
#include "command/options/output.h"
#include "command/replay.h"
#include "frontend.h"
#include "isoproof.h"
#include "live/export.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* A cycle may occur in the report at several levels. */
static const char *file_stem(ip_arena *arena, const ip_replayed *replayed, int index)
{
    int same = 1;
    for (int i = 0; i < index; i++)
        same += strcmp(replayed[i].anomaly->id, replayed[index].anomaly->id) == 0;
    const char *id = replayed[index].anomaly->id;
    return same == 1 ? id : ip_arena_printf(arena, "%s-%d", id, same);
}

static const char *title_of(ip_arena *arena, const ip_reported_anomaly *anomaly)
{
    const char *title = "";
    for (int i = 0; i < anomaly->instances.count; i++)
        title = ip_arena_printf(arena, "%s%s%s", title, i ? ", " : "", anomaly->instances.items[i].transaction);
    return ip_arena_printf(arena, "%s: %s at %s", title, ip_anomaly_kind_words(arena, anomaly->kind), anomaly->level);
}

static bool make_folder(const char *folder)
{
    struct stat found;
    if (mkdir(folder, 0777) == 0 || (errno == EEXIST && stat(folder, &found) == 0 && S_ISDIR(found.st_mode)))
        return true;
    ip_option_usage_error("--export: %s: %s", folder, strerror(errno == EEXIST ? ENOTDIR : errno));
    return false;
}

static bool none_is_there(ip_arena *arena, const char *folder, const ip_export_files *files)
{
    bool good = true;
    for (int i = 0; i < files->list.count; i++) {
        struct stat found;
        const char *path = ip_arena_printf(arena, "%s/%s", folder, files->list.items[i].name);
        if (lstat(path, &found) == 0)
            ip_option_usage_error("--export: %s already exists, and is not overwritten", path);
        good &= lstat(path, &found) != 0;
    }
    return good;
}

static bool write_files(ip_arena *arena, const char *folder, const ip_export_files *files)
{
    for (int i = 0; i < files->list.count; i++) {
        ip_output_target target;
        if (!ip_option_output_open(&target, ip_arena_printf(arena, "%s/%s", folder, files->list.items[i].name)))
            return false;
        fputs(files->list.items[i].text, target.stream);
        if (!ip_option_output_finish(&target))
            return false;
    }
    return true;
}

bool ip_command_replay_export(ip_arena *arena, const char *folder, const ip_reported *reported, const ip_load *load,
                              const ip_replayed *replayed, int count)
{
    ip_diagnostics ignored_messages = {.arena = arena}; /* already reported by the analysis */
    const ip_workload *workload = ip_frontend_read_as(arena, reported->sources.items, reported->sources.count,
                                                      reported->flags, &ignored_messages);
    ip_export_files files = {{0}};
    for (int i = 0; i < count; i++) {
        if (replayed[i].not_run)
            continue;
        ip_export export = {.arena = arena,
                            .schema = &workload->schema,
                            .load = load,
                            .schedule = replayed[i].anomaly->schedule,
                            .isolation = replayed[i].live.isolation,
                            .id = file_stem(arena, replayed, i),
                            .title = title_of(arena, replayed[i].anomaly)};
        ip_live_export_psql(&export, &files);
        if (!ip_live_export_spec(&export, &files))
            fprintf(stderr,
                    "%s: no .spec file was written: the text has a closing brace, which a block of a .spec file cannot "
                    "contain\n",
                    export.id);
    }
    return make_folder(folder) && none_is_there(arena, folder, &files) && write_files(arena, folder, &files);
}
