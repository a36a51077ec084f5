/* Rows as values (PostgreSQL 15 documentation, section 8.16). A row is a call ROW(…) of its fields, whose index
 * identifies their names; a record variable has a slot for each field. A field of a composite value from elsewhere (a
 * column, an array's element) is an uninterpreted function of the value. */
#include "lower/lower.h"

#include "base/words.h"

#include <string.h>
#include <strings.h>

const char ip_lower_any_columns[] = "?columns?";

/* Nested records: deeper levels, or more fields than this, are one value. */
enum { DEEPEST_RECORD = 4, MOST_FIELDS = 2000 };

const ip_table *ip_lower_row_type(ip_lowerer *l, ip_type type)
{
    if (type.kind != IP_OTHER || type.array || !type.name || strchr(type.name, '%') || strchr(type.name, '('))
        return NULL;
    const ip_relation relation = ip_catalog_relation_named(l->definitions, ip_lower_path_of_names(l), type.name);
    return ip_catalog_relation_row(&relation);
}

/* The names of its fields. */
static const ip_row_shape *shape_of(const ip_lowerer *l, const ip_expr *row)
{
    return l->shapes.items[row->index - 1];
}

bool ip_lower_is_row(const ip_expr *e)
{
    return e->kind == IP_EXPR_CALL && e->index > 0 && strcmp(e->text, "ROW") == 0;
}

const ip_expr *ip_lower_row(ip_lowerer *l, const ip_row_shape *shape, ip_type type, const ip_expr *const *args)
{
    ip_expr *row = (ip_expr *)ip_lower_apply(l, "ROW", type, shape->names.count, args);
    enum { NEAR = 32 };
    int index = l->shapes.count, end = index > NEAR ? index - NEAR : 0;
    while (index > end && l->shapes.items[index - 1] != shape)
        index--;
    if (index == end) {
        IP_PUSH(l->arena, &l->shapes, shape);
        index = l->shapes.count;
    }
    row->index = index;
    return row;
}

/* ---- record variables ---- */

static const char *field_name(const ip_lowerer *l, int field)
{
    return ip_last_part(l->slots.items[field].name);
}

static const ip_row_shape *shape_of_slot(ip_lowerer *l, int slot)
{
    ip_slot *record = &l->slots.items[slot];
    if (record->shape && record->shape->names.count == record->fields.count)
        return record->shape;
    ip_row_shape *shape = IP_NEW(l->arena, ip_row_shape);
    for (int i = 0; i < record->fields.count; i++) {
        int field = record->fields.items[i];
        IP_PUSH(l->arena, &shape->names, field_name(l, field));
        IP_PUSH(l->arena, &shape->types, l->slots.items[field].type);
    }
    record->shape = shape;
    return shape;
}

const ip_expr *ip_lower_slot_value(ip_lowerer *l, int slot)
{
    const ip_slot record = l->slots.items[slot];
    if (!record.record)
        return ip_lower_value(l, slot);
    const ip_expr **args = IP_NEW_ARRAY(l->arena, const ip_expr *, record.fields.count);
    for (int i = 0; i < record.fields.count; i++)
        args[i] = ip_lower_slot_value(l, record.fields.items[i]);
    if (record.open && (record.fields.count == 0 || record.several)) /* which fields, and in which order? */
        return ip_lower_unknown(l, record.type, record.fields.count, args);
    return ip_lower_row(l, shape_of_slot(l, slot), record.type, args);
}

void ip_lower_take_shape(ip_lowerer *l, int slot, const ip_row_shape *shape)
{
    const ip_slot record = l->slots.items[slot];
    bool same = shape && (record.fields.count == 0 || record.fields.count == shape->names.count);
    for (int i = 0; same && i < record.fields.count; i++)
        same = strcmp(field_name(l, record.fields.items[i]), shape->names.items[i]) == 0;
    l->slots.items[slot].several = record.several || !same;
    for (int i = 0; shape && i < shape->names.count; i++)
        ip_lower_field(l, slot, shape->names.items[i], shape->types.items[i]);
}

void ip_lower_forget_row(ip_lowerer *l, int slot, int loop)
{
    if (l->slots.items[slot].open)
        ip_lower_take_shape(l, slot, NULL);
    ip_lower_forget(l, slot, loop);
}

