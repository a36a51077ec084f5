/* Reads log files: finds the format from the content, and assembles entries from lines. */
#include "server_log/server_log.h"

#include "base/utf8.h"
#include "server_log/repeat.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* An entry of a log of format stderr. Lines with DETAIL and STATEMENT may follow. */
typedef struct waiting_entry {
    ip_arena *arena;
    ip_log_entry entry;
    bool used;
    long since; /* order of arrival */
} waiting_entry;

enum { WAITING = 64 };

struct ip_server_log {
    ip_arena *arena, *scratch;
    ip_log_output output;
    ip_log_counts counts;
    ip_line_prefix *prefix;
    const char *prefix_text;
    bool prefix_given;
    waiting_entry waiting[WAITING];
    long begun;
    int last; /* index in waiting of the entry that a line without a prefix continues; -1 if none */
    const char **last_text;
};

static const char default_prefix[] = "%m [%p] ";

ip_server_log *ip_log_new(const char *prefix, ip_recorded_sink sink, void *context, const char **error)
{
    ip_arena *arena = ip_arena_new();
    ip_server_log *log = IP_NEW(arena, ip_server_log);
    const char *format = prefix ? prefix : default_prefix, *fault = NULL;
    log->arena = arena;
    log->scratch = ip_arena_new();
    log->prefix_text = ip_arena_strdup(arena, format);
    log->prefix_given = prefix != NULL;
    log->output = (ip_log_output){.sink = sink, .context = context, .counts = &log->counts, .path = ""};
    log->last = -1;
    log->prefix = ip_log_line_prefix_new(arena, log->prefix_text, &fault);
    if (!log->prefix) {
        static char kept[400];
        snprintf(kept, sizeof kept, "%s", fault);
        *error = kept;
        ip_log_free(log);
        return NULL;
    }
    return log;
}

void ip_log_free(ip_server_log *log)
{
    if (!log)
        return;
    for (int i = 0; i < WAITING; i++)
        ip_arena_free(log->waiting[i].arena);
    ip_arena_free(log->scratch);
    ip_arena_free(log->arena);
}

void ip_log_expect_repeats(ip_server_log *log)
{
    log->output.repeats = ip_log_repeats_new(log->arena);
}

const ip_log_counts *ip_log_server_log_counts(const ip_server_log *log)
{
    return &log->counts;
}

/* ---------------------------------------------------------------- lines -- */

static bool next_line(ip_log_file *file)
{
    ssize_t got = getline(&file->line, &file->room, file->stream);
    if (got <= 0)
        return false;
    file->number++;
    file->length = (size_t)got;
    file->whole = file->line[file->length - 1] == '\n';
    while (file->length > 0 && (file->line[file->length - 1] == '\n' || file->line[file->length - 1] == '\r'))
        file->length--;
    file->line[file->length] = '\0';
    return true;
}

bool ip_log_is_time(const char *text)
{
    static const char form[] = "0000-00-00 00:00:00";
    for (size_t i = 0; form[i]; i++)
        if (form[i] == '0' ? !isdigit((unsigned char)text[i]) : text[i] != form[i])
            return false;
    return true;
}

const char *ip_log_utf8(ip_arena *arena, const char *text, size_t length, size_t *utf8_length)
{
    size_t valid = 0, beyond = 0;
    *utf8_length = length;
    while (valid < length && (unsigned char)text[valid] < 0x80)
        valid++;
    for (int step = 1; valid < length && step; valid += (size_t)step)
        step = ip_utf8_sequence(text + valid);
    if (valid >= length)
        return text;
    for (size_t i = 0; i < length; i++)
        beyond += (unsigned char)text[i] >= 0x80;
    char *copy = ip_arena_alloc(arena, length + beyond + 1), *to = copy;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x80)
            *to++ = (char)(0xc0 | c >> 6);
        *to++ = c >= 0x80 ? (char)(0x80 | (c & 0x3f)) : (char)c;
    }
    *utf8_length = length + beyond;
    return copy;
}

static void unreadable(ip_server_log *log, long line, long lines)
{
    if (log->counts.unreadable == 0) {
        log->counts.first_unreadable = line;
        log->counts.first_unreadable_file = log->output.path;
    }
    log->counts.unreadable += lines;
}

/* ------------------------------------------------------- json and csv -- */

