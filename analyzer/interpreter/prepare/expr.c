/* Expressions: names, operators and constructs to nodes with a type each. */
#include "interpreter/prepare/fold.h"
#include "interpreter/prepare/prepare.h"
#include "code/expr/overload.h"

#include <string.h>

_Noreturn void ip_prepare_refuse(ip_prepare *prepare, ip_range range, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    prepare->message = ip_arena_vprintf(prepare->arena, format, args);
    va_end(args);
    prepare->range = range;
    prepare->sqlstate = NULL;
    longjmp(*prepare->trap, 1);
}

ip_node *ip_prepare_node_new(ip_prepare *prepare, ip_operation operation, ip_sqltype type, ip_range range)
{
    ip_node *node = IP_NEW(prepare->arena, ip_node);
    node->operation = operation;
    node->type = type;
    node->range = range;
    node->key_position = -1;
    return node;
}

const ip_node **ip_prepare_node_args(ip_prepare *prepare, ip_node *node, int count)
{
    const ip_node **args = IP_NEW_ARRAY(prepare->arena, const ip_node *, count);
    node->args = args;
    node->arg_count = count;
    return args;
}

static bool is_unknown(ip_sqltype type)
{
    return type.tag == IP_T_UNKNOWN && !type.array;
}

static bool same_row_type(const ip_shape *a, const ip_shape *b)
{
    const char *x = a ? a->name : NULL, *y = b ? b->name : NULL;
    return x == y || (x && y && strcmp(x, y) == 0);
}

ip_sqltype ip_prepare_common_type(ip_prepare *prepare, const ip_sqltype *types, int count, ip_range range,
                                  const char *what, const char *construct)
{
    ip_sqltype chosen = ip_value_sqltype_simple(IP_T_UNKNOWN);
    bool modifiers = true;
    for (int i = 0; i < count; i++) {
        if (is_unknown(types[i]))
            continue;
        if (is_unknown(chosen)) {
            chosen = types[i];
            continue;
        }
        modifiers = modifiers && chosen.precision == types[i].precision && chosen.scale == types[i].scale;
        bool rows = chosen.tag == IP_T_RECORD && types[i].tag == IP_T_RECORD && chosen.array == types[i].array;
        if (rows && !same_row_type(chosen.shape, types[i].shape))
            ip_prepare_refuse(prepare, range, "%s of different row types", what);
        if (ip_value_sqltype_same(chosen, types[i]))
            continue;
        modifiers = false;
        if (chosen.array || types[i].array || ip_value_tag_category(chosen.tag) != ip_value_tag_category(types[i].tag))
            ip_prepare_refuse_common(prepare, range, what, construct, chosen, types[i]);
        if (!ip_value_tag_preferred(chosen.tag) && ip_builtin_can_coerce(chosen, types[i], IP_CAST_IMPLICIT) &&
            !ip_builtin_can_coerce(types[i], chosen, IP_CAST_IMPLICIT))
            chosen = types[i];
    }
    if (is_unknown(chosen))
        return ip_value_sqltype_simple(IP_T_TEXT);
    for (int i = 0; i < count; i++)
        modifiers = modifiers && !is_unknown(types[i]);
    if (!modifiers)
        chosen.precision = chosen.scale = -1;
    for (int i = 0; i < count; i++)
        if (!is_unknown(types[i]) && types[i].domain != chosen.domain)
            chosen.domain = NULL;
    if (!ip_value_sqltype_is_enum(chosen))
        chosen.domain = NULL;
    return chosen;
}

static const ip_node *prepare_constant(ip_prepare *prepare, const ip_code_expr *expr)
{
    ip_sqltype type = ip_value_sqltype_of(prepare->arena, &expr->cast);
    if (expr->unknown || (expr->null && type.tag == IP_T_OTHER))
        type = ip_value_sqltype_simple(IP_T_UNKNOWN);
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_CONSTANT, type, expr->range);
    ip_failure failure;
    node->literal = true;
    if (!expr->null && !ip_value_text_to_datum(prepare->arena, type, expr->text, &node->constant, &failure))
        ip_prepare_refuse(prepare, expr->range, "%s", failure.message);
    return node;
}

