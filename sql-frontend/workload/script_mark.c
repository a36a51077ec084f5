/* Comments in scripts that mark statements which are repeated, and say how many rows a statement has.
 *
 *   -- isoproof: row count in rows_of_1             of the next statement, as a variable
 *   -- isoproof: loop over b integer, c             from here on, any number of times, each with its own b and c
 *   -- isoproof: end loop
 *   -- expect: 1 row                                the client rolls back unless the statement finds or changes so many
 *   -- assume: at least 1 row (7 of 7)              nothing is known of the client, but that it went on then
 *   -- not in one transaction: …                    a row is written here that another transaction has read before
 *
 * The values of a loop come from arrays, which are parameters: b_all, c_all. */
#include "base/words.h"
#include "workload/definition_pieces.h"
#include "workload/result_columns.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char row_count_mark[] = "row count in ";

bool ip_workload_is_script_mark(const char *said)
{
    return strcmp(said, "loop") == 0 || strncmp(said, "loop ", 5) == 0 || strcmp(said, "end loop") == 0 ||
           strncmp(said, row_count_mark, sizeof row_count_mark - 1) == 0 || ip_workload_is_column_mark(said);
}

/* ------------------------------------------------------------------ loops -- */

/* A name of "loop over", and its type; NULL: not given. */
typedef struct loop_value {
    const char *name, *type;
} loop_value;
typedef IP_VEC(loop_value) loop_values;

/* "b integer, c numeric(12,2)" */
static loop_values read_values(ip_arena *arena, const char *at)
{
    loop_values values = {0};
    while (*at) {
        loop_value value = {NULL, NULL};
        size_t name = strcspn(at, ", \t"), end, depth = 0;
        value.name = ip_arena_strndup(arena, at, name);
        at += name + strspn(at + name, " \t");
        for (end = 0; at[end] && (at[end] != ',' || depth > 0); end++)
            depth += (size_t)(at[end] == '(') - (size_t)(at[end] == ')' && depth > 0);
        size_t length = end;
        while (length > 0 && isspace((unsigned char)at[length - 1]))
            length--;
        value.type = length > 0 ? ip_arena_strndup(arena, at, length) : NULL;
        if (*value.name)
            IP_PUSH(arena, &values, value);
        at += end;
        at += strspn(at, ", \t");
    }
    return values;
}

static bool is_listed(const loop_values *values, const char *name)
{
    for (int i = 0; i < values->count; i++)
        if (strcmp(values->items[i].name, name) == 0)
            return true;
    return false;
}

static bool is_one(const ip_script *script, const char *name)
{
    for (int i = 0; i < script->assumed.count; i++)
        if (strcmp(script->assumed.items[i].name, name) == 0 && !script->assumed.items[i].other)
            return true;
    return false;
}

static bool is_value(const ip_script *script, const char *name)
{
    for (int i = 0; i < script->assumed.count; i++)
        if (strcmp(script->assumed.items[i].name, name) == 0 && script->assumed.items[i].value)
            return true;
    return false;
}

/* The text with its variables' values, as the script sees it. */
static ip_pl_text filled(ip_reader *reader, ip_script *script, const char *text, ip_range place)
{
    ip_sql_item item = {.place = place};
    item.text = ip_psql_variables_fill_text(reader->variables, ip_workload_script_generated(reader, text, place),
                                            &item.range, &item.variables);
    ip_workload_script_see(reader, script, &item, NULL);
    return ip_workload_script_generated(reader, item.text ? item.text : "NULL", place);
}

static void set_array_type(ip_reader *reader, ip_unit *unit, const char *array, const char *type)
{
    for (int i = 0; type && i < unit->parameters.count; i++) {
        ip_unit_parameter *p = &unit->parameters.items[i];
        if (strcmp(p->name, array) != 0)
            continue;
        p->type_name = ip_arena_printf(reader->arena, "%s[]", type);
        p->type = ip_parse_type_from_text(reader->arena, p->type_name);
    }
}

void ip_workload_script_array(ip_reader *reader, ip_script *script, const char *name, const char *type, ip_range place)
{
    filled(reader, script, ip_arena_printf(reader->arena, ":%s", name), place);
    set_array_type(reader, script->unit, name, type);
}

/* At the beginning of each iteration: the arrays' elements for it. */
static void take_value(ip_reader *reader, ip_script *script, const loop_value *value, const char *index, ip_range place)
{
    ip_pl_declaration d = {.name = value->name, .type = value->type ? value->type : "", .range = place};
    const char *array = ip_arena_printf(reader->arena, "%s_all", value->name);
    ip_pl_text element = filled(reader, script, ip_arena_printf(reader->arena, ":%s[%s]", array, index), place);
    set_array_type(reader, script->unit, array, value->type);
    IP_PUSH(reader->arena, &script->unit->tree->declarations, d);
    ip_pl_statement *assigned = ip_workload_script_push(reader, script, IP_PL_ASSIGN, place);
    ip_pl_text target = ip_workload_script_generated(reader, ip_quoted(reader->arena, value->name, '"'), place);
    IP_PUSH(reader->arena, &assigned->targets, target);
    assigned->expr = element;
}

