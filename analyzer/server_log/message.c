/* Interprets messages about statements: "statement: …", "execute NAME: …", "duration: 0.1 ms  statement: …", with the
 * parameters in DETAIL (PostgreSQL 15, section 20.8.3: log_statement, log_min_duration_statement). */
#include "server_log/repeat.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Returns the text after the word, or NULL if it does not begin with the word. */
static const char *after(const char *text, const char *word)
{
    size_t length = strlen(word);
    return text && strncasecmp(text, word, length) == 0 ? text + length : NULL;
}

/* Reads "$1 = '5', $2 = NULL". A value that ends with dots may have been cut (log_parameter_max_length). */
static void read_values(ip_arena *arena, const char *at, ip_recorded_values *values)
{
    while (*at == '$') {
        char *equals;
        long number = strtol(at + 1, &equals, 10);
        if (number != values->count + 1 || strncmp(equals, " = ", 3) != 0)
            return;
        at = equals + 3;
        ip_recorded_value value = {.known = true};
        if (*at == '\'') {
            const char *begin = ++at;
            char *text = ip_arena_alloc(arena, strlen(begin) + 1), *to = text;
            for (; *at; at++) {
                if (*at == '\'' && *++at != '\'')
                    break;
                *to++ = *at;
            }
            value.known = !(to - text >= 3 && memcmp(to - 3, "...", 3) == 0);
            value.text = value.known ? text : NULL;
        } else {
            at += strcspn(at, ",");
        }
        IP_PUSH(arena, values, value);
        if (strncmp(at, ", ", 2) == 0)
            at += 2;
    }
}

/* Returns the statement of "execute NAME: text", or NULL for another message. The name may contain a colon. */
static const char *executed(const char *message)
{
    const char *name = after(message, "execute ");
    const char *text = name ? strstr(name, ": ") : NULL;
    return text ? text + 2 : NULL;
}

static bool is_among_steps(const char *message)
{
    return (after(message, "parse ") || after(message, "bind ") || after(message, "execute fetch from ")) &&
           strstr(message, ": ");
}

static bool is_error(const char *severity)
{
    return severity && (!strcmp(severity, "ERROR") || !strcmp(severity, "FATAL") || !strcmp(severity, "PANIC"));
}

/* Tells whether the text has a placeholder $n. Its value is missing if the entry has no parameters. */
static bool has_placeholder(const char *text)
{
    for (const char *at = strchr(text, '$'); at; at = strchr(at + 1, '$'))
        if (at[1] >= '1' && at[1] <= '9' && (at == text || !strchr("$_abcdefghijklmnopqrstuvwxyz", at[-1])))
            return true;
    return false;
}

static void statement(ip_arena *arena, const ip_log_entry *entry, const char *message, ip_recorded *recorded,
                      const ip_log_output *output)
{
    const char *text = after(message, "statement: "), *detail;
    ip_log_counts *counts = output->counts;
    recorded->extended = !text;
    recorded->text = text ? text : executed(message);
    if ((detail = after(entry->detail, "parameters: ")) != NULL)
        read_values(arena, detail, &recorded->values);
    else if ((detail = after(entry->detail, "prepare: ")) != NULL)
        recorded->prepared = detail;
    if (recorded->extended && recorded->values.count == 0 && has_placeholder(recorded->text))
        counts->unlogged_values++;
    if (!recorded->vxid)
        counts->no_vxid = true;
    counts->statements++;
}

static void tell(const ip_recorded *recorded, const ip_log_output *output)
{
    if (recorded->session)
        output->sink(output->context, recorded);
}

void ip_log_understand(ip_arena *arena, const ip_log_entry *entry, const ip_log_output *output)
{
    ip_log_counts *counts = output->counts;
    const char *message = entry->message, *duration = after(message, "duration: ");
    ip_recorded recorded = {.session = entry->session ? entry->session : entry->pid,
                            .database = entry->database,
                            .application = entry->application,
                            .time = entry->time,
                            .vxid = entry->vxid,
                            .before = entry->ps && after(entry->ps, "idle in transaction"),
                            .number = entry->number,
                            .duration = -1,
                            .file = output->path,
                            .line = entry->line};
    counts->entries++;
    if (output->repeats && ip_log_repeats_take(output->repeats, entry)) {
        if (counts->repeated++ == 0)
            counts->repeated_file = output->path;
        return;
    }
    recorded.kind = IP_RECORDED_OTHER;
    if (duration && strstr(duration, " ms")) {
        recorded.duration = strtod(duration, NULL);
        recorded.finished = true;
        message = strstr(duration, " ms") + 3;
        message += strspn(message, " ");
        if (!*message) {
            counts->others++;
            counts->bare_duration = true;
            tell(&recorded, output);
            return;
        }
    }
    bool log = entry->severity && !strcmp(entry->severity, "LOG");
    if (log && is_among_steps(message)) {
        counts->duplicates++;
        tell(&recorded, output);
        return;
    }
    if (log && (after(message, "statement: ") || executed(message))) {
        if (!recorded.session) {
            counts->unkeyed++;
            counts->others++;
            return;
        }
        recorded.kind = IP_RECORDED_STATEMENT;
        statement(arena, entry, message, &recorded, output);
    } else if (is_error(entry->severity)) {
        recorded.kind = IP_RECORDED_ERROR;
        recorded.text = entry->statement;
        counts->errors++;
    } else {
        counts->others++;
        if (after(message, "disconnection: ") || after(message, "unexpected EOF on client connection"))
            recorded.kind = IP_RECORDED_END;
        else if (after(message, "connection authorized") || after(message, "connection received"))
            recorded.kind = IP_RECORDED_CONNECT;
    }
    tell(&recorded, output);
}
