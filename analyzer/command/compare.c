/* isoproof compare: a history that one level allows and another forbids. */
#include "command/command.h"
#include "command/output.h"
#include "compare/compare.h"
#include "history/explanation_text.h"
#include "isoproof.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "report/writer.h"

#include <jansson.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEFAULT_SIZE = 5, MOST_TRANSACTIONS = 24, MOST_OBJECTS = 24, DEFAULT_SECONDS = 60 };

typedef IP_VEC(const ip_level *) levels;

/* One direction: what some levels allow and others forbid. */
typedef struct direction {
    const char *key; /* in JSON, and of the file */
    levels allow, forbid;
    ip_compared found;
} direction;

typedef struct comparison {
    ip_arena *arena;
    const ip_arguments *arguments;
    ip_diagnostics diagnostics;
    ip_scope scope;
    bool minimize;
    double seconds;
    direction directions[2];
    int direction_count;
    bool pair; /* two levels, both ways */
} comparison;

/* --------------------------------------------------------------------- options -- */

static bool read_number(const char *option, const char *text, int least, int most, int *number)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (!errno && end != text && !*end && value >= least && value <= most) {
        *number = (int)value;
        return true;
    }
    ip_usage_error("--%s: expected a whole number from %d to %d, not '%s'", option, least, most, text);
    return false;
}

static bool read_scope(comparison *c, const char *text)
{
    int end = 0, t, o, v;
    if (sscanf(text, "%d,%d,%d%n", &t, &o, &v, &end) == 3 && !text[end] && t >= 1 && t <= MOST_TRANSACTIONS && o >= 1 &&
        o <= MOST_OBJECTS && v >= 1) {
        c->scope.transactions = t;
        c->scope.objects = o;
        c->scope.values = v;
        return true;
    }
    ip_usage_error("--scope: expected TRANSACTIONS,OBJECTS,VALUES, such as 3,2,2, of at most %d transactions and %d "
                   "objects, not '%s'",
                   MOST_TRANSACTIONS, MOST_OBJECTS, text);
    return false;
}

static bool read_seconds(comparison *c, const char *text)
{
    char *end;
    c->seconds = strtod(text, &end);
    if (end != text && !*end && isfinite(c->seconds) && c->seconds > 0)
        return true;
    ip_usage_error("--timeout: expected a number of seconds above 0, not '%s'", text);
    return false;
}

typedef struct loading {
    comparison *c;
    levels *to;
    bool good;
} loading;

static void add_level(void *data, const char *name)
{
    loading *l = data;
    const ip_level *level = ip_level_load_for_histories(l->c->arena, name, &l->c->diagnostics);
    if (level)
        IP_PUSH(l->c->arena, l->to, level);
    else
        l->good = false;
}

static bool load_list(comparison *c, const char *option, const char *list, levels *to)
{
    loading l = {c, to, true};
    return ip_each_part(c->arena, option, list, add_level, &l) && l.good;
}

static bool read_option(comparison *c, const ip_given_option *given)
{
    switch (given->option) {
    case IP_OPT_SCOPE:
        return read_scope(c, given->value);
    case IP_OPT_TRANSACTIONS:
        return read_number("transactions", given->value, 1, MOST_TRANSACTIONS, &c->scope.transactions);
    case IP_OPT_OBJECTS:
        return read_number("objects", given->value, 1, MOST_OBJECTS, &c->scope.objects);
    case IP_OPT_VALUES:
        return read_number("values", given->value, 1, 1000, &c->scope.values);
    case IP_OPT_BLIND_WRITES:
        c->scope.blind_writes = true;
        return true;
    case IP_OPT_MINIMIZE:
        c->minimize = true;
        return true;
    case IP_OPT_TIMEOUT:
        return read_seconds(c, given->value);
    case IP_OPT_ALLOW:
        return load_list(c, "allow", given->value, &c->directions[0].allow);
    case IP_OPT_FORBID:
        return load_list(c, "forbid", given->value, &c->directions[0].forbid);
    default:
        return true; /* about the output */
    }
}

static bool read_operands(comparison *c)
{
    int count = c->arguments->operands.count;
    bool lists = ip_option_given(c->arguments, IP_OPT_ALLOW) || ip_option_given(c->arguments, IP_OPT_FORBID);
    c->direction_count = lists ? 1 : 2;
    c->pair = !lists;
    if (count != (lists ? 0 : 2)) {
        ip_usage_error(lists ? "compare: --allow and --forbid name the levels, expected no other"
                             : "compare: expected two levels, or --allow and --forbid; isoproof levels lists them");
        return false;
    }
    if (lists) {
        c->directions[0].key = "history";
        return true;
    }
    levels *a = &c->directions[0].allow, *b = &c->directions[0].forbid;
    bool good = load_list(c, "compare", c->arguments->operands.items[0], a);
    good &= load_list(c, "compare", c->arguments->operands.items[1], b);
    if (good && (a->count != 1 || b->count != 1)) {
        ip_usage_error("compare: expected one level on each side; --allow and --forbid take lists");
        return false;
    }
    c->directions[0].key = "a_not_b";
    c->directions[1] = (direction){.key = "b_not_a", .allow = *b, .forbid = *a};
    c->minimize = true;
    return good;
}

