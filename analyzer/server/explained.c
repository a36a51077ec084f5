/* EXPLAIN (PostgreSQL 15, commands/explain.c). Statements run in memory, without a planner: the plan is one node that
 * says so, in the form that the client asks for. ANALYZE runs the statement. */
#include "server/client_state.h"
#include "server/words.h"

#include <string.h>
#include <strings.h>

typedef enum form { TEXT, JSON, XML, YAML } form;

typedef struct explaining {
    form form;
    bool analyzes, hides_costs, hides_times, wal;
    int summary; /* 1: asked for, 0: not wanted, -1: not said */
    ip_served_error error;
    const char *statement;
} explaining;

static const char *word_of(const ip_client_words *words)
{
    return ip_range_text(words->arena, (ip_range){words->source, words->now.begin, words->now.end});
}

/* Reads the value of an option: ON without one. */
static bool boolean_of(ip_client_words *words)
{
    static const char *const off[] = {"false", "off", "0", NULL};
    bool value = !ip_parse_token_is_any(words->source, words->now, off);
    if (!ip_parse_token_is(words->source, words->now, ",") && !ip_parse_token_is(words->source, words->now, ")"))
        ip_served_client_words_next(words);
    return value;
}

static void read_form(ip_client_words *words, explaining *e)
{
    static const char *const names[] = {"text", "json", "xml", "yaml"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ip_served_client_words_take(words, names[i])) {
            e->form = (form)i;
            return;
        }
    e->error = (ip_served_error){
        "22023",
        ip_arena_printf(words->arena, "unrecognized value for EXPLAIN option \"format\": \"%s\"", word_of(words))};
    ip_served_client_words_next(words);
}

static void read_option(ip_client_words *words, explaining *e)
{
    static const char *const others[] = {"verbose", "settings", "buffers", NULL};
    const char *name = word_of(words);
    bool known = ip_parse_token_is_any(words->source, words->now, others);
    ip_served_client_words_next(words);
    if (strcasecmp(name, "format") == 0)
        read_form(words, e);
    else if (strcasecmp(name, "analyze") == 0)
        e->analyzes = boolean_of(words);
    else if (strcasecmp(name, "costs") == 0)
        e->hides_costs = !boolean_of(words);
    else if (strcasecmp(name, "timing") == 0)
        e->hides_times = !boolean_of(words);
    else if (strcasecmp(name, "summary") == 0)
        e->summary = boolean_of(words);
    else if (strcasecmp(name, "wal") == 0)
        e->wal = boolean_of(words);
    else if (known)
        boolean_of(words);
    else if (!e->error.sqlstate)
        e->error =
            (ip_served_error){"42601", ip_arena_printf(words->arena, "unrecognized EXPLAIN option \"%s\"", name)};
}

/* Tells whether options in parentheses follow, or a query in parentheses. */
static bool has_options(ip_arena *arena, const char *text)
{
    static const char *const queries[] = {"(", "select", "with", "values", "table", NULL};
    ip_client_words words = ip_served_client_words_of(arena, text);
    return ip_served_client_words_take(&words, "(") && !ip_parse_token_is_any(words.source, words.now, queries);
}

static explaining read(ip_arena *arena, const char *text)
{
    ip_client_words words = ip_served_client_words_of(arena, text);
    explaining e = {.summary = -1};
    ip_served_client_words_take(&words, "explain");
    if (has_options(arena, words.source->text + words.now.begin)) {
        ip_served_client_words_next(&words);
        while (words.now.kind != IP_TOKEN_END && !ip_parse_token_is(words.source, words.now, ")")) {
            read_option(&words, &e);
            ip_served_client_words_take(&words, ",");
        }
        ip_served_client_words_next(&words);
    } else {
        e.analyzes = ip_served_client_words_take(&words, "analyze") || ip_served_client_words_take(&words, "analyse");
        ip_served_client_words_take(&words, "verbose");
    }
    if (e.wal && !e.analyzes && !e.error.sqlstate)
        e.error = (ip_served_error){"22023", "EXPLAIN option WAL requires ANALYZE"};
    e.statement = words.source->text + words.now.begin;
    return e;
}

