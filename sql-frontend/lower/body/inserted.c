/* Variables that hold keys of rows which the routine itself has inserted (inserted.h).
 *
 * Why no other transaction's row is found by them: the routine's INSERT gave the value, and a unique key has it once.
 * Until the transaction ends, a transaction that inserts the same key waits (PostgreSQL 15, section 64.5), also where
 * the routine has deleted its row again. So the row is in no other transaction's snapshot, and none has changed it. The
 * key must be checked at once, of the whole table, and what the INSERT has done must not be undone while the variable
 * keeps its value: no block of the routine has handlers, and it ends no transaction.
 *
 * The variable may get values in no other way: each statement of the routine that assigns to its name is looked at,
 * whether it is reached or not. */
#include "lower/body/inserted.h"
#include "catalog/partition.h"
#include "lower/lower.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct origin {
    const ip_table *table; /* NULL: no INSERT so far */
    int column;
} origin;

typedef struct look {
    ip_lowerer *l;
    const char *name; /* of the variable */
    const ip_pl_declaration *declaration;
    int declared;
    bool fails; /* something else is assigned, or may be */
    origin from;
    const char *items[8]; /* variables whose values are appended */
    int item_count;
} look;

static void comes_from(look *at, origin from)
{
    if (!from.table || (at->from.table && (at->from.table != from.table || at->from.column != from.column)))
        at->fails = true;
    at->from = from;
}

static bool continues_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Is the name among those that an assignment's target is made of: v, b.v, v[1], v.field? */
static bool names_target(const look *at, ip_pl_text target)
{
    const char *text = ip_range_text(at->l->arena, target);
    size_t length = strlen(at->name);
    for (const char *c = text; *c; c++)
        if (strncasecmp(c, at->name, length) == 0 && (c == text || !continues_name(c[-1])) &&
            !continues_name(c[length]))
            return true;
    return false;
}

static bool is_alone(const look *at, ip_pl_text target)
{
    return strcmp(ip_range_text(at->l->arena, target), at->name) == 0;
}

/* ---- what is assigned ---- */

static const char *variable_named(const ip_tree *node)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    return ip_parse_list_size(fields) == 1 ? ip_parse_string_node(ip_parse_list_item(fields, 0)) : "";
}

/* NULL; and of an array '{}' and ARRAY[], with a cast or without. */
static bool is_empty(const ip_tree *node, bool array)
{
    while (ip_as_type_cast(node))
        node = IP_GET(ip_as_type_cast(node), arg);
    const PgQuery__AConst *constant = ip_as_a_const(node);
    if (constant)
        return IP_GET(constant, isnull) || (array && strcmp(IP_TEXT(ip_const_sval(constant), sval), "{}") == 0);
    return array && ip_as_a_array_expr(node) && ip_parse_list_size(IP_ITEMS(ip_as_a_array_expr(node), elements)) == 0;
}

/* array_append(v, x), v || x: x. NULL: neither. */
static const ip_tree *appended_to(const look *at, const ip_tree *node)
{
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    const PgQuery__AExpr *body = ip_as_a_expr(node);
    const ip_tree *args = IP_ITEMS(call, args), *names = IP_ITEMS(body, name);
    bool appends =
        call && ip_parse_list_size(args) == 2 && strcmp(ip_parse_call_name(at->l->arena, call), "array_append") == 0;
    bool joins = body && body->kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP && ip_parse_list_size(names) == 1 &&
                 strcmp(ip_parse_string_node(ip_parse_list_item(names, 0)), "||") == 0;
    const ip_tree *list = appends ? ip_parse_list_item(args, 0) : joins ? IP_GET(body, lexpr) : NULL;
    if (!list || strcmp(variable_named(list), at->name) != 0)
        return NULL;
    return appends ? ip_parse_list_item(args, 1) : IP_GET(body, rexpr);
}

static void look_at_value(look *at, ip_pl_text text)
{
    ip_parse_error error;
    const ip_tree *node = ip_parse_pg_parse_expr(at->l->arena, ip_range_text(at->l->arena, text), &error);
    const char *item = variable_named(appended_to(at, node));
    if (node && is_empty(node, false))
        return;
    if (!*item || at->item_count == 8)
        at->fails = true;
    else
        at->items[at->item_count++] = item;
}

