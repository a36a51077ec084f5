/* Names: variables in scope, and what a name means that could be a column, too (PostgreSQL 15 documentation,
 * section 43.11.1; plpgsql's pl_comp.c for the order in which blocks are searched). */
#include "code/coder.h"

#include "base/words.h"
#include "catalog/resolve.h"
#include "parse/lexer.h"

#include <string.h>

void ip_code_open_level(ip_compiler *c, const char *label)
{
    ip_code_name level = {label, -1};
    IP_PUSH(c->arena, &c->names, level);
}

int ip_code_hidden(ip_compiler *c, const char *name, ip_code_type type)
{
    ip_code_variable variable = {.name = name, .type = type};
    IP_PUSH(c->arena, &c->code->variables, variable);
    return c->code->variables.count - 1;
}

void ip_code_see(ip_compiler *c, const char *name, int slot)
{
    ip_code_name seen = {name, slot};
    IP_PUSH(c->arena, &c->names, seen);
}

int ip_code_declare(ip_compiler *c, const char *name, ip_code_type type)
{
    int slot = ip_code_hidden(c, name, type);
    ip_code_see(c, name, slot);
    return slot;
}

/* The variable of that name in the level whose names lie in [begin, end); more: further parts of the name follow. */
static int find_in_level(const ip_compiler *c, int begin, int end, const char *name, bool more)
{
    for (int i = end - 1; i >= begin; i--) {
        const ip_code_name *n = &c->names.items[i];
        if (strcmp(n->name, name) == 0 && (!more || ip_code_is_record(&c->code->variables.items[n->slot].type)))
            return n->slot;
    }
    return -1;
}

int ip_code_find_variable(const ip_compiler *c, const char *const *parts, int count, int *used)
{
    for (int end = c->names.count; end > 0;) {
        int label = end - 1;
        while (label >= 0 && c->names.items[label].slot >= 0)
            label--;
        int slot = find_in_level(c, label + 1, end, parts[0], count > 1);
        *used = 1;
        if (slot >= 0)
            return slot;
        if (count > 1 && label >= 0 && c->names.items[label].name &&
            strcmp(c->names.items[label].name, parts[0]) == 0) {
            slot = find_in_level(c, label + 1, end, parts[1], count > 2);
            *used = 2;
            if (slot >= 0)
                return slot;
        }
        end = label;
    }
    return -1;
}

const ip_code_expr *ip_code_variable_expr(ip_compiler *c, int slot, ip_range range)
{
    ip_code_expr *expr = ip_code_new(c, IP_CODE_VARIABLE, range);
    expr->index = slot;
    expr->type = c->code->variables.items[slot].type.type;
    return expr;
}

/* The bytes of a name of so many parts: a (b.c: 2), $1. */
static void add_place(ip_compiler *c, ip_code_place place)
{
    /* A WITH query is compiled wherever it is used. */
    int i = c->sql->places.count;
    for (int k = 0; k < c->sql->places.count; k++)
        if (c->sql->places.items[k].begin == place.begin)
            return;
    IP_PUSH(c->arena, &c->sql->places, place);
    for (; i > 0 && c->sql->places.items[i - 1].begin > place.begin; i--) {
        c->sql->places.items[i] = c->sql->places.items[i - 1];
        c->sql->places.items[i - 1] = place;
    }
}

void ip_code_add_place(ip_compiler *c, long long location, int parts, const ip_code_expr *expr)
{
    if (!c->sql || location < (long long)c->shift)
        return;
    size_t begin = (size_t)location - c->shift, at = begin, end = begin;
    for (int tokens = 2 * parts - 1; tokens > 0 && at < c->text->length;) {
        ip_token token = ip_parse_next_token(c->text, &at, c->text->length, false);
        if (token.kind == IP_TOKEN_END)
            break;
        end = token.end;
        tokens--;
    }
    add_place(c, (ip_code_place){begin, end, expr, false});
}

/* The parse tree has no location for the cursor's name, which follows CURRENT OF. */
void ip_code_add_cursor_place(ip_compiler *c, const ip_code_expr *name)
{
    bool current = false, of = false;
    for (size_t at = 0; c->sql && at < c->text->length;) {
        ip_token token = ip_parse_next_token(c->text, &at, c->text->length, false);
        if (token.kind == IP_TOKEN_END)
            return;
        if (current && of) {
            add_place(c, (ip_code_place){token.begin, token.end, name, true});
            return;
        }
        of = current && ip_parse_token_is(c->text, token, "of");
        current = of || ip_parse_token_is(c->text, token, "current");
    }
}

const ip_code_expr *ip_code_field_of(ip_compiler *c, const ip_code_expr *record, const char *name, ip_range range)
{
    ip_code_expr *field = ip_code_make(c, IP_CODE_FIELD, range, 1, &record);
    const ip_table *row = ip_code_row_of(c, record);
    field->name = ip_arena_strdup(c->arena, name);
    int column = row ? ip_catalog_table_column(row, name) : -1;
    if (row && column < 0 && record->kind == IP_CODE_VARIABLE)
        ip_code_refuse(c, range, "record \"%s\" has no field \"%s\"", c->code->variables.items[record->index].name,
                       name);
    else if (row && column < 0)
        ip_code_refuse(c, range, "type %s has no field \"%s\"", row->name, name);
    if (column >= 0)
        field->type = row->columns.items[column].type;
    return field;
}

