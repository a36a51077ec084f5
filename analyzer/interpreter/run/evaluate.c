/* What nodes of expressions compute. */
#include "interpreter/run/evaluate.h"

static ip_datum null(void)
{
    return (ip_datum){0};
}

static ip_datum evaluate_constant(ip_run_state *run, const ip_node *node)
{
    (void)run;
    return node->constant;
}

static ip_datum evaluate_variable(ip_run_state *run, const ip_node *node)
{
    return run->slots[node->index];
}

/* A variable of type record: it may have taken another shape than that last assigned in the text. */
static ip_datum evaluate_record(ip_run_state *run, const ip_node *node)
{
    ip_datum value = run->slots[node->index];
    if (value.kind == IP_DATUM_NULL)
        ip_interpreter_raise(run, "55000", "record \"%s\" is not assigned yet", node->name);
    if (!node->type.shape || value.names != node->type.shape->names)
        ip_interpreter_unable(run, node->range,
                              "a record variable that has another shape than the last assigned above");
    return value;
}

static ip_row_scope *scope_at(ip_run_state *run, int level)
{
    ip_row_scope *scope = run->scope;
    while (level-- > 0)
        scope = scope->outer;
    return scope;
}

static ip_datum evaluate_column(ip_run_state *run, const ip_node *node)
{
    const ip_binding *b = &scope_at(run, node->level)->items[node->item];
    if (b->values)
        return b->values[node->index];
    if (b->row < 0)
        return null();
    if (node->key_position >= 0)
        return ip_interpreter_rows_key(run->rows, b->row)[node->key_position];
    return b->after ? ip_exec_current_cell(run, b->row, node->index)
                    : ip_exec_read_cell(run, b->row, node->index, b->mode);
}

static const ip_datum *arguments_of(ip_run_state *run, const ip_node *node)
{
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, node->arg_count);
    for (int i = 0; i < node->arg_count; i++)
        items[i] = ip_evaluate(run, node->args[i]);
    return items;
}

static ip_datum evaluate_row(ip_run_state *run, const ip_node *node)
{
    return (ip_datum){.kind = IP_DATUM_RECORD,
                      .count = node->arg_count,
                      .as.items = arguments_of(run, node),
                      .names = node->type.shape ? node->type.shape->names : NULL};
}

/* args: one COLUMN node for each column. */
static ip_datum evaluate_whole_row(ip_run_state *run, const ip_node *node)
{
    const ip_binding *b = &scope_at(run, node->level)->items[node->item];
    return !b->values && b->row < 0 ? null() : evaluate_row(run, node);
}

static ip_datum evaluate_aggregate(ip_run_state *run, const ip_node *node)
{
    return scope_at(run, node->level)->aggregates[node->index];
}

static ip_datum evaluate_window(ip_run_state *run, const ip_node *node)
{
    return scope_at(run, node->level)->windows[node->index];
}

static ip_datum evaluate_field(ip_run_state *run, const ip_node *node)
{
    ip_datum record = ip_evaluate(run, node->args[0]);
    return record.kind != IP_DATUM_RECORD || node->index >= record.count ? null() : record.as.items[node->index];
}

static ip_datum evaluate_and(ip_run_state *run, const ip_node *node)
{
    bool unknown = false;
    for (int i = 0; i < node->arg_count; i++) {
        ip_datum value = ip_evaluate(run, node->args[i]);
        if (value.kind == IP_DATUM_NULL)
            unknown = true;
        else if (!value.as.boolean)
            return value;
    }
    return unknown ? null() : ip_value_datum_boolean(true);
}

static ip_datum evaluate_or(ip_run_state *run, const ip_node *node)
{
    bool unknown = false;
    for (int i = 0; i < node->arg_count; i++) {
        ip_datum value = ip_evaluate(run, node->args[i]);
        if (value.kind == IP_DATUM_NULL)
            unknown = true;
        else if (value.as.boolean)
            return value;
    }
    return unknown ? null() : ip_value_datum_boolean(false);
}

static ip_datum evaluate_not(ip_run_state *run, const ip_node *node)
{
    ip_datum value = ip_evaluate(run, node->args[0]);
    return value.kind == IP_DATUM_NULL ? value : ip_value_datum_boolean(!value.as.boolean);
}

static ip_datum evaluate_is_null(ip_run_state *run, const ip_node *node)
{
    return ip_value_datum_boolean(ip_evaluate(run, node->args[0]).kind == IP_DATUM_NULL);
}