bool ip_served_explained_takes(const char *text)
{
    text += strspn(text, " \t\r\n");
    if (*text != '-' && *text != '/' && strncasecmp(text, "explain", 7) != 0)
        return false;
    ip_arena *arena = ip_arena_new();
    ip_client_words words = ip_served_client_words_of(arena, text);
    bool takes = ip_served_client_words_take(&words, "explain");
    ip_arena_free(arena);
    return takes;
}

const char *ip_served_explained_statement(ip_arena *arena, const char *text)
{
    return read(arena, text).statement;
}

/* ---------------------------------------------------------------- the plan -- */

typedef struct plan_line {
    const char *name, *value;
    bool quoted;
} plan_line;
typedef IP_VEC(plan_line) plan_lines;

static plan_lines node_of(ip_arena *arena, const explaining *e, long rows)
{
    plan_lines lines = {0};
    IP_PUSH(arena, &lines, ((plan_line){"Node Type", "Custom Scan", true}));
    IP_PUSH(arena, &lines, ((plan_line){"Custom Plan Provider", "isoproof", true}));
    IP_PUSH(arena, &lines, ((plan_line){"Parallel Aware", "false", false}));
    IP_PUSH(arena, &lines, ((plan_line){"Async Capable", "false", false}));
    if (!e->hides_costs) {
        IP_PUSH(arena, &lines, ((plan_line){"Startup Cost", "0.00", false}));
        IP_PUSH(arena, &lines, ((plan_line){"Total Cost", "0.00", false}));
        IP_PUSH(arena, &lines, ((plan_line){"Plan Rows", "0", false}));
        IP_PUSH(arena, &lines, ((plan_line){"Plan Width", "0", false}));
    }
    if (e->analyzes && !e->hides_times) {
        IP_PUSH(arena, &lines, ((plan_line){"Actual Startup Time", "0.000", false}));
        IP_PUSH(arena, &lines, ((plan_line){"Actual Total Time", "0.000", false}));
    }
    if (e->analyzes) {
        IP_PUSH(arena, &lines, ((plan_line){"Actual Rows", ip_arena_printf(arena, "%ld", rows), false}));
        IP_PUSH(arena, &lines, ((plan_line){"Actual Loops", "1", false}));
    }
    return lines;
}

static const char *tag_of(ip_arena *arena, const char *name)
{
    char *tag = ip_arena_strdup(arena, name);
    for (char *c = tag; *c; c++)
        *c = *c == ' ' ? '-' : *c;
    return tag;
}

static bool has_summary(const explaining *e)
{
    return e->summary > 0 || (e->summary < 0 && e->analyzes);
}

static const char *structured(ip_arena *arena, const explaining *e, const plan_lines *lines)
{
    static const char *const begin[] = {
        "", "[\n  {\n    \"Plan\": {\n",
        "<explain xmlns=\"http://www.postgresql.org/2009/explain\">\n  <Query>\n    <Plan>\n", "- Plan: \n"};
    static const char *const end[] = {"", "\n  }\n]", "  </Query>\n</explain>", ""};
    static const char *const times[] = {"Planning Time", "Execution Time"};
    const char *text = begin[e->form];
    for (int i = 0; i < lines->count; i++) {
        plan_line line = lines->items[i];
        const char *quote = line.quoted ? "\"" : "", *comma = i + 1 < lines->count ? "," : "";
        const char *tag = tag_of(arena, line.name);
        text = e->form == JSON  ? ip_arena_printf(arena, "%s      \"%s\": %s%s%s%s\n", text, line.name, quote,
                                                  line.value, quote, comma)
               : e->form == XML ? ip_arena_printf(arena, "%s      <%s>%s</%s>\n", text, tag, line.value, tag)
                                : ip_arena_printf(arena, "%s%s    %s: %s%s%s", text, i ? "\n" : "", line.name, quote,
                                                  line.value, quote);
    }
    text = ip_arena_printf(arena, "%s%s", text, e->form == JSON ? "    }" : e->form == XML ? "    </Plan>\n" : "");
    for (int i = 0; i < (has_summary(e) ? 1 + e->analyzes : 0); i++) {
        const char *tag = tag_of(arena, times[i]);
        text = e->form == JSON  ? ip_arena_printf(arena, "%s,\n    \"%s\": 0.000", text, times[i])
               : e->form == XML ? ip_arena_printf(arena, "%s    <%s>0.000</%s>\n", text, tag, tag)
                                : ip_arena_printf(arena, "%s\n  %s: 0.000", text, times[i]);
    }
    return ip_arena_printf(arena, "%s%s", text, end[e->form]);
}