static bool read_arguments(comparison *c)
{
    bool good = read_operands(c);
    for (int i = 0; i < c->arguments->options.count; i++)
        good &= read_option(c, &c->arguments->options.items[i]);
    if (good && c->scope.values == 0)
        c->scope.values = c->scope.transactions > DEFAULT_SIZE ? c->scope.transactions + 1 : DEFAULT_SIZE;
    return good;
}

/* ------------------------------------------------------------------------ text -- */

static const char *names_of(const comparison *c, const levels *all, const char *between)
{
    const char *text = "";
    for (int i = 0; i < all->count; i++)
        text = ip_arena_printf(c->arena, "%s%s%s", text, i ? between : "", ip_level_name(all->items[i]));
    return text;
}

static bool writes(const ip_history *h, int t, int x)
{
    return h->writers[x] >> t & 1;
}

/* "reads x = 0, writes x = 1" */
static const char *events_of(const comparison *c, const ip_compared *found, int t)
{
    const ip_history *h = found->history;
    const char *text = "";
    for (int r = 0; r < h->transactions[t].read_count; r++) {
        const ip_history_read *read = &h->transactions[t].reads[r];
        text = ip_arena_printf(c->arena, "%s%sread %s = %d", text, *text ? ", " : "", found->objects[read->object],
                               ip_compared_value(h, read->object, read->from));
    }
    for (int x = 0; x < h->object_count; x++)
        if (writes(h, t, x))
            text = ip_arena_printf(c->arena, "%s%swrite %s = %d", text, *text ? ", " : "", found->objects[x],
                                   ip_compared_value(h, x, t));
    return text;
}

/* The transaction right before it in its session; 0: it is the first. */
static int session_before(const ip_history *h, int t)
{
    int last = 0;
    for (int u = 1; u < h->count; u++)
        if (u != t && h->transactions[t].sessions_before >> u & 1)
            last = u;
    return last;
}

static void write_allowed(const comparison *c, ip_writer *w, const ip_compared *found, const ip_level *level)
{
    int order[IP_MAX_TRANSACTIONS];
    ip_diagnostics unheard = {.arena = c->arena};
    ip_consistency *checker = ip_consistency_new(&level, 1, &unheard);
    if (checker && ip_consistency_order(checker, found->history, order))
        ip_write_line(w, 4,
                      ip_arena_printf(c->arena, "%s allows it: they commit in the order %s", ip_level_name(level),
                                      ip_order_in_words(c->arena, order, found->history->count, found->names)));
    ip_consistency_free(checker);
}

static void write_forbidden(const comparison *c, ip_writer *w, const ip_compared *found, const ip_level *level)
{
    ip_diagnostics unheard = {.arena = c->arena};
    ip_consistency *checker = ip_consistency_new(&level, 1, &unheard);
    if (checker && !ip_consistent(checker, found->history)) {
        const ip_explanation *why =
            ip_explain(c->arena, checker, &level, 1, found->history, found->names, found->objects);
        ip_explanation_lines lines = ip_explanation_in_words(c->arena, why, found->names, found->objects);
        ip_write_line(w, 4, ip_arena_printf(c->arena, "%s forbids it:", ip_level_name(level)));
        for (int i = 0; i < lines.count; i++) {
            if (lines.items[i].of_cycle)
                ip_say(w, IP_DIM, "%s ", lines.items[i].label);
            ip_write_line(w, lines.items[i].of_cycle ? 8 : 6, lines.items[i].text);
        }
    }
    ip_consistency_free(checker);
}