/* A row is null if all its fields are. */
static ip_datum evaluate_row_is_null(ip_run_state *run, const ip_node *node)
{
    ip_datum value = ip_evaluate(run, node->args[0]);
    for (int i = 0; value.kind == IP_DATUM_RECORD && i < value.count; i++)
        if (value.as.items[i].kind != IP_DATUM_NULL)
            return ip_value_datum_boolean(false);
    return ip_value_datum_boolean(true);
}

static ip_datum evaluate_not_null(ip_run_state *run, const ip_node *node)
{
    return ip_value_datum_boolean(ip_evaluate(run, node->args[0]).kind != IP_DATUM_NULL);
}

static ip_datum evaluate_row_not_null(ip_run_state *run, const ip_node *node)
{
    ip_datum value = ip_evaluate(run, node->args[0]);
    for (int i = 0; value.kind == IP_DATUM_RECORD && i < value.count; i++)
        if (value.as.items[i].kind == IP_DATUM_NULL)
            return ip_value_datum_boolean(false);
    return ip_value_datum_boolean(value.kind != IP_DATUM_NULL);
}

static ip_datum evaluate_is_true(ip_run_state *run, const ip_node *node)
{
    return ip_value_datum_boolean(ip_is_true(ip_evaluate(run, node->args[0])));
}

static ip_datum evaluate_is_false(ip_run_state *run, const ip_node *node)
{
    ip_datum value = ip_evaluate(run, node->args[0]);
    return ip_value_datum_boolean(value.kind == IP_DATUM_BOOLEAN && !value.as.boolean);
}

ip_datum ip_exec_apply_operator(ip_run_state *run, const ip_operator_call *operator, ip_datum left, ip_datum right)
{
    if (left.kind == IP_DATUM_NULL || right.kind == IP_DATUM_NULL)
        return null();
    ip_datum args[] = {ip_exec_cast_apply(run, &operator->left, left),
                       ip_exec_cast_apply(run, &operator->right, right)};
    if ((ip_datum_is_infinite(args[0]) || ip_datum_is_infinite(args[1])) && operator->result.tag != IP_T_BOOLEAN)
        ip_interpreter_unable(run, run->range, "a function of an infinite date or time");
    return operator->call(run, args, 2);
}

static ip_datum evaluate_distinct(ip_run_state *run, const ip_node *node)
{
    ip_datum left = ip_evaluate(run, node->args[0]), right = ip_evaluate(run, node->args[1]);
    if (left.kind == IP_DATUM_NULL || right.kind == IP_DATUM_NULL)
        return ip_value_datum_boolean(left.kind != right.kind);
    return ip_value_datum_boolean(!ip_is_true(ip_exec_apply_operator(run, node->operators, left, right)));
}

static ip_datum evaluate_case(ip_run_state *run, const ip_node *node)
{
    int i = 0;
    for (; i + 1 < node->arg_count; i += 2)
        if (ip_is_true(ip_evaluate(run, node->args[i])))
            return ip_evaluate(run, node->args[i + 1]);
    return i < node->arg_count ? ip_evaluate(run, node->args[i]) : null();
}

static ip_datum evaluate_coalesce(ip_run_state *run, const ip_node *node)
{
    for (int i = 0; i < node->arg_count; i++) {
        ip_datum value = ip_evaluate(run, node->args[i]);
        if (value.kind != IP_DATUM_NULL)
            return value;
    }
    return null();
}

static ip_datum evaluate_null_if(ip_run_state *run, const ip_node *node)
{
    ip_datum left = ip_evaluate(run, node->args[0]), right = ip_evaluate(run, node->args[1]);
    return ip_is_true(ip_exec_apply_operator(run, node->operators, left, right)) ? null() : left;
}

static ip_datum extreme(ip_run_state *run, const ip_node *node, int sign)
{
    ip_datum best = null();
    for (int i = 0; i < node->arg_count; i++) {
        ip_datum value = ip_evaluate(run, node->args[i]);
        if (value.kind != IP_DATUM_NULL &&
            (best.kind == IP_DATUM_NULL || ip_value_datum_compare(value, best) * sign > 0))
            best = value;
    }
    return best;
}

static ip_datum evaluate_greatest(ip_run_state *run, const ip_node *node)
{
    return extreme(run, node, 1);
}

static ip_datum evaluate_least(ip_run_state *run, const ip_node *node)
{
    return extreme(run, node, -1);
}

