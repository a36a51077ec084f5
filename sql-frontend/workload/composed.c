/* Transactions that a comment composes of named queries:
 *
 *   -- transaction: Reserve = GetStock(id: p), AddReservation(stock: p),
 *   --   UpdateStock(id: p, version: GetStock.version) expect 1 row
 *
 * Each call is the query's statement with the arguments in place of its parameters. The comments are processed after
 * all files have been read, since queries may be in any of them. */
#include "base/words.h"
#include "workload/composition.h"
#include "workload/query_parameters.h"
#include "workload/result_columns.h"

#include <ctype.h>
#include <string.h>

static const char *result_variable(const ip_composition *c, const char *query, const char *column)
{
    return ip_arena_printf(c->reader->arena, "%s_%s", query, column);
}

/* The name of its psql variable, without characters that such a name cannot contain. */
static const char *variable_name(const ip_composition *c, const char *name)
{
    char *created = ip_arena_strdup(c->reader->arena, name);
    for (char *at = created; *at; at++)
        if (!isalnum((unsigned char)*at) && (unsigned char)*at < 0x80)
            *at = '_';
    return created;
}

static const char *value_text(const ip_composition *c, const ip_composed_value *a)
{
    if (a->literal)
        return a->value;
    const char *name = a->query ? result_variable(c, a->query, a->value) : a->value;
    return ip_arena_printf(c->reader->arena, ":%s", variable_name(c, name));
}

/* The texts that replace the query's parameters, in their order. */
typedef IP_VEC(const char *) value_texts;

static const char *listed_parameters(ip_arena *arena, const ip_query_parameters *parameters)
{
    const char *list = "none";
    for (int i = 0; i < parameters->count; i++)
        list = ip_arena_printf(arena, "%s%s%s", i ? list : "", i ? ", " : "", parameters->items[i].name);
    return list;
}

static value_texts values_of(ip_composition *c, const ip_composed_call *created, const ip_query_parameters *parameters)
{
    ip_arena *arena = c->reader->arena;
    value_texts values = {0};
    for (int p = 0; p < parameters->count; p++)
        IP_PUSH(arena, &values, NULL);
    for (int i = 0; i < created->values.count; i++) {
        const ip_composed_value *a = &created->values.items[i];
        int place = a->parameter ? ip_workload_query_parameter_named(parameters, a->parameter) : i;
        if (place < 0 || place >= parameters->count) {
            ip_diagnostics_add(c->reader->diagnostics, IP_ERROR, c->comment, c->name,
                               "query \"%s\" has no parameter %s: expected one of its parameters (%s)",
                               created->query->name, a->parameter ? a->parameter : ip_arena_printf(arena, "%d", i + 1),
                               listed_parameters(arena, parameters));
            c->wrong = true;
            continue;
        }
        values.items[place] = value_text(c, a);
    }
    for (int p = 0; p < parameters->count; p++) {
        const char *own = ip_arena_printf(arena, "%s_%s", created->query->name, parameters->items[p].name);
        if (values.items[p])
            continue;
        ip_diagnostics_add(c->reader->diagnostics, IP_REMARK, c->comment, c->name,
                           "the call of \"%s\" says nothing about its parameter %s, which so has any value",
                           created->query->name, parameters->items[p].name);
        values.items[p] = ip_arena_printf(arena, ":%s", variable_name(c, own));
    }
    return values;
}

typedef struct made_text {
    ip_arena *arena;
    IP_VEC(char) bytes;
    IP_VEC(size_t) offsets; /* of each character in the text from which it is derived */
} made_text;

static void add_text(made_text *text, const char *added, size_t length, size_t place, bool moves)
{
    for (size_t i = 0; i < length; i++) {
        IP_PUSH(text->arena, &text->bytes, added[i]);
        IP_PUSH(text->arena, &text->offsets, place + (moves ? i : 0));
    }
}

static void add_line(made_text *text, const char *line, size_t place)
{
    add_text(text, line, strlen(line), place, false);
    add_text(text, "\n", 1, place, false);
}

/* The statement's annotations apply here, too, except names of the query and of its placeholders. */
static void add_comments(ip_composition *c, const ip_composed_call *created, made_text *text)
{
    const ip_sql_item *item = &created->query->item;
    for (int i = 0; i < item->comments.count; i++) {
        const char *said = ip_workload_comment_text(c->reader->arena, item->comments.items[i]);
        if (strncmp(said, "expect:", 7) == 0 || strncmp(said, "isoproof:", 9) == 0)
            add_line(text, ip_arena_printf(c->reader->arena, "-- %s", said), item->range.begin);
    }
    if (created->expected)
        add_line(text, ip_arena_printf(c->reader->arena, "-- expect: %s", created->expected), item->range.begin);
}

