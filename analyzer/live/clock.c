/* The clock of a server that replays: predictions are made while the clock stands still (interpreter.h). */
#include "live/clock.h"

#include "interpreter/interpreter.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define CLOCK(name)                                                                                                    \
    "CREATE FUNCTION " name "() RETURNS timestamptz LANGUAGE sql STABLE AS $$SELECT timestamptz '" IP_STANDING_CLOCK   \
    "'$$;"

const char ip_live_clock_functions[] =
    CLOCK("now") CLOCK("transaction_timestamp") CLOCK("statement_timestamp") CLOCK("clock_timestamp");

static const struct {
    const char *word, *instead;
} words[] = {{"current_timestamp", "now()"},
             {"current_date", "now()::date"},
             {"current_time", "now()::timetz"},
             {"localtimestamp", "now()::timestamp"},
             {"localtime", "now()::time"}};

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_$.\"", c)) || (unsigned char)c >= 0x80;
}

/* Length of a word here, with its precision in parentheses; 0: none. */
static size_t clock_at(const char *text, const char *at, const char **instead)
{
    if (at > text && in_name(at[-1]))
        return 0;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        size_t length = strlen(words[w].word);
        if (strncasecmp(at, words[w].word, length) != 0 || in_name(at[length]))
            continue;
        *instead = words[w].instead;
        if (at[length] == '(' && isdigit((unsigned char)at[length + 1]) && at[length + 2] == ')')
            length += 3;
        return length;
    }
    return 0;
}

const char *ip_live_clock_text(ip_arena *arena, const char *sql)
{
    size_t count = 0;
    const char *instead = "";
    for (const char *at = sql; *at; at++)
        count += clock_at(sql, at, &instead) > 0;
    if (!count)
        return sql;
    char *out = ip_arena_alloc(arena, strlen(sql) + 1 + count * sizeof "now()::timestamp"), *to = out;
    for (const char *at = sql; *at;) {
        size_t length = clock_at(sql, at, &instead);
        if (length)
            to = stpcpy(to, instead);
        else
            *to++ = *at;
        at += length ? length : 1;
    }
    *to = '\0';
    return out;
}
