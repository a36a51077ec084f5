/* Operators and functions on regular expressions. */
#include "interpreter/builtin/builtin.h"
#include "interpreter/value/regex.h"

#include <string.h>

typedef struct search {
    const ip_regex *regex;
    ip_characters text;
    const char *bytes;
    int *offsets; /* of each character, and of the end */
    ip_span *spans;
} search;

static int *offsets_of(ip_run_state *run, ip_datum text, int characters)
{
    int *offsets = IP_NEW_ARRAY(run->arena, int, characters + 1), at = 0;
    for (int i = 0; i < text.count; i++)
        if (((unsigned char)text.as.text[i] & 0xC0) != 0x80)
            offsets[at++] = i;
    offsets[at] = text.count;
    return offsets;
}

static search search_of(ip_run_state *run, ip_datum text, ip_datum pattern, bool fold)
{
    const char *why = NULL;
    ip_regex *regex =
        ip_regex_make(run->arena, ip_characters_of(run->arena, pattern.as.text, pattern.count), fold, &why);
    if (!regex)
        ip_unable(run, run->range, "%s", why);
    search s = {.regex = regex, .text = ip_characters_of(run->arena, text.as.text, text.count), .bytes = text.as.text};
    s.offsets = offsets_of(run, text, s.text.count);
    s.spans = IP_NEW_ARRAY(run->arena, ip_span, ip_regex_groups(regex) + 1);
    return s;
}

static bool find(ip_run_state *run, const search *s, int from, bool spans)
{
    ip_regex_outcome outcome = ip_regex_find(s->regex, s->text, from, spans ? s->spans : NULL);
    if (outcome == IP_REGEX_UNABLE)
        ip_unable(run, run->range, "a regular expression on such a text");
    return outcome == IP_REGEX_FOUND;
}

static ip_datum part(ip_run_state *run, const search *s, int begin, int end)
{
    if (begin < 0)
        return (ip_datum){0};
    int from = s->offsets[begin], length = s->offsets[end] - from;
    return (ip_datum){.kind = IP_DATUM_TEXT,
                      .count = length,
                      .as.text = ip_arena_strndup(run->arena, s->bytes + from, (size_t)length)};
}

static ip_datum matches(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    search s = search_of(run, args[0], args[1], false);
    return ip_datum_boolean(find(run, &s, 0, false));
}

static ip_datum matches_folded(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    search s = search_of(run, args[0], args[1], true);
    return ip_datum_boolean(find(run, &s, 0, false));
}

static ip_datum matches_not(ip_run_state *run, const ip_datum *args, int count)
{
    return ip_datum_boolean(!matches(run, args, count).as.boolean);
}

static ip_datum matches_not_folded(ip_run_state *run, const ip_datum *args, int count)
{
    return ip_datum_boolean(!matches_folded(run, args, count).as.boolean);
}

static void read_flags(ip_run_state *run, const ip_datum *args, int count, int at, bool *fold, bool *all)
{
    *fold = *all = false;
    for (int i = 0; at < count && i < args[at].count; i++) {
        *fold = *fold || args[at].as.text[i] == 'i';
        *all = *all || args[at].as.text[i] == 'g';
        if (args[at].as.text[i] != 'i' && args[at].as.text[i] != 'g')
            ip_unable(run, run->range, "this option of a regular expression");
    }
}

static ip_datum join(ip_run_state *run, ip_datum a, ip_datum b)
{
    char *joined = ip_arena_alloc(run->arena, (size_t)a.count + (size_t)b.count + 1);
    memcpy(joined, a.as.text, (size_t)a.count);
    memcpy(joined + a.count, b.as.text, (size_t)b.count);
    return (ip_datum){.kind = IP_DATUM_TEXT, .count = a.count + b.count, .as.text = joined};
}