static void read_json(ip_server_log *log, ip_log_file *file)
{
    do {
        ip_log_entry entry = {.line = file->number};
        if (file->length == 0)
            continue;
        ip_arena_reset(log->scratch);
        if (ip_log_json(log->scratch, file->line, file->length, &entry))
            ip_log_understand(log->scratch, &entry, &log->output);
        else
            unreadable(log, file->number, 1);
    } while (next_line(file));
}

static void read_trace(ip_server_log *log, ip_log_file *file, const ip_trace_head *head)
{
    bool whole = !head->finishes;
    log->counts.recordings++;
    log->counts.redacted |= head->redacted;
    while (next_line(file)) {
        ip_arena_reset(log->scratch);
        if (file->length && !ip_log_trace(log->scratch, file->line, file->length, file->number, &log->output, &whole))
            unreadable(log, file->number, 1);
    }
    if (whole || log->counts.cut_file)
        return;
    log->counts.cut_file = log->output.path;
    log->counts.cut_line = file->number;
}

static bool begins_record(const char *line)
{
    if (!ip_log_is_time(line))
        return false;
    const char *comma = strchr(line, ',');
    return comma && comma - line < 40;
}

/* A record continues while one of its quotes is open. A line that looks like the beginning of a record begins one: the
 * previous record was cut. */
static void read_csv(ip_server_log *log, ip_log_file *file)
{
    char *record = NULL;
    size_t length = 0, room = 0;
    long first = 0;
    bool open = false;
    do {
        bool begins = begins_record(file->line);
        if (open && begins) {
            unreadable(log, first, file->number - first);
            open = false;
        }
        if (!open) {
            length = 0;
            first = file->number;
        }
        size_t needed = length + file->length + 2;
        if (needed > room) {
            room = needed * 2;
            char *larger = realloc(record, room);
            if (!larger)
                break;
            record = larger;
        }
        if (open)
            record[length++] = '\n';
        memcpy(record + length, file->line, file->length + 1);
        for (const char *at = memchr(file->line, '"', file->length), *end = file->line + file->length; at;
             at = memchr(at + 1, '"', (size_t)(end - at - 1)))
            open = !open;
        length += file->length;
        if (open || length == 0)
            continue;
        ip_log_entry entry = {.line = first};
        size_t bytes;
        ip_arena_reset(log->scratch);
        const char *text = ip_log_utf8(log->scratch, record, length, &bytes);
        char *own = text == record ? record : (char *)text;
        if (ip_log_csv(own, bytes, &entry))
            ip_log_understand(log->scratch, &entry, &log->output);
        else
            unreadable(log, first, file->number - first + 1);
    } while (next_line(file));
    if (open)
        unreadable(log, first, file->number - first + 1);
    free(record);
}

/* --------------------------------------------------------------- stderr -- */

static const char *session_of(const ip_log_entry *entry)
{
    return entry->session ? entry->session : entry->pid ? entry->pid : "";
}

static void finish(ip_server_log *log, int place)
{
    waiting_entry *w = &log->waiting[place];
    if (w->used)
        ip_log_understand(w->arena, &w->entry, &log->output);
    w->used = false;
    if (log->last == place)
        log->last = -1;
}

/* Entries without numbers do not show that one is missing: it may have been in this line. */
static void unreadable_entry(ip_server_log *log, long line)
{
    unreadable(log, line, 1);
    log->last = -1;
    if (ip_log_line_prefix_has_numbers(log->prefix))
        return;
    for (int i = 0; i < WAITING; i++)
        finish(log, i);
    log->output.sink(log->output.context, &(ip_recorded){.kind = IP_RECORDED_GAP});
}

/* Returns the index of the session's waiting entry, or -1. */
static int place_of(const ip_server_log *log, const char *session)
{
    for (int i = 0; i < WAITING; i++)
        if (log->waiting[i].used && strcmp(session_of(&log->waiting[i].entry), session) == 0)
            return i;
    return -1;
}

static int free_place(ip_server_log *log, const char *session)
{
    int place = place_of(log, session);
    for (int i = 0; i < WAITING && place < 0; i++)
        if (!log->waiting[i].used)
            return i;
    for (int i = 0; i < WAITING && place < 0; i++)
        if (log->waiting[i].since + WAITING - 1 <= log->begun)
            place = i;
    if (place < 0)
        place = 0;
    finish(log, place);
    return place;
}