static void make_fields(ip_lowerer *l, int slot, const ip_table *row, int depth, int *count)
{
    l->slots.items[slot].record = true;
    for (int i = 0; i < row->columns.count; i++) {
        const ip_column *c = &row->columns.items[i];
        int field = ip_lower_field(l, slot, c->name, c->type);
        const ip_table *inner = depth < DEEPEST_RECORD ? ip_lower_row_type(l, c->type) : NULL;
        *count += 1;
        if (inner && *count + inner->columns.count <= MOST_FIELDS)
            make_fields(l, field, inner, depth + 1, count);
    }
}

void ip_lower_make_record(ip_lowerer *l, int slot, const ip_table *row)
{
    int count = 0;
    make_fields(l, slot, row, 0, &count);
}

/* ---- fields of values ---- */

static const ip_expr *given(const ip_lowerer *l, const ip_expr *e)
{
    enum { FARTHEST = 64 };
    for (int i = 0; i < FARTHEST && e->kind == IP_EXPR_VARIABLE; i++) {
        const ip_variable *v = &l->program->variables.items[e->index];
        if (v->kind != IP_VAR_EXPR || !v->expr || !ip_program_expr_stable(v->expr))
            break;
        e = v->expr;
    }
    return e;
}

/* Field `number`, which has that name in rows from elsewhere; NULL if a row has fewer fields. */
static const ip_expr *part_of(ip_lowerer *l, const ip_expr *value, int number, const char *name, ip_type type)
{
    const ip_expr *e = given(l, value);
    if (ip_lower_is_row(e))
        return number < e->arg_count ? e->args[number] : ip_lower_null(l, type);
    if (e->kind == IP_EXPR_NULL)
        return ip_lower_null(l, type);
    if (e->kind == IP_EXPR_UNKNOWN)
        return ip_lower_unknown(l, type, e->arg_count, e->args);
    if (e->kind == IP_EXPR_OPERATOR && e->op == IP_OP_IF) {
        const ip_expr *const parts[] = {e->args[0], part_of(l, e->args[1], number, name, type),
                                        part_of(l, e->args[2], number, name, type)};
        return ip_program_expr_op(l->arena, IP_OP_IF, type, 3, parts);
    }
    const ip_table *row = ip_lower_row_type(l, e->type);
    if (row && number < row->columns.count)
        name = row->columns.items[number].name;
    return ip_lower_apply(l, ip_arena_printf(l->arena, ".%s", name), type, 1, &value);
}

static int named(const ip_row_shape *shape, const char *name)
{
    for (int i = 0; i < shape->names.count; i++)
        if (strcmp(shape->names.items[i], name) == 0)
            return i;
    return -1;
}

/* A row of known fields somewhere in it, whose names are those of all: the sides of a CASE agree in their type. */
static const ip_expr *row_in(const ip_lowerer *l, const ip_expr *value)
{
    const ip_expr *e = given(l, value);
    if (ip_lower_is_row(e))
        return e;
    if (e->kind != IP_EXPR_OPERATOR || e->op != IP_OP_IF)
        return NULL;
    const ip_expr *found = row_in(l, e->args[1]);
    return found ? found : row_in(l, e->args[2]);
}

const ip_row_shape *ip_lower_value_shape(ip_lowerer *l, const ip_expr *value)
{
    const ip_expr *row = row_in(l, value);
    const ip_table *type = row ? NULL : ip_lower_row_type(l, value->type);
    return row ? shape_of(l, row) : type ? ip_lower_table_shape(l, type) : NULL;
}

const ip_expr *ip_lower_field_of(ip_lowerer *l, const ip_tree *node, const ip_expr *value, const char *name)
{
    const ip_row_shape *shape = ip_lower_value_shape(l, value);
    int number = shape ? named(shape, name) : -1;
    if (number >= 0)
        return part_of(l, value, number, name, shape->types.items[number]);
    if (shape && !row_in(l, value)) {
        ip_lower_bad_name(l, node, "type %s has no field \"%s\"", value->type.name, name);
        return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
    }
    /* A type that is not defined here, or a record whose fields depend on the value assigned at run time. */
    ip_lower_note(l, node, "field \"%s\" of a value whose type is not known here: any value", name);
    return ip_lower_unknown(l, ip_lower_other_type, 1, &value);
}

