/* Columns of all rows that a query finds: "-- isoproof: column id in rows_1_id" before it. With it
 *
 *   SELECT id, n FROM t WHERE n > 0 FOR UPDATE
 *
 * is read as the query of the same rows that gives an array for each column, and their number:
 *
 *   SELECT count(*), coalesce(array_agg(isoproof_rows.c1), '{}'), array_agg(isoproof_rows.c2::text)
 *   FROM (SELECT id, n FROM t WHERE n > 0 FOR UPDATE
 *   ) AS isoproof_rows(c1, c2)
 *
 * The client sees all columns, as before. Those without a name are kept as texts: an array of arrays would need arrays
 * of one length. */
#include "base/words.h"
#include "workload/definition_pieces.h"
#include "workload/result_columns.h"

#include <string.h>

static const char mark[] = "column ";

/* "id in rows_1_id"; of another text, one without a name. */
static ip_script_column read_mark(ip_arena *arena, const char *said)
{
    size_t length = strcspn(said, " \t");
    const char *rest = said + length + strspn(said + length, " \t");
    if (strncmp(rest, "in ", 3) != 0)
        return (ip_script_column){"", ""};
    rest += 3 + strspn(rest + 3, " \t");
    size_t name = strspn(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return (ip_script_column){name ? ip_arena_strndup(arena, said, length) : "", ip_arena_strndup(arena, rest, name)};
}

bool ip_workload_is_column_mark(const char *said)
{
    return strncmp(said, mark, sizeof mark - 1) == 0;
}

static ip_script_columns marks_of(ip_reader *reader, const ip_sql_item *item)
{
    ip_script_columns found = {0};
    for (int i = 0; i < item->comments.count; i++) {
        const char *text = ip_workload_comment_text(reader->arena, item->comments.items[i]);
        if (strncmp(text, "isoproof:", 9) != 0)
            continue;
        text += 9 + strspn(text + 9, " \t");
        if (!ip_workload_is_column_mark(text))
            continue;
        text += sizeof mark - 1;
        ip_script_column column = read_mark(reader->arena, text + strspn(text, " \t"));
        IP_PUSH(reader->arena, &found, column);
    }
    return found;
}

/* The only column of that name, or -1. */
static int column_named(const ip_result_columns *columns, const char *name)
{
    int found = -1;
    for (int i = 0; i < columns->count; i++)
        if (strcmp(columns->items[i].name, name) == 0)
            found = found < 0 ? i : columns->count;
    return found < columns->count ? found : -1;
}

/* Which of the marks names the column; -1: none. */
static int mark_of(const ip_script_columns *marks, const ip_result_columns *columns, int column)
{
    for (int i = 0; i < marks->count; i++)
        if (column_named(columns, marks->items[i].column) == column)
            return i;
    return -1;
}

static bool are_known(const ip_tree *statement, const ip_script_columns *marks, const ip_result_columns *columns)
{
    if (!ip_as_select_stmt(statement))
        return false;
    for (int i = 0; i < columns->count; i++)
        if (!*columns->items[i].name)
            return false; /* or a * that is not known, after which others would be counted wrongly */
    for (int i = 0; i < marks->count; i++)
        if (column_named(columns, marks->items[i].column) < 0 ||
            mark_of(marks, columns, column_named(columns, marks->items[i].column)) != i)
            return false;
    return true;
}

/* The query between the two texts, each at the place of its end of the query. */
static ip_range wrapped(ip_reader *reader, const ip_sql_item *item, const char *before, const char *after)
{
    size_t front = strlen(before), length = strlen(item->text), back = strlen(after);
    const char *text = ip_arena_printf(reader->arena, "%s%s%s", before, item->text, after);
    size_t *offsets = IP_NEW_ARRAY(reader->arena, size_t, front + length + back + 1);
    for (size_t i = 0; i <= front + length + back; i++) {
        size_t at = i < front ? 0 : i < front + length ? i - front : length;
        offsets[i] = item->range.begin + at < item->range.end ? item->range.begin + at : item->range.end;
    }
    ip_source *source = ip_source_derive(reader->arena, item->range.source, text, front + length + back, offsets);
    return (ip_range){source, 0, front + length + back};
}

static void name_columns(ip_reader *reader, ip_script *script, const ip_script_columns *marks,
                         const ip_result_columns *columns, ip_range place, ip_script_columns *taken)
{
    const char *count = ip_arena_printf(reader->arena, "isoproof_rows_%d", script->statements);
    ip_script_column rows = {NULL, count};
    IP_PUSH(reader->arena, taken, rows);
    for (int i = 0; i < columns->count; i++) {
        int named = mark_of(marks, columns, i);
        for (int k = 0; named >= 0 && k < script->assumed.count; k++) {
            const ip_script_assumption *a = &script->assumed.items[k];
            if (a->chosen && strcmp(a->other, marks->items[named].variable) == 0)
                ip_workload_script_array(reader, script, a->chosen, columns->items[i].type, place);
        }
        const char *name = named < 0 ? ip_arena_printf(reader->arena, "isoproof_rows_%d_%d", script->statements, i + 1)
                                     : ip_psql_variables_forget(reader->variables, marks->items[named].variable);
        ip_script_column column = {columns->items[i].name, name};
        IP_PUSH(reader->arena, taken, column);
    }
}

const ip_tree *ip_workload_script_columns(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                          const ip_tree *statement, ip_sql_item *changed, ip_script_columns *taken)
{
    static const char message[] = "expected a query whose columns all have names, these among them once";
    const ip_script_columns marks = marks_of(reader, item);
    if (marks.count == 0)
        return NULL;
    const ip_result_columns columns = ip_workload_result_columns_used(reader, script->unit, statement, item->range);
    if (!are_known(statement, &marks, &columns)) {
        ip_diagnostics_add(reader->diagnostics, IP_ERROR, item->range, script->unit->name, "%s", message);
        ip_workload_script_broken(reader, script, message, item->range);
        return NULL;
    }
    name_columns(reader, script, &marks, &columns, item->range, taken);
    const char *before = "SELECT count(*)", *names = "";
    for (int i = 0; i < columns.count; i++) {
        bool named = mark_of(&marks, &columns, i) >= 0;
        before = ip_arena_printf(reader->arena,
                                 named ? "%s, coalesce(array_agg(isoproof_rows.c%d), '{}')"
                                       : "%s, array_agg(isoproof_rows.c%d::text)",
                                 before, i + 1);
        names = ip_arena_printf(reader->arena, "%s%sc%d", names, i > 0 ? ", " : "", i + 1);
    }
    *changed = *item;
    changed->range = wrapped(reader, item, ip_arena_printf(reader->arena, "%s FROM (", before),
                             ip_arena_printf(reader->arena, "\n) AS isoproof_rows(%s)", names));
    changed->text = changed->range.source->text;
    ip_parse_error error;
    return ip_parse_statement_at(ip_parse_pg_parse(reader->arena, changed->text, &error), 0);
}
