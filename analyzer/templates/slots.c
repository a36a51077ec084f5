/* Finds the constants of a statement that are data, and their columns, by a walk over the parse tree. Constants that
 * are not data stay in the form: type modifiers, positions in ORDER BY, names of settings and sequences. */
#include "base/words.h"
#include "templates/statement.h"

#include <string.h>

typedef struct context {
    const char *column, *table;
    int position;
    bool compared, equals, among, set, limit, plain;
} context;

typedef struct walker {
    ip_arena *arena;
    const ip_schema *schema; /* NULL if not known */
    const ip_scan *scan;
    ip_found_slots *found;
} walker;

static void walk(walker *w, const ip_tree *node, const context *in);

static void walk_list(walker *w, const ip_tree *list, const context *in)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(list, i, item) walk(w, item, in);
}

/* Returns the index of the value at this offset, or -1. */
static int value_at(const walker *w, int location)
{
    for (int i = 0; i < w->scan->values.count; i++)
        if (location >= 0 && w->scan->values.items[i].begin == (size_t)location)
            return i;
    return -1;
}

static ip_template_slot slot_in(const context *in)
{
    return (ip_template_slot){.column = in->column,
                              .position = in->position,
                              .table = in->table,
                              .compared = in->compared,
                              .equals = in->equals,
                              .among = in->among,
                              .set = in->set,
                              .limit = in->limit,
                              .plain = in->plain};
}

static void note_spelling(const walker *w, ip_template_slot *slot, int value)
{
    char first = *w->scan->values.items[value].text;
    slot->number = (first >= '0' && first <= '9') || first == '-' || first == '.';
    slot->text = strchr("'eEuUnNbBxX$", first) != NULL;
}

static void add_literal(walker *w, int value, const context *in, size_t begin, const char *after)
{
    const ip_log_literal *v = &w->scan->values.items[value];
    ip_found_slot created = {.slot = slot_in(in), .begin = begin, .end = v->end, .before = "", .after = after};
    note_spelling(w, &created.slot, value);
    IP_PUSH(w->arena, &created.parts, value);
    IP_PUSH(w->arena, w->found, created);
}

static void add_placeholder(walker *w, const PgQuery__ParamRef *param, const context *in)
{
    size_t begin = (size_t)param->location, end = begin + 1;
    while (w->scan->source.text[end] >= '0' && w->scan->source.text[end] <= '9')
        end++;
    ip_found_slot created = {.slot = slot_in(in), .begin = begin, .end = end, .before = "", .after = ""};
    created.slot.placeholder = param->number;
    IP_PUSH(w->arena, &created.parts, -param->number);
    IP_PUSH(w->arena, w->found, created);
}

/* Finds the column x in x = 5 and in lower(x) = 'a'. */
static void column_of(const ip_tree *node, context *in)
{
    const PgQuery__ColumnRef *column = ip_as_column_ref(node);
    const PgQuery__TypeCast *cast = ip_as_type_cast(node);
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    if (cast)
        column_of(cast->arg, in);
    if (call && ip_parse_list_size(IP_ITEMS(call, args)) == 1)
        column_of(ip_parse_list_item(IP_ITEMS(call, args), 0), in);
    const ip_tree *names = IP_ITEMS(column, fields);
    size_t count = ip_parse_list_size(names);
    if (count == 0 || !*ip_parse_string_node(ip_parse_list_item(names, count - 1)))
        return;
    in->column = ip_parse_string_node(ip_parse_list_item(names, count - 1));
    in->table = count > 1 ? ip_parse_string_node(ip_parse_list_item(names, count - 2)) : NULL;
}