static void begin_entry(ip_server_log *log, const ip_log_entry *found, const char *rest, long line)
{
    int place = free_place(log, session_of(found));
    waiting_entry *w = &log->waiting[place];
    if (!w->arena)
        w->arena = ip_arena_new();
    ip_arena_reset(w->arena);
    size_t word = strcspn(rest, ":"), bytes;
    const char *message = rest + word + 1;
    message += strspn(message, " ");
    w->entry = (ip_log_entry){.number = found->number, .line = line};
#define KEEP(field) w->entry.field = found->field ? ip_arena_strdup(w->arena, found->field) : NULL
    KEEP(time);
    KEEP(database);
    KEEP(application);
    KEEP(pid);
    KEEP(session);
    KEEP(vxid);
    KEEP(ps);
#undef KEEP
    w->entry.severity = ip_arena_strndup(w->arena, rest, word);
    const char *text = ip_log_utf8(w->arena, message, strlen(message), &bytes);
    w->entry.message = text == message ? ip_arena_strdup(w->arena, message) : text;
    w->used = true;
    w->since = ++log->begun;
    log->last = place;
    log->last_text = &w->entry.message;
}

/* Adds DETAIL, STATEMENT and similar lines to the session's entry. */
static bool add_part(ip_server_log *log, const ip_log_entry *found, const char *rest)
{
    static const char *const parts[] = {
        "DETAIL:", "STATEMENT:", "HINT:", "CONTEXT:", "QUERY:", "LOCATION:", "BACKTRACE:"};
    size_t which = 0, count = sizeof parts / sizeof parts[0];
    while (which < count && strncmp(rest, parts[which], strlen(parts[which])) != 0)
        which++;
    if (which == count)
        return false;
    int place = place_of(log, session_of(found));
    log->last = place;
    log->last_text = NULL;
    if (place < 0)
        return true;
    waiting_entry *w = &log->waiting[place];
    const char *text = rest + strlen(parts[which]);
    text += strspn(text, " ");
    size_t bytes;
    const char *clean = ip_log_utf8(w->arena, text, strlen(text), &bytes);
    const char *kept = clean == text ? ip_arena_strdup(w->arena, text) : clean;
    if (which == 0)
        *(log->last_text = &w->entry.detail) = kept;
    else if (which == 1)
        *(log->last_text = &w->entry.statement) = kept;
    return true;
}

static void read_stderr(ip_server_log *log, ip_log_file *file)
{
    log->last = -1;
    do {
        ip_log_entry found = {0};
        ip_arena_reset(log->scratch);
        for (size_t i = 0; i < file->length; i++)
            if (!file->line[i])
                file->line[i] = ' ';
        const char *rest =
            file->line[0] == '\t' ? NULL : ip_log_line_prefix_match(log->prefix, log->scratch, file->line, &found);
        if (rest && !file->whole) {
            unreadable_entry(log, file->number);
        } else if (rest) {
            if (!add_part(log, &found, rest))
                begin_entry(log, &found, rest, file->number);
        } else if (file->line[0] == '\t' && log->last >= 0) {
            waiting_entry *w = &log->waiting[log->last];
            size_t bytes;
            const char *line = ip_log_utf8(w->arena, file->line + 1, file->length - 1, &bytes);
            if (log->last_text)
                *log->last_text = ip_arena_printf(w->arena, "%s\n%s", *log->last_text, line);
        } else if (file->length > 0) {
            unreadable_entry(log, file->number);
        }
    } while (next_line(file));
    for (int i = 0; i < WAITING; i++)
        finish(log, i);
}

/* ---------------------------------------------------------------- files -- */

/* Guesses the format from a line that is not empty. */
static ip_log_format format_of(const ip_log_file *file)
{
    if (file->line[strspn(file->line, " \t")] == '{')
        return IP_LOG_JSON;
    return begins_record(file->line) ? IP_LOG_CSV : IP_LOG_STDERR;
}

/* Tells whether the line certainly begins an entry of the format. */
static bool begins_entry(ip_server_log *log, const ip_log_file *file, ip_log_format format)
{
    ip_log_entry entry = {0};
    ip_arena_reset(log->scratch);
    if (format == IP_LOG_JSON)
        return ip_log_trace_head(file->line, file->length).is_head ||
               ip_log_json(log->scratch, file->line, file->length, &entry);
    return format == IP_LOG_CSV || ip_log_line_prefix_match(log->prefix, log->scratch, file->line, &entry) != NULL;
}