const ip_expr *ip_lower_row_is_null(ip_lowerer *l, const ip_expr *value, bool is_null)
{
    ip_values args = {0};
    if (!ip_lower_is_row(value))
        return ip_lower_apply(l, is_null ? "row_is_null" : "row_is_not_null", ip_lower_boolean_type, 1, &value);
    for (int i = 0; i < value->arg_count; i++) {
        /* A nested row that is NULL and one whose fields are all NULL are not distinguished. */
        bool row = ip_lower_is_row(value->args[i]);
        const ip_expr *test = row ? ip_lower_unknown(l, ip_lower_boolean_type, 1, &value->args[i])
                                  : ip_lower_unary(l, IP_OP_IS_NULL, value->args[i]);
        IP_PUSH(l->arena, &args, is_null || row ? test : ip_lower_negation(l, test));
    }
    if (args.count == 0)
        return ip_lower_boolean(l, true);
    return args.count == 1 ? args.items[0]
                           : ip_program_expr_op(l->arena, IP_OP_AND, ip_lower_boolean_type, args.count, args.items);
}

const ip_expr *ip_lower_row_as(ip_lowerer *l, const ip_expr *value, const ip_table *row, ip_type type)
{
    if (value->kind == IP_EXPR_NULL)
        return ip_lower_null(l, type);
    if (!row_in(l, value))
        return ip_lower_convert(l, value, type);
    const ip_row_shape *shape = ip_lower_table_shape(l, row);
    const ip_expr **args = IP_NEW_ARRAY(l->arena, const ip_expr *, shape->names.count);
    for (int i = 0; i < shape->names.count; i++) {
        ip_type own = shape->types.items[i];
        args[i] = ip_lower_convert(l, part_of(l, value, i, shape->names.items[i], own), own);
    }
    return ip_lower_row(l, shape, type, args);
}

const ip_expr *ip_lower_any_row(ip_lowerer *l, const ip_table *row, ip_type type, int arg_count,
                                const ip_expr *const *args)
{
    const ip_row_shape *shape = ip_lower_table_shape(l, row);
    const ip_expr **fields = IP_NEW_ARRAY(l->arena, const ip_expr *, shape->names.count);
    for (int i = 0; i < shape->names.count; i++)
        fields[i] = ip_lower_unknown(l, shape->types.items[i], arg_count, args);
    return ip_lower_row(l, shape, type, fields);
}

const ip_expr *ip_lower_any_of_set(ip_lowerer *l, const ip_unit *unit, ip_result *columns)
{
    const ip_table *row;
    ip_type type = ip_lower_without_modifier(l, ip_lower_type(l, unit->return_type, &row));
    int outs = 0;
    for (int i = 0; i < unit->parameters.count; i++) {
        const ip_unit_parameter *p = &unit->parameters.items[i];
        if (!p->out)
            continue;
        ip_type own = ip_lower_without_modifier(l, ip_lower_type(l, p->type_name, NULL));
        ip_result_column column = {p->name, ip_lower_unknown(l, own, 0, NULL), -1, own};
        if (columns)
            IP_PUSH(l->arena, &columns->columns, column);
        outs++;
    }
    if (outs > 0)
        return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
    const ip_expr *value = row ? ip_lower_any_row(l, row, type, 0, NULL) : ip_lower_unknown(l, type, 0, NULL);
    if (!columns || ip_lower_fields_of(l, value, columns))
        return value;
    bool record = strcasecmp(unit->return_type, "record") == 0;
    ip_result_column column = {record ? ip_lower_any_columns : unit->label ? unit->label : unit->name, value, -1, type};
    IP_PUSH(l->arena, &columns->columns, column);
    return value;
}

bool ip_lower_fields_of(ip_lowerer *l, const ip_expr *value, ip_result *columns)
{
    const ip_row_shape *shape = ip_lower_value_shape(l, value);
    for (int i = 0; shape && i < shape->names.count; i++) {
        const ip_expr *part = part_of(l, value, i, shape->names.items[i], shape->types.items[i]);
        ip_result_column column = {shape->names.items[i], part, -1, part->type};
        IP_PUSH(l->arena, &columns->columns, column);
    }
    return shape != NULL;
}