/* ---- what INSERT gives ---- */

static bool has_rules(const ip_lowerer *l, const ip_table *table)
{
    for (int i = 0; i < l->definitions->triggers.count; i++) {
        const ip_trigger *t = &l->definitions->triggers.items[i];
        if ((t->does || t->nothing) && strcmp(t->table, table->name) == 0)
            return true;
    }
    return false;
}

/* A key of this column alone identifies the row, among all that the table's name stands for. */
static bool is_key(const ip_lowerer *l, const ip_table *table, int column)
{
    bool key = false;
    for (int k = 0; k < table->keys.count; k++)
        key = key || (table->keys.items[k].column_count == 1 && table->keys.items[k].columns[0] == column);
    return key && ip_catalog_family_of(l->definitions, table).count == 1 &&
           !ip_catalog_partition_whole(l->definitions, table, NULL) && !has_rules(l, table);
}

static origin given_by(ip_lowerer *l, const PgQuery__InsertStmt *insert)
{
    const origin none = {NULL, -1};
    const PgQuery__OnConflictClause *conflict = IP_GET(insert, on_conflict_clause);
    const ip_tree *returning = IP_ITEMS(insert, returning_list);
    const ip_tree *value = IP_GET(ip_as_res_target(ip_parse_list_item(returning, 0)), val);
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(value), fields);
    if (!insert || ip_parse_list_size(returning) != 1 || ip_parse_list_size(fields) == 0 ||
        (conflict && conflict->action != PG_QUERY__ON_CONFLICT_ACTION__ONCONFLICT_NOTHING))
        return none;
    const ip_relation relation =
        ip_catalog_relation_of(l->definitions, ip_lower_path_of_names(l), IP_GET(insert, relation));
    if (!relation.table || relation.several || relation.table->own)
        return none;
    int column = ip_catalog_table_column(relation.table, ip_parse_last_string(fields));
    return column >= 0 && is_key(l, relation.table, column) ? (origin){relation.table, column} : none;
}

static void look_at_insert(look *at, const ip_pl_statement *s)
{
    ip_parse_error error;
    const ip_tree *statements = s->sql_text ? ip_parse_pg_parse(at->l->arena, s->sql_text, &error) : NULL;
    const PgQuery__Node *one = ip_parse_list_size(statements) == 1 ? ip_parse_statement_at(statements, 0) : NULL;
    comes_from(at, given_by(at->l, ip_as_insert_stmt(one)));
}

/* ---- all statements of the routine ---- */

static void look_at_declarations(look *at, const ip_pl_statement *s)
{
    for (int d = 0; d < s->declarations.count; d++) {
        const ip_pl_declaration *declaration = &s->declarations.items[d];
        bool renamed = declaration->alias_for && strcmp(declaration->alias_for, at->name) == 0;
        bool same = strcmp(declaration->name, at->name) == 0;
        at->declared += same || renamed;
        at->fails = at->fails || renamed || (same && declaration->cursor);
        if (same)
            at->declaration = declaration;
    }
}

static void look_through(look *at, ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count && !at->fails; i++) {
        const ip_pl_statement *s = items[i];
        bool calls = s->kind == IP_PL_SQL && strncasecmp(s->sql_text ? s->sql_text : "", "call", 4) == 0;
        at->fails = s->has_handlers || s->kind == IP_PL_COMMIT || s->kind == IP_PL_ROLLBACK || calls;
        look_at_declarations(at, s);
        for (int t = 0; t < s->targets.count && !at->fails; t++) {
            if (!names_target(at, s->targets.items[t]))
                continue;
            bool alone = s->targets.count == 1 && is_alone(at, s->targets.items[t]) && !s->executes;
            if (alone && s->kind == IP_PL_ASSIGN)
                look_at_value(at, s->expr);
            else if (alone && s->kind == IP_PL_SQL)
                look_at_insert(at, s);
            else
                at->fails = true;
        }
        look_through(at, s->body.items, s->body.count);
        for (int b = 0; b < s->branches.count; b++)
            look_through(at, s->branches.items[b].body.items, s->branches.items[b].body.count);
    }
}