static const ip_node *prepare_variable(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_code_variable *variable = &prepare->code->variables.items[expr->index];
    ip_node *node = ip_prepare_node_new(prepare, variable->type.record ? IP_EVAL_RECORD : IP_EVAL_VARIABLE,
                                        prepare->slot_types[expr->index], expr->range);
    node->index = expr->index;
    node->name = variable->name;
    return node;
}

ip_shape *ip_prepare_shape_new(ip_prepare *prepare, int count)
{
    ip_shape *shape = IP_NEW(prepare->arena, ip_shape);
    shape->count = count;
    shape->names = IP_NEW_ARRAY(prepare->arena, const char *, count);
    shape->types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, count);
    return shape;
}

static const ip_node *prepare_field(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_node *record = ip_prepare_expr(prepare, expr->args[0]);
    const ip_shape *shape = record->type.tag == IP_T_RECORD ? record->type.shape : NULL;
    bool plain = record->type.tag != IP_T_RECORD && record->type.tag != IP_T_OTHER &&
                 record->type.tag != IP_T_UNKNOWN && record->type.tag != IP_T_VOID;
    if (plain || record->type.array)
        ip_prepare_refuse_wrong(
            prepare, expr->range, "42809",
            ip_arena_printf(prepare->arena, "column notation .%s applied to type %s, which is not a composite type",
                            expr->name, ip_prepare_type_name(prepare->arena, record->type)),
            "the field %s of a value of type %s", expr->name, ip_prepare_type_name(prepare->arena, record->type));
    if (!shape)
        ip_prepare_refuse(prepare, expr->range, "the field %s of a record that nothing was assigned to before",
                          expr->name);
    for (int i = 0; i < shape->count; i++)
        if (shape->names[i] && strcmp(shape->names[i], expr->name) == 0) {
            const ip_node *of_row = ip_prepare_field_of_row(prepare, record, i);
            if (of_row)
                return of_row;
            ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_FIELD, shape->types[i], expr->range);
            node->index = i;
            ip_prepare_node_args(prepare, node, 1)[0] = record;
            return node;
        }
    ip_prepare_refuse(prepare, expr->range, "the field %s, which the record does not have", expr->name);
}

/* NULL: not two rows of the same types. */
static ip_node *compared_rows(ip_prepare *prepare, const ip_node *a, const ip_node *b, ip_operation operation,
                              ip_range range)
{
    const ip_shape *x = a->type.shape, *y = b->type.shape;
    if (a->type.tag != IP_T_RECORD || b->type.tag != IP_T_RECORD || a->type.array || b->type.array || !x || !y ||
        x->count != y->count)
        return NULL;
    for (int i = 0; i < x->count; i++)
        if (!ip_value_sqltype_same(x->types[i], y->types[i]) || x->types[i].tag == IP_T_OTHER)
            return NULL;
    ip_node *node = ip_prepare_node_new(prepare, operation, ip_value_sqltype_simple(IP_T_BOOLEAN), range);
    const ip_node **args = ip_prepare_node_args(prepare, node, 2);
    args[0] = a;
    args[1] = b;
    return node;
}

static const ip_node *prepare_apply(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_node **args = IP_NEW_ARRAY(prepare->arena, const ip_node *, expr->arg_count);
    const ip_node *of_files = ip_prepare_user_operator(prepare, expr);
    if (of_files)
        return of_files;
    for (int i = 0; i < expr->arg_count; i++)
        args[i] = ip_prepare_expr(prepare, expr->args[i]);
    bool not_equal = expr->kind == IP_CODE_OPERATOR && strcmp(expr->name, "<>") == 0;
    if (expr->kind == IP_CODE_OPERATOR && expr->arg_count == 2 && (not_equal || strcmp(expr->name, "=") == 0)) {
        ip_node *rows = compared_rows(prepare, args[0], args[1], IP_EVAL_ROWS_EQUAL, expr->range);
        if (rows)
            rows->index = not_equal;
        if (rows)
            return rows;
    }
    return ip_prepare_apply(prepare, expr->name, expr->kind == IP_CODE_OPERATOR, args, expr->arg_count, expr->range);
}