static bool ends_in_star(const ip_tree *list)
{
    return ip_parse_list_size(list) > 0 && ip_as_a_star(ip_parse_list_item(list, ip_parse_list_size(list) - 1));
}

/* The value of (value).*, and its fields. */
static void expand(ip_lowerer *l, const ip_tree *node, ip_scope *scope, ip_result *columns)
{
    const ip_expr *value = ip_lower_expr(l, node, scope);
    if (!row_in(l, value) && !ip_program_expr_stable(value) && ip_program_expr_sources(value) == 0)
        value = ip_lower_bind(l, "row", value->type, value);
    if (!ip_lower_fields_of(l, value, columns)) {
        ip_result_column any = {ip_lower_any_columns, ip_lower_unknown(l, ip_lower_other_type, 1, &value), -1,
                                ip_lower_other_type};
        IP_PUSH(l->arena, &columns->columns, any);
    }
}

/* (v).*, (f(x)).*: as (f(x)).a, (f(x)).b … would, it runs f for each field (PostgreSQL 15, section 8.16.5). */
static void all_fields(ip_lowerer *l, const ip_tree *body, ip_scope *scope, ip_result *columns)
{
    PgQuery__AIndirection *inner = ip_parse_message_copy(l->arena, body);
    inner->n_indirection--;
    const ip_tree *node = inner->n_indirection > 0 ? ip_parse_node_of(l->arena, inner) : inner->arg;
    int first = columns->columns.count, statements = l->program->statements.count, unknowns = l->unknowns;
    expand(l, node, scope, columns);
    bool once = statements == l->program->statements.count && unknowns == l->unknowns;
    for (int i = first + 1; i < columns->columns.count && !once; i++) {
        ip_result again = {0};
        expand(l, node, scope, &again);
        if (again.columns.count == columns->columns.count - first)
            columns->columns.items[i] = again.columns.items[i - first];
    }
}

bool ip_lower_is_star(const ip_tree *node)
{
    return ends_in_star(IP_ITEMS(ip_as_column_ref(node), fields)) ||
           ends_in_star(IP_ITEMS(ip_as_a_indirection(node), indirection));
}

bool ip_lower_column_is_any(const ip_result *result, int column)
{
    for (int i = 0; i <= column && i < result->columns.count; i++)
        if (result->columns.items[i].name == ip_lower_any_columns)
            return true;
    return false;
}

void ip_lower_star(ip_lowerer *l, const ip_tree *node, ip_scope *scope, ip_result *columns)
{
    static const ip_query none;
    ip_query *alone = IP_NEW(l->arena, ip_query);
    *alone = none;
    if (ip_as_a_indirection(node))
        all_fields(l, ip_as_a_indirection(node), scope, columns);
    else
        ip_lower_all_columns(l, node, scope ? scope : ip_lower_scope_new(l, NULL, alone), columns);
}

/* ---- assignment ---- */

void ip_lower_assign_row(ip_lowerer *l, int slot, const ip_expr *value)
{
    bool open = l->slots.items[slot].open;
    if (value->kind == IP_EXPR_UNKNOWN) {
        ip_lower_forget_row(l, slot, l->loop);
        return;
    }
    if (!row_in(l, value) && !ip_program_expr_stable(value))
        value = ip_lower_bind(l, l->slots.items[slot].name, value->type, value);
    const ip_row_shape *shape = open ? ip_lower_value_shape(l, value) : NULL;
    if (open && !shape && value->kind != IP_EXPR_NULL) {
        ip_lower_forget_row(l, slot, l->loop);
        return;
    }
    if (shape)
        ip_lower_take_shape(l, slot, shape);
    const ip_slot record = l->slots.items[slot];
    ip_values parts = {0};
    for (int i = 0; i < record.fields.count; i++) {
        int field = record.fields.items[i];
        const char *name = field_name(l, field);
        /* For an open record, by name: it keeps the fields of its other shapes. */
        int number = shape ? named(shape, name) : i;
        IP_PUSH(l->arena, &parts, number < 0 ? NULL : part_of(l, value, number, name, l->slots.items[field].type));
    }
    for (int i = 0; i < record.fields.count; i++)
        if (parts.items[i])
            ip_lower_assign_value(l, record.fields.items[i], parts.items[i]);
}
