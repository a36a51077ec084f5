/* INSERT, UPDATE and DELETE, and the tables that they change. */
#include "interpreter/prepare/prepare.h"

#include <string.h>

static ip_prepare_item table_item(ip_prepare *prepare, const ip_table_plan *plan)
{
    const ip_table *table = plan->table;
    const char **names = IP_NEW_ARRAY(prepare->arena, const char *, table->columns.count);
    for (int i = 0; i < table->columns.count; i++)
        names[i] = table->columns.items[i].name;
    return (ip_prepare_item){table, table->columns.count, plan->types, names, NULL};
}

static const ip_node *null_node(ip_prepare *prepare, ip_sqltype type, ip_range range)
{
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_CONSTANT, type, range);
    node->literal = true;
    return node;
}

static const ip_node *assigned(ip_prepare *prepare, const ip_table_plan *plan, int column, const ip_code_expr *expr,
                               const ip_node *const *defaults)
{
    ip_sqltype type = plan->types[column];
    if (expr->kind == IP_CODE_DEFAULT)
        return defaults[column] ? defaults[column] : null_node(prepare, type, expr->range);
    const ip_node *value = ip_prepare_expr(prepare, expr);
    prepare->column = plan->table->columns.items[column].name;
    value = ip_prepare_datum_coerce(prepare, value, type, IP_CAST_ASSIGNMENT);
    prepare->column = NULL;
    return value;
}

static const ip_node **prepare_defaults(ip_prepare *prepare, const ip_table_plan *plan,
                                        const ip_code_expr *const *defaults)
{
    const ip_node **nodes = IP_NEW_ARRAY(prepare->arena, const ip_node *, plan->table->columns.count);
    for (int i = 0; i < plan->table->columns.count && defaults; i++)
        if (defaults[i]) {
            const char *column = prepare->column;
            prepare->column = plan->table->columns.items[i].name;
            nodes[i] = ip_prepare_typed(prepare, defaults[i], plan->types[i], IP_CAST_ASSIGNMENT);
            prepare->column = column;
        }
    return nodes;
}

static const ip_query_plan *prepare_source(ip_prepare *prepare, const ip_code_write *write, const ip_table_plan *plan,
                                           const ip_node *const *defaults)
{
    int width = write->columns.count;
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, width);
    for (int i = 0; i < width; i++)
        types[i] = plan->types[write->columns.items[i]];
    prepare->assigned = write->table;
    const ip_query_plan *source = ip_prepare_query(prepare, write->source, types, write->columns.items, defaults);
    prepare->assigned = NULL;
    if (source->width < width)
        ip_prepare_refuse(prepare, (ip_range){0}, "an INSERT of fewer values than columns");
    ip_query_plan *copy = IP_NEW(prepare->arena, ip_query_plan);
    ip_cast *casts = IP_NEW_ARRAY(prepare->arena, ip_cast, source->width);
    *copy = *source;
    bool any = false;
    for (int i = 0; i < width; i++) {
        prepare->column = write->table->columns.items[write->columns.items[i]].name;
        const char *error = ip_prepare_wrong_assignment(prepare, source->types[i], types[i]);
        prepare->column = NULL;
        if (error || !ip_prepare_find_cast(prepare, source->types[i], types[i], IP_CAST_ASSIGNMENT, &casts[i]))
            ip_prepare_refuse_wrong(prepare, (ip_range){0}, error ? "42804" : NULL, error,
                                    "an INSERT of %s into a column of type %s",
                                    ip_value_sqltype_name(prepare->arena, source->types[i]),
                                    ip_value_sqltype_name(prepare->arena, types[i]));
        any = any || ip_cast_does_something(&casts[i]);
    }
    copy->casts = any ? casts : NULL;
    return copy;
}

static void prepare_returning(ip_prepare *prepare, const ip_code_write *write, ip_write *result)
{
    int count = write->returning_count;
    const ip_node **nodes = IP_NEW_ARRAY(prepare->arena, const ip_node *, count);
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, count);
    const char **names = IP_NEW_ARRAY(prepare->arena, const char *, count);
    for (int i = 0; i < count; i++) {
        nodes[i] = ip_prepare_expr(prepare, write->returning[i].expr);
        if (nodes[i]->type.tag == IP_T_UNKNOWN)
            nodes[i] = ip_prepare_datum_coerce(prepare, nodes[i], ip_value_sqltype_simple(IP_T_TEXT), IP_CAST_IMPLICIT);
        types[i] = nodes[i]->type;
        names[i] = write->returning[i].name;
    }
    result->returning = (ip_nodes){count, nodes};
    result->returning_types = types;
    result->returning_names = names;
}

