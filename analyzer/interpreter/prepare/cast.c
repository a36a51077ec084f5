/* Casts in expressions: explicit ones, and those that a value's use requires. */
#include "interpreter/prepare/prepare.h"

#include <string.h>

/* Reads a literal. A server has read those of a statement before it runs any of it, also those that no row needs. */
static bool read_literal(ip_prepare *prepare, const ip_node *node, ip_sqltype to, ip_datum *value)
{
    ip_failure failure = {0};
    const char *text = value->as.text;
    if (ip_value_text_to_datum(
            prepare->arena,
            (ip_sqltype){.tag = to.tag, .array = to.array, .precision = -1, .scale = -1, .shape = to.shape}, text,
            value, &failure))
        return true;
    if (node->type.tag == IP_T_UNKNOWN && failure.sqlstate && ip_prepare_is_of_client(prepare))
        ip_prepare_refuse_wrong(prepare, node->range, failure.sqlstate, failure.message, "%s", failure.message);
    return false;
}

/* A literal takes its type from its use: it is read once, here; a malformed literal fails when it is used. */
static bool fold(ip_prepare *prepare, const ip_node *node, const ip_cast *cast, ip_node *result)
{
    if (ip_value_sqltype_holds_domain(cast->to))
        return false;
    ip_datum value = node->constant;
    ip_failure failure;
    if (value.kind != IP_DATUM_NULL) {
        if (cast->fields)
            return false;
        /* A literal that already has its type is converted by its text (IP_CAST_BY_TEXT) during the run. */
        if (cast->convert && (cast->convert != ip_builtin_convert_text || value.kind != IP_DATUM_TEXT))
            return false;
        if (cast->convert && !read_literal(prepare, node, cast->to, &value))
            return false;
        if (cast->modify && !ip_value_apply_modifiers(prepare->arena, cast->to, cast->explicit, &value, &failure))
            return false;
    }
    result->operation = IP_EVAL_CONSTANT;
    result->constant = value;
    result->literal = true;
    return true;
}

/* The value already has the type; it may be a literal, which is checked when it is used. */
static const ip_node *check_node(ip_prepare *prepare, const ip_node *node, ip_cast *cast)
{
    cast->convert = NULL;
    cast->fields = NULL;
    cast->modify = false;
    IP_PUSH(prepare->arena, &prepare->callees, cast->check);
    ip_node *result = ip_prepare_node_new(prepare, IP_EVAL_CAST, cast->to, node->range);
    result->cast = cast;
    ip_prepare_node_args(prepare, result, 1)[0] = node;
    return result;
}

static const ip_node *with_type(ip_prepare *prepare, const ip_node *node, ip_sqltype type)
{
    ip_node *result = IP_NEW(prepare->arena, ip_node);
    *result = *node;
    result->type = type;
    return result;
}

static bool is_text_literal(const ip_node *node)
{
    return node->operation == IP_EVAL_CONSTANT && node->constant.kind == IP_DATUM_TEXT;
}

/* A literal that is one of the labels of the enum. */
static bool is_label(const ip_node *node, ip_sqltype to)
{
    bool literal = is_text_literal(node);
    for (int i = 0; literal && !to.array && ip_value_sqltype_is_enum(to) && i < to.domain->labels.count; i++)
        if (strcmp(to.domain->labels.items[i], node->constant.as.text) == 0)
            return true;
    return false;
}

const ip_node *ip_prepare_datum_coerce(ip_prepare *prepare, const ip_node *node, ip_sqltype to, ip_cast_context context)
{
    ip_cast *cast = IP_NEW(prepare->arena, ip_cast);
    ip_sqltype bare = to;
    bare.domain = NULL;
    if (node->type.tag == IP_T_UNKNOWN && is_label(node, to))
        return with_type(prepare, node, to);
    if (node->type.tag == IP_T_UNKNOWN && is_text_literal(node) && ip_value_sqltype_is_enum(to) && !to.array &&
        ip_prepare_is_of_client(prepare)) {
        const char *message = ip_arena_printf(prepare->arena, "invalid input value for enum %s: \"%s\"",
                                              to.domain->name, node->constant.as.text);
        ip_prepare_refuse_wrong(prepare, node->range, "22P02", message, "%s", message);
    }
    const char *wrong = context == IP_CAST_ASSIGNMENT && prepare->column && ip_value_sqltype_is_enum(to)
                            ? ip_prepare_wrong_assignment(prepare, node->type, to)
                            : NULL;
    if (wrong)
        ip_prepare_refuse_wrong(prepare, node->range, "42804", wrong, "a cast from %s to %s",
                                ip_prepare_type_name(prepare->arena, node->type),
                                ip_prepare_type_name(prepare->arena, to));
    if (context == IP_CAST_IMPLICIT && node->type.tag == IP_T_UNKNOWN && !node->type.array &&
        ip_value_sqltype_is_enum(to)) /* it has to be one of the labels */
        context = IP_CAST_ASSIGNMENT;
    if (!ip_prepare_find_cast(prepare, node->type, to, context, cast))
        ip_prepare_refuse_cast(prepare, node->range, node->type, to, context);
    if (to.domain && (context == IP_CAST_IMPLICIT || to.domain != node->type.domain)) {
        if (context == IP_CAST_IMPLICIT && to.domain == node->type.domain && ip_value_sqltype_is_enum(to))
            return node;
        node = ip_prepare_datum_coerce(prepare, node, bare, context);
        if (context == IP_CAST_IMPLICIT)
            return node;
    }
    ip_prepare_find_cast(prepare, node->type, to, context, cast);
    if (cast->check)
        return check_node(prepare, node, cast);
    bool length_goes = context == IP_CAST_EXPLICIT && node->type.precision != to.precision; /* varchar(5)::varchar */
    if (!cast->convert && !cast->fields && !cast->modify && ip_value_sqltype_same(node->type, to) && !length_goes)
        return ip_value_sqltype_is_enum(node->type) && !to.domain ? with_type(prepare, node, to) : node;
    ip_node *result = ip_prepare_node_new(prepare, IP_EVAL_CAST, to, node->range);
    if (node->literal && fold(prepare, node, cast, result))
        return result;
    if (!cast->convert && !cast->fields && !cast->modify) {
        *result = *node;
        result->type = to;
        return result;
    }
    result->cast = cast;
    ip_prepare_node_args(prepare, result, 1)[0] = node;
    return result;
}

