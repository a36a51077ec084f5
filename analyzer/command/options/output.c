/* Where a command's output goes. */
#include "command/options/output.h"

#include "report/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NARROWEST = 40, WIDEST = 200, USUAL_WIDTH = 100 };

bool ip_option_use_colour(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fileno(stream)) && !(no_color && *no_color) && !(term && strcmp(term, "dumb") == 0);
}

int ip_option_output_width(FILE *stream)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    int width = columns ? atoi(columns) : 0;
    if (width <= 0 && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    if (width <= 0)
        return USUAL_WIDTH;
    return width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : width;
}

bool ip_option_parse_format(const ip_arguments *arguments, bool *json)
{
    const char *format = ip_option_value(arguments, IP_OPT_FORMAT);
    *json = format && strcmp(format, "json") == 0;
    if (!format || *json || strcmp(format, "text") == 0)
        return true;
    ip_option_usage_error("--format: expected text or json, not '%s'", format);
    return false;
}

const char *ip_option_parse_picture_format(const ip_arguments *arguments)
{
    static const char *const known[] = {"text", "json", "dot", "html"};
    const char *given = ip_option_value(arguments, IP_OPT_FORMAT);
    for (size_t i = 0; given && i < sizeof known / sizeof *known; i++)
        if (strcmp(given, known[i]) == 0)
            return known[i];
    if (given)
        ip_option_usage_error("--format: expected text, json, dot or html, not '%s'", given);
    return given ? NULL : known[0];
}

bool ip_option_output_open(ip_output_target *target, const char *path)
{
    *target = (ip_output_target){.path = path};
    target->stream = open_memstream(&target->text, &target->length);
    if (target->stream)
        return true;
    ip_option_usage_error("out of memory");
    return false;
}

static bool cannot_write(const char *path, int reason)
{
    ip_option_usage_error("%s: cannot write: %s", path, strerror(reason));
    return false;
}

static bool write_stream(FILE *stream, const char *text, size_t length)
{
    return fwrite(text, 1, length, stream) == length && fflush(stream) == 0;
}

/* A reader that has seen enough (| head) is no error. */
static bool reader_left;

bool ip_option_reader_left(void)
{
    return reader_left;
}

/* Devices and pipes cannot be replaced, only written to. */
static bool write_special(const char *path, const ip_output_target *target)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return cannot_write(path, errno);
    bool good = write_stream(file, target->text, target->length);
    int reason = errno;
    if (fclose(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    return good || cannot_write(path, reason);
}

/* The permissions that fopen would give a new file. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* The name of the file that is being written, until it has its own. */
static const char *_Atomic unfinished;

void ip_option_output_abandon(void)
{
    const char *file = atomic_load(&unfinished);
    if (file)
        unlink(file);
}

static bool replace_file(const char *path, mode_t mode, const ip_output_target *target)
{
    ip_arena *arena = ip_arena_new();
    char *temporary = ip_arena_printf(arena, "%s.XXXXXX", path);
    int descriptor = mkstemp(temporary), reason = errno;
    if (descriptor >= 0)
        atomic_store(&unfinished, temporary);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    bool good = file != NULL;
    if (file) {
        good =
            write_stream(file, target->text, target->length) && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0;
        reason = errno;
        if (fclose(file) != 0 && good) {
            good = false;
            reason = errno;
        }
        if (good && rename(temporary, path) != 0) {
            good = false;
            reason = errno;
        }
        if (!good)
            unlink(temporary);
    }
    atomic_store(&unfinished, NULL);
    if (!good)
        cannot_write(path, reason);
    ip_arena_free(arena);
    return good;
}

static bool write_file(const ip_output_target *target)
{
    struct stat found;
    if (stat(target->path, &found) != 0)
        return replace_file(target->path, usual_mode(), target);
    if (S_ISDIR(found.st_mode))
        return cannot_write(target->path, EISDIR);
    if (!S_ISREG(found.st_mode))
        return write_special(target->path, target);
    char *real = realpath(target->path, NULL); /* through symbolic links: they stay */
    if (!real)
        return cannot_write(target->path, errno);
    bool good = replace_file(real, found.st_mode & 07777, target);
    free(real);
    return good;
}

bool ip_option_output_possible(const char *path)
{
    struct stat found;
    if (stat(path, &found) == 0)
        return S_ISDIR(found.st_mode) ? cannot_write(path, EISDIR) : true;
    int reason = errno;
    ip_arena *arena = ip_arena_new();
    const char *slash = strrchr(path, '/');
    const char *folder = !slash ? "." : slash == path ? "/" : ip_arena_strndup(arena, path, (size_t)(slash - path));
    bool good = stat(folder, &found) == 0 && S_ISDIR(found.st_mode);
    if (!good)
        cannot_write(path, reason);
    ip_arena_free(arena);
    return good;
}

bool ip_option_output_finish(ip_output_target *target)
{
    bool good = !ferror(target->stream) && fclose(target->stream) == 0;
    if (!good)
        ip_option_usage_error("out of memory");
    else if (target->path)
        good = write_file(target);
    else if (!write_stream(stdout, target->text, target->length)) {
        reader_left = errno == EPIPE;
        good = reader_left || cannot_write("standard output", errno);
    }
    free(target->text);
    return good;
}

bool ip_option_parse_shard(const char *text, int *shard, int *count)
{
    enum { MOST_SHARDS = 1000000 };
    char rest;
    if (sscanf(text, "%d/%d%c", shard, count, &rest) == 2 && *shard >= 1 && *count >= *shard && *count <= MOST_SHARDS)
        return true;
    ip_option_usage_error("--shard: expected i/n with i from 1 to n, not '%s'", text);
    return false;
}

void ip_option_print_diagnostics(const ip_diagnostics *diagnostics, ip_diagnostic_kind last)
{
    for (int i = 0; i < diagnostics->list.count; i++)
        if (diagnostics->list.items[i].kind <= last)
            ip_report_diagnostic(&diagnostics->list.items[i], stderr, ip_option_use_colour(stderr));
}

ip_exit ip_option_no_programs(const ip_arguments *arguments)
{
    const char *files = "";
    for (int i = 0; i < arguments->operands.count; i++)
        files = ip_arena_printf(arguments->arena, "%s%s%s", files, i ? ", " : "", arguments->operands.items[i]);
    return ip_option_usage_error(
        "no transaction programs in %s: expected CREATE FUNCTION or CREATE PROCEDURE in plpgsql or "
        "sql, or BEGIN … COMMIT; with --implicit, each statement outside of these is one",
        files);
}

/* Up to a comma that stands outside of parentheses: a routine that shares its name is f(integer,text). */
static size_t part_length(const char *list)
{
    size_t length = 0;
    for (int depth = 0; list[length] && (depth > 0 || list[length] != ','); length++)
        depth += (list[length] == '(') - (list[length] == ')');
    return length;
}

bool ip_option_each_part(ip_arena *arena, const char *option, const char *list,
                         void (*add)(void *data, const char *part), void *data)
{
    for (const char *at = list;;) {
        size_t length = part_length(at);
        if (length == 0) {
            ip_option_usage_error("--%s: an empty name in '%s'", option, list);
            return false;
        }
        add(data, ip_arena_strndup(arena, at, length));
        if (!at[length])
            return true;
        at += length + 1;
    }
}

ip_writer ip_option_output_writer(const ip_output_target *target, ip_arena *arena)
{
    return (ip_writer){.arena = arena,
                       .out = target->stream,
                       .width = target->path ? 100 : ip_option_output_width(stdout),
                       .colour = !target->path && ip_option_use_colour(stdout)};
}