/* Whether one of the values stands in the relation to left: false, true, or NULL if a NULL might have. */
static ip_datum some(ip_run_state *run, const ip_operator_call *operator, ip_datum left, const ip_datum *values,
                     int count, int step)
{
    bool unknown = false;
    for (int i = 0; i < count; i++) {
        ip_datum fits = ip_exec_apply_operator(run, operator, left, values[i * step]);
        if (ip_is_true(fits))
            return fits;
        unknown = unknown || fits.kind == IP_DATUM_NULL;
    }
    return unknown ? null() : ip_value_datum_boolean(false);
}

static ip_datum every(ip_run_state *run, const ip_operator_call *operator, ip_datum left, const ip_datum *values,
                      int count)
{
    bool unknown = false;
    for (int i = 0; i < count; i++) {
        ip_datum fits = ip_exec_apply_operator(run, operator, left, values[i]);
        if (fits.kind == IP_DATUM_NULL)
            unknown = true;
        else if (!fits.as.boolean)
            return fits;
    }
    return unknown ? null() : ip_value_datum_boolean(true);
}

static ip_datum evaluate_in(ip_run_state *run, const ip_node *node)
{
    ip_datum left = ip_evaluate(run, node->args[0]);
    ip_datum *in_array = IP_NEW_ARRAY(run->arena, ip_datum, node->index);
    for (int i = 0; i < node->index; i++)
        in_array[i] = ip_evaluate(run, node->args[1 + i]);
    bool unknown = false;
    for (int i = 1; i < node->arg_count; i++) {
        ip_datum item = i <= node->index ? in_array[i - 1] : ip_evaluate(run, node->args[i]);
        ip_datum fits = ip_exec_apply_operator(run, node->operators, left, item);
        if (ip_is_true(fits))
            return fits;
        unknown = unknown || fits.kind == IP_DATUM_NULL;
    }
    return unknown ? null() : ip_value_datum_boolean(false);
}

static ip_datum evaluate_array(ip_run_state *run, const ip_node *node)
{
    return ip_value_datum_array(arguments_of(run, node), node->arg_count);
}

static ip_datum evaluate_subscript(ip_run_state *run, const ip_node *node)
{
    ip_datum array = ip_evaluate(run, node->args[0]), index = ip_evaluate(run, node->args[1]);
    if (array.kind == IP_DATUM_NULL || index.kind == IP_DATUM_NULL || index.as.integer < 1 ||
        index.as.integer > array.count)
        return null();
    return array.as.items[index.as.integer - 1];
}

static ip_datum evaluate_with_part(ip_run_state *run, const ip_node *node)
{
    ip_datum whole = ip_evaluate(run, node->args[0]);
    return ip_exec_with_part(run, node->place, whole, ip_evaluate(run, node->args[1]));
}

static ip_datum evaluate_any(ip_run_state *run, const ip_node *node)
{
    ip_datum left = ip_evaluate(run, node->args[0]), array = ip_evaluate(run, node->args[1]);
    return array.kind == IP_DATUM_NULL ? array : some(run, node->operators, left, array.as.items, array.count, 1);
}

static ip_datum evaluate_all(ip_run_state *run, const ip_node *node)
{
    ip_datum left = ip_evaluate(run, node->args[0]), array = ip_evaluate(run, node->args[1]);
    return array.kind == IP_DATUM_NULL ? array : every(run, node->operators, left, array.as.items, array.count);
}

/* ---- subqueries ---- */
static ip_rowset run_perhaps_joined(ip_run_state *run, const ip_query_plan *query)
{
    bool joined = run->joined;
    run->joined = joined || run->scope;
    ip_rowset rows = ip_exec_query_run(run, query);
    run->joined = joined;
    return rows;
}

static ip_datum evaluate_exists(ip_run_state *run, const ip_node *node)
{
    return ip_value_datum_boolean(run_perhaps_joined(run, node->query).count > 0);
}

static ip_datum evaluate_scalar(ip_run_state *run, const ip_node *node)
{
    ip_rowset rows = ip_exec_query_run(run, node->query);
    if (rows.count > 1)
        ip_interpreter_raise(run, "21000", "more than one row returned by a subquery used as an expression");
    return rows.count ? rows.values[0] : null();
}

static ip_datum evaluate_array_of(ip_run_state *run, const ip_node *node)
{
    ip_rowset rows = ip_exec_query_run(run, node->query);
    return ip_value_datum_array(rows.values, rows.count);
}