/* The query's text with values in place of its parameters. */
static const ip_source *called_text(ip_composition *c, const ip_composed_call *created,
                                    const ip_query_parameters *parameters, const value_texts *values)
{
    ip_arena *arena = c->reader->arena;
    const ip_sql_item *item = &created->query->item;
    size_t begin = item->range.begin, length = strlen(item->text), copied = 0;
    const ip_source *written = ip_source_from_text(arena, "", item->text, length);
    made_text text = {.arena = arena};
    add_comments(c, created, &text);
    for (ip_token t = ip_parse_lex(written, 0, length, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(written, t.end, length, false)) {
        bool word = t.kind == IP_TOKEN_WORD || t.kind == IP_TOKEN_QUOTED;
        int place = word ? ip_workload_query_parameter_spelled(parameters, ip_parse_token_name(arena, written, t)) : -1;
        if (place < 0)
            continue;
        add_text(&text, item->text + copied, t.begin - copied, begin + copied, true);
        add_text(&text, values->items[place], strlen(values->items[place]), begin + t.begin, false);
        if (isalnum((unsigned char)item->text[t.end]) || item->text[t.end] == '_')
            add_text(&text, " ", 1, begin + t.end, false);
        copied = t.end;
    }
    add_text(&text, item->text + copied, length - copied, begin + copied, true);
    add_text(&text, ";", 1, item->range.end, false);
    IP_PUSH(arena, &text.bytes, '\0');
    IP_PUSH(arena, &text.offsets, item->range.end);
    return ip_source_derive(arena, item->range.source, text.bytes.items, (size_t)text.bytes.count - 1,
                            text.offsets.items);
}

static bool loops_over(const ip_composition *c, int i, const char *query)
{
    const char *loop = i < c->calls.count ? c->calls.items[i].loop : NULL;
    return loop && strcmp(loop, query) == 0;
}

static void not_understood(ip_composition *c, ip_file *file, const char *message)
{
    ip_diagnostics_add(c->reader->diagnostics, IP_UNSUPPORTED, c->comment, c->name, "%s", message);
    ip_workload_script_broken(c->reader, &file->script, message, c->comment);
}

/* The query becomes a loop over its rows; the following calls name the rows' columns. */
static void open_loop(ip_composition *c, ip_file *file, const ip_named_query *query)
{
    ip_arena *arena = c->reader->arena;
    ip_script *script = &file->script;
    ip_pl_statement *s = script->block->body.count ? script->block->body.items[script->block->body.count - 1] : NULL;
    const ip_result_columns columns = ip_workload_result_columns_of(c->reader, file->last_statement);
    if (!s || s->kind != IP_PL_SQL || columns.count == 0) {
        not_understood(c, file, "calls for each row of what is no query, or has an \"expect\"");
        return;
    }
    s->kind = IP_PL_FOR_QUERY;
    for (int i = 0; i < columns.count; i++) {
        const char *column =
            *columns.items[i].name ? columns.items[i].name : ip_arena_printf(arena, "column_%d", i + 1);
        const char *name = variable_name(c, result_variable(c, query->name, column));
        ip_pl_declaration d = {
            .name = ip_psql_variables_forget(c->reader->variables, name), .type = "", .range = c->comment};
        ip_pl_text target = ip_workload_script_generated(c->reader, ip_quoted(arena, d.name, '"'), c->comment);
        IP_PUSH(arena, &script->unit->tree->declarations, d);
        IP_PUSH(arena, &s->targets, target);
    }
    ip_script_loop created = {script->block, script->ifs.count, c->comment};
    ip_pl_statement *body = IP_NEW(arena, ip_pl_statement);
    body->kind = IP_PL_BLOCK;
    body->range = c->comment;
    IP_PUSH(arena, &s->body, body);
    IP_PUSH(arena, &script->loops, created);
    script->block = body;
}

/* Later calls name columns of the result. */
static void keep_result(ip_composition *c, ip_file *file, int index)
{
    const ip_named_query *query = c->calls.items[index].query;
    bool used = false;
    for (int i = index + 1; i < c->calls.count; i++)
        for (int k = 0; k < c->calls.items[i].values.count; k++) {
            const ip_composed_value *a = &c->calls.items[i].values.items[k];
            used |= a->query && strcmp(a->query, query->name) == 0;
        }
    if (!used || query->many)
        return;
    if (!c->calls.items[index].expected)
        ip_diagnostics_add(
            c->reader->diagnostics, IP_ASSUMPTION, c->comment, c->name,
            "where \"%s\" has no row, what is called with its columns is called with NULL, or not at all: "
            "\"expect 1 row\" after its call says that the client rolls back",
            query->name);
    ip_sql_item gset = {.place = c->comment, .range = c->comment, .command = "gset", .text = ""};
    const char *prefix = ip_arena_printf(c->reader->arena, "%s_", variable_name(c, query->name));
    gset.argument = ip_workload_script_generated(c->reader, prefix, c->comment);
    file->last.ended_by_command = true;
    ip_workload_file_read_item(c->reader, file, &gset);
}

static bool has_result(const ip_unit *unit, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < unit->tree->declarations.count; i++) {
        const char *declared = unit->tree->declarations.items[i].name;
        if (strncmp(declared, name, length) == 0 && (!declared[length] || strncmp(declared + length, "__", 2) == 0))
            return true;
    }
    return false;
}