/* \1 … \9 and \& in the new text stand for what was matched. */
static ip_datum replacement(ip_run_state *run, const search *s, ip_datum with)
{
    ip_datum result = ip_datum_string("");
    int begin = 0;
    for (int i = 0; i < with.count; i++) {
        if (with.as.text[i] != '\\')
            continue;
        char c = i + 1 < with.count ? with.as.text[i + 1] : '\0';
        int group = c >= '1' && c <= '9' ? c - '0' : 0;
        if (!group && c != '&' && c != '\\')
            ip_unable(run, run->range, "a backslash of this kind in regexp_replace");
        ip_datum plain = {.kind = IP_DATUM_TEXT, .count = i - begin, .as.text = with.as.text + begin};
        result = join(run, result, plain);
        if (c == '\\')
            result = join(run, result, ip_datum_string("\\"));
        else if (group <= ip_regex_groups(s->regex) && s->spans[group].begin >= 0)
            result = join(run, result, part(run, s, s->spans[group].begin, s->spans[group].end));
        begin = ++i + 1;
    }
    ip_datum rest = {.kind = IP_DATUM_TEXT, .count = with.count - begin, .as.text = with.as.text + begin};
    return join(run, result, rest);
}

static ip_datum regexp_replace(ip_run_state *run, const ip_datum *args, int count)
{
    bool fold, all;
    read_flags(run, args, count, 3, &fold, &all);
    search s = search_of(run, args[0], args[1], fold);
    ip_datum result = ip_datum_string("");
    int done = 0;
    for (int from = 0; from <= s.text.count && find(run, &s, from, true);) {
        result = join(run, result, part(run, &s, done, s.spans[0].begin));
        result = join(run, result, replacement(run, &s, args[2]));
        from = done = s.spans[0].end;
        from += s.spans[0].begin == s.spans[0].end;
        if (!all)
            break;
    }
    return join(run, result, part(run, &s, done, s.text.count));
}

/* What the parentheses have matched; the whole match where there are none. */
static ip_datum groups_of(ip_run_state *run, const search *s)
{
    int groups = ip_regex_groups(s->regex), first = groups > 0;
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, groups + 1);
    for (int i = first; i <= groups; i++)
        items[i - first] = part(run, s, s->spans[i].begin, s->spans[i].end);
    return ip_datum_array(items, groups + 1 - first);
}

static ip_datum regexp_match(ip_run_state *run, const ip_datum *args, int count)
{
    bool fold, all;
    read_flags(run, args, count, 2, &fold, &all);
    if (all)
        ip_raise(run, "22023", "regexp_match() does not support the \"global\" option");
    search s = search_of(run, args[0], args[1], fold);
    if (!find(run, &s, 0, true))
        return (ip_datum){0};
    return groups_of(run, &s);
}

/* The next match that begins at *from or after it; one of nothing is passed over. */
static bool find_next(ip_run_state *run, const search *s, int64_t *from)
{
    if (*from > s->text.count || !find(run, s, (int)*from, true))
        return false;
    *from = s->spans[0].end + (s->spans[0].begin == s->spans[0].end);
    return true;
}

/* A set: with the option g of all matches. */
static ip_datum regexp_matches(ip_run_state *run, const ip_datum *args, int count)
{
    bool fold, all;
    read_flags(run, args, count, 2, &fold, &all);
    search s = search_of(run, args[0], args[1], fold);
    IP_VEC(ip_datum) found = {0};
    for (int64_t from = 0; (all || found.count == 0) && find_next(run, &s, &from);)
        IP_PUSH(run->arena, &found, groups_of(run, &s));
    return ip_datum_array(found.items, found.count);
}

static search search_once(ip_run_state *run, const ip_datum *args, int count, int flags, const char *name)
{
    bool fold, all;
    read_flags(run, args, count, flags, &fold, &all);
    if (all)
        ip_raise(run, "22023", "%s() does not support the \"global\" option", name);
    return search_of(run, args[0], args[1], fold);
}