/* Reads a list that has only constants and placeholders, all with the same cast. */
static bool list_parts(walker *w, const ip_tree *list, ip_found_slot *created, const char **cast, size_t *end)
{
    size_t i;
    const ip_tree *item;
    *cast = NULL;
    IP_LIST_EACH(list, i, item)
    {
        const PgQuery__TypeCast *typed = ip_as_type_cast(item);
        const PgQuery__AConst *constant = ip_as_a_const(typed ? typed->arg : item);
        const PgQuery__ParamRef *param = ip_as_param_ref(typed ? typed->arg : item);
        const char *type = typed ? ip_parse_typename_text(w->arena, typed->type_name) : NULL;
        int part = constant ? value_at(w, constant->location) : param ? -param->number : -1;
        if ((!constant && !param) || (constant && part < 0))
            return false;
        if (typed && typed->type_name->location < (constant ? constant->location : param->location))
            return false;
        if (i > 0 && (!type != !*cast || (type && strcmp(type, *cast) != 0)))
            return false;
        *cast = type;
        *end = constant ? w->scan->values.items[part].end : (size_t)param->location + 1;
        if (i == 0 && constant)
            note_spelling(w, &created->slot, part);
        IP_PUSH(w->arena, &created->parts, part);
    }
    return created->parts.count > 0;
}

