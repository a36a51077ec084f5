/* Expressions that are evaluated on a row as an UPDATE leaves it: CHECK constraints, keys and foreign keys of several
 * columns, and expressions and conditions of indexes. They may also read columns that the UPDATE does not assign, whose
 * values then decide whether it fails (PostgreSQL 15, ExecConstraints in execMain.c; section 11.7). For an INSERT all
 * columns are given. */
#include "base/words.h"
#include "lower/lower.h"

#include <string.h>

/* Nothing in it raises an error: columns and constants, compared. */
static bool is_total(const ip_tree *node)
{
    static const char *const plain[] = {"ColumnRef",    "A_Const",       "NullTest",   "BooleanTest", "BoolExpr",
                                        "List",         "String",        "Integer",    "CaseWhen",    "CaseExpr",
                                        "CoalesceExpr", "CollateClause", "A_ArrayExpr"};
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node)) {
        IP_LIST_EACH(node, i, value) if (!is_total(value)) return false;
        return true;
    }
    if (!ip_parse_tree_is_message(node))
        return true;
    const char *kind = ip_parse_node_kind(node);
    const PgQuery__AExpr *apply = ip_as_a_expr(node);
    const PgQuery__TypeCast *cast = ip_as_type_cast(node);
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    bool known = kind && ip_is_one_of(plain, sizeof plain / sizeof plain[0], kind);
    if (apply) {
        static const char *const operators[] = {"=", "<>", "<", "<=", ">", ">=", "IN", "BETWEEN", "NOT BETWEEN"};
        const ip_tree *names = IP_ITEMS(apply, name);
        known = ip_is_one_of(operators, sizeof operators / sizeof operators[0], ip_parse_last_string(names));
        return known && is_total(IP_GET(apply, lexpr)) && is_total(IP_GET(apply, rexpr));
    }
    if (cast)
        return ip_as_a_const(IP_GET(cast, arg)) != NULL;
    if (call) {
        const ip_tree *names = IP_ITEMS(call, funcname);
        known = ip_parse_list_size(names) == 1 && ip_is_among("lower upper btrim ltrim rtrim length md5",
                                                              ip_parse_string_node(ip_parse_list_item(names, 0)));
        return known && is_total(IP_ITEMS(call, args));
    }
    if (!known)
        return false;
    IP_TREE_EACH(ip_parse_node_body(node), key, value) if (!is_total(value)) return false;
    return true;
}

/* Sets names[c] for the table's columns that are named. false: the row as a whole may be. */
static bool names_columns(const ip_table *table, const ip_tree *node, bool *names)
{
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node)) {
        IP_LIST_EACH(node, i, value) if (!names_columns(table, value, names)) return false;
        return true;
    }
    if (!ip_parse_tree_is_message(node))
        return true;
    const PgQuery__ColumnRef *reference = ip_as_column_ref(node);
    if (reference) {
        const ip_tree *fields = IP_ITEMS(reference, fields);
        int column = ip_catalog_table_column(table, ip_parse_last_string(fields));
        if (column >= 0)
            names[column] = true;
        /* VALUE is that of a domain's column. */
        return column >= 0 || strcmp(ip_parse_string_node(ip_parse_list_item(fields, 0)), "value") == 0;
    }
    IP_TREE_EACH(node, key, value) if (!names_columns(table, value, names)) return false;
    return true;
}

/* If one of the columns is assigned, the others are read; whatever: in any case. */
static void read_together(ip_query *query, const bool *names, bool whatever)
{
    const ip_statement *s = &query->statement;
    const ip_row_source *target = &query->statement.sources.items[0];
    bool changed = whatever;
    for (int c = 0; c < target->table->columns.count; c++)
        changed = changed || (s->assignments[c] && names[c]);
    for (int c = 0; c < target->table->columns.count && changed; c++)
        if (names[c] && !s->assignments[c])
            target->output_columns[c] = s->read_with_others[c] = true;
}

static bool *no_names(ip_lowerer *l, const ip_table *table)
{
    return IP_NEW_ARRAY(l->arena, bool, table->columns.count + 1);
}

static void read_with(ip_lowerer *l, ip_query *query, const ip_tree *tree, bool whatever)
{
    const ip_table *table = query->statement.sources.items[0].table;
    bool *names = no_names(l, table), whole = !names_columns(table, tree, names);
    for (int c = 0; c < table->columns.count; c++)
        names[c] = names[c] || whole;
    read_together(query, names, whatever);
}

static void read_keys(ip_lowerer *l, ip_query *query, const ip_table *table)
{
    for (int k = 0; k < table->keys.count; k++) {
        bool *names = no_names(l, table);
        for (int i = 0; i < table->keys.items[k].column_count; i++)
            names[table->keys.items[k].columns[i]] = true;
        read_together(query, names, false);
    }
    for (int k = 0; k < table->foreign_keys.count; k++) {
        bool *names = no_names(l, table);
        for (int i = 0; i < table->foreign_keys.items[k].column_count; i++)
            names[table->foreign_keys.items[k].columns[i]] = true;
        read_together(query, names, false);
    }
    for (int x = 0; x < table->exclusions.count; x++) {
        const ip_exclusion *exclusion = &table->exclusions.items[x];
        bool *names = no_names(l, table);
        for (int c = 0; c < table->columns.count; c++) {
            names[c] = exclusion->any;
            for (int i = 0; i < exclusion->equal.count; i++)
                names[c] = names[c] || strcmp(exclusion->equal.items[i], table->columns.items[c].name) == 0;
            for (int i = 0; i < exclusion->named.count; i++)
                names[c] = names[c] || strcmp(exclusion->named.items[i], table->columns.items[c].name) == 0;
        }
        read_together(query, names, false);
    }
}