static void check_results(ip_composition *c, const ip_file *file, const ip_composed_call *created)
{
    for (int k = 0; k < created->values.count; k++) {
        const ip_composed_value *a = &created->values.items[k];
        if (!a->query || file->script.unit->broken ||
            has_result(file->script.unit, variable_name(c, result_variable(c, a->query, a->value))))
            continue;
        const char *message =
            ip_arena_printf(c->reader->arena, "the result of \"%s\" has no column \"%s\"", a->query, a->value);
        ip_diagnostics_add(c->reader->diagnostics, IP_ERROR, c->comment, c->name, "%s", message);
        ip_workload_script_broken(c->reader, (ip_script *)&file->script, message, c->comment);
    }
}

static void call_query(ip_composition *c, ip_file *file, int index)
{
    const ip_composed_call *created = &c->calls.items[index];
    const ip_query_parameters parameters = ip_workload_query_parameters_of(c->reader->arena, &created->query->item);
    const value_texts values = values_of(c, created, &parameters);
    bool loops = file->script.loops.count > 0;
    if (c->wrong)
        return;
    if (created->loop && !loops) {
        not_understood(c, file, "calls for each row of a query that do not follow its call");
        return;
    }
    check_results(c, file, created);
    const ip_source *text = called_text(c, created, &parameters, &values);
    ip_sql_item item;
    file->psql = ip_psql_new(c->reader->arena, c->reader->variables, text, c->reader->diagnostics);
    file->psql->plain = true;
    while (ip_psql_next(file->psql, &item))
        ip_workload_file_read_item(c->reader, file, &item);
    if (loops && !loops_over(c, index + 1, created->loop))
        file->script.block = file->script.loops.items[--file->script.loops.count].around;
    if (loops_over(c, index + 1, created->query->name))
        open_loop(c, file, created->query);
    else
        keep_result(c, file, index);
}

static void forget_value(ip_composition *c, const char *name)
{
    if (ip_psql_variables_is_bound(c->reader->variables, name))
        ip_psql_variables_forget(c->reader->variables, name);
}

/* \set gives the composed transaction nothing. */
static void forget_values(ip_composition *c)
{
    for (int i = 0; i < c->calls.count; i++)
        for (int k = 0; k < c->calls.items[i].values.count; k++)
            if (!c->calls.items[i].values.items[k].literal)
                forget_value(c, value_text(c, &c->calls.items[i].values.items[k]) + 1);
}

/* A query that is called in a transaction is not also a transaction by itself. true: it was one. */
static bool take_out_alone(ip_reader *reader, const ip_named_query *query)
{
    ip_definitions *d = reader->definitions;
    const ip_range place = query->item.place;
    for (int i = 0; i < d->units.count; i++) {
        const ip_unit *unit = d->units.items[i];
        if (unit->kind != IP_UNIT_SCRIPT || unit->range.source != place.source || unit->range.begin != place.begin)
            continue;
        memmove(&d->units.items[i], &d->units.items[i + 1],
                sizeof d->units.items[0] * (size_t)(d->units.count - i - 1));
        d->units.count--;
        return true;
    }
    return false;
}