/* (a, b) = (x, y): false as soon as one pair differs, else NULL if one is unknown. */
static ip_datum pairs_equal(ip_run_state *run, const ip_node *node, const ip_datum *left, const ip_datum *right)
{
    bool unknown = false;
    for (int i = 0; i < node->query->width; i++) {
        ip_datum fits = ip_exec_apply_operator(run, &node->operators[i], left[i], right[i]);
        if (fits.kind == IP_DATUM_NULL)
            unknown = true;
        else if (!fits.as.boolean)
            return fits;
    }
    return unknown ? null() : ip_value_datum_boolean(true);
}

/* args: the fields of the left side, which is evaluated for rows alone. */
static ip_datum evaluate_any_of(ip_run_state *run, const ip_node *node)
{
    ip_rowset rows = run_perhaps_joined(run, node->query);
    if (rows.count == 0)
        return ip_value_datum_boolean(false);
    const ip_datum *left = arguments_of(run, node);
    if (node->arg_count == 1)
        return some(run, node->operators, left[0], rows.values, rows.count, 1);
    bool unknown = false;
    for (int i = 0; i < rows.count; i++) {
        ip_datum fits = pairs_equal(run, node, left, rows.values + (size_t)i * (size_t)rows.width);
        if (ip_is_true(fits))
            return fits;
        unknown = unknown || fits.kind == IP_DATUM_NULL;
    }
    return unknown ? null() : ip_value_datum_boolean(false);
}

static ip_datum evaluate_all_of(ip_run_state *run, const ip_node *node)
{
    ip_rowset rows = ip_exec_query_run(run, node->query);
    if (rows.count == 0)
        return ip_value_datum_boolean(true);
    ip_datum left = ip_evaluate(run, node->args[0]);
    return every(run, node->operators, left, rows.values, rows.count);
}

/* args by parameter, NULL: its default. A routine that returns rows gives an ARRAY of them. */
static ip_datum evaluate_call(ip_run_state *run, const ip_node *node)
{
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, node->arg_count);
    bool *given = IP_NEW_ARRAY(run->arena, bool, node->arg_count);
    for (int i = 0; i < node->arg_count; i++)
        if (node->args[i]) {
            given[i] = true;
            values[i] = ip_evaluate(run, node->args[i]);
        }
    if (!node->set)
        return ip_exec_call_routine(run, node->callee, values, given, NULL);
    ip_rowset rows = {0};
    ip_exec_call_routine(run, node->callee, values, given, &rows);
    if (node->type.tag != IP_T_RECORD)
        return ip_value_datum_array(rows.values, rows.count);
    ip_datum *records = IP_NEW_ARRAY(run->arena, ip_datum, rows.count);
    for (int i = 0; i < rows.count; i++)
        records[i] = (ip_datum){.kind = IP_DATUM_RECORD,
                                .count = rows.width,
                                .as.items = rows.values + (size_t)i * (size_t)rows.width,
                                .names = node->type.shape ? node->type.shape->names : NULL};
    return ip_value_datum_array(records, rows.count);
}

/* ---- functions of the server ---- */
/* All arguments are evaluated before a NULL among them makes the result NULL: another may fail. Infinite dates and
 * times are compared, not computed with. */
static ip_datum evaluate_strict_builtin(ip_run_state *run, const ip_node *node)
{
    ip_datum values[IP_MAX_ARGS];
    bool null = false, infinite = false;
    run->interpreter->work++;
    for (int i = 0; i < node->arg_count; i++) {
        values[i] = ip_evaluate(run, node->args[i]);
        null = null || values[i].kind == IP_DATUM_NULL;
        infinite = infinite || ip_datum_is_infinite(values[i]);
    }
    if (infinite && !null && (node->type.tag != IP_T_BOOLEAN || node->type.array))
        ip_interpreter_unable(run, node->range, "a function of an infinite date or time");
    return null ? (ip_datum){0} : node->call(run, values, node->arg_count);
}

static ip_datum evaluate_builtin(ip_run_state *run, const ip_node *node)
{
    ip_datum values[IP_MAX_ARGS];
    run->interpreter->work++;
    for (int i = 0; i < node->arg_count; i++)
        values[i] = ip_evaluate(run, node->args[i]);
    return node->call(run, values, node->arg_count);
}

/* ---- rows ---- */
/* Composite values compare field by field, NULLs in them as equal (PostgreSQL 15 documentation, section 9.24.6). */
static ip_datum evaluate_rows_equal(ip_run_state *run, const ip_node *node)
{
    ip_datum a = ip_evaluate(run, node->args[0]), b = ip_evaluate(run, node->args[1]);
    if (a.kind == IP_DATUM_NULL || b.kind == IP_DATUM_NULL)
        return (ip_datum){0};
    return ip_value_datum_boolean(ip_value_datum_equal(a, b) == (node->index == 0));
}