/* Returns the offset at which the bracket that opens at `at` closes, or 0. */
static size_t closing(const walker *w, size_t at)
{
    int depth = 0;
    size_t length = w->scan->source.length;
    for (ip_token t = ip_parse_lex(&w->scan->source, at, length, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(&w->scan->source, t.end, length, false)) {
        char c = w->scan->source.text[t.begin];
        if (t.kind != IP_TOKEN_OPERATOR)
            continue;
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
        if (depth < 0)
            return t.end;
    }
    return 0;
}

static bool add_list(walker *w, const ip_tree *list, int location, const context *in, const char *before,
                     const char *after)
{
    ip_found_slot created = {.slot = slot_in(in), .begin = (size_t)location};
    const char *cast;
    size_t end = 0;
    if (location < 0 || !list_parts(w, list, &created, &cast, &end) || (end = closing(w, end)) == 0)
        return false;
    created.end = end;
    created.before = before;
    created.after = cast ? ip_arena_printf(w->arena, "::%s[]%s", cast, after) : after;
    created.slot.list = true;
    IP_PUSH(w->arena, w->found, created);
    return true;
}

/* A constant or a placeholder, perhaps with a cast. */
static bool is_value(const ip_tree *node)
{
    while (ip_as_type_cast(node))
        node = ip_as_type_cast(node)->arg;
    return ip_as_a_const(node) || ip_as_param_ref(node);
}

static void walk_expression(walker *w, const PgQuery__AExpr *expr, const context *in)
{
    context inside = {.column = in->column, .table = in->table, .position = in->position, .compared = in->compared};
    static const char *const comparisons = " = <> < > <= >= ~~ ~~* ";
    const char *name = ip_parse_string_node(ip_parse_list_item(IP_ITEMS(expr, name), 0));
    if (expr->kind != PG_QUERY__A__EXPR__KIND__AEXPR_OP || strstr(comparisons, ip_arena_printf(w->arena, " %s ", name)))
        inside.compared = true;
    if (is_value(expr->lexpr) && is_value(expr->rexpr))
        inside.compared = in->compared; /* $1 = $2 asks for no key */
    inside.equals = expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP && strcmp(name, "=") == 0;
    context left = inside, right = inside;
    column_of(expr->rexpr, &left);
    column_of(expr->lexpr, &right);
    walk(w, expr->lexpr, &left);
    bool equals = strcmp(name, "=") == 0;
    right.set = expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_IN ||
                expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ANY ||
                expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ALL;
    right.among = equals && right.set && expr->kind != PG_QUERY__A__EXPR__KIND__AEXPR_OP_ALL &&
                  ip_as_column_ref(expr->lexpr) != NULL;
    if (expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_IN)
        right.equals = ip_as_column_ref(expr->lexpr) != NULL;
    if (expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_IN &&
        add_list(w, IP_ITEMS(ip_as_list(expr->rexpr), items), expr->location, &right, equals ? "= ANY (" : "<> ALL (",
                 ")"))
        return;
    right.equals &= expr->kind != PG_QUERY__A__EXPR__KIND__AEXPR_IN;
    right.set &= expr->kind != PG_QUERY__A__EXPR__KIND__AEXPR_IN;
    right.among &= right.set;
    walk(w, expr->rexpr, &right);
}

static void walk_cast(walker *w, const PgQuery__TypeCast *cast, const context *in)
{
    const PgQuery__AConst *constant = ip_as_a_const(cast->arg);
    int location = IP_GET(cast->type_name, location), value = constant ? value_at(w, constant->location) : -1;
    if (value < 0 || location < 0 || location >= constant->location) {
        walk(w, cast->arg, in);
        return;
    }
    /* DATE '2026-11-24' requires a literal. The spelling with :: also takes a parameter. */
    if (cast->type_name->n_typmods == 0)
        add_literal(w, value, in, (size_t)location,
                    ip_arena_printf(w->arena, "::%s", ip_parse_typename_text(w->arena, cast->type_name)));
}

static bool is_call_of(const PgQuery__FuncCall *call, const char *const *names)
{
    const ip_tree *words = IP_ITEMS(call, funcname);
    const char *name = ip_parse_last_string(words);
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

/* Tells whether the meaning of the statement depends on the first argument itself. */
static bool keeps_argument(const PgQuery__FuncCall *call)
{
    static const char *const names[] = {"nextval",         "currval",   "setval", "set_config",
                                        "current_setting", "pg_notify", NULL};
    return is_call_of(call, names);
}

/* Tells whether the constants among the arguments say how values are counted or shown: count(1), date_trunc('day', x).
 * Those of other functions may be keys. */
static bool takes_no_key(const PgQuery__FuncCall *call)
{
    static const char *const names[] = {"count",     "string_agg", "date_trunc", "date_part", "to_char", "round",
                                        "substring", "left",       "right",      "btrim",     NULL};
    return is_call_of(call, names);
}

static void walk_select(walker *w, const PgQuery__SelectStmt *select, const context *in)
{
    static const context none = {0}, limit = {.limit = true};
    size_t i;
    const ip_tree *item, *key;
    IP_LIST_EACH(IP_ITEMS(select, values_lists), i, item) walk(w, item, in);
    IP_LIST_EACH(IP_ITEMS(select, target_list), i, item)
    {
        const context plain = {.column = in->column, .table = in->table, .plain = in->column == NULL};
        const ip_tree *value = IP_GET(ip_as_res_target(item), val);
        walk(w, value, ip_as_a_const(value) ? &plain : &none);
    }
    walk_list(w, IP_ITEMS(select, distinct_clause), &none);
    walk_list(w, IP_ITEMS(select, from_clause), &none);
    walk(w, select->where_clause, &none);
    IP_LIST_EACH(IP_ITEMS(select, group_clause), i, item) if (!ip_as_a_const(item)) walk(w, item, &none);
    walk(w, select->having_clause, &none);
    walk_list(w, IP_ITEMS(select, window_clause), &none);
    IP_LIST_EACH(IP_ITEMS(select, sort_clause), i, item)
    {
        key = IP_GET(ip_as_sort_by(item), node);
        if (!ip_as_a_const(key))
            walk(w, key, &none);
    }
    walk(w, select->limit_offset, &limit);
    walk(w, select->limit_count, &limit);
    walk_list(w, IP_ITEMS(IP_GET(select, with_clause), ctes), &none);
    if (select->larg)
        walk_select(w, select->larg, &none);
    if (select->rarg)
        walk_select(w, select->rarg, &none);
}

/* Where the word VALUES begins that stands before an offset. */
static size_t values_before(const walker *w, size_t offset)
{
    size_t found = 0;
    for (ip_token t = ip_parse_lex(&w->scan->source, 0, offset, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(&w->scan->source, t.end, offset, false))
        if (ip_parse_token_is(&w->scan->source, t, "values"))
            found = t.begin;
    return found;
}

/* Returns the type, without length, of the column for a value in a row, or NULL if it is not known. */
static const char *column_type(const walker *w, const PgQuery__InsertStmt *insert, size_t position)
{
    const ip_table *table = ip_templates_table_named(w->schema, insert->relation->relname);
    const char *name = IP_TEXT(ip_as_res_target(ip_parse_list_item(IP_ITEMS(insert, cols), position)), name);
    for (int i = 0; table && i < table->columns.count; i++) {
        ip_type type = table->columns.items[i].type;
        if (insert->n_cols ? strcmp(table->columns.items[i].name, name) != 0 : (size_t)i != position)
            continue;
        size_t length = type.name ? strcspn(type.name, "(") : 0;
        return length && !type.array ? ip_arena_strndup(w->arena, type.name, length) : NULL;
    }
    return NULL;
}

/* A column of VALUES with several rows. */
typedef struct row_column {
    ip_found_slot slot;
    const char *type;  /* of an array of its values; NULL if it is none */
    const char *alike; /* the same expression in each row, as in "now()"; NULL if there is none: then DEFAULT */
} row_column;

/* Returns the text of a call without arguments, or NULL if the cell is something else. */
static const char *call_text(const walker *w, const ip_tree *cell)
{
    const PgQuery__SQLValueFunction *value = ip_as_sqlvalue_function(cell);
    const PgQuery__FuncCall *call = ip_as_func_call(cell);
    if (value && value->typmod < 0) {
        ip_token t = ip_parse_lex(&w->scan->source, (size_t)value->location, w->scan->source.length, false);
        return ip_arena_strndup(w->arena, w->scan->source.text + t.begin, t.end - t.begin);
    }
    if (!call || ip_parse_list_size(IP_ITEMS(call, args)) || ip_parse_list_size(IP_ITEMS(call, funcname)) != 1 ||
        call->agg_star)
        return NULL;
    return ip_arena_printf(w->arena, "%s()", ip_parse_string_node(ip_parse_list_item(IP_ITEMS(call, funcname), 0)));
}

/* Tells whether the cells are all DEFAULT, or all the same call. */
static bool are_alike(const walker *w, const ip_list *cells, const char **text)
{
    size_t i, defaults = 0;
    const ip_tree *cell;
    *text = NULL;
    IP_LIST_EACH(cells, i, cell)
    {
        const char *call = call_text(w, cell);
        defaults += ip_as_set_to_default(cell) != NULL;
        if (i == 0)
            *text = call;
        else if (!call != !*text || (call && strcmp(call, *text) != 0))
            return false;
    }
    return *text || defaults == ip_parse_list_size(cells);
}

/* *end becomes the offset after the last value, if the column has values. */
static bool read_column(walker *w, const PgQuery__InsertStmt *insert, const ip_tree *rows, size_t k, size_t *end,
                        row_column *column)
{
    const char *cast;
    const PgQuery__ResTarget *target = ip_as_res_target(ip_parse_list_item(IP_ITEMS(insert, cols), k));
    context in = {.column = IP_TEXT(target, name), .table = IP_TEXT(insert->relation, relname)};
    ip_list cells = {0};
    size_t last = 0;
    in.column = *in.column ? in.column : NULL;
    in.position = in.column ? 0 : (int)k + 1;
    column->slot.slot = slot_in(&in);
    for (size_t i = 0; i < ip_parse_list_size(rows); i++)
        ip_parse_list_add(w->arena, &cells,
                          ip_parse_list_item(IP_ITEMS(ip_as_list(ip_parse_list_item(rows, i)), items), k));
    if (are_alike(w, &cells, &column->alike))
        return in.column && target->n_indirection == 0;
    if (!list_parts(w, &cells, &column->slot, &cast, &last))
        return false;
    column->type = cast ? cast : column_type(w, insert, k);
    column->slot.slot.list = column->slot.slot.rows = true;
    *end = last;
    return column->type != NULL;
}

static size_t part_offset(const walker *w, const ip_tree *cell, int part)
{
    const PgQuery__TypeCast *typed = ip_as_type_cast(cell);
    const PgQuery__ParamRef *param = ip_as_param_ref(typed ? typed->arg : cell);
    return part >= 0 ? w->scan->values.items[part].begin : param ? (size_t)param->location : 0;
}

/* Replaces the list of columns: those with a DEFAULT are left out, those with a call come last. */
static void add_columns(walker *w, const PgQuery__InsertStmt *insert, const row_column *columns, size_t count)
{
    const char *text = "";
    bool shorter = false;
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < count && k < insert->n_cols; k++) {
            const char *name = IP_TEXT(ip_as_res_target(insert->cols[k]), name);
            shorter |= !columns[k].type;
            if (pass == 0 ? columns[k].type != NULL : columns[k].alike != NULL)
                text = ip_arena_printf(w->arena, "%s%s%s", text, *text ? ", " : "", ip_quoted(w->arena, name, '"'));
        }
    if (!shorter)
        return;
    ip_found_slot list = {.before = text, .after = ""};
    list.begin = (size_t)ip_as_res_target(insert->cols[0])->location;
    list.end = closing(w, (size_t)ip_as_res_target(insert->cols[insert->n_cols - 1])->location) - 1;
    IP_PUSH(w->arena, w->found, list);
}

/* Reads VALUES (1, 'a'), (2, 'b') as an array for each column. Returns false if a value is no constant or its type is
 * not known. */
static bool add_rows(walker *w, const PgQuery__InsertStmt *insert, const ip_tree *rows)
{
    size_t count = ip_parse_list_size(IP_ITEMS(ip_as_list(ip_parse_list_item(rows, 0)), items)), end = 0, begin = 0,
           first = 0;
    row_column *columns = IP_NEW_ARRAY(w->arena, row_column, count + 1);
    const char *calls = "";
    int arrays = 0;
    for (size_t k = 0; k < count; k++) {
        if (!read_column(w, insert, rows, k, &end, &columns[k]))
            return false;
        if (columns[k].type && arrays++ == 0)
            first = part_offset(w, ip_parse_list_item(IP_ITEMS(ip_as_list(ip_parse_list_item(rows, 0)), items), k),
                                columns[k].slot.parts.items[0]);
        if (columns[k].alike)
            calls = ip_arena_printf(w->arena, "%s, %s", calls, columns[k].alike);
    }
    if (arrays == 0 || (end = closing(w, end)) == 0 || !(begin = values_before(w, first)))
        return false;
    add_columns(w, insert, columns, count);
    for (size_t k = 0, at = 0; k < count; k++) {
        ip_found_slot *slot = &columns[k].slot;
        if (!columns[k].type)
            continue;
        slot->before = at == 0 ? ip_arena_printf(w->arena, "SELECT *%s FROM unnest(", calls) : ", ";
        slot->after = ip_arena_printf(w->arena, "::%s[]%s", columns[k].type, (int)at + 1 < arrays ? "" : ")");
        slot->begin = at++ == 0 ? begin : end;
        slot->end = end;
        IP_PUSH(w->arena, w->found, *slot);
    }
    return true;
}

static void walk_insert(walker *w, const PgQuery__InsertStmt *insert)
{
    static const context none = {0};
    const PgQuery__SelectStmt *select = ip_as_select_stmt(insert->select_stmt);
    size_t i, k;
    const ip_tree *row, *value;
    walk_list(w, IP_ITEMS(IP_GET(insert, with_clause), ctes), &none);
    const ip_tree *rows = IP_ITEMS(select, values_lists);
    bool added = ip_parse_list_size(rows) > 1 && add_rows(w, insert, rows);
    IP_LIST_EACH(added ? NULL : rows, i, row)
    {
        IP_LIST_EACH(IP_ITEMS(ip_as_list(row), items), k, value)
        {
            context in = {.column = IP_TEXT(ip_as_res_target(ip_parse_list_item(IP_ITEMS(insert, cols), k)), name),
                          .table = IP_TEXT(insert->relation, relname)};
            in.column = *in.column ? in.column : NULL;
            in.position = in.column ? 0 : (int)k + 1;
            walk(w, value, &in);
        }
    }
    if (select && select->n_values_lists == 0)
        walk_select(w, select, &none);
    const PgQuery__OnConflictClause *conflict = insert->on_conflict_clause;
    walk_list(w, IP_ITEMS(conflict, target_list), &none);
    walk(w, IP_GET(conflict, where_clause), &none);
    walk(w, conflict && conflict->infer ? IP_GET(conflict->infer, where_clause) : NULL, &none);
    walk_list(w, IP_ITEMS(insert, returning_list), &none);
}

static void walk(walker *w, const ip_tree *node, const context *in)
{
    static const context none = {0};
    const ip_tree *child;
    if (!node)
        return;
    if (ip_parse_tree_is_list(node)) {
        walk_list(w, node, in);
        return;
    }
    const PgQuery__AConst *constant = ip_as_a_const(node);
    const PgQuery__ResTarget *target = ip_as_res_target(node);
    const PgQuery__AArrayExpr *array = ip_as_a_array_expr(node);
    if (constant) {
        int value = value_at(w, constant->location);
        if (value >= 0)
            add_literal(w, value, in, w->scan->values.items[value].begin, "");
    } else if (ip_as_param_ref(node)) {
        add_placeholder(w, ip_as_param_ref(node), in);
    } else if (ip_as_a_expr(node)) {
        walk_expression(w, ip_as_a_expr(node), in);
    } else if (array) {
        context element = *in;
        element.set = element.among = false;
        if (!add_list(w, IP_ITEMS(array, elements), array->location, in, "", ""))
            walk_list(w, IP_ITEMS(array, elements), &element);
    } else if (ip_as_type_cast(node)) {
        walk_cast(w, ip_as_type_cast(node), in);
    } else if (ip_as_select_stmt(node)) {
        walk_select(w, ip_as_select_stmt(node), &none);
    } else if (ip_as_insert_stmt(node)) {
        walk_insert(w, ip_as_insert_stmt(node));
    } else if (target) {
        const context assigned = {.column = *target->name ? target->name : NULL};
        walk(w, target->val, &assigned);
    } else if (ip_as_func_call(node)) {
        const context argument = {
            .column = in->column, .table = in->table, .compared = in->column || !takes_no_key(ip_as_func_call(node))};
        const ip_tree *args = IP_ITEMS(ip_as_func_call(node), args);
        for (size_t i = keeps_argument(ip_as_func_call(node)); i < ip_parse_list_size(args); i++)
            walk(w, ip_parse_list_item(args, i), &argument);
    } else if (!ip_as_type_name(node) && !ip_as_def_elem(node) && !ip_as_variable_set_stmt(node)) {
        bool same = ip_as_node(node) && (strcmp(ip_parse_node_kind(node), "List") == 0);
        IP_TREE_EACH(ip_as_node(node) ? ip_parse_node_body(node) : node, field, child)
        {
            const ProtobufCMessageDescriptor *kind =
                ip_parse_tree_is_list(child) ? NULL : *(const ProtobufCMessageDescriptor *const *)child;
            if (kind != &pg_query__type_name__descriptor)
                walk(w, child, same ? in : &none);
        }
    }
}

static int in_order(const ip_found_slot *x, const ip_found_slot *y)
{
    return (x->begin > y->begin) - (x->begin < y->begin);
}

void ip_templates_slots_find(ip_arena *arena, const ip_schema *schema, const ip_tree *statement, const ip_scan *scan,
                             ip_found_slots *found)
{
    static const context none = {0};
    walker w = {arena, schema, scan, found};
    walk(&w, statement, &none);
    for (int i = 1; i < found->count; i++) /* the list is short and nearly sorted */
        for (int k = i; k > 0 && in_order(&found->items[k - 1], &found->items[k]) > 0; k--) {
            ip_found_slot other = found->items[k];
            found->items[k] = found->items[k - 1];
            found->items[k - 1] = other;
        }
}