/* Columns and numbers, compared. */
static bool is_comparison(const ip_tree *node)
{
    static const char *const operators[] = {"=", "<>", "<", "<=", ">", ">=", "BETWEEN"};
    const PgQuery__BoolExpr *logic = ip_as_bool_expr(node);
    const PgQuery__AExpr *apply = ip_as_a_expr(node);
    const ip_tree *value, *names = IP_ITEMS(apply, name);
    size_t i;
    if (ip_parse_tree_is_list(node)) {
        IP_LIST_EACH(node, i, value) if (!is_comparison(value)) return false;
        return true;
    }
    if (logic)
        return is_comparison(IP_ITEMS(logic, args));
    if (apply)
        return ip_is_one_of(operators, sizeof operators / sizeof operators[0], ip_parse_last_string(names)) &&
               is_comparison(IP_GET(apply, lexpr)) && is_comparison(IP_GET(apply, rexpr));
    return ip_as_column_ref(node) || ip_as_a_const(node) ||
           (ip_as_list(node) && is_comparison(IP_ITEMS(ip_as_list(node), items)));
}

/* What the UPDATE assigns to the columns that are named, as values without columns of rows; NULL: something else. A
 * whole number is stored as it was given, if at all. */
static ip_scope *given_values(ip_lowerer *l, const ip_table *table, const ip_expr *const *assigned, const bool *names)
{
    ip_scope *scope = ip_lower_scope_new(l, NULL, NULL);
    ip_entry entry = {.alias = ip_last_part(table->name)};
    for (int c = 0; c < table->columns.count; c++) {
        const ip_type type = table->columns.items[c].type;
        if (!names[c])
            continue;
        if (!assigned[c] || ip_program_expr_sources(assigned[c]) || type.kind != IP_INTEGER || type.array ||
            assigned[c]->type.kind != IP_INTEGER || assigned[c]->type.array)
            return NULL;
        IP_PUSH(l->arena, &entry.names, table->columns.items[c].name);
        IP_PUSH(l->arena, &entry.columns, assigned[c]);
    }
    IP_PUSH(l->arena, &scope->entries, entry);
    return entry.names.count ? scope : NULL;
}

/* A CHECK that these values make false refuses every row: a transaction that goes on has found none (PostgreSQL 15,
 * section 5.4.1). */
void ip_lower_refusing_checks(ip_lowerer *l, const ip_table *table, const ip_expr *const *assigned, int statement)
{
    const ip_definitions *d = l->definitions;
    if (l->undone_depth > 0 || ip_lower_may_leave_out(l, &l->program->statements.items[statement]))
        return;
    for (int i = 0; i < d->checks.count; i++) {
        ip_parse_error error;
        if (d->checks.items[i].table != table || d->checks.items[i].no_inherit)
            continue;
        const ip_tree *tree =
            ip_parse_pg_parse_expr(l->arena, ip_range_text(l->arena, d->checks.items[i].expr), &error);
        bool *names = no_names(l, table);
        if (!tree || !is_comparison(tree) || !names_columns(table, tree, names))
            continue;
        ip_scope *scope = given_values(l, table, assigned, names);
        if (!scope)
            continue;
        const ip_expr *found = ip_lower_variable(l, IP_VAR_FOUND, "found", ip_lower_boolean_type, l->loop);
        l->program->variables.items[found->index].statement = statement;
        int visible = l->visible.count;
        l->visible.count = 0; /* no variable has a say in it */
        const ip_expr *holds = ip_lower_expr(l, tree, scope);
        l->visible.count = visible;
        /* A CHECK that gives NULL is satisfied. */
        const ip_expr *fails = ip_program_expr_op(l->arena, IP_OP_NOT, ip_lower_boolean_type, 1, &holds);
        ip_lower_emit_abort(l, ip_program_expr_and(l->arena, found, fails));
    }
}

/* Transition tables have whole rows, and triggers may use any column. */
static void read_for_transitions(ip_lowerer *l, ip_statement *s)
{
    const ip_row_source *target = &s->sources.items[0];
    const ip_triggers *related = ip_lower_related(l, target->table->name);
    for (int i = 0; i < related->count; i++) {
        const ip_trigger *t = related->items[i];
        bool fires = s->kind == IP_UPDATE ? t->on_update : t->on_delete;
        if (!fires || t->disabled || (!t->old_table && !t->new_table))
            continue;
        if (!s->read_with_others)
            s->read_with_others = no_names(l, target->table);
        for (int c = 0; c < target->table->columns.count; c++)
            target->output_columns[c] = s->read_with_others[c] = true;
    }
}

void ip_lower_stored(ip_lowerer *l, ip_query *query)
{
    const ip_statement *s = &query->statement;
    if ((s->kind == IP_UPDATE || s->kind == IP_DELETE) && s->sources.count > 0)
        read_for_transitions(l, &query->statement);
    if (s->kind != IP_UPDATE || !s->assignments || s->sources.count == 0)
        return;
    const ip_definitions *d = l->definitions;
    const ip_table *table = s->sources.items[0].table;
    if (!s->read_with_others)
        query->statement.read_with_others = no_names(l, table);
    read_keys(l, query, table);
    for (int i = 0; i < d->checks.count; i++) {
        ip_parse_error error;
        const ip_tree *tree =
            d->checks.items[i].table == table
                ? ip_parse_pg_parse_expr(l->arena, ip_range_text(l->arena, d->checks.items[i].expr), &error)
                : NULL;
        if (tree)
            read_with(l, query, tree, d->checks.items[i].unproved);
    }
    for (int i = 0; i < d->implied.count; i++) {
        const ip_tree *tree = d->implied.items[i].table == table ? d->implied.items[i].tree->tree : NULL;
        if (tree && !is_total(tree))
            read_with(l, query, tree, false);
    }
}