static const ip_assignment *prepare_sets(ip_prepare *prepare, const ip_code_set *sets, int count,
                                         const ip_table_plan *plan, const ip_node *const *defaults)
{
    ip_assignment *list = IP_NEW_ARRAY(prepare->arena, ip_assignment, count);
    for (int i = 0; i < count; i++)
        list[i] = (ip_assignment){sets[i].column, assigned(prepare, plan, sets[i].column, sets[i].expr, defaults)};
    return list;
}

/* An INSERT's values, with the defaults of columns that are not given. */
static const ip_assignment *prepare_insert(ip_prepare *prepare, const ip_code_merge_when *when, const ip_write *write,
                                           int *count)
{
    int width = write->table->columns.count;
    ip_assignment *list = IP_NEW_ARRAY(prepare->arena, ip_assignment, width);
    const ip_node **values = IP_NEW_ARRAY(prepare->arena, const ip_node *, width);
    bool *given = IP_NEW_ARRAY(prepare->arena, bool, width);
    for (int i = 0; i < when->sets.count; i++) {
        int column = when->sets.items[i].column;
        values[column] = assigned(prepare, write->plan, column, when->sets.items[i].expr, write->defaults);
        given[column] = true;
    }
    *count = 0;
    for (int i = 0; i < width; i++) {
        const ip_node *value = given[i] ? values[i] : write->defaults[i];
        if (value && !write->plan->generated[i].expr)
            list[(*count)++] = (ip_assignment){i, value};
    }
    return list;
}

static void prepare_whens(ip_prepare *prepare, const ip_code_write *write, ip_write *result)
{
    ip_when *whens = IP_NEW_ARRAY(prepare->arena, ip_when, write->whens.count);
    for (int i = 0; i < write->whens.count; i++) {
        const ip_code_merge_when *when = &write->whens.items[i];
        whens[i].source = when;
        whens[i].condition = ip_prepare_condition(prepare, when->condition);
        if (when->kind == IP_CODE_INSERT && !when->nothing) {
            whens[i].sets = prepare_insert(prepare, when, result, &whens[i].set_count);
        } else {
            whens[i].set_count = when->sets.count;
            whens[i].sets = prepare_sets(prepare, when->sets.items, when->sets.count, result->plan, result->defaults);
        }
    }
    result->whens = whens;
    result->when_count = write->whens.count;
}

static ip_row_expr row_expr(ip_prepare *prepare, const ip_table_plan *plan, const ip_code_expr *expr,
                            const ip_node *node, const char *name)
{
    int width = plan->table->columns.count;
    bool *columns = IP_NEW_ARRAY(prepare->arena, bool, width);
    ip_mentions mentions = {.item = 0, .columns = columns};
    ip_prepare_mentions_of(expr, 0, &mentions);
    for (int i = 0; i < width && mentions.whole; i++)
        columns[i] = true;
    return (ip_row_expr){node, columns, name};
}

/* The target, and the items of FROM or USING. */
static const ip_group *target_rows(ip_prepare *prepare, const ip_code_write *write)
{
    const ip_group *group = ip_prepare_from(prepare, write->from, write->table, write->where);
    if (!write->current)
        return group;
    ip_group *own = IP_NEW(prepare->arena, ip_group);
    ip_scan_unit *unit = IP_NEW(prepare->arena, ip_scan_unit);
    *own = *group;
    *unit = group->units[0];
    unit->current = ip_prepare_expr(prepare, write->current);
    own->units = unit;
    return own;
}