ip_sqltype ip_prepare_sqltype_of_routine(ip_prepare *prepare, const ip_code *callee)
{
    ip_sqltype type = ip_value_sqltype_of(prepare->arena, &callee->result);
    int outs = 0;
    for (int i = 0; i < callee->parameter_count; i++)
        outs += callee->out.items[i];
    if (callee->returns_void)
        return ip_value_sqltype_simple(IP_T_VOID);
    if (type.tag != IP_T_RECORD || type.shape || !outs)
        return type;
    ip_shape *shape = ip_prepare_shape_new(prepare, outs);
    const char **names = IP_NEW_ARRAY(prepare->arena, const char *, outs);
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, outs);
    for (int i = 0, at = 0; i < callee->parameter_count; i++)
        if (callee->out.items[i]) {
            names[at] = callee->variables.items[i].name;
            types[at++] = ip_value_sqltype_of(prepare->arena, &callee->variables.items[i].type);
        }
    shape->names = names;
    shape->types = types;
    type.shape = shape;
    return type;
}

static const ip_node *prepare_call(ip_prepare *prepare, const ip_code_expr *expr)
{
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_CALL, ip_value_sqltype_simple(IP_T_VOID), expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, expr->callee->parameter_count);
    for (int i = 0; i < expr->arg_count && i < expr->callee->parameter_count; i++)
        if (expr->args[i] && expr->callee->in.items[i])
            args[i] = ip_prepare_expr(prepare, expr->args[i]);
    const ip_code *callee = ip_prepare_code_for_types(prepare, expr->callee, args, expr->range);
    for (int i = 0; i < callee->parameter_count; i++)
        if (args[i])
            args[i] = ip_prepare_datum_coerce(prepare, args[i],
                                              ip_value_sqltype_of(prepare->arena, &callee->variables.items[i].type),
                                              IP_CAST_ASSIGNMENT);
    /* The planner calls it, too: an IMMUTABLE function with constant arguments, anywhere, and not again later; a STABLE
     * function for the estimates of conditions. */
    bool planned = callee->immutable || (!callee->volatile_ && prepare->in_statement);
    if (planned && ip_code_calls_what_acts(callee))
        ip_prepare_refuse(prepare, expr->range, "a function that is not VOLATILE, and takes locks or draws numbers");
    node->type = ip_prepare_sqltype_of_routine(prepare, callee);
    node->callee = callee;
    IP_PUSH(prepare->arena, &prepare->callees, callee);
    node->set = callee->returns_set;
    return node;
}

/* PostgreSQL chooses when it plans the expression; by then its records have the types with which they are read. */
static const ip_node *prepare_overloaded(ip_prepare *prepare, const ip_code_expr *expr)
{
    int count = expr->arg_count - expr->index;
    ip_given_type *types = IP_NEW_ARRAY(prepare->arena, ip_given_type, count);
    for (int i = 0; i < count; i++) {
        ip_sqltype type = ip_prepare_expr(prepare, expr->args[expr->index + i])->type;
        types[i].literal = type.tag == IP_T_UNKNOWN && !type.array;
        types[i].array = type.array;
        if (type.tag != IP_T_RECORD && type.tag != IP_T_OTHER && !type.domain && !types[i].literal)
            types[i].name = ip_value_sqltype_name(prepare->arena, type);
    }
    const ip_code_expr *call = ip_code_overload(prepare->arena, expr, types);
    if (!call)
        ip_prepare_refuse(prepare, expr->range, "call of %s(), which several definitions match", expr->name);
    return prepare_call(prepare, call);
}

static const ip_node *prepare_logic(ip_prepare *prepare, const ip_code_expr *expr, ip_operation operation)
{
    ip_node *node = ip_prepare_node_new(prepare, operation, ip_value_sqltype_simple(IP_T_BOOLEAN), expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, expr->arg_count);
    for (int i = 0; i < expr->arg_count; i++)
        args[i] = ip_prepare_typed(prepare, expr->args[i], ip_value_sqltype_simple(IP_T_BOOLEAN), IP_CAST_IMPLICIT);
    return node;
}

