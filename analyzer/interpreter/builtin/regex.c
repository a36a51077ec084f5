/* Operators and functions on regular expressions. */
#include "interpreter/builtin/builtin.h"
#include "interpreter/value/regex.h"

#include <string.h>

static ip_datum part(ip_run_state *run, ip_datum text, ip_span span)
{
    if (span.begin < 0)
        return (ip_datum){0};
    int length = span.end - span.begin;
    return (ip_datum){.kind = IP_DATUM_TEXT,
                      .count = length,
                      .as.text = ip_arena_strndup(run->arena, text.as.text + span.begin, (size_t)length)};
}

static ip_regex_matches search(ip_run_state *run, ip_datum text, ip_datum pattern, ip_regex_search how)
{
    ip_regex_matches matches;
    how.text = text.as.text;
    how.pattern = pattern.as.text;
    const char *why = ip_value_regex_find(run->arena, &how, &matches);
    if (why && matches.malformed && run->database->answers_clients)
        ip_interpreter_raise(run, "2201B", "invalid regular expression: %s", why);
    if (why)
        ip_interpreter_unable(run, run->range, "%s", why);
    return matches;
}

static bool is_found(ip_run_state *run, const ip_datum *args, bool fold)
{
    return search(run, args[0], args[1], (ip_regex_search){.fold = fold}).count > 0;
}

static ip_datum matches(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_value_datum_boolean(is_found(run, args, false));
}

static ip_datum matches_folded(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_value_datum_boolean(is_found(run, args, true));
}

static ip_datum matches_not(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_value_datum_boolean(!is_found(run, args, false));
}

static ip_datum matches_not_folded(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_value_datum_boolean(!is_found(run, args, true));
}

static ip_regex_search read_flags(ip_run_state *run, const ip_datum *args, int count, int at)
{
    ip_regex_search how = {0};
    for (int i = 0; at < count && i < args[at].count; i++) {
        how.fold = how.fold || args[at].as.text[i] == 'i';
        how.all = how.all || args[at].as.text[i] == 'g';
        if (args[at].as.text[i] != 'i' && args[at].as.text[i] != 'g')
            ip_interpreter_unable(run, run->range, "this option of a regular expression");
    }
    return how;
}

static ip_datum join(ip_run_state *run, ip_datum a, ip_datum b)
{
    char *joined = ip_arena_alloc(run->arena, (size_t)a.count + (size_t)b.count + 1);
    memcpy(joined, a.as.text, (size_t)a.count);
    memcpy(joined + a.count, b.as.text, (size_t)b.count);
    return (ip_datum){.kind = IP_DATUM_TEXT, .count = a.count + b.count, .as.text = joined};
}

/* Tells whether the replacement text refers to groups. */
static bool asks_for_groups(ip_datum with)
{
    for (int i = 0; i + 1 < with.count; i++)
        if (with.as.text[i] == '\\' && with.as.text[++i] != '&' && with.as.text[i] != '\\')
            return true;
    return false;
}

/* Replaces \1 … \9 and \& in the replacement text by the matched texts. */
static ip_datum replacement(ip_run_state *run, ip_datum text, const ip_span *spans, int groups, ip_datum with)
{
    ip_datum result = ip_value_datum_string("");
    int begin = 0;
    for (int i = 0; i < with.count; i++) {
        if (with.as.text[i] != '\\')
            continue;
        char c = i + 1 < with.count ? with.as.text[i + 1] : '\0';
        int group = c >= '1' && c <= '9' ? c - '0' : 0;
        if (!group && c != '&' && c != '\\')
            ip_interpreter_unable(run, run->range, "a backslash of this kind in regexp_replace");
        result = join(run, result, part(run, with, (ip_span){begin, i}));
        if (c == '\\')
            result = join(run, result, ip_value_datum_string("\\"));
        else if (group <= groups && spans[group].begin >= 0)
            result = join(run, result, part(run, text, spans[group]));
        begin = ++i + 1;
    }
    return join(run, result, part(run, with, (ip_span){begin, with.count}));
}

static ip_datum regexp_replace(ip_run_state *run, const ip_datum *args, int count)
{
    ip_regex_search how = read_flags(run, args, count, 3);
    how.groups = asks_for_groups(args[2]);
    ip_regex_matches found = search(run, args[0], args[1], how);
    ip_datum result = ip_value_datum_string("");
    int done = 0;
    for (int i = 0; i < found.count; i++) {
        const ip_span *spans = found.spans + (ptrdiff_t)i * (found.group_count + 1);
        result = join(run, result, part(run, args[0], (ip_span){done, spans[0].begin}));
        result = join(run, result, replacement(run, args[0], spans, found.group_count, args[2]));
        done = spans[0].end;
    }
    return join(run, result, part(run, args[0], (ip_span){done, args[0].count}));
}