/* A variable or a field of one; NULL: the name is none. */
static const ip_code_expr *variable_named(ip_compiler *c, const char *const *parts, int count, ip_range range)
{
    int used, slot = ip_code_find_variable(c, parts, count, &used);
    if (slot < 0 || used < count - 1)
        return NULL;
    const ip_code_expr *expr = ip_code_variable_expr(c, slot, range);
    ip_code_read_row(c, slot, used == count ? NULL : parts[used]);
    if (used == count)
        return expr;
    return ip_code_is_record(&c->code->variables.items[slot].type) ? ip_code_field_of(c, expr, parts[used], range)
                                                                   : NULL;
}

static int read_parts(ip_compiler *c, const ip_tree *fields, const char *parts[4])
{
    int count = (int)ip_parse_list_size(fields);
    for (int i = 0; i < 4; i++)
        parts[i] = "";
    if (count < 1 || count > 4)
        return 0;
    for (int i = 0; i < count; i++)
        parts[i] = ip_arena_strdup(c->arena, ip_parse_string_node(ip_parse_list_item(fields, (size_t)i)));
    return count;
}

static const ip_code_expr *column_named(ip_compiler *c, const char *const parts[4], int count, ip_code_scope *scope,
                                        ip_range range)
{
    const ip_code_expr *expr = NULL;
    const char *schema = count == 3 ? parts[0] : NULL, *alias = count > 1 ? parts[count - 2] : NULL;
    int found = count > 3 ? 0 : ip_code_find_column(c, scope, schema, alias, parts[count - 1], &expr);
    if (found > 1)
        ip_code_refuse_wrong(c, range, "42702",
                             ip_arena_printf(c->arena, "column reference \"%s\" is ambiguous", parts[count - 1]),
                             "column \"%s\" is ambiguous", parts[count - 1]);
    if (found == 0 && count == 1)
        expr = ip_code_whole_row(c, scope, parts[0]);
    return expr;
}

/* rel.name is name(rel) where the relation has no such column (parse_func.c, ParseFuncOrColumn): a routine, a function
 * of the server that takes any row, or a cast to a type of strings. */
static bool is_function(const ip_compiler *c, const char *name)
{
    if (ip_is_among("array_agg bpchar count json_agg jsonb_agg name num_nonnulls num_nulls pg_column_size pg_typeof "
                    "row_to_json text to_json to_jsonb varchar",
                    name))
        return true;
    const ip_path *path = c->path ? c->path : c->unit->path;
    return ip_catalog_resolve(c->arena, c->coder->definitions, path, name, NULL, 0, false).known_name;
}

static void refuse_unknown(ip_compiler *c, const char *const *parts, int count, const ip_code_scope *scope,
                           ip_range range)
{
    const char *last = parts[count - 1], *error = NULL, *sqlstate = "42703";
    bool known = false;
    for (const ip_code_scope *s = scope; s && count == 2; s = s->seen)
        for (int i = 0; i < s->relations.count; i++)
            known = known || (s->relations.items[i].alias && strcmp(s->relations.items[i].alias, parts[0]) == 0);
    if (count == 1)
        error = ip_arena_printf(c->arena, "column \"%s\" does not exist", last);
    else if (count == 2 && known)
        error = ip_arena_printf(c->arena, "column %s.%s does not exist", parts[0], last);
    else if (count == 2) {
        sqlstate = "42P01";
        error = ip_arena_printf(c->arena, "missing FROM-clause entry for table \"%s\"", parts[0]);
    }
    if (known && is_function(c, last))
        ip_code_refuse(c, range, "function %s() in place of a column", last);
    else if (ip_catalog_is_system_column(last) || !error)
        ip_code_refuse(c, range, "\"%s\" is neither a column nor a variable here", last);
    else
        ip_code_refuse_name(c, range, sqlstate, error, "\"%s\" is neither a column nor a variable here", last);
}