static const ip_node *prepare_is_null(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_node *arg = ip_prepare_expr(prepare, expr->args[0]);
    bool row = arg->type.tag == IP_T_RECORD && !arg->type.array;
    bool is = expr->kind == IP_CODE_IS_NULL;
    ip_operation test = row  ? (is ? IP_EVAL_ROW_IS_NULL : IP_EVAL_ROW_NOT_NULL)
                        : is ? IP_EVAL_IS_NULL
                             : IP_EVAL_NOT_NULL;
    ip_node *node = ip_prepare_node_new(prepare, test, ip_value_sqltype_simple(IP_T_BOOLEAN), expr->range);
    ip_prepare_node_args(prepare, node, 1)[0] = arg;
    return node;
}

static const char *construct_of(const ip_code_expr *expr)
{
    switch (expr->kind) {
    case IP_CODE_CASE:
        return "CASE";
    case IP_CODE_COALESCE:
        return "COALESCE";
    case IP_CODE_GREATEST:
        return "GREATEST";
    case IP_CODE_LEAST:
        return "LEAST";
    case IP_CODE_ARRAY:
        return "ARRAY";
    default:
        return NULL;
    }
}

/* Arguments from `first` on, every `step`-th (and the last if odd), brought to one type. */
static ip_sqltype unify(ip_prepare *prepare, const ip_code_expr *expr, const ip_node **args, int first, int step)
{
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, expr->arg_count + 1);
    int count = 0;
    bool odd = step == 2 && expr->arg_count % 2;
    /* PostgreSQL looks at ELSE first. */
    if (odd)
        types[count++] = args[expr->arg_count - 1]->type;
    for (int i = first; i < expr->arg_count - odd; i += step)
        types[count++] = args[i]->type;
    ip_sqltype type = ip_prepare_common_type(prepare, types, count, expr->range, "an expression", construct_of(expr));
    for (int i = first; i < expr->arg_count - odd; i += step)
        args[i] = ip_prepare_datum_coerce(prepare, args[i], type, IP_CAST_IMPLICIT);
    if (odd)
        args[expr->arg_count - 1] = ip_prepare_datum_coerce(prepare, args[expr->arg_count - 1], type, IP_CAST_IMPLICIT);
    return type;
}

static const ip_node *prepare_case(ip_prepare *prepare, const ip_code_expr *expr)
{
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_CASE, ip_value_sqltype_simple(IP_T_TEXT), expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, expr->arg_count);
    for (int i = 0; i < expr->arg_count; i++) {
        bool when = i % 2 == 0 && i + 1 < expr->arg_count;
        args[i] =
            when ? ip_prepare_typed(prepare, expr->args[i], ip_value_sqltype_simple(IP_T_BOOLEAN), IP_CAST_IMPLICIT)
                 : ip_prepare_expr(prepare, expr->args[i]);
    }
    node->type = unify(prepare, expr, args, 1, 2);
    return node;
}

/* Two or more items without columns become an array, which is evaluated as a whole before anything is compared; the
 * others are asked after it, one by one (parse_expr.c, transformAExprIn). How many are in the array; they come first.
 */
static int array_of_in(const ip_code_expr *expr, const ip_node **args, ip_prepare *prepare)
{
    const ip_node **others = IP_NEW_ARRAY(prepare->arena, const ip_node *, expr->arg_count);
    int in_array = 0, count = 0;
    for (int i = 1; i < expr->arg_count; i++) {
        ip_mentions mentions = {.item = -1};
        ip_prepare_mentions_of(expr->args[i], 0, &mentions);
        in_array += !mentions.items;
    }
    if (in_array < 2)
        return 0;
    for (int i = 1, at = 1; i < expr->arg_count; i++) {
        ip_mentions mentions = {.item = -1};
        ip_prepare_mentions_of(expr->args[i], 0, &mentions);
        if (mentions.items)
            others[count++] = args[i];
        else
            args[at++] = args[i];
    }
    for (int i = 0; i < count; i++)
        args[1 + in_array + i] = others[i];
    return in_array;
}