/* Skips lines up to the first complete entry, as a file may begin in the middle of one. Skipped lines are counted, and
 * do not decide the format. Returns false if the file has no entry. */
static bool find_first_entry(ip_server_log *log, ip_log_file *file, ip_log_format *format)
{
    long first = file->number, skipped = 0;
    for (bool any = true; any; any = next_line(file)) {
        ip_log_format seems = format_of(file);
        if (file->length == 0)
            continue;
        if (begins_entry(log, file, seems)) {
            *format = seems;
            if (skipped)
                unreadable(log, first, skipped);
            return true;
        }
        skipped++;
    }
    return false;
}

/* Returns the command that unpacks a compressed file or converts its encoding, judged by the first bytes. Returns NULL
 * for any other file. */
static const char *packed(ip_server_log *log, const char *path, const ip_log_file *file)
{
    static const struct {
        const char *magic, *command;
    } kinds[] = {{"\x1f\x8b", "gzip -dc"}, {"\x28\xb5\x2f\xfd", "zstd -dc"}, {"\xfd\x37zXZ", "xz -dc"},
                 {"BZh", "bzip2 -dc"},     {"\xff\xfe", "iconv -f UTF-16"},  {"\xfe\xff", "iconv -f UTF-16"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(file->line, kinds[i].magic, strlen(kinds[i].magic)) == 0)
            return ip_arena_printf(log->arena, "%s is no text in ASCII or UTF-8: %s %s | isoproof templates … -", path,
                                   kinds[i].command, path);
    return NULL;
}

static const char *nothing_read(const ip_server_log *log, ip_log_format format, const ip_log_file *file)
{
    if (format == IP_LOG_STDERR && !log->prefix_given)
        return ip_arena_printf(log->arena,
                               "%s: no line begins as the server's default log_line_prefix '%s' says: give the "
                               "server's own (SHOW log_line_prefix) with --log-line-prefix",
                               file->path, default_prefix);
    if (format == IP_LOG_STDERR)
        return ip_arena_printf(log->arena,
                               "%s: no line begins as --log-line-prefix '%s' says (SHOW log_line_prefix has the "
                               "server's; its messages must be in English, lc_messages = 'C')",
                               file->path, log->prefix_text);
    return ip_arena_printf(log->arena, "%s: no entry of a %s in it", file->path,
                           format == IP_LOG_JSON ? "jsonlog" : "csvlog");
}

bool ip_log_read(ip_server_log *log, const char *path, const char **error)
{
    bool standard_input = strcmp(path, "-") == 0;
    errno = 0;
    ip_log_file file = {.stream = standard_input ? stdin : fopen(path, "rb"),
                        .path = ip_arena_strdup(log->arena, standard_input ? "<stdin>" : path)};
    long entries = log->counts.entries;
    ip_log_format format = IP_LOG_STDERR;
    if (!file.stream) {
        *error = ip_arena_printf(log->arena, "%s: cannot open: %s", path, strerror(errno));
        return false;
    }
    log->output.path = file.path;
    if (log->output.repeats)
        ip_log_repeats_next_file(log->output.repeats);
    bool any = next_line(&file);
    if (any && strncmp(file.line, "\xef\xbb\xbf", 3) == 0)
        memmove(file.line, file.line + 3, (file.length -= 3) + 1);
    while (any && file.length == 0)
        any = next_line(&file);
    if (any)
        format = format_of(&file);
    const char *other = any ? packed(log, file.path, &file) : NULL;
    if (any && !other && find_first_entry(log, &file, &format)) {
        ip_trace_head head = ip_log_trace_head(file.line, file.length);
        if (head.is_head)
            read_trace(log, &file, &head);
        else
            (format == IP_LOG_JSON ? read_json : format == IP_LOG_CSV ? read_csv : read_stderr)(log, &file);
    }
    bool failed = ferror(file.stream) != 0;
    const char *reason = failed ? strerror(errno) : NULL;
    if (!standard_input)
        fclose(file.stream);
    free(file.line);
    log->counts.lines += file.number;
    if (failed)
        *error = ip_arena_printf(log->arena, "%s: cannot read: %s", path, reason);
    else if (!any)
        *error = ip_arena_printf(log->arena, "%s: the file is empty", path);
    else if (other)
        *error = other;
    else if (log->counts.entries == entries)
        *error = nothing_read(log, format, &file);
    else
        return true;
    return false;
}