/* The column that the value is, in the loop's rows; NULL: it is another value. */
static const char *row_column(ip_script *script, const char *name)
{
    for (int i = 0; i < script->assumed.count; i++) {
        ip_script_assumption *a = &script->assumed.items[i];
        if (!a->column || strcmp(a->name, name) != 0)
            continue;
        a->used = true;
        return a->column;
    }
    return NULL;
}

static bool has_value(const ip_unit *unit, const char *name)
{
    for (int i = 0; i < unit->parameters.count; i++)
        if (strcmp(unit->parameters.items[i].name, name) == 0)
            return true;
    for (int i = 0; i < unit->tree->declarations.count; i++)
        if (strcmp(unit->tree->declarations.items[i].name, name) == 0)
            return true;
    return false;
}

static void enter(ip_reader *reader, ip_script *script, ip_pl_statement *loop, ip_range comment)
{
    ip_script_loop created = {script->block, script->ifs.count, comment};
    ip_pl_statement *body = IP_NEW(reader->arena, ip_pl_statement);
    body->kind = IP_PL_BLOCK;
    body->range = comment;
    IP_PUSH(reader->arena, &loop->body, body);
    IP_PUSH(reader->arena, &script->loops, created);
    script->block = body;
}

static void declare(ip_reader *reader, ip_script *script, const char *name, const char *type, ip_range place)
{
    ip_pl_declaration d = {.name = name, .type = type ? type : "", .range = place};
    IP_PUSH(reader->arena, &script->unit->tree->declarations, d);
}

static ip_pl_text quoted_target(ip_reader *reader, const char *name, ip_range place)
{
    return ip_workload_script_generated(reader, ip_quoted(reader->arena, name, '"'), place);
}

static void assign(ip_reader *reader, ip_script *script, const char *name, const char *value, ip_range place)
{
    ip_pl_text given = filled(reader, script, value, place), target = quoted_target(reader, name, place);
    ip_pl_statement *assigned = ip_workload_script_push(reader, script, IP_PL_ASSIGN, place);
    IP_PUSH(reader->arena, &assigned->targets, target);
    assigned->expr = given;
}

/* The query whose rows a loop that begins here may be over. Each of a cursor's rows would be locked as it is fetched:
 * a query that locks is none. */
static ip_pl_statement *query_before(ip_reader *reader, const ip_script *script, ip_result_columns *columns)
{
    const ip_pl_statement *block = script->block;
    ip_pl_statement *last = block->body.count ? block->body.items[block->body.count - 1] : NULL;
    ip_parse_error error;
    if (!last || script->count_checks || last->kind != IP_PL_SQL || last->targets.count || !last->sql_text)
        return NULL;
    const ip_tree *statement = ip_parse_statement_at(ip_parse_pg_parse(reader->arena, last->sql_text, &error), 0);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    if (!select || ip_parse_list_size(IP_ITEMS(select, locking_clause)) > 0)
        return NULL;
    *columns = ip_workload_result_columns_used(reader, script->unit, statement, last->range);
    return columns->count ? last : NULL;
}

static int column_of(const ip_result_columns *columns, const char *name)
{
    int found = -1;
    for (int i = 0; i < columns->count; i++)
        if (strcmp(columns->items[i].name, name) == 0)
            found = found < 0 ? i : columns->count; /* two of the name: neither is known to be it */
    return found < columns->count ? found : -1;
}

static bool has_columns(ip_script *script, const loop_values *own, const ip_result_columns *columns)
{
    for (int i = 0; i < own->count; i++) {
        const char *column = row_column(script, own->items[i].name);
        if (column && column_of(columns, column) < 0)
            return false;
    }
    return true;
}