const ip_code_expr *ip_code_column_ref(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    ip_range range = ip_code_place_of(c, node);
    const char *parts[4];
    const PgQuery__ColumnRef *body = ip_as_column_ref(node);
    const ip_tree *fields = IP_ITEMS(body, fields);
    int count = read_parts(c, fields, parts);
    const ip_code_expr *variable = NULL, *column = NULL;
    if (count == 0 || ip_as_a_star(ip_parse_list_item(fields, (size_t)count - 1))) {
        /* to_jsonb(t.*): where t.* is not the columns one by one, it is the row. */
        const ip_code_expr *row = count == 2 ? ip_code_whole_row(c, scope, parts[0]) : NULL;
        if (!row && count == 2)
            row = variable_named(c, parts, 1, range);
        if (row)
            return row;
        ip_code_refuse(c, range, "a row in place of a value");
        return ip_code_null(c, range);
    }
    if (c->conflict == IP_CONFLICT_VARIABLE)
        variable = variable_named(c, parts, count, range);
    if (!variable)
        column = column_named(c, parts, count, scope, range);
    if (c->conflict == IP_CONFLICT_ERROR || (!column && !variable))
        variable = variable_named(c, parts, count, range);
    if (column && variable)
        ip_code_refuse(c, range, "\"%s\" could be a column or a variable: PostgreSQL refuses to choose",
                       parts[count - 1]);
    if (column)
        return column;
    if (!variable && count == 1)
        variable = ip_code_trigger_constant(c, parts[0], range);
    if (!variable) {
        refuse_unknown(c, parts, count, scope, range);
        return ip_code_null(c, range);
    }
    if (c->unit->kind == IP_UNIT_SCRIPT && range.source && strncmp(range.source->text + range.begin, ":\"", 2) == 0)
        ip_code_refuse(c, range, "psql variable %s in place of a name", c->code->variables.items[variable->index].name);
    ip_code_add_place(c, IP_GET(body, location), count, variable);
    return variable;
}

const ip_code_expr *ip_code_parameter_ref(ip_compiler *c, const ip_tree *node)
{
    ip_range range = ip_code_place_of(c, node);
    const char *name = ip_arena_printf(c->arena, "$%d", IP_GET(ip_as_param_ref(node), number));
    const ip_code_expr *expr = variable_named(c, &name, 1, range);
    if (!expr) {
        ip_code_refuse(c, range, "there is no parameter %s", name);
        return ip_code_null(c, range);
    }
    ip_code_add_place(c, IP_GET(ip_as_param_ref(node), location), 1, expr);
    return expr;
}

/* v, v.f, $1; false: not a variable (refused). */
static bool assignable(ip_compiler *c, const ip_tree *node, ip_pl_text target, ip_code_lvalue *lvalue)
{
    const char *parts[4];
    int count = read_parts(c, IP_ITEMS(ip_as_column_ref(node), fields), parts), used = 1;
    if (ip_as_param_ref(node)) {
        parts[0] = ip_arena_printf(c->arena, "$%d", IP_GET(ip_as_param_ref(node), number));
        count = 1;
    }
    lvalue->slot = count > 0 ? ip_code_find_variable(c, parts, count, &used) : -1;
    if (lvalue->slot < 0)
        return false;
    const ip_code_variable *variable = &c->code->variables.items[lvalue->slot];
    for (int i = used; i < count; i++)
        IP_PUSH(c->arena, &lvalue->path, ((ip_code_path_step){parts[i], NULL}));
    if (used < count && !ip_code_is_record(&variable->type))
        return false;
    if (used < count && variable->type.row && ip_catalog_table_column(variable->type.row, parts[used]) < 0)
        return false;
    if (variable->constant)
        ip_code_refuse_routine(c, target, "variable \"%s\" is declared CONSTANT", variable->name);
    return true;
}

bool ip_code_path_of(ip_compiler *c, const ip_tree *steps, ip_code_scope *scope, ip_code_path *path)
{
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(steps, i, node)
    {
        const PgQuery__AIndices *index = ip_as_a_indices(node);
        ip_code_path_step step = {index ? NULL : ip_arena_strdup(c->arena, ip_parse_string_node(node)), NULL};
        bool again = path->count > 0 && !path->items[path->count - 1].field; /* of an array of several dimensions */
        if (index ? again || IP_GET(index, is_slice) : !*step.field)
            return false;
        if (index)
            step.subscript = ip_code_expr_of(c, IP_GET(index, uidx), scope);
        IP_PUSH(c->arena, path, step);
    }
    return true;
}

bool ip_code_lvalue_of(ip_compiler *c, ip_pl_text target, ip_code_lvalue *lvalue)
{
    *lvalue = (ip_code_lvalue){.slot = -1};
    const char *text = ip_range_text(c->arena, target);
    if (c->unit->kind == IP_UNIT_SCRIPT) {
        ip_token token = ip_parse_lex(target.source, target.begin, target.end, false);
        const char *name = ip_arena_printf(c->arena, ":%s", ip_parse_token_name(c->arena, target.source, token));
        int used;
        lvalue->slot = ip_code_find_variable(c, &name, 1, &used);
        return lvalue->slot >= 0;
    }
    ip_parse_error error;
    const ip_tree *tree = ip_parse_pg_parse_expr(c->arena, text, &error);
    const ip_tree *node = tree, *steps = IP_ITEMS(ip_as_a_indirection(tree), indirection);
    if (steps)
        node = IP_GET(ip_as_a_indirection(tree), arg);
    bool known = tree && assignable(c, node, target, lvalue), before = c->accesses;
    int callees = c->callees.count;
    c->accesses = false;
    if (known && steps && !ip_code_path_of(c, steps, NULL, &lvalue->path))
        ip_code_refuse_routine(c, target, "assignment to \"%s\"", text);
    if (c->accesses || c->callees.count > callees)
        ip_code_refuse(c, target, "an assignment with a subscript that reads a table");
    c->accesses = before;
    if (!known)
        ip_code_refuse_routine(c, target, "\"%s\" is not a variable", text);
    return known;
}