const ip_write *ip_prepare_write(ip_prepare *prepare, const ip_code_write *write)
{
    ip_write *result = IP_NEW(prepare->arena, ip_write);
    const ip_table_plan *plan = ip_prepare_plan_of_table(prepare->interpreter, write->table);
    if (write->instead) {
        *result = (ip_write){.source = write, .table = write->table, .plan = plan};
        result->rows = prepare_source(prepare, write, plan, NULL);
        for (int i = 0; i < write->triggers.count; i++)
            IP_PUSH(prepare->arena, &prepare->callees, write->triggers.items[i].function);
        return result;
    }
    if (plan->unable)
        ip_prepare_refuse(prepare, write->table->range, "%s, in table %s", plan->unable, write->table->name);
    if (write->table->unchecked)
        ip_prepare_refuse(prepare, write->table->range, "a write of table %s, which has %s,", write->table->name,
                          write->table->unchecked);
    int item_count = write->item_count > 2 ? write->item_count : 2;
    ip_prepare_scope scope = {.outer = prepare->scope,
                              .item_count = item_count,
                              .items = IP_NEW_ARRAY(prepare->arena, ip_prepare_item, item_count)};
    result->source = write;
    result->table = write->table;
    result->plan = plan;
    result->item_count = item_count;
    result->defaults = prepare_defaults(prepare, plan, write->defaults);
    if (!write->defaults)
        result->defaults = plan->defaults;
    if (write->source)
        result->rows = prepare_source(prepare, write, plan, result->defaults);
    prepare->scope = &scope;
    scope.items[0] = table_item(prepare, plan);
    if (write->kind == IP_CODE_MERGE_ROWS)
        result->from = ip_prepare_from(prepare, write->from, NULL, NULL);
    else if (write->kind != IP_CODE_INSERT)
        result->from = target_rows(prepare, write);
    else
        scope.items[1] = scope.items[0]; /* excluded */
    result->set_count = write->sets.count;
    result->sets = prepare_sets(prepare, write->sets.items, write->sets.count, plan, result->defaults);
    result->conflict_set_count = write->conflict_sets.count;
    result->conflict_sets =
        prepare_sets(prepare, write->conflict_sets.items, write->conflict_sets.count, plan, result->defaults);
    result->conflict_where = ip_prepare_condition(prepare, write->conflict_where);
    prepare_whens(prepare, write, result);
    prepare_returning(prepare, write, result);
    if (write->within) {
        ip_row_expr *within = IP_NEW(prepare->arena, ip_row_expr);
        *within = row_expr(prepare, plan, write->within, ip_prepare_condition(prepare, write->within), NULL);
        result->within = within;
    }
    prepare->scope = scope.outer;
    for (int i = 0; i < write->triggers.count; i++)
        IP_PUSH(prepare->arena, &prepare->callees, write->triggers.items[i].function);
    if (write->next)
        result->next = ip_prepare_write(prepare, write->next);
    return result;
}

