/* Recognises an entry that an earlier file has by its session and its place in it: its number there, or its time. The
 * files of a rotated log divide the entries of a session among them, and have none in common.
 *
 * Only sessions with an identifier of their own (%c: start and process) count, as a process number is used again, and
 * only times with milliseconds (%m). */
#include "server_log/repeat.h"

#include "base/text_table.h"

#include <stdint.h>
#include <string.h>

enum { LONGEST_TIME = 24, SECONDS = 19, MILLISECONDS = 23 };

/* Hashes of the entries at one time. Without numbers, these alone say whether another entry at this time is the same.
 */
typedef IP_VEC(uint64_t) edge;

/* What a file has of a session. */
typedef struct stretch {
    struct stretch *next; /* of the same session, in an earlier file */
    int file;
    char first[LONGEST_TIME], last[LONGEST_TIME];
    long lowest, highest; /* numbers; 0 if the format has none */
    int met_in;           /* the latest file with an entry before its end */
    edge at_first, at_last;
} stretch;

struct ip_log_repeats {
    ip_arena *arena;
    int file;
    ip_text_table sessions; /* of each: its stretches, the latest file first */
};

ip_log_repeats *ip_log_repeats_new(ip_arena *arena)
{
    ip_log_repeats *r = IP_NEW(arena, ip_log_repeats);
    r->arena = arena;
    return r;
}

void ip_log_repeats_next_file(ip_log_repeats *r)
{
    r->file++;
}

static uint64_t hash_of(const char *text)
{
    return text ? ip_hash(text, strlen(text)) : 0;
}

static int compare(const char *a, const char *b)
{
    return strncmp(a, b, MILLISECONDS);
}

static bool has(const edge *hashes, uint64_t hash)
{
    for (int i = 0; i < hashes->count; i++)
        if (hashes->items[i] == hash)
            return true;
    return false;
}

/* The next file of a rotated log may go on at the very time at which this one has ended. So an entry at the end of a
 * stretch counts only after one from its middle. */
static bool is_within(const ip_log_repeats *r, stretch *s, const ip_log_entry *entry)
{
    int after_first = compare(entry->time, s->first), before_last = -compare(entry->time, s->last);
    if (after_first < 0 || before_last < 0)
        return false;
    if (entry->number > 0 && s->lowest > 0)
        return entry->number >= s->lowest && entry->number <= s->highest;
    uint64_t hash = hash_of(entry->message);
    if (before_last > 0 ? after_first > 0 || has(&s->at_first, hash) : after_first == 0 && has(&s->at_last, hash)) {
        s->met_in = r->file;
        return true;
    }
    return before_last == 0 && s->met_in == r->file && has(&s->at_last, hash);
}

static void extend(ip_log_repeats *r, ip_text_entry *session, const ip_log_entry *entry)
{
    stretch *s = session->value;
    uint64_t hash = hash_of(entry->message);
    if (!s || s->file != r->file) {
        s = IP_NEW(r->arena, stretch);
        s->next = session->value;
        s->file = r->file;
        s->lowest = entry->number;
        strncpy(s->first, entry->time, MILLISECONDS);
        session->value = s;
    }
    if (strncmp(s->last, entry->time, MILLISECONDS) != 0)
        s->at_last.count = 0;
    strncpy(s->last, entry->time, MILLISECONDS);
    s->highest = entry->number;
    if (compare(s->first, s->last) == 0)
        IP_PUSH(r->arena, &s->at_first, hash);
    IP_PUSH(r->arena, &s->at_last, hash);
}

bool ip_log_repeats_take(ip_log_repeats *r, const ip_log_entry *entry)
{
    if (!entry->session || !strchr(entry->session, '.') || !entry->time || !ip_log_is_time(entry->time) ||
        entry->time[SECONDS] != '.')
        return false;
    ip_text_entry *session = ip_text_table_add(r->arena, &r->sessions, entry->session);
    if (!session->value)
        session->text = ip_arena_strdup(r->arena, entry->session);
    for (stretch *s = session->value; s; s = s->next)
        if (s->file != r->file && is_within(r, s, entry))
            return true;
    extend(r, session, entry);
    return false;
}