/* (ROW(a, b)::t).x is a alone: the server drops the rest when it plans. NULL: the record is not a ROW expression of
 * this form. */
const ip_node *ip_prepare_field_of_row(ip_prepare *prepare, const ip_node *record, int field)
{
    if (record->operation == IP_EVAL_ROW)
        return record->args[field];
    if (record->operation != IP_EVAL_CAST || !record->cast->fields || record->cast->check || record->type.array ||
        record->args[0]->operation != IP_EVAL_ROW || field >= record->args[0]->arg_count)
        return NULL;
    const ip_cast *cast = &record->cast->fields[field];
    ip_node *result = ip_prepare_node_new(prepare, IP_EVAL_CAST, cast->to, record->range);
    result->cast = cast;
    ip_prepare_node_args(prepare, result, 1)[0] = record->args[0]->args[field];
    return result;
}

const ip_node *ip_prepare_cast(ip_prepare *prepare, const ip_node *node, ip_sqltype to, ip_cast_function *convert)
{
    ip_cast *cast = IP_NEW(prepare->arena, ip_cast);
    *cast = (ip_cast){.convert = convert, .from = node->type, .to = to};
    ip_node *result = ip_prepare_node_new(prepare, IP_EVAL_CAST, to, node->range);
    result->cast = cast;
    ip_prepare_node_args(prepare, result, 1)[0] = node;
    return result;
}

/* ARRAY[…]::t[]: each element is cast (PostgreSQL 15 documentation, section 4.2.12); there may be none. */
static const ip_node *prepare_array_of(ip_prepare *prepare, const ip_code_expr *expr, ip_sqltype type)
{
    ip_node *node = ip_prepare_node_new(prepare, IP_EVAL_ARRAY, type, expr->range);
    const ip_node **args = ip_prepare_node_args(prepare, node, expr->arg_count);
    for (int i = 0; i < expr->arg_count; i++)
        args[i] = ip_prepare_typed(prepare, expr->args[i], ip_value_sqltype_element(type), IP_CAST_EXPLICIT);
    return node;
}

const ip_node *ip_prepare_cast_of(ip_prepare *prepare, const ip_code_expr *expr)
{
    ip_sqltype type = ip_value_sqltype_of(prepare->arena, &expr->cast);
    const ip_code_expr *literal = expr->args[0];
    const ip_node *of_files = ip_prepare_user_operator(prepare, expr);
    if (of_files)
        return ip_prepare_datum_coerce(prepare, of_files, type, IP_CAST_EXPLICIT);
    ip_code_expr read_as_double;
    /* 1e300::float8: the numeric between is too long for us, and not needed. */
    if (literal->kind == IP_CODE_CONSTANT && !literal->null && !literal->unknown && type.tag == IP_T_DOUBLE &&
        !type.array) {
        read_as_double = *literal;
        read_as_double.cast = expr->cast;
        read_as_double.unknown = false;
        literal = &read_as_double;
    }
    if (literal->kind == IP_CODE_ARRAY && type.array && !type.domain)
        return prepare_array_of(prepare, literal, type);
    const ip_node *value = ip_prepare_expr(prepare, literal);
    if (value->type.tag == IP_T_RECORD && type.tag == IP_T_RECORD && type.shape && value->type.shape &&
        value->type.shape->count != type.shape->count)
        ip_prepare_refuse(prepare, expr->range, "a cast between rows of different widths");
    return ip_prepare_datum_coerce(prepare, value, type, IP_CAST_EXPLICIT);
}
