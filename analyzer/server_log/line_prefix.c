/* Reads log_line_prefix: the beginning of each line of a log of format stderr (PostgreSQL 15 documentation,
 * section 20.8.3). */
#include "server_log/log_entry.h"

#include <ctype.h>
#include <string.h>

typedef struct piece {
    char letter; /* of an escape; 0 for literal text */
    const char *text;
    size_t length;
} piece;

struct ip_line_prefix {
    IP_VEC(piece) pieces;
};

static const char letters[] = "audrhbpPtmnielcsvxqQL";
enum { MOST_PIECES = 64, LONGEST_NAME = 200 };

static bool prefix_has(const ip_line_prefix *prefix, char letter)
{
    for (int i = 0; i < prefix->pieces.count; i++)
        if (prefix->pieces.items[i].letter == letter)
            return true;
    return false;
}

bool ip_log_line_prefix_has_numbers(const ip_line_prefix *prefix)
{
    return prefix_has(prefix, 'l');
}

ip_line_prefix *ip_log_line_prefix_new(ip_arena *arena, const char *format, const char **error)
{
    ip_line_prefix *prefix = IP_NEW(arena, ip_line_prefix);
    for (const char *at = format; *at;) {
        piece next = {.text = at};
        if (*at != '%') {
            next.length = strcspn(at, "%");
            at += next.length;
        } else if (at[1] == '%') {
            next.text = at + 1;
            next.length = 1;
            at += 2;
        } else {
            at += 1 + strspn(at + 1, "-0123456789");
            if (!*at || !strchr(letters, *at)) {
                *error = ip_arena_printf(arena, "\"%%%.1s\" is no escape of log_line_prefix", at);
                return NULL;
            }
            next.letter = *at++;
        }
        IP_PUSH(arena, &prefix->pieces, next);
    }
    if (prefix->pieces.count > MOST_PIECES) {
        *error = "a log_line_prefix of more than 64 pieces is not read";
        return NULL;
    }
    if (!prefix_has(prefix, 'c') && !prefix_has(prefix, 'p')) {
        *error = "a log_line_prefix without %c and %p does not tell which session a line belongs to: set "
                 "log_line_prefix = '%m [%p] %c %v %d %a ' on the server and record again";
        return NULL;
    }
    return prefix;
}

/* Returns the maximal length in bytes of the escape's value at this place. */
static size_t longest(char letter, const char *at)
{
    size_t length = 0;
    switch (letter) {
    case 'm':
    case 't':
    case 's':
        if (!ip_log_is_time(at))
            return 0;
        length = 19 + strspn(at + 19, ".0123456789");
        if (at[length] == ' ')
            length += 1 + strcspn(at + length + 1, " ,;|[]():\t");
        return length;
    case 'n':
        return strspn(at, "0123456789.");
    case 'p':
    case 'P':
    case 'l':
    case 'x':
        return strspn(at, "0123456789");
    case 'Q':
        return strspn(at, "-0123456789");
    case 'c':
        return strspn(at, "0123456789abcdef.");
    case 'v':
        return strspn(at, "0123456789/");
    case 'e':
        while (length < 5 && isalnum((unsigned char)at[length]))
            length++;
        return length;
    default:
        return strlen(at);
    }
}

static bool is_text(char letter)
{
    return strchr("adurhbiL", letter) != NULL;
}

static void keep(ip_arena *arena, ip_log_entry *entry, char letter, const char *at, size_t length)
{
    while (length > 0 && at[length - 1] == ' ' && letter != 'a')
        length--;
    const char *text = ip_arena_strndup(arena, at, length);
    if (strcmp(text, "[unknown]") == 0)
        return;
    if (letter == 'm' || letter == 't' || letter == 'n')
        entry->time = text;
    else if (letter == 'p')
        entry->pid = text;
    else if (letter == 'c')
        entry->session = text;
    else if (letter == 'v')
        entry->vxid = text;
    else if (letter == 'd')
        entry->database = text;
    else if (letter == 'a')
        entry->application = text;
    else if (letter == 'i')
        entry->ps = text;
    else if (letter == 'l')
        for (entry->number = 0; isdigit((unsigned char)*text); text++)
            entry->number = entry->number * 10 + (*text - '0');
}

/* Tells whether the text begins with "LOG:  " or another severity. */
static bool begins_message(const char *at)
{
    static const char *const severities[] = {
        "LOG:",    "ERROR:", "FATAL:",     "PANIC:",   "WARNING:", "NOTICE:",   "INFO:",     "DEBUG",
        "DETAIL:", "HINT:",  "STATEMENT:", "CONTEXT:", "QUERY:",   "LOCATION:", "BACKTRACE:"};
    for (size_t i = 0; i < sizeof severities / sizeof severities[0]; i++)
        if (strncmp(at, severities[i], strlen(severities[i])) == 0)
            return true;
    return false;
}

/* The values of the pieces in a line. */
typedef struct places {
    const char *begin[MOST_PIECES]; /* NULL if absent */
    size_t length[MOST_PIECES];
} places;

static const char *match(const ip_line_prefix *prefix, int from, const char *at, places *found);

/* Tries a length for the value of the piece. Blanks after it may fill up its width. */
static const char *match_with(const ip_line_prefix *prefix, int from, const char *at, size_t length, places *found)
{
    size_t blanks = strspn(at + length, " ");
    for (size_t i = 0; i <= blanks; i++) {
        const char *end = match(prefix, from + 1, at + length + i, found);
        if (!end)
            continue;
        found->begin[from] = at;
        found->length[from] = length;
        return end;
    }
    return NULL;
}

/* Matches the pieces from index `from` on. The value of an escape that allows any text is as short as the following
 * pieces allow. Returns the end of the prefix, or NULL. */
static const char *match(const ip_line_prefix *prefix, int from, const char *at, places *found)
{
    if (from == prefix->pieces.count)
        return begins_message(at) ? at : NULL;
    const piece *p = &prefix->pieces.items[from];
    found->begin[from] = NULL;
    if (p->letter == 'q') { /* processes without a session end the prefix here */
        const char *end = match(prefix, from + 1, at, found);
        if (end || !begins_message(at))
            return end;
        for (int i = from; i < prefix->pieces.count; i++)
            found->begin[i] = NULL;
        return at;
    }
    if (!p->letter)
        return strncmp(at, p->text, p->length) == 0 ? match(prefix, from + 1, at + p->length, found) : NULL;
    size_t most = longest(p->letter, at);
    if (!is_text(p->letter))
        return match_with(prefix, from, at, most, found);
    for (size_t i = 0; i <= most && i <= LONGEST_NAME; i++) {
        const char *end = match(prefix, from + 1, at + i, found);
        if (end) {
            found->begin[from] = at;
            found->length[from] = i;
            return end;
        }
    }
    return NULL;
}

const char *ip_log_line_prefix_match(const ip_line_prefix *prefix, ip_arena *arena, const char *line,
                                     ip_log_entry *entry)
{
    places found;
    const char *end = match(prefix, 0, line, &found);
    for (int i = 0; end && i < prefix->pieces.count; i++)
        if (prefix->pieces.items[i].letter && found.begin[i])
            keep(arena, entry, prefix->pieces.items[i].letter, found.begin[i], found.length[i]);
    return end;
}
