/* Functions in FROM: the columns of the rows that they return. */
#include "code/coder.h"

#include "base/words.h"

#include <string.h>

static bool is_several_arrays(const ip_code_expr *call)
{
    return call->kind == IP_CODE_FUNCTION && strcmp(call->name, "unnest") == 0 && call->arg_count > 1;
}

/* A row's columns, where the call determines them: key and value, a list of definitions, or those of its row argument.
 */
static const ip_table *rows_out_of_json(const ip_compiler *c, const ip_code_expr *call)
{
    if (call->kind != IP_CODE_FUNCTION || strncmp(call->name, "json", 4) != 0)
        return NULL;
    return call->cast.row                                              ? call->cast.row
           : strstr(call->name, "_populate_record") && call->arg_count ? ip_code_row_of(c, call->args[0])
                                                                       : NULL;
}

/* The call's rows as a table outside of the schema: of json_each, or AS t(a integer, …). */
static const ip_table *defined_columns(ip_compiler *c, const char *name, const ip_tree *definitions, ip_range range)
{
    ip_table *table = IP_NEW(c->arena, ip_table);
    bool each = strncmp(name, "json", 4) == 0 && strstr(name, "_each"), text = strstr(name, "_text");
    const ip_type types[] = {{IP_TEXT, false, "text"}, {IP_OTHER, false, name[4] == 'b' ? "jsonb" : "json"}};
    ip_column pair[] = {{.name = "key", .type = types[0]}, {.name = "value", .type = types[!text]}};
    for (int i = 0; each && i < 2; i++)
        IP_PUSH(c->arena, &table->columns, pair[i]);
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(definitions, i, item)
    {
        const PgQuery__ColumnDef *definition = ip_as_column_def(item);
        ip_code_type type = ip_code_type_of_name(c, IP_GET(definition, type_name), range);
        ip_column column = {
            .name = ip_arena_strdup(c->arena, IP_TEXT(definition, colname)), .type = type.type, .row = type.row};
        IP_PUSH(c->arena, &table->columns, column);
    }
    return table->columns.count > 0 ? table : NULL;
}

static ip_type type_of_column(const ip_code_expr *call, int column, bool scalar)
{
    static const ip_type none = {IP_OTHER, false, NULL}, bigint = {IP_INTEGER, false, "bigint"};
    int own = is_several_arrays(call) ? call->arg_count : 1;
    if (call->cast.row && column < call->cast.row->columns.count)
        return call->cast.row->columns.items[column].type;
    if (!scalar || column > own)
        return none;
    if (column == own)
        return bigint; /* of WITH ORDINALITY */
    if (!is_several_arrays(call))
        return call->type;
    return call->args[column]->type.array ? (ip_type){call->args[column]->type.kind, false, NULL} : none;
}

/* A routine that returns a record gives its columns; any other gives one column with its name. */
static void rows_columns(ip_compiler *c, const ip_code_expr *call, const char *name, ip_code_columns *columns)
{
    const ip_code *callee = call->kind == IP_CODE_CALL ? call->callee : NULL;
    bool elements = call->kind == IP_CODE_FUNCTION && strcmp(call->name, "unnest") == 0 && call->arg_count == 1;
    const ip_table *row = elements ? ip_code_row_of_elements(c, call->args[0])
                          : callee ? ip_code_row_of(c, call)
                                   : rows_out_of_json(c, call);
    ip_code_column column = {name, NULL};
    for (int i = 0; is_several_arrays(call) && i < call->arg_count; i++)
        IP_PUSH(c->arena, columns, column);
    for (int i = 0; row && i < row->columns.count; i++) {
        column.name = row->columns.items[i].name;
        IP_PUSH(c->arena, columns, column);
    }
    for (int i = 0; !row && callee && i < callee->parameter_count; i++) {
        if (!callee->out.items[i])
            continue;
        column.name = callee->variables.items[i].name;
        IP_PUSH(c->arena, columns, column);
    }
    if (columns->count == 0)
        IP_PUSH(c->arena, columns, column);
}

ip_code_from *ip_code_rows_item(ip_compiler *c, const ip_code_expr *call, const char *name, ip_code_scope *scope)
{
    ip_code_from *from = ip_code_new_item(c, IP_CODE_ROWS_OF, scope);
    ip_code_columns columns = {0};
    rows_columns(c, call, name, &columns);
    from->expr = call;
    from->width = columns.count;
    from->names = IP_NEW_ARRAY(c->arena, const char *, columns.count);
    for (int i = 0; i < columns.count; i++)
        from->names[i] = columns.items[i].name;
    return from;
}

const ip_code_expr *ip_code_rows_column(ip_compiler *c, const ip_code_from *rows, int column)
{
    return ip_code_item_column(c, rows->item, column, rows->names[column], type_of_column(rows->expr, column, true));
}

/* Its value is a record, whose fields are columns. */
static bool gives_rows(const ip_compiler *c, const ip_code_expr *call)
{
    if (call->kind == IP_CODE_FUNCTION)
        return rows_out_of_json(c, call) ||
               (strcmp(call->name, "unnest") == 0 && call->arg_count == 1 && ip_code_row_of_elements(c, call->args[0]));
    return call->kind == IP_CODE_CALL && ip_code_is_record(&call->callee->result);
}