static void write_history(const comparison *c, ip_writer *w, const direction *d)
{
    const ip_compared *found = &d->found;
    const ip_history *h = found->history;
    ip_say(w, IP_BOLD, "allowed by %s, forbidden by %s:", names_of(c, &d->allow, ", "), names_of(c, &d->forbid, ", "));
    ip_end_paragraph(w, 0, 2);
    for (int t = 1; t < h->count; t++) {
        int before = session_before(h, t);
        const char *session =
            before ? ip_arena_printf(c->arena, "    (after %s in its session)", found->names[before]) : "";
        ip_write_line(w, 2, ip_arena_printf(c->arena, "%s: %s%s", found->names[t], events_of(c, found, t), session));
    }
    if (ip_option_given(c->arguments, IP_OPT_QUIET))
        return;
    for (int i = 0; i < d->allow.count; i++)
        write_allowed(c, w, found, d->allow.items[i]);
    for (int i = 0; i < d->forbid.count; i++)
        write_forbidden(c, w, found, d->forbid.items[i]);
}

static const char *scope_text(const comparison *c)
{
    return ip_arena_printf(c->arena, "up to %d transaction%s, %d object%s and %d value%s of each%s",
                           c->scope.transactions, c->scope.transactions == 1 ? "" : "s", c->scope.objects,
                           c->scope.objects == 1 ? "" : "s", c->scope.values, c->scope.values == 1 ? "" : "s",
                           c->scope.blind_writes ? "" : ", without blind writes");
}

/* How the two levels compare. */
static const char *relation_of(const comparison *c)
{
    const ip_compared *ab = &c->directions[0].found, *ba = &c->directions[1].found;
    const char *a = names_of(c, &c->directions[0].allow, ""), *b = names_of(c, &c->directions[0].forbid, "");
    bool open = (ab->end == IP_COMPARE_UNKNOWN && !ab->history) || (ba->end == IP_COMPARE_UNKNOWN && !ba->history);
    if (open)
        return ip_arena_printf(c->arena, "%s and %s: not decided", a, b);
    if (ab->history && ba->history)
        return ip_arena_printf(c->arena, "%s and %s are incomparable: each allows what the other forbids", a, b);
    if (ab->history || ba->history)
        return ip_arena_printf(c->arena, "%s is %s than %s", a, ab->history ? "weaker" : "stronger", b);
    return ip_arena_printf(c->arena, "%s and %s are equivalent", a, b);
}

static void write_text(const comparison *c, ip_writer *w)
{
    if (c->pair) {
        ip_say(w, IP_BOLD, "%s", relation_of(c));
        ip_say(w, IP_PLAIN, ", for %s", scope_text(c));
        ip_end_paragraph(w, 0, 2);
    }
    for (int i = 0; i < c->direction_count; i++) {
        const direction *d = &c->directions[i];
        if (d->found.history) {
            if (c->pair)
                ip_end_paragraph(w, 0, 0);
            write_history(c, w, d);
        } else if (!c->pair) {
            ip_say(w, IP_BOLD, "%s", d->found.end == IP_COMPARE_NONE ? "no such history" : "not decided");
            ip_say(w, IP_PLAIN, ": allowed by %s, forbidden by %s, of %s", names_of(c, &d->allow, ", "),
                   names_of(c, &d->forbid, ", "), scope_text(c));
            ip_end_paragraph(w, 0, 2);
        }
        if (d->found.end == IP_COMPARE_UNKNOWN)
            ip_write_line(w, 2,
                          d->found.history ? "time ran out before it was as small as it can be"
                                           : "time ran out; --timeout gives more");
    }
}

/* ------------------------------------------------------------------------ JSON -- */

/* As isoproof check reads it (history.schema.json). */
static json_t *history_json(const comparison *c, const ip_compared *found)
{
    const ip_history *h = found->history;
    json_t *objects = json_object(), *sessions = json_array();
    json_t **of = IP_NEW_ARRAY(c->arena, json_t *, h->count);
    for (int x = 0; x < h->object_count; x++)
        json_object_set_new(objects, found->objects[x], json_pack("{s:i}", "initial", 0));
    for (int t = 1; t < h->count; t++) {
        json_t *events = json_array();
        int before = session_before(h, t);
        for (int r = 0; r < h->transactions[t].read_count; r++) {
            const ip_history_read *read = &h->transactions[t].reads[r];
            json_array_append_new(events, json_pack("{s:s, s:i}", "read", found->objects[read->object], "value",
                                                    ip_compared_value(h, read->object, read->from)));
        }
        for (int x = 0; x < h->object_count; x++)
            if (writes(h, t, x))
                json_array_append_new(
                    events, json_pack("{s:s, s:i}", "write", found->objects[x], "value", ip_compared_value(h, x, t)));
        if (before) {
            of[t] = of[before];
        } else {
            of[t] = json_array();
            json_array_append_new(sessions, json_pack("{s:o}", "transactions", of[t]));
        }
        json_array_append_new(of[t], json_pack("{s:s, s:o}", "name", found->names[t], "events", events));
    }
    return json_pack("{s:o, s:o}", "objects", objects, "sessions", sessions);
}