/* FOR … IN query: each column has a variable, and a value of its own comes from its array by the row's number. */
static void open_row_loop(ip_reader *reader, ip_script *script, ip_range comment, const loop_values *own, int number)
{
    static const char message[] = "expected a query with these columns, which locks no rows, right before the loop";
    ip_result_columns columns = {0};
    ip_pl_statement *loop = query_before(reader, script, &columns);
    const char *index = ip_arena_printf(reader->arena, "isoproof_loop_%d", number);
    if (!loop || !has_columns(script, own, &columns)) {
        ip_diagnostics_add(reader->diagnostics, IP_ERROR, comment, script->unit->name, "%s", message);
        ip_workload_script_broken(reader, script, message, comment);
        loop = ip_workload_script_push(reader, script, IP_PL_LOOP, comment);
        enter(reader, script, loop, comment);
        return;
    }
    script->block->body.count--;
    declare(reader, script, index, "integer", comment);
    assign(reader, script, index, "0", comment);
    IP_PUSH(reader->arena, &script->block->body, loop);
    loop->kind = IP_PL_FOR_QUERY;
    for (int i = 0; i < columns.count; i++) {
        const char *name = ip_arena_printf(reader->arena, "isoproof_loop_%d_column_%d", number, i + 1);
        ip_pl_text target = quoted_target(reader, name, comment);
        declare(reader, script, name, NULL, comment);
        IP_PUSH(reader->arena, &loop->targets, target);
    }
    enter(reader, script, loop, comment);
    assign(reader, script, index, ip_arena_printf(reader->arena, ":%s + 1", index), comment);
    for (int i = 0; i < own->count; i++) {
        const loop_value *value = &own->items[i];
        const char *column = row_column(script, value->name);
        if (!column) {
            take_value(reader, script, value, ip_arena_printf(reader->arena, ":%s", index), comment);
            continue;
        }
        declare(reader, script, value->name, value->type, comment);
        assign(reader, script, value->name,
               ip_arena_printf(reader->arena, ":isoproof_loop_%d_column_%d", number, column_of(&columns, column) + 1),
               comment);
    }
}

static void open_loop(ip_reader *reader, ip_script *script, ip_range comment, const char *said)
{
    loop_values listed = {0}, own = {0};
    bool over = strncmp(said, "over ", 5) == 0;
    if (over)
        listed = read_values(reader->arena, said + 5);
    for (int i = 0; i < listed.count; i++) {
        const loop_value *value = &listed.items[i];
        const char *name = ip_workload_script_assumed(script, value->name);
        bool outside = is_one(script, name) || is_value(script, name) || !is_listed(&listed, name);
        if (outside || is_listed(&own, name))
            continue;
        if (has_value(script->unit, name)) {
            ip_diagnostics_add(reader->diagnostics, IP_ERROR, comment, script->unit->name,
                               "\"%s\" has a value before the loop already", name);
            ip_workload_script_broken(reader, script, "a loop over a value of before it", comment);
            continue;
        }
        loop_value created = {name, value->type};
        for (int k = 0; k < listed.count; k++)
            if (strcmp(listed.items[k].name, name) == 0)
                created.type = listed.items[k].type;
        IP_PUSH(reader->arena, &own, created);
    }
    int number = ++script->loop_count;
    for (int i = 0; i < own.count; i++)
        if (row_column(script, own.items[i].name)) {
            open_row_loop(reader, script, comment, &own, number);
            return;
        }
    const char *index = ip_arena_printf(reader->arena, "isoproof_loop_%d", number);
    const char *count = own.count
                            ? ip_arena_printf(reader->arena, "coalesce(cardinality(:%s_all), 0)", own.items[0].name)
                            : ip_arena_printf(reader->arena, ":iterations_%d", number);
    ip_pl_text high = filled(reader, script, count, comment);
    if (own.count)
        set_array_type(reader, script->unit, ip_arena_printf(reader->arena, "%s_all", own.items[0].name),
                       own.items[0].type);
    ip_pl_statement *loop = ip_workload_script_push(reader, script, IP_PL_FOR_RANGE, comment);
    ip_pl_text target = ip_workload_script_generated(reader, index, comment);
    IP_PUSH(reader->arena, &loop->targets, target);
    loop->low = ip_workload_script_generated(reader, "1", comment);
    loop->high = high;
    enter(reader, script, loop, comment);
    for (int i = 0; i < own.count; i++)
        take_value(reader, script, &own.items[i], index, comment);
}

static void close_loop(ip_reader *reader, ip_script *script, ip_range comment)
{
    const ip_script_loop *loop = script->loops.count ? &script->loops.items[script->loops.count - 1] : NULL;
    if (!loop || loop->ifs != script->ifs.count) {
        ip_diagnostics_add(reader->diagnostics, IP_ERROR, comment, script->unit->name,
                           "expected \"isoproof: loop\" before \"isoproof: end loop\"%s",
                           loop ? ", both in one way of \\if" : "");
        ip_workload_script_broken(reader, script, "a loop that does not begin here", comment);
        return;
    }
    script->block = loop->around;
    script->loops.count--;
}

