/* A look at the programs of one place, for editors: each of them beside each other program, and nothing is proved. */
#include "run/at_place.h"

#include "run/run_state.h"

#include <string.h>
#include <sys/stat.h>

void ip_run_look_at(ip_run *run, const char *file, int line)
{
    run->place = (ip_looked_at){ip_arena_strdup(run->arena, file), line};
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

/* The range is in the file, and, if a line is given, has some of that line. */
static bool is_at(const ip_source *file, int line, ip_range range)
{
    range = ip_range_in_file(range);
    if (range.source != file)
        return false;
    return !line || (ip_source_position(file, range.begin).line <= line &&
                     ip_source_position(file, range.end > range.begin ? range.end - 1 : range.end).line >= line);
}

/* It stands there, or runs what stands there. */
static bool takes_in(const ip_program *program, const ip_source *file, int line)
{
    bool in = is_at(file, line, program->range);
    for (int i = 0; i < program->read.count && !in; i++)
        in = is_at(file, line, program->read.items[i]);
    return in;
}

/* Marks the programs. false: none is there. */
static bool mark(const ip_run *run, const ip_source *file, int line, bool *marked)
{
    bool any = false;
    for (int p = 0; p < run->workload->programs.count; p++) {
        marked[p] = takes_in(run->workload->programs.items[p], file, line);
        any = any || marked[p];
    }
    return any;
}

bool ip_run_find_place(ip_run *run, const bool **programs)
{
    const ip_source *file = NULL;
    const char *files = "";
    *programs = NULL;
    if (!run->place.file)
        return true;
    for (int i = 0; i < run->sources.count && !file; i++) {
        const ip_source *source = run->sources.items[i];
        while (source->origin)
            source = source->origin;
        if (is_same_file(source->path, run->place.file))
            file = source;
        files = ip_arena_printf(run->arena, "%s%s%s", files, i ? ", " : "", source->path);
    }
    if (!file) {
        ip_diagnostics_add(&run->diagnostics, IP_ERROR, (ip_range){0}, NULL,
                           "--at: %s is none of the files that are read: %s", run->place.file, files);
        return false;
    }
    bool *marked = IP_NEW_ARRAY(run->arena, bool, run->workload->programs.count);
    if (!mark(run, file, run->place.line, marked) && !mark(run, file, 0, marked))
        memset(marked, true, sizeof *marked * (size_t)run->workload->programs.count); /* it changes the schema of all */
    *programs = marked;
    return true;
}