static json_t *level_names(const comparison *c, const levels *all)
{
    json_t *names = json_array();
    for (int i = 0; i < all->count; i++)
        json_array_append_new(names, json_string(ip_utf8(c->arena, ip_level_name(all->items[i]))));
    return names;
}

static void write_json(const comparison *c, FILE *out)
{
    static const char *const ends[] = {"found", "none", "unknown", "refused"};
    json_t *top =
        json_pack("{s:s, s:i, s:s, s:{s:i, s:i, s:i, s:b}}", "format", "isoproof-comparison", "format_version", 1,
                  "version", IP_VERSION, "scope", "transactions", c->scope.transactions, "objects", c->scope.objects,
                  "values", c->scope.values, "blind_writes", (int)c->scope.blind_writes);
    json_t *statistics = json_object();
    json_object_set_new(top, "allow", level_names(c, &c->directions[0].allow));
    json_object_set_new(top, "forbid", level_names(c, &c->directions[0].forbid));
    for (int i = 0; i < c->direction_count; i++) {
        const direction *d = &c->directions[i];
        json_object_set_new(top, d->key, d->found.history ? history_json(c, &d->found) : json_null());
        json_object_set_new(statistics, d->key,
                            json_pack("{s:s, s:i, s:f, s:f}", "end", ends[d->found.end], "candidates",
                                      d->found.candidates, "seconds", d->found.seconds, "solver_seconds",
                                      d->found.solver_seconds));
    }
    json_object_set_new(top, "statistics", statistics);
    json_dumpf(top, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(top);
}

/* --------------------------------------------------------------------- command -- */

static bool export_history(const comparison *c, const direction *d, const char *folder)
{
    const char *name = ip_arena_strdup(c->arena, d->key);
    for (char *at = (char *)name; *at; at++)
        *at = *at == '_' ? '-' : *at;
    const char *path = ip_arena_printf(c->arena, "%s/%s.json", folder, name);
    ip_output_target target;
    if (!ip_output_open(&target, path))
        return false;
    json_t *history = history_json(c, &d->found);
    json_dumpf(history, target.stream, JSON_INDENT(2));
    fputc('\n', target.stream);
    json_decref(history);
    return ip_output_finish(&target);
}

static bool export_histories(const comparison *c)
{
    const char *folder = ip_option_value(c->arguments, IP_OPT_EXPORT);
    bool good = true;
    if (folder && mkdir(folder, 0777) != 0 && errno != EEXIST) {
        ip_usage_error("--export: %s: %s", folder, strerror(errno));
        return false;
    }
    for (int i = 0; folder && i < c->direction_count; i++)
        if (c->directions[i].found.history)
            good &= export_history(c, &c->directions[i], folder);
    return good;
}

static bool write_result(comparison *c, bool json)
{
    const char *path = ip_option_value(c->arguments, IP_OPT_OUTPUT);
    ip_output_target target;
    if (!ip_output_open(&target, path))
        return false;
    ip_writer w = ip_output_writer(&target, c->arena);
    if (json)
        write_json(c, target.stream);
    else
        write_text(c, &w);
    return ip_output_finish(&target);
}

ip_exit ip_command_compare(const ip_arguments *arguments)
{
    comparison c = {.arena = arguments->arena,
                    .arguments = arguments,
                    .scope = {.transactions = DEFAULT_SIZE, .objects = DEFAULT_SIZE},
                    .seconds = DEFAULT_SECONDS};
    double start = ip_clock();
    bool json, good = ip_parse_format(arguments, &json), different = false, open = false;
    c.diagnostics.arena = c.arena;
    good = read_arguments(&c) && good;
    for (int i = 0; good && i < c.direction_count; i++) {
        direction *d = &c.directions[i];
        ip_comparison question = {.allow = d->allow.items,
                                  .forbid = d->forbid.items,
                                  .allow_count = d->allow.count,
                                  .forbid_count = d->forbid.count,
                                  .scope = c.scope,
                                  .minimize = c.minimize,
                                  .deadline = start + c.seconds};
        d->found = ip_compare(c.arena, &question, &c.diagnostics);
        good = d->found.end != IP_COMPARE_REFUSED;
        different |= d->found.history != NULL;
        open |= d->found.end == IP_COMPARE_UNKNOWN && !d->found.history;
    }
    ip_tell_diagnostics(&c.diagnostics, good ? IP_REMARK : IP_ERROR);
    if (!good || !write_result(&c, json) || !export_histories(&c))
        return IP_EXIT_ERROR;
    return open ? IP_EXIT_UNDECIDED : different ? IP_EXIT_UNSAFE : IP_EXIT_SAFE;
}