/* Returns the texts matched by the groups, or the whole match if the expression has no group. */
static ip_datum groups_of(ip_run_state *run, ip_datum text, const ip_regex_matches *found, int match)
{
    int groups = found->group_count, first = groups > 0;
    const ip_span *spans = found->spans + (ptrdiff_t)match * (groups + 1);
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, groups + 1);
    for (int i = first; i <= groups; i++)
        items[i - first] = part(run, text, spans[i]);
    return ip_value_datum_array(items, groups + 1 - first);
}

static ip_regex_search search_once(ip_run_state *run, const ip_datum *args, int count, const char *name)
{
    ip_regex_search how = read_flags(run, args, count, 2);
    if (how.all)
        ip_interpreter_raise(run, "22023", "%s() does not support the \"global\" option", name);
    return how;
}

static ip_datum regexp_match(ip_run_state *run, const ip_datum *args, int count)
{
    ip_regex_search how = search_once(run, args, count, "regexp_match");
    how.groups = true;
    ip_regex_matches found = search(run, args[0], args[1], how);
    return found.count ? groups_of(run, args[0], &found, 0) : (ip_datum){0};
}

/* Returns a set of rows; the option g asks for all matches. */
static ip_datum regexp_matches(ip_run_state *run, const ip_datum *args, int count)
{
    ip_regex_search how = read_flags(run, args, count, 2);
    how.groups = true;
    ip_regex_matches found = search(run, args[0], args[1], how);
    ip_datum *rows = IP_NEW_ARRAY(run->arena, ip_datum, found.count);
    for (int i = 0; i < found.count; i++)
        rows[i] = groups_of(run, args[0], &found, i);
    return ip_value_datum_array(rows, found.count);
}

static ip_datum regexp_like(ip_run_state *run, const ip_datum *args, int count)
{
    return ip_value_datum_boolean(search(run, args[0], args[1], search_once(run, args, count, "regexp_like")).count >
                                  0);
}

/* Returns the text matched by the first group, or the whole match if there is no group. */
static ip_datum substring_of(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_regex_matches found = search(run, args[0], args[1], (ip_regex_search){.groups = true});
    return found.count ? part(run, args[0], found.spans[found.group_count > 0]) : (ip_datum){0};
}

/* An empty match next to another match, or at the end, does not split. */
static ip_datum regexp_split(ip_run_state *run, const ip_datum *args, int count)
{
    ip_regex_search how = search_once(run, args, count, "regexp_split_to_array");
    how.all = true;
    ip_regex_matches found = search(run, args[0], args[1], how);
    IP_VEC(ip_datum) items = {0};
    int done = 0;
    for (int i = 0; i < found.count; i++) {
        ip_span span = found.spans[(ptrdiff_t)i * (found.group_count + 1)];
        if (span.begin < args[0].count && span.end > done) {
            IP_PUSH(run->arena, &items, part(run, args[0], (ip_span){done, span.begin}));
            done = span.end;
        }
    }
    IP_PUSH(run->arena, &items, part(run, args[0], (ip_span){done, args[0].count}));
    return ip_value_datum_array(items.items, items.count);
}

static ip_datum substring_similar(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args, (void)count;
    ip_interpreter_unable(run, run->range, "substring(… SIMILAR … ESCAPE …)");
}

/* Translates SIMILAR TO (section 9.7.2) to a regular expression: % and _ are wildcards, and parentheses do not capture.
 */
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
                ip_interpreter_unable(run, run->range, "an escape in SIMILAR TO");
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
    return ip_value_datum_string(ip_arena_printf(run->arena, "%s)$", result));
}

const ip_signature ip_builtin_regex_signatures[] = {{"~", "tt", "b", matches, false, false},
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
                                                    {"regexp_split_to_array", "tt", "t]", regexp_split, false, false},
                                                    {"regexp_split_to_array", "ttt", "t]", regexp_split, false, false},
                                                    {"regexp_split_to_table", "tt", "t", regexp_split, false, true},
                                                    {"regexp_split_to_table", "ttt", "t", regexp_split, false, true},
                                                    {"substring", "tt", "t", substring_of, false, false},
                                                    {"substring", "ttt", "t", substring_similar, false, false},
                                                    {"similar_to_escape", "t", "t", similar, false, false},
                                                    {NULL, NULL, NULL, NULL, false, false}};