static bool is_parameter(const ip_unit *unit, const char *name)
{
    for (int i = 0; i < unit->parameters.count; i++)
        if (unit->parameters.items[i].name && strcmp(unit->parameters.items[i].name, name) == 0)
            return true;
    return false;
}

/* The variable is NULL at first, and has the column's type, so that values are not converted. */
static bool holds_keys(ip_lowerer *l, const ip_pl_declaration *d, const origin *from, bool array)
{
    ip_parse_error error;
    bool given = ip_pl_given(d->initial);
    const ip_tree *initial =
        given ? ip_parse_pg_parse_expr(l->arena, ip_range_text(l->arena, d->initial), &error) : NULL;
    const ip_type type = ip_lower_type(l, d->type, NULL), column = from->table->columns.items[from->column].type;
    bool same = type.kind == column.kind && type.array == array && !column.array;
    const char *name = type.name && column.name ? type.name : "(", *bracket = strchr(name, '[');
    size_t length = bracket ? (size_t)(bracket - name) : strlen(name);
    bool spelt = !strchr(name, '(') && strlen(column.name ? column.name : "") == length &&
                 strncasecmp(name, column.name, length) == 0;
    return same && (spelt || type.kind == IP_INTEGER) && (!given || (initial && is_empty(initial, array)));
}

/* The origin of its values. array: an array of values of such variables; otherwise INSERT returns them. */
static origin origin_of(ip_lowerer *l, const char *name, bool array)
{
    const origin none = {NULL, -1};
    const ip_unit *unit = l->unit;
    if (!unit || unit->kind != IP_UNIT_ROUTINE || unit->procedure || strcmp(unit->language, "plpgsql") != 0 ||
        !unit->tree || is_parameter(unit, name))
        return none;
    look at = {.l = l, .name = name, .from = none};
    ip_pl_statement *const root = (ip_pl_statement *)unit->tree;
    look_through(&at, &root, 1);
    for (int i = 0; i < at.item_count && array && !at.fails; i++)
        comes_from(&at, origin_of(l, at.items[i], false));
    bool direct = at.from.table && (array ? at.item_count > 0 : at.item_count == 0);
    return !at.fails && direct && at.declared == 1 && holds_keys(l, at.declaration, &at.from, array) ? at.from : none;
}

void ip_lower_note_inserted(ip_lowerer *l, const ip_pl_declaration *declaration, int slot)
{
    const ip_slot *variable = &l->slots.items[slot];
    if (variable->record || variable->position > 0)
        return;
    const origin from = origin_of(l, declaration->name, variable->type.array);
    l->slots.items[slot].inserted = from.table;
    l->slots.items[slot].inserted_column = from.column;
}

/* The expression has the variable's value, whichever variable it is read from. */
static bool is_inserted(const ip_lowerer *l, const ip_expr *value, bool array, const ip_table *table, int column)
{
    for (int i = 0; i < l->slots.count && i < l->values.count; i++) {
        const ip_slot *slot = &l->slots.items[i];
        const ip_expr *has = l->values.items[i];
        if (slot->inserted == table && slot->inserted_column == column && slot->type.array == array && has &&
            has->kind == IP_EXPR_VARIABLE && has->index == value->index)
            return true;
    }
    return false;
}

bool ip_lower_finds_own_rows(const ip_lowerer *l, const ip_statement *statement, int source, const ip_expr *condition)
{
    bool any = condition->kind == IP_EXPR_CALL && condition->text && strcmp(condition->text, "= ANY") == 0;
    bool equal = condition->kind == IP_EXPR_OPERATOR && condition->op == IP_OP_EQ;
    bool finds = false;
    for (int side = 0; (any || equal) && condition->arg_count == 2 && side < (any ? 1 : 2); side++) {
        const ip_expr *column = condition->args[side], *value = condition->args[1 - side];
        finds =
            finds || (column->kind == IP_EXPR_COLUMN && column->source == source && value->kind == IP_EXPR_VARIABLE &&
                      is_inserted(l, value, any, statement->sources.items[source].table, column->index));
    }
    return finds;
}