static ip_datum evaluate_rows_distinct(ip_run_state *run, const ip_node *node)
{
    return ip_value_datum_boolean(
        !ip_value_datum_equal(ip_evaluate(run, node->args[0]), ip_evaluate(run, node->args[1])));
}

/* args: of GROUPED */
static ip_datum evaluate_grouping(ip_run_state *run, const ip_node *node)
{
    int64_t bits = 0;
    for (int i = 0; i < node->arg_count; i++)
        bits = bits << 1 | ip_evaluate(run, node->args[i]).as.integer;
    return ip_value_datum_integer(bits);
}

static ip_datum evaluate_refused_row(ip_run_state *run, const ip_node *node)
{
    ip_datum value = ip_evaluate(run, node->args[0]);
    if (value.kind != IP_DATUM_NULL)
        ip_interpreter_raise(run, "42804", "returned record type does not match expected record type");
    return value;
}

ip_evaluator *const ip_exec_evaluators[] = {
    [IP_EVAL_CONSTANT] = evaluate_constant,
    [IP_EVAL_VARIABLE] = evaluate_variable,
    [IP_EVAL_RECORD] = evaluate_record,
    [IP_EVAL_COLUMN] = evaluate_column,
    [IP_EVAL_WHOLE_ROW] = evaluate_whole_row,
    [IP_EVAL_WINDOW] = evaluate_window,
    [IP_EVAL_AGGREGATE] = evaluate_aggregate,
    [IP_EVAL_FIELD] = evaluate_field,
    [IP_EVAL_AND] = evaluate_and,
    [IP_EVAL_OR] = evaluate_or,
    [IP_EVAL_NOT] = evaluate_not,
    [IP_EVAL_IS_NULL] = evaluate_is_null,
    [IP_EVAL_NOT_NULL] = evaluate_not_null,
    [IP_EVAL_ROW_NOT_NULL] = evaluate_row_not_null,
    [IP_EVAL_ROW_IS_NULL] = evaluate_row_is_null,
    [IP_EVAL_IS_TRUE] = evaluate_is_true,
    [IP_EVAL_IS_FALSE] = evaluate_is_false,
    [IP_EVAL_DISTINCT] = evaluate_distinct,
    [IP_EVAL_CASE] = evaluate_case,
    [IP_EVAL_COALESCE] = evaluate_coalesce,
    [IP_EVAL_NULL_IF] = evaluate_null_if,
    [IP_EVAL_GREATEST] = evaluate_greatest,
    [IP_EVAL_LEAST] = evaluate_least,
    [IP_EVAL_IN] = evaluate_in,
    [IP_EVAL_ARRAY] = evaluate_array,
    [IP_EVAL_SUBSCRIPT] = evaluate_subscript,
    [IP_EVAL_WITH_PART] = evaluate_with_part,
    [IP_EVAL_ANY] = evaluate_any,
    [IP_EVAL_ALL] = evaluate_all,
    [IP_EVAL_ROW] = evaluate_row,
    [IP_EVAL_CALL] = evaluate_call,
    [IP_EVAL_EXISTS] = evaluate_exists,
    [IP_EVAL_SCALAR] = evaluate_scalar,
    [IP_EVAL_ARRAY_OF] = evaluate_array_of,
    [IP_EVAL_ANY_OF] = evaluate_any_of,
    [IP_EVAL_ALL_OF] = evaluate_all_of,
    [IP_EVAL_STRICT_BUILTIN] = evaluate_strict_builtin,
    [IP_EVAL_BUILTIN] = evaluate_builtin,
    [IP_EVAL_CAST] = ip_exec_evaluate_cast,
    [IP_EVAL_FOLDED] = ip_exec_evaluate_folded,
    [IP_EVAL_ROWS_EQUAL] = evaluate_rows_equal,
    [IP_EVAL_ROWS_DISTINCT] = evaluate_rows_distinct,
    [IP_EVAL_GROUPING] = evaluate_grouping,
    [IP_EVAL_REFUSED_ROW] = evaluate_refused_row,
    [IP_EVAL_JSON_ROWS] = ip_exec_evaluate_json_rows,
    [IP_EVAL_SIDE_BY_SIDE] = ip_exec_evaluate_side_by_side,
    [IP_EVAL_CHANGED_ROWS] = ip_exec_evaluate_changed_rows,
};