static const ip_catalog_answer *plan_of(ip_arena *arena, const explaining *e, long rows)
{
    static const char *const names[] = {"QUERY PLAN"};
    static const uint32_t types[][1] = {{IP_OID_TEXT}, {IP_OID_JSON}, {IP_OID_XML}, {IP_OID_TEXT}};
    IP_VEC(const char *) values = {0};
    plan_lines lines = node_of(arena, e, rows);
    if (e->form != TEXT) {
        IP_PUSH(arena, &values, structured(arena, e, &lines));
    } else {
        const char *costs = e->hides_costs ? "" : "  (cost=0.00..0.00 rows=0 width=0)";
        const char *time = e->hides_times ? "" : "time=0.000..0.000 ";
        const char *actual = e->analyzes ? ip_arena_printf(arena, " (actual %srows=%ld loops=1)", time, rows) : "";
        IP_PUSH(arena, &values, (const char *)ip_arena_printf(arena, "Custom Scan (isoproof)%s%s", costs, actual));
        if (has_summary(e))
            IP_PUSH(arena, &values, "Planning Time: 0.000 ms");
        if (has_summary(e) && e->analyzes)
            IP_PUSH(arena, &values, "Execution Time: 0.000 ms");
    }
    ip_catalog_answer *answer = IP_NEW(arena, ip_catalog_answer);
    *answer = (ip_catalog_answer){
        .width = 1, .count = values.count, .names = names, .values = values.items, .types = types[e->form]};
    return answer;
}

const ip_catalog_answer *ip_served_explained_columns(ip_arena *arena, const char *text)
{
    explaining e = read(arena, text);
    return plan_of(arena, &e, 0);
}

/* ------------------------------------------------------------- statement -- */

static bool is_explainable(ip_arena *arena, const char *statement)
{
    static const char *const first[] = {"select", "insert", "update", "delete", "merge",
                                        "values", "with",   "table",  "(",      NULL};
    ip_client_words words = ip_served_client_words_of(arena, statement);
    return ip_parse_token_is_any(words.source, words.now, first);
}

ip_served_answer ip_served_explained_run(ip_served_client *client, const char *text, const ip_code *code,
                                         const ip_datum *arguments)
{
    explaining e = read(client->message, text);
    ip_served_answer answer = {.error = e.error};
    if (answer.error.sqlstate)
        return answer;
    if (!is_explainable(client->message, e.statement)) {
        answer.error = (ip_served_error){"0A000", "isoproof does not run this: EXPLAIN of this statement"};
        return answer;
    }
    if (e.analyzes && client->engine) {
        answer.error =
            (ip_served_error){"0A000", "isoproof does not run this with --policy interleaved: EXPLAIN ANALYZE"};
        return answer;
    }
    if (!code)
        code =
            ip_served_compile(client->service->served, ip_served_temporary_names(client, e.statement), &answer.error);
    if (!answer.error.sqlstate && code->parameter_count && !arguments)
        answer.error = (ip_served_error){"42P02", "there is no parameter $1"};
    if (answer.error.sqlstate)
        return answer;
    long rows = 0;
    if (e.analyzes) {
        ip_served_answer run = ip_served_code(client, e.statement, code, arguments);
        answer.error = run.error;
        rows = run.result.has_rows ? run.result.row_count : 0;
    }
    answer.catalog = plan_of(client->message, &e, rows);
    answer.tag = "EXPLAIN";
    return answer;
}