static const ip_node *prepare_unified(ip_prepare *prepare, const ip_code_expr *expr, ip_operation operation)
{
    ip_node *node = ip_prepare_node_new(prepare, operation, ip_value_sqltype_simple(IP_T_TEXT), expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, expr->arg_count);
    for (int i = 0; i < expr->arg_count; i++)
        args[i] = ip_prepare_expr(prepare, expr->args[i]);
    /* Values without a common type are compared one by one (parse_expr.c, transformAExprIn). */
    for (int i = 1; expr->kind == IP_CODE_IN && i < expr->arg_count; i++) {
        ip_sqltype left = args[0]->type, right = args[i]->type;
        bool scalar = !left.array && !right.array && left.tag != IP_T_RECORD && right.tag != IP_T_RECORD;
        if (scalar && !is_unknown(left) && !is_unknown(right) &&
            ip_value_tag_category(left.tag) != ip_value_tag_category(right.tag))
            ip_prepare_operator(prepare, "=", left, right, expr->range);
    }
    node->type = unify(prepare, expr, args, 0, 1);
    if (expr->kind == IP_CODE_ARRAY) {
        if (node->type.array)
            ip_prepare_refuse(prepare, expr->range, "an array of several dimensions");
        node->type.array = true;
    }
    if (expr->kind == IP_CODE_IN) {
        node->operators = ip_prepare_operator(prepare, "=", node->type, node->type, expr->range);
        node->type = ip_value_sqltype_simple(IP_T_BOOLEAN);
        node->index = array_of_in(expr, args, prepare);
    }
    return node;
}

/* NULLIF and IS DISTINCT FROM compare with "=". */
static const ip_node *prepare_compared(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_node *left = ip_prepare_expr(prepare, expr->args[0]), *right = ip_prepare_expr(prepare, expr->args[1]);
    bool null_if = expr->kind == IP_CODE_NULLIF;
    const ip_node *rows = null_if ? NULL : compared_rows(prepare, left, right, IP_EVAL_ROWS_DISTINCT, expr->range);
    if (rows)
        return rows;
    const ip_operator_call *equal = ip_prepare_operator(prepare, "=", left->type, right->type, expr->range);
    ip_sqltype type = left->type;
    if (null_if && is_unknown(left->type))
        type = (left = ip_prepare_datum_coerce(prepare, left, equal->left.to, IP_CAST_IMPLICIT))->type;
    else if (type.tag == IP_T_VARCHAR && !type.array) /* "=" is one of texts */
        type = ip_value_sqltype_simple(IP_T_TEXT);
    ip_node *node = ip_prepare_node_new(prepare, null_if ? IP_EVAL_NULL_IF : IP_EVAL_DISTINCT,
                                        null_if ? type : ip_value_sqltype_simple(IP_T_BOOLEAN), expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, 2);
    args[0] = left;
    args[1] = right;
    node->operators = ip_prepare_operator(prepare, "=", left->type, right->type, expr->range);
    return node;
}

static const ip_node *prepare_subscript(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_node *array = ip_prepare_expr(prepare, expr->args[0]);
    if (!array->type.array)
        ip_prepare_refuse_wrong(
            prepare, expr->range, array->type.tag == IP_T_JSONB || array->type.tag == IP_T_OTHER ? NULL : "42804",
            ip_arena_printf(prepare->arena, "cannot subscript type %s because it does not support subscripting",
                            ip_prepare_type_name(prepare->arena, array->type)),
            "a subscript of type %s", ip_value_sqltype_name(prepare->arena, array->type));
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_SUBSCRIPT, ip_value_sqltype_element(array->type), expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, 2);
    args[0] = array;
    const ip_node *index = ip_prepare_expr(prepare, expr->args[1]);
    ip_sqltype integer = ip_value_sqltype_simple(IP_T_INTEGER), given = index->type;
    if (given.tag != IP_T_UNKNOWN && given.tag != IP_T_OTHER && given.tag != IP_T_RECORD &&
        !ip_builtin_can_coerce(given, integer, IP_CAST_ASSIGNMENT))
        ip_prepare_refuse_wrong(prepare, expr->range, "42804", "array subscript must have type integer",
                                "a subscript of type %s", ip_prepare_type_name(prepare->arena, given));
    args[1] = ip_prepare_datum_coerce(prepare, index, integer, IP_CAST_ASSIGNMENT);
    return node;
}