/* ---- tables ---- */
/* relcache.c, CheckConstraintFetch. */
static const int *order_of_checks(ip_arena *arena, const ip_table_plan *plan)
{
    int *order = IP_NEW_ARRAY(arena, int, plan->check_count);
    for (int i = 0; i < plan->check_count; i++) {
        const char *name = plan->checks[i].name ? plan->checks[i].name : "";
        int at = i;
        for (; at > 0; at--) {
            const char *before = plan->checks[order[at - 1]].name;
            if (strcmp(before ? before : "", name) <= 0)
                break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    return order;
}

static void prepare_expressions(ip_prepare *prepare, ip_table_plan *plan)
{
    const ip_code_table *code = plan->table->code;
    int width = plan->table->columns.count;
    ip_prepare_item item = table_item(prepare, plan);
    ip_prepare_scope scope = {.item_count = 1, .items = &item};
    prepare->scope = &scope;
    plan->defaults = prepare_defaults(prepare, plan, code->defaults);
    ip_row_expr *generated = IP_NEW_ARRAY(prepare->arena, ip_row_expr, width);
    for (int i = 0; i < width && code->generated; i++)
        if (code->generated[i]) {
            prepare->column = plan->table->columns.items[i].name;
            generated[i] =
                row_expr(prepare, plan, code->generated[i],
                         ip_prepare_typed(prepare, code->generated[i], plan->types[i], IP_CAST_ASSIGNMENT), NULL);
            prepare->column = NULL;
        }
    plan->generated = generated;
    prepare->clause = "CHECK";
    ip_row_expr *checks = IP_NEW_ARRAY(prepare->arena, ip_row_expr, code->checks.count);
    for (int i = 0; i < code->checks.count; i++)
        checks[i] = row_expr(prepare, plan, code->checks.items[i], ip_prepare_condition(prepare, code->checks.items[i]),
                             i < code->check_names.count ? code->check_names.items[i] : "");
    if (code->partition)
        plan->partition = row_expr(
            prepare, plan, code->partition,
            ip_prepare_typed(prepare, code->partition, ip_value_sqltype_simple(IP_T_INTEGER), IP_CAST_IMPLICIT), NULL);
    prepare->clause = NULL;
    plan->checks = checks;
    plan->check_count = code->checks.count;
    plan->check_order = order_of_checks(prepare->arena, plan);
}

static ip_exclusion_plan prepare_exclusion(ip_prepare *prepare, const ip_table_plan *plan,
                                           const ip_code_exclusion *exclusion)
{
    int count = exclusion->source->parts.count, width = plan->table->columns.count;
    ip_row_expr *parts = IP_NEW_ARRAY(prepare->arena, ip_row_expr, count), *where = NULL;
    ip_operator_call *operators = IP_NEW_ARRAY(prepare->arena, ip_operator_call, count);
    bool *columns = IP_NEW_ARRAY(prepare->arena, bool, width);
    for (int i = 0; i < count; i++) {
        if (!exclusion->parts[i])
            ip_prepare_refuse(prepare, exclusion->source->range, "a constraint that is not understood");
        const ip_node *node = ip_prepare_expr(prepare, exclusion->parts[i]);
        parts[i] = row_expr(prepare, plan, exclusion->parts[i], node, NULL);
        operators[i] = *ip_prepare_operator(prepare, exclusion->source->parts.items[i].operator, node->type, node->type,
                                            exclusion->source->range);
    }
    if (exclusion->where) {
        where = IP_NEW(prepare->arena, ip_row_expr);
        *where = row_expr(prepare, plan, exclusion->where, ip_prepare_condition(prepare, exclusion->where), NULL);
    }
    for (int c = 0; c < width; c++) {
        columns[c] = where && where->columns[c];
        for (int i = 0; i < count; i++)
            columns[c] = columns[c] || parts[i].columns[c];
    }
    return (ip_exclusion_plan){exclusion->source, count, parts, operators, where, columns};
}

static void prepare_exclusions(ip_prepare *prepare, ip_table_plan *plan)
{
    const ip_code_table *code = plan->table->code;
    ip_prepare_item item = table_item(prepare, plan);
    ip_prepare_scope scope = {.item_count = 1, .items = &item};
    ip_exclusion_plan *all = IP_NEW_ARRAY(prepare->arena, ip_exclusion_plan, code->exclusions.count);
    prepare->scope = &scope;
    for (int x = 0; x < code->exclusions.count; x++)
        all[x] = prepare_exclusion(prepare, plan, &code->exclusions.items[x]);
    prepare->scope = NULL;
    plan->exclusions = all;
    plan->exclusion_count = code->exclusions.count;
}

/* Both lists are in the order in which their indexes were made. The index of a key with NULLS NOT DISTINCT is in both:
 * then the key comes first. */
static void order_uniques(ip_arena *arena, ip_table_plan *plan)
{
    const ip_table *table = plan->table;
    int k = 0, x = 0, count = table->keys.count + plan->exclusion_count;
    ip_unique_plan *all = IP_NEW_ARRAY(arena, ip_unique_plan, count);
    for (int i = 0; i < count; i++) {
        bool key = k < table->keys.count &&
                   (x == plan->exclusion_count || table->keys.items[k].made <= plan->exclusions[x].source->made);
        all[i] = key ? (ip_unique_plan){&table->keys.items[k++], NULL} : (ip_unique_plan){NULL, &plan->exclusions[x++]};
    }
    plan->uniques = all;
    plan->unique_count = count;
}

void ip_prepare_table(ip_interpreter *interpreter, ip_table_plan *plan)
{
    static const ip_code_table nothing;
    ip_prepare prepare = {.arena = interpreter->arena, .interpreter = interpreter};
    int width = plan->table->columns.count;
    jmp_buf trap;
    prepare.trap = &trap;
    if (setjmp(trap)) {
        plan->unable = prepare.message;
        plan->wrong_state = prepare.sqlstate;
        plan->wrong = prepare.error;
        order_uniques(prepare.arena, plan);
        return;
    }
    if (plan->table->code && memcmp(plan->table->code, &nothing, sizeof nothing) != 0)
        prepare_expressions(&prepare, plan);
    if (plan->table->code)
        prepare_exclusions(&prepare, plan);
    order_uniques(prepare.arena, plan);
    if (!plan->defaults)
        plan->defaults = IP_NEW_ARRAY(prepare.arena, const ip_node *, width);
    if (!plan->generated)
        plan->generated = IP_NEW_ARRAY(prepare.arena, ip_row_expr, width);
}