static int64_t argument(ip_run_state *run, const ip_datum *args, int count, int at, int64_t least, const char *name)
{
    int64_t value = at < count ? args[at].as.integer : least;
    if (value < least)
        ip_raise(run, "22023", "invalid value for parameter \"%s\": %lld", name, (long long)value);
    return value;
}

static ip_datum regexp_like(ip_run_state *run, const ip_datum *args, int count)
{
    search s = search_once(run, args, count, 2, "regexp_like");
    return ip_datum_boolean(find(run, &s, 0, false));
}

static ip_datum regexp_count(ip_run_state *run, const ip_datum *args, int count)
{
    int64_t from = argument(run, args, count, 2, 1, "start") - 1, found = 0;
    search s = search_once(run, args, count, 3, "regexp_count");
    while (find_next(run, &s, &from))
        found++;
    return ip_datum_integer(found);
}

/* The span of the pair of parentheses `group` (0: of all) in match number `nth` from `from` on. */
static bool find_nth(ip_run_state *run, const search *s, int64_t from, int64_t nth, int64_t group, ip_span *span)
{
    for (int64_t i = 0; i < nth; i++)
        if (!find_next(run, s, &from))
            return false;
    if (group > ip_regex_groups(s->regex))
        return false;
    *span = s->spans[group];
    return span->begin >= 0;
}

static ip_datum regexp_substr(ip_run_state *run, const ip_datum *args, int count)
{
    int64_t from = argument(run, args, count, 2, 1, "start") - 1, nth = argument(run, args, count, 3, 1, "n");
    int64_t group = argument(run, args, count, 5, 0, "subexpr");
    search s = search_once(run, args, count, 4, "regexp_substr");
    ip_span span;
    return find_nth(run, &s, from, nth, group, &span) ? part(run, &s, span.begin, span.end) : (ip_datum){0};
}

static ip_datum regexp_instr(ip_run_state *run, const ip_datum *args, int count)
{
    int64_t from = argument(run, args, count, 2, 1, "start") - 1, nth = argument(run, args, count, 3, 1, "n");
    int64_t end = argument(run, args, count, 4, 0, "endoption"), group = argument(run, args, count, 6, 0, "subexpr");
    if (end > 1)
        ip_raise(run, "22023", "invalid value for parameter \"endoption\": %lld", (long long)end);
    search s = search_once(run, args, count, 5, "regexp_instr");
    ip_span span;
    bool found = find_nth(run, &s, from, nth, group, &span);
    return ip_datum_integer(found ? (end ? span.end : span.begin) + 1 : 0);
}

/* The first pair of parentheses, if there is one. */
static ip_datum substring_of(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    search s = search_of(run, args[0], args[1], false);
    if (!find(run, &s, 0, true))
        return (ip_datum){0};
    ip_span span = s.spans[ip_regex_groups(s.regex) > 0];
    return part(run, &s, span.begin, span.end);
}

/* Matches of nothing beside another match, or at the end, split nothing. */
static ip_datum regexp_split(ip_run_state *run, const ip_datum *args, int count)
{
    bool fold, all;
    read_flags(run, args, count, 2, &fold, &all);
    if (all)
        ip_raise(run, "22023", "regexp_split_to_array() does not support the \"global\" option");
    search s = search_of(run, args[0], args[1], fold);
    IP_VEC(ip_datum) items = {0};
    int done = 0;
    for (int from = 0; from <= s.text.count && find(run, &s, from, true);) {
        ip_span span = s.spans[0];
        if (span.begin < s.text.count && span.end > done) {
            IP_PUSH(run->arena, &items, part(run, &s, done, span.begin));
            done = span.end;
        }
        from = span.end + (span.begin == span.end);
    }
    IP_PUSH(run->arena, &items, part(run, &s, done, s.text.count));
    return ip_datum_array(items.items, items.count);
}

static ip_datum substring_similar(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args, (void)count;
    ip_unable(run, run->range, "substring(… SIMILAR … ESCAPE …)");
}