static const ip_node *prepare_with_part(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_node *whole = ip_prepare_expr(prepare, expr->args[0]);
    ip_part_path *place = IP_NEW(prepare->arena, ip_part_path);
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_WITH_PART, whole->type, expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, 2);
    *place = ip_prepare_place(prepare, expr->path, whole->type, expr->range);
    node->place = place;
    args[0] = whole;
    args[1] = ip_prepare_typed(prepare, expr->args[1], place->type, IP_CAST_ASSIGNMENT);
    return node;
}

static const ip_node *prepare_any(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_node *left = ip_prepare_expr(prepare, expr->args[0]), *right = ip_prepare_expr(prepare, expr->args[1]);
    if (is_unknown(right->type)) {
        ip_sqltype array = is_unknown(left->type) ? ip_value_sqltype_simple(IP_T_TEXT) : left->type;
        array.array = true;
        array.precision = -1;
        right = ip_prepare_datum_coerce(prepare, right, array, IP_CAST_IMPLICIT);
    }
    if (!right->type.array)
        ip_prepare_refuse(prepare, expr->range, "%s of type %s", expr->kind == IP_CODE_ANY ? "ANY" : "ALL",
                          ip_value_sqltype_name(prepare->arena, right->type));
    ip_node *node = ip_prepare_node_new(prepare, expr->kind == IP_CODE_ANY ? IP_EVAL_ANY : IP_EVAL_ALL,
                                        ip_value_sqltype_simple(IP_T_BOOLEAN), expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, 2);
    args[0] = left;
    args[1] = right;
    node->operators =
        ip_prepare_operator(prepare, expr->name, left->type, ip_value_sqltype_element(right->type), expr->range);
    return node;
}

static const ip_node *prepare_row(ip_prepare *prepare, const ip_code_expr *expr)
{
    ip_shape *shape = ip_prepare_shape_new(prepare, expr->arg_count);
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, expr->arg_count);
    const char **names = IP_NEW_ARRAY(prepare->arena, const char *, expr->arg_count);
    ip_sqltype type = ip_value_sqltype_simple(IP_T_RECORD);
    type.shape = shape;
    shape->types = types;
    shape->names = names;
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_ROW, type, expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, expr->arg_count);
    for (int i = 0; i < expr->arg_count; i++) {
        args[i] = ip_prepare_expr(prepare, expr->args[i]);
        if (is_unknown(args[i]->type))
            args[i] = ip_prepare_datum_coerce(prepare, args[i], ip_value_sqltype_simple(IP_T_TEXT), IP_CAST_IMPLICIT);
        types[i] = args[i]->type;
        names[i] = ip_arena_printf(prepare->arena, "f%d", i + 1);
    }
    return node;
}