void ip_workload_script_marks(ip_reader *reader, ip_script *script, const ip_sql_item *item)
{
    for (int i = 0; i < item->comments.count; i++) {
        ip_range comment = item->comments.items[i];
        const char *text = ip_workload_comment_text(reader->arena, comment);
        bool read = comment.source == script->marked.source && comment.begin <= script->marked.begin;
        if (strncmp(text, "isoproof:", 9) != 0 || read)
            continue; /* what stands before \else also stands before the statement after it */
        script->marked = comment;
        text += 9 + strspn(text + 9, " \t");
        if (strcmp(text, "loop") == 0 || strncmp(text, "loop ", 5) == 0)
            open_loop(reader, script, comment, text + 4 + strspn(text + 4, " \t"));
        else if (strcmp(text, "end loop") == 0)
            close_loop(reader, script, comment);
    }
}

/* ----------------------------------------------------------------- counts -- */

/* The number in "1 row", "2 rows", "at least 1 row"; -1: another text. */
static long row_count(const char *said, bool *least)
{
    char *end;
    *least = strncmp(said, "at least ", 9) == 0;
    said += *least ? 9 : 0;
    long count = strtol(said, &end, 10);
    return end > said && count >= 0 && strncmp(end, " row", 4) == 0 ? count : -1;
}

void ip_workload_script_count_rows(ip_reader *reader, ip_script *script, ip_range comment, const char *name)
{
    ip_pl_declaration d = {.name = name, .type = "", .range = comment};
    if (!has_value(script->unit, name))
        IP_PUSH(reader->arena, &script->unit->tree->declarations, d);
    script->count_checks++;
    if (script->rows_in) {
        assign(reader, script, name, ip_arena_printf(reader->arena, ":%s", script->rows_in), comment);
        return;
    }
    ip_pl_statement *counted = ip_workload_script_push(reader, script, IP_PL_DIAGNOSTICS, comment);
    ip_pl_text target = ip_workload_script_generated(reader, ip_quoted(reader->arena, name, '"'), comment);
    IP_PUSH(reader->arena, &counted->targets, target);
    counted->row_count = true;
}

static void check_count(ip_reader *reader, ip_script *script, ip_range comment, long count, bool least)
{
    const char *name = ip_arena_printf(reader->arena, "rows_%d", ++script->count_count);
    ip_workload_script_count_rows(reader, script, comment, name);
    ip_pl_branch branch = {0};
    branch.condition =
        filled(reader, script, ip_arena_printf(reader->arena, ":%s %s %ld", name, least ? "<" : "<>", count), comment);
    ip_pl_statement *choice = ip_workload_script_push(reader, script, IP_PL_IF, comment);
    ip_pl_statement *undone = IP_NEW(reader->arena, ip_pl_statement);
    undone->kind = IP_PL_ROLLBACK;
    undone->range = comment;
    IP_PUSH(reader->arena, &branch.body, undone);
    IP_PUSH(reader->arena, &choice->branches, branch);
    script->count_checks++;
}

void ip_workload_script_counts(ip_reader *reader, ip_script *script, const ip_sql_item *item)
{
    for (int i = 0; i < item->comments.count; i++) {
        const char *text = ip_workload_comment_text(reader->arena, item->comments.items[i]);
        if (strncmp(text, "isoproof:", 9) != 0)
            continue;
        text += 9 + strspn(text + 9, " \t");
        if (strncmp(text, row_count_mark, sizeof row_count_mark - 1) == 0)
            ip_workload_script_count_rows(reader, script, item->comments.items[i], text + sizeof row_count_mark - 1);
    }
    for (int i = 0; i < item->comments.count; i++) {
        ip_range comment = item->comments.items[i];
        const char *text = ip_workload_comment_text(reader->arena, comment);
        bool expects = strncmp(text, "expect:", 7) == 0;
        if (!expects && strncmp(text, "assume:", 7) != 0)
            continue;
        const char *said = text + 7 + strspn(text + 7, " \t");
        bool least;
        long count = row_count(said, &least);
        if (count >= 0)
            check_count(reader, script, comment, count, least);
        else
            ip_diagnostics_add(reader->diagnostics, IP_ERROR, comment, script->unit->name, "expected \"%.7s 1 row\"",
                               text);
        if (count < 0 || (expects && !strchr(said, '(')))
            continue; /* the result of a recording is an assumption: "1 row (without one rolled back, 3 of 3)" */
        ip_workload_script_note_assumption(reader, script, comment);
        ip_diagnostics_add(reader->diagnostics, IP_ASSUMPTION, comment, script->unit->name, "as its comment says: %s",
                           said);
    }
}

void ip_workload_script_loops_end(ip_reader *reader, ip_script *script)
{
    const char *message = "expected \"isoproof: end loop\" before the transaction ends";
    if (script->loops.count == 0)
        return;
    ip_range range = script->loops.items[script->loops.count - 1].range;
    ip_diagnostics_add(reader->diagnostics, IP_ERROR, range, script->unit->name, "%s", message);
    ip_workload_script_broken(reader, script, message, range);
}