/* SIMILAR TO (section 9.7.2), as a regular expression: % and _ stand for anything, parentheses capture nothing. */
static ip_datum similar(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    const char *result = "^(?:";
    bool bracket = false;
    for (int i = 0; i < args[0].count; i++) {
        char c = args[0].as.text[i], quoted[] = {'\\', c, '\0'}, plain[] = {c, '\0'};
        const char *next = plain;
        if (c == '\\') {
            if (i + 1 == args[0].count || args[0].as.text[i + 1] == '"')
                ip_unable(run, run->range, "an escape in SIMILAR TO");
            quoted[1] = args[0].as.text[++i];
            next = quoted;
        } else if (bracket) {
            bracket = c != ']';
        } else if (c == '[') {
            bracket = true;
        } else if (strchr(".^$", c)) {
            next = quoted;
        } else if (strchr("%_(", c)) {
            next = c == '%' ? ".*" : c == '_' ? "." : "(?:";
        }
        result = ip_arena_printf(run->arena, "%s%s", result, next);
    }
    return ip_datum_string(ip_arena_printf(run->arena, "%s)$", result));
}

const ip_signature ip_regex_signatures[] = {{"~", "tt", "b", matches, false, false},
                                            {"~", "ct", "b", matches, false, false},
                                            {"~*", "tt", "b", matches_folded, false, false},
                                            {"~*", "ct", "b", matches_folded, false, false},
                                            {"!~", "tt", "b", matches_not, false, false},
                                            {"!~", "ct", "b", matches_not, false, false},
                                            {"!~*", "tt", "b", matches_not_folded, false, false},
                                            {"!~*", "ct", "b", matches_not_folded, false, false},
                                            {"regexp_replace", "ttt", "t", regexp_replace, false, false},
                                            {"regexp_replace", "tttt", "t", regexp_replace, false, false},
                                            {"regexp_match", "tt", "t]", regexp_match, false, false},
                                            {"regexp_match", "ttt", "t]", regexp_match, false, false},
                                            {"regexp_matches", "tt", "t]", regexp_matches, false, true},
                                            {"regexp_matches", "ttt", "t]", regexp_matches, false, true},
                                            {"regexp_like", "tt", "b", regexp_like, false, false},
                                            {"regexp_like", "ttt", "b", regexp_like, false, false},
                                            {"regexp_count", "tt", "i", regexp_count, false, false},
                                            {"regexp_count", "tti", "i", regexp_count, false, false},
                                            {"regexp_count", "ttit", "i", regexp_count, false, false},
                                            {"regexp_substr", "tt", "t", regexp_substr, false, false},
                                            {"regexp_substr", "tti", "t", regexp_substr, false, false},
                                            {"regexp_substr", "ttii", "t", regexp_substr, false, false},
                                            {"regexp_substr", "ttiit", "t", regexp_substr, false, false},
                                            {"regexp_substr", "ttiiti", "t", regexp_substr, false, false},
                                            {"regexp_instr", "tt", "i", regexp_instr, false, false},
                                            {"regexp_instr", "tti", "i", regexp_instr, false, false},
                                            {"regexp_instr", "ttii", "i", regexp_instr, false, false},
                                            {"regexp_instr", "ttiii", "i", regexp_instr, false, false},
                                            {"regexp_instr", "ttiiit", "i", regexp_instr, false, false},
                                            {"regexp_instr", "ttiiiti", "i", regexp_instr, false, false},
                                            {"regexp_split_to_array", "tt", "t]", regexp_split, false, false},
                                            {"regexp_split_to_array", "ttt", "t]", regexp_split, false, false},
                                            {"regexp_split_to_table", "tt", "t", regexp_split, false, true},
                                            {"regexp_split_to_table", "ttt", "t", regexp_split, false, true},
                                            {"substring", "tt", "t", substring_of, false, false},
                                            {"substring", "ttt", "t", substring_similar, false, false},
                                            {"similar_to_escape", "t", "t", similar, false, false},
                                            {NULL, NULL, NULL, NULL, false, false}};