static void compose(ip_composition *c)
{
    ip_reader *reader = c->reader;
    const ip_notices notices = {.name = c->name};
    ip_file file = {0};
    bool good = !c->wrong;
    ip_psql_variables_begin(reader->variables);
    forget_values(c);
    if (c->calls.count)
        reader->ddl.path = c->calls.items[0].query->path;
    ip_sql_item begins = {.place = c->comment, .range = c->comment};
    ip_workload_script_begin(reader, &file.script, &begins, &notices);
    file.script.named = file.script.composed = true;
    for (int i = 0; i < c->calls.count && !c->wrong; i++)
        call_query(c, &file, i);
    if (c->wrong)
        ip_workload_script_broken(reader, &file.script,
                                  good ? "a call of a query that is not understood"
                                       : "a comment that does not say which queries it is composed of",
                                  c->comment);
    ip_workload_file_close_script(reader, &file, c->comment.source, c->comment.end);
    ip_workload_file_forget_last(&file);
}

typedef IP_VEC(ip_composition) compositions;

static void read_comment(ip_reader *reader, compositions *found, ip_range comment, const char *said)
{
    ip_composition c = {.reader = reader, .comment = comment, .at = said};
    if (!strchr(said, '=')) {
        ip_diagnostics_add(
            reader->diagnostics, IP_REMARK, comment, NULL,
            "\"transaction:\" counts for nothing: expected \"transaction: NAME = QUERY(parameter: value, …), …\"");
        return;
    }
    ip_workload_composition_read(&c);
    for (int i = 0; i < c.calls.count; i++)
        c.calls.items[i].query->called = true;
    IP_PUSH(reader->arena, found, c);
}

/* A list that ends with a comma continues in the comment of the next line. */
static bool goes_on(const char *text)
{
    size_t length = strlen(text);
    return length > 0 && (text[length - 1] == ',' || text[length - 1] == '=' || text[length - 1] == '(');
}

static void read_source(ip_reader *reader, compositions *found, const ip_source *source)
{
    ip_range comment = {source, 0, 0};
    const char *said = NULL;
    if (!strstr(source->text, "transaction:"))
        return;
    for (ip_token t = ip_parse_lex(source, 0, source->length, true); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(source, t.end, source->length, true)) {
        if (t.kind != IP_TOKEN_COMMENT) {
            if (said)
                read_comment(reader, found, comment, said);
            said = NULL;
            continue;
        }
        ip_range range = {source, t.begin, t.end};
        const char *text = ip_workload_comment_text(reader->arena, range);
        bool begins = strncmp(text, "transaction:", 12) == 0;
        if (said && !begins && goes_on(said)) {
            said = ip_arena_printf(reader->arena, "%s %s", said, text);
            comment.end = t.end;
            continue;
        }
        if (said)
            read_comment(reader, found, comment, said);
        said = begins ? text + 12 : NULL;
        comment = range;
    }
    if (said)
        read_comment(reader, found, comment, said);
}

/* Takes called queries out of the transactions, and reports queries that are left out. */
static void report_queries(ip_reader *reader)
{
    const char *alone = NULL;
    int left_out = 0;
    ip_range first = {0}, first_left = {0};
    for (int i = 0; i < reader->queries.count; i++) {
        const ip_named_query *query = &reader->queries.items[i];
        if (!query->called && !reader->implicit && left_out++ == 0)
            first_left = query->item.range;
        if (!query->called || !take_out_alone(reader, query))
            continue;
        if (!alone)
            first = query->item.range;
        alone = ip_arena_printf(reader->arena, "%s%s%s", alone ? alone : "", alone ? ", " : "", query->name);
    }
    if (left_out)
        ip_diagnostics_add(
            reader->diagnostics, IP_REMARK, first_left, NULL,
            "%d named quer%s that no comment composes a transaction of, from here on: not analyzed (--implicit "
            "does)",
            left_out, left_out == 1 ? "y" : "ies");
    if (alone)
        ip_diagnostics_add(
            reader->diagnostics, IP_ASSUMPTION, first, NULL,
            "these queries are run in the transactions that comments compose of them, and never alone: %s; "
            "\"-- transaction: NAME = QUERY(…)\" adds that one is",
            alone);
}

void ip_workload_composed_read(ip_reader *reader, const ip_source *const *sources, int source_count)
{
    compositions found = {0};
    for (int i = 0; i < source_count; i++)
        read_source(reader, &found, sources[i]);
    for (int i = 0; i < reader->definitions->included.count; i++)
        read_source(reader, &found, reader->definitions->included.items[i]);
    report_queries(reader);
    for (int i = 0; i < found.count; i++)
        compose(&found.items[i]);
}

void ip_workload_composed_find_apart(const ip_reader *reader)
{
    for (int i = 0; i < reader->queries.count; i++)
        if (reader->queries.items[i].called)
            return;
    if (reader->implicit && reader->queries.count > 1)
        reader->definitions->queries_apart = reader->queries.items[0].item.range;
}