const ip_tree *ip_code_unnest_together(ip_compiler *c, const ip_tree *calls)
{
    ip_list arrays = {0};
    bool others = false;
    for (size_t i = 0; i < ip_parse_list_size(calls); i++) {
        const PgQuery__FuncCall *call = ip_as_func_call(ip_parse_list_item(calls, i));
        const ip_tree *args = IP_ITEMS(call, args);
        others |= !call || strcmp(ip_parse_call_name(c->arena, call), "unnest") != 0 || ip_parse_list_size(args) != 1;
        for (size_t k = 0; k < ip_parse_list_size(args); k++)
            ip_parse_list_add(c->arena, &arrays, ip_parse_list_item(args, k));
    }
    if (others)
        return NULL;
    PgQuery__FuncCall *all = ip_parse_message_copy(c->arena, ip_as_func_call(ip_parse_list_item(calls, 0)));
    IP_SET_LIST(all, args, arrays);
    return ip_parse_node_of(c->arena, all);
}

/* ROWS FROM (unnest(a), unnest(b)), without a list of columns. */
static const ip_tree *rows_from(ip_compiler *c, const ip_tree *functions)
{
    ip_list calls = {0};
    bool defines = false;
    for (size_t i = 0; i < ip_parse_list_size(functions); i++) {
        const ip_tree *pair = IP_ITEMS(ip_as_list(ip_parse_list_item(functions, i)), items);
        defines |= ip_parse_list_size(IP_ITEMS(ip_as_list(ip_parse_list_item(pair, 1)), items)) > 0;
        ip_parse_list_add(c->arena, &calls, ip_parse_list_item(pair, 0));
    }
    return defines ? NULL : ip_code_unnest_together(c, &calls);
}

static void add_ordinality(ip_compiler *c, ip_code_from *from)
{
    const char **names = IP_NEW_ARRAY(c->arena, const char *, from->width + 1);
    for (int i = 0; i < from->width; i++)
        names[i] = from->names[i];
    names[from->width++] = "ordinality";
    from->names = names;
    from->ordinality = true;
}

ip_code_from *ip_code_range_function(ip_compiler *c, const PgQuery__RangeFunction *body, ip_code_scope *scope)
{
    const ip_tree *functions = IP_ITEMS(body, functions);
    const PgQuery__Alias *alias = IP_GET(body, alias);
    const ip_tree *pair = IP_ITEMS(ip_as_list(ip_parse_list_item(functions, 0)), items);
    const ip_tree *together = ip_parse_list_size(functions) > 1 ? rows_from(c, functions) : NULL;
    const ip_tree *call = together ? together : ip_parse_list_item(pair, 0);
    const char *name = ip_as_func_call(call) ? ip_parse_call_name(c->arena, ip_as_func_call(call)) : "";
    bool ordinality = IP_GET(body, ordinality);
    const ip_tree *definitions = IP_ITEMS(body, coldeflist);
    bool defines = strstr(" json_to_record jsonb_to_record json_to_recordset jsonb_to_recordset ",
                          ip_arena_printf(c->arena, " %s ", name));
    if ((ip_parse_list_size(functions) != 1 && !together) || !*name || defines != (ip_parse_list_size(definitions) > 0))
        ip_code_refuse(c, ip_code_place_of(c, call), "this form of function in FROM");
    c->rows_allowed = true;
    const ip_code_expr *value = ip_code_expr_of(c, call, scope);
    c->rows_allowed = false;
    if (value->kind == IP_CODE_FUNCTION && !value->cast.row)
        ((ip_code_expr *)value)->cast.row = defined_columns(c, name, definitions, value->range);
    const char *own = ip_last_part(name);
    ip_code_relation relation = {.alias = alias ? ip_code_alias_of(c, alias) : own};
    bool scalar = !gives_rows(c, value);
    if (!scalar && ordinality)
        ip_code_refuse(c, value->range, "WITH ORDINALITY of a function that returns records");
    relation.scalar = value->kind == IP_CODE_FUNCTION && strstr(name, "_array_elements") && !ordinality;
    bool named_value = value->kind == IP_CODE_FUNCTION && strstr(name, "_array_elements");
    const char *column = named_value ? "value" : scalar && !is_several_arrays(value) ? relation.alias : own;
    ip_code_from *from = ip_code_rows_item(c, value, column, scope);
    if (ordinality)
        add_ordinality(c, from);
    if (value->kind == IP_CODE_CALL && value->callee->result.record && from->width == 1 && !scalar &&
        strcmp(from->names[0], own) == 0)
        ip_code_refuse(c, value->range, "a function in FROM whose columns only a run knows");
    relation.item = from->item;
    for (int i = 0; i < from->width; i++) {
        ip_code_column seen = {from->names[i],
                               ip_code_item_column(c, from->item, i, from->names[i], type_of_column(value, i, scalar))};
        IP_PUSH(c->arena, &relation.columns, seen);
    }
    ip_code_add_relation(c, scope, relation, IP_ITEMS(alias, colnames));
    for (int i = 0; i < from->width; i++)
        from->names[i] = scope->relations.items[scope->relations.count - 1].columns.items[i].name;
    return from;
}