static const ip_node *prepare_any_kind(ip_prepare *prepare, const ip_code_expr *expr)
{
    switch (expr->kind) {
    case IP_CODE_CONSTANT:
        return prepare_constant(prepare, expr);
    case IP_CODE_VARIABLE:
        return prepare_variable(prepare, expr);
    case IP_CODE_COLUMN:
        return ip_prepare_column(prepare, expr, expr->index);
    case IP_CODE_WHOLE_ROW:
        return ip_prepare_whole_row(prepare, expr);
    case IP_CODE_AGGREGATE:
    case IP_CODE_WINDOW:
        return ip_prepare_computed(prepare, expr);
    case IP_CODE_FIELD:
        return prepare_field(prepare, expr);
    case IP_CODE_FUNCTION: {
        const ip_node *rows = ip_prepare_json_rows(prepare, expr);
        return rows ? rows : prepare_apply(prepare, expr);
    }
    case IP_CODE_OPERATOR:
        return prepare_apply(prepare, expr);
    case IP_CODE_CALL:
        return prepare_call(prepare, expr);
    case IP_CODE_OVERLOADED:
        return prepare_overloaded(prepare, expr);
    case IP_CODE_CAST:
        return ip_prepare_cast_of(prepare, expr);
    case IP_CODE_AND:
        return prepare_logic(prepare, expr, IP_EVAL_AND);
    case IP_CODE_OR:
        return prepare_logic(prepare, expr, IP_EVAL_OR);
    case IP_CODE_NOT:
        return prepare_logic(prepare, expr, IP_EVAL_NOT);
    case IP_CODE_IS_TRUE:
        return prepare_logic(prepare, expr, IP_EVAL_IS_TRUE);
    case IP_CODE_IS_FALSE:
        return prepare_logic(prepare, expr, IP_EVAL_IS_FALSE);
    case IP_CODE_IS_NULL:
    case IP_CODE_NOT_NULL:
        return prepare_is_null(prepare, expr);
    case IP_CODE_DISTINCT:
    case IP_CODE_NULLIF:
        return prepare_compared(prepare, expr);
    case IP_CODE_CASE:
        return prepare_case(prepare, expr);
    case IP_CODE_COALESCE:
        return prepare_unified(prepare, expr, IP_EVAL_COALESCE);
    case IP_CODE_GREATEST:
        return prepare_unified(prepare, expr, IP_EVAL_GREATEST);
    case IP_CODE_LEAST:
        return prepare_unified(prepare, expr, IP_EVAL_LEAST);
    case IP_CODE_IN:
        return prepare_unified(prepare, expr, IP_EVAL_IN);
    case IP_CODE_ARRAY:
        return prepare_unified(prepare, expr, IP_EVAL_ARRAY);
    case IP_CODE_SUBSCRIPT:
        return prepare_subscript(prepare, expr);
    case IP_CODE_WITH_PART:
        return prepare_with_part(prepare, expr);
    case IP_CODE_ANY:
    case IP_CODE_ALL:
        return prepare_any(prepare, expr);
    case IP_CODE_ROW:
        return prepare_row(prepare, expr);
    case IP_CODE_EXISTS:
    case IP_CODE_SCALAR:
    case IP_CODE_ARRAY_OF:
    case IP_CODE_ANY_OF:
    case IP_CODE_ALL_OF:
        return ip_prepare_sublink(prepare, expr);
    case IP_CODE_GROUPED:
        return ip_prepare_grouped(prepare, expr);
    case IP_CODE_GROUPING:
        return ip_prepare_grouping(prepare, expr);
    case IP_CODE_OUTPUT:
    case IP_CODE_DEFAULT:
        break;
    }
    ip_prepare_refuse(prepare, expr->range, "%s here", expr->kind == IP_CODE_DEFAULT ? "DEFAULT" : "an output column");
}

const ip_node *ip_prepare_maybe_set(ip_prepare *prepare, const ip_code_expr *expr)
{
    return ip_prepare_folded(prepare, prepare_any_kind(prepare, expr));
}

const ip_node *ip_prepare_expr(ip_prepare *prepare, const ip_code_expr *expr)
{
    const ip_node *node = ip_prepare_maybe_set(prepare, expr);
    if (node->set)
        ip_prepare_refuse(prepare, expr->range, "a set-returning function within an expression");
    return node;
}

const ip_node *ip_prepare_typed(ip_prepare *prepare, const ip_code_expr *expr, ip_sqltype type, ip_cast_context context)
{
    return ip_prepare_datum_coerce(prepare, ip_prepare_expr(prepare, expr), type, context);
}

const ip_node *ip_prepare_condition(ip_prepare *prepare, const ip_code_expr *expr)
{
    return expr ? ip_prepare_typed(prepare, expr, ip_value_sqltype_simple(IP_T_BOOLEAN), IP_CAST_IMPLICIT) : NULL;
}
