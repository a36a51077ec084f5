/* Constructors and properties of lowered expressions. */
#include "program/expr.h"
#include "program/program.h"

#include <string.h>

const char ip_program_clock_times[] = "times of the clock",
           ip_program_transaction_numbers[] = "numbers of transactions";

const char *ip_program_operator_name(ip_operator op)
{
    static const char *const names[] = {
#define X(id, spelling, arity) spelling,
        IP_OPERATORS(X)
#undef X
    };
    return names[op];
}

bool ip_program_operator_passes_null(ip_operator op)
{
    switch (op) {
    case IP_OP_EQ:
    case IP_OP_NE:
    case IP_OP_LT:
    case IP_OP_LE:
    case IP_OP_GT:
    case IP_OP_GE:
    case IP_OP_ADD:
    case IP_OP_SUB:
    case IP_OP_MUL:
    case IP_OP_DIV:
    case IP_OP_MOD:
    case IP_OP_NEG:
        return true;
    default:
        return false;
    }
}

ip_expr *ip_program_expr_new(ip_arena *arena, ip_expr_kind kind, ip_type type)
{
    ip_expr *expr = IP_NEW(arena, ip_expr);
    expr->kind = kind;
    expr->type = type;
    return expr;
}

const ip_expr *ip_program_expr_op(ip_arena *arena, ip_operator op, ip_type type, int arg_count,
                                  const ip_expr *const *args)
{
    ip_expr *expr = ip_program_expr_new(arena, IP_EXPR_OPERATOR, type);
    expr->op = op;
    expr->arg_count = arg_count;
    expr->args = IP_NEW_ARRAY(arena, const ip_expr *, arg_count);
    for (int i = 0; i < arg_count; i++)
        expr->args[i] = args[i];
    if (arg_count > 0)
        expr->range = args[0]->range;
    return expr;
}

static const ip_type boolean_type = {IP_BOOLEAN, false, "boolean"};

static const ip_expr *constant(ip_arena *arena, bool value)
{
    ip_expr *expr = ip_program_expr_new(arena, IP_EXPR_BOOLEAN, boolean_type);
    expr->boolean = value;
    return expr;
}

const ip_expr *ip_program_expr_true(ip_arena *arena)
{
    return constant(arena, true);
}

bool ip_program_expr_is_true(const ip_expr *expr)
{
    return !expr || (expr->kind == IP_EXPR_BOOLEAN && expr->boolean);
}

const ip_expr *ip_program_expr_value(const ip_expr *expr)
{
    while (expr && expr->kind == IP_EXPR_OPERATOR && expr->op == IP_OP_AS)
        expr = expr->args[0];
    return expr;
}

static bool is_false(const ip_expr *expr)
{
    return expr && expr->kind == IP_EXPR_BOOLEAN && !expr->boolean;
}

static bool is_operator(const ip_expr *expr, ip_operator op)
{
    return expr->kind == IP_EXPR_OPERATOR && expr->op == op;
}

const ip_expr *ip_program_expr_and(ip_arena *arena, const ip_expr *a, const ip_expr *b)
{
    if (ip_program_expr_is_true(a))
        return b;
    if (ip_program_expr_is_true(b) || a == b || is_false(a))
        return a;
    if (is_false(b))
        return b;
    const ip_expr *const sides[2] = {a, b};
    int count = 0;
    for (int i = 0; i < 2; i++)
        count += is_operator(sides[i], IP_OP_AND) ? sides[i]->arg_count : 1;
    const ip_expr **args = IP_NEW_ARRAY(arena, const ip_expr *, count);
    count = 0;
    for (int i = 0; i < 2; i++) {
        if (!is_operator(sides[i], IP_OP_AND))
            args[count++] = sides[i];
        else
            for (int k = 0; k < sides[i]->arg_count; k++)
                args[count++] = sides[i]->args[k];
    }
    return ip_program_expr_op(arena, IP_OP_AND, boolean_type, count, args);
}

const ip_expr *ip_program_expr_not(ip_arena *arena, const ip_expr *a)
{
    if (ip_program_expr_is_true(a))
        return constant(arena, false);
    if (is_false(a))
        return ip_program_expr_true(arena);
    if (is_operator(a, IP_OP_NOT) && is_operator(a->args[0], IP_OP_IS_TRUE))
        return a->args[0];
    if (is_operator(a, IP_OP_NOT) && is_operator(a->args[0], IP_OP_IS_NULL))
        return a->args[0];
    if (!is_operator(a, IP_OP_IS_TRUE) && !is_operator(a, IP_OP_IS_NULL))
        a = ip_program_expr_op(arena, IP_OP_IS_TRUE, boolean_type, 1, &a);
    return ip_program_expr_op(arena, IP_OP_NOT, boolean_type, 1, &a);
}

static const char *quoted(ip_arena *arena, const char *text)
{
    size_t length = strlen(text), count = 0;
    char *copy = ip_arena_alloc(arena, 2 * length + 3);
    copy[count++] = '\'';
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'')
            copy[count++] = '\'';
        copy[count++] = text[i];
    }
    copy[count] = '\'';
    return copy;
}

typedef struct ip_printer {
    ip_arena *arena;
    const ip_program *program;
    const ip_statement *statement;
} ip_printer;

static const char *print(const ip_printer *p, const ip_expr *expr, bool nested);

static const char *print_list(const ip_printer *p, const ip_expr *expr, const char *between, bool nested)
{
    const char *text = "";
    for (int i = 0; i < expr->arg_count; i++)
        text = ip_arena_printf(p->arena, "%s%s%s", text, i ? between : "", print(p, expr->args[i], nested));
    return text;
}

static const char *print_operator(const ip_printer *p, const ip_expr *expr, bool nested)
{
    ip_arena *arena = p->arena;
    const char *text;
    switch (expr->op) {
    case IP_OP_AND:
    case IP_OP_OR:
        text = print_list(p, expr, expr->op == IP_OP_AND ? " AND " : " OR ", true);
        break;
    case IP_OP_NOT:
        text = ip_arena_printf(arena, "NOT %s", print(p, expr->args[0], true));
        break;
    case IP_OP_NEG:
        text = ip_arena_printf(arena, "-%s", print(p, expr->args[0], true));
        break;
    case IP_OP_IS_NULL:
    case IP_OP_IS_TRUE:
        text = ip_arena_printf(arena, "%s %s", print(p, expr->args[0], true), ip_program_operator_name(expr->op));
        break;
    case IP_OP_IF:
        return ip_arena_printf(arena, "CASE WHEN %s THEN %s ELSE %s END", print(p, expr->args[0], false),
                               print(p, expr->args[1], false), print(p, expr->args[2], false));
    case IP_OP_COALESCE:
    case IP_OP_LENGTH:
        return ip_arena_printf(arena, "%s(%s)", ip_program_operator_name(expr->op), print_list(p, expr, ", ", false));
    case IP_OP_AS:
        return ip_arena_printf(arena, "%s::%s", print(p, expr->args[0], true), expr->type.name ? expr->type.name : "?");
    case IP_OP_ELEMENT:
        return ip_arena_printf(arena, "%s[%s]", print(p, expr->args[0], true), print(p, expr->args[1], false));
    default:
        text = ip_arena_printf(arena, "%s %s %s", print(p, expr->args[0], true), ip_program_operator_name(expr->op),
                               print(p, expr->args[1], true));
    }
    return nested ? ip_arena_printf(arena, "(%s)", text) : text;
}

static const char *print_column(const ip_printer *p, const ip_expr *expr)
{
    if (!p->statement || expr->source >= p->statement->sources.count) {
        /* A CHECK constraint speaks of its own table's row. */
        return ip_arena_printf(p->arena, "source%d.column%d", expr->source, expr->index);
    }
    const ip_row_source *source = &p->statement->sources.items[expr->source];
    return ip_arena_printf(p->arena, "%s.%s", source->alias, source->table->columns.items[expr->index].name);
}

static const char *print(const ip_printer *p, const ip_expr *expr, bool nested)
{
    ip_arena *arena = p->arena;
    switch (expr->kind) {
    case IP_EXPR_NULL:
        return "NULL";
    case IP_EXPR_INTEGER:
    case IP_EXPR_NUMERIC:
        return expr->text;
    case IP_EXPR_TIME:
        return expr->text;
    case IP_EXPR_TEXT:
        return quoted(arena, expr->text);
    case IP_EXPR_BOOLEAN:
        return expr->boolean ? "true" : "false";
    case IP_EXPR_PARAMETER:
        return p->program ? p->program->parameters.items[expr->index].name
                          : ip_arena_printf(arena, "$%d", expr->index + 1);
    case IP_EXPR_VARIABLE:
        return p->program ? p->program->variables.items[expr->index].name
                          : ip_arena_printf(arena, "variable%d", expr->index);
    case IP_EXPR_COLUMN:
        return print_column(p, expr);
    case IP_EXPR_OPERATOR:
        return print_operator(p, expr, nested);
    case IP_EXPR_CALL:
        return ip_arena_printf(arena, "%s(%s)", expr->text, print_list(p, expr, ", ", false));
    case IP_EXPR_UNKNOWN:
        if (expr->arg_count == 0)
            return ip_arena_printf(arena, "unknown%d", expr->index);
        return ip_arena_printf(arena, "unknown%d(%s)", expr->index, print_list(p, expr, ", ", false));
    }
    return "?";
}

const char *ip_program_expr_text(ip_arena *arena, const ip_expr *expr, const struct ip_program *program,
                                 const struct ip_statement *statement)
{
    if (!expr)
        return "true";
    const ip_printer printer = {arena, program, statement};
    return print(&printer, expr, false);
}

bool ip_program_expr_stable(const ip_expr *expr)
{
    if (expr->kind == IP_EXPR_UNKNOWN)
        return false;
    for (int i = 0; i < expr->arg_count; i++)
        if (!ip_program_expr_stable(expr->args[i]))
            return false;
    return true;
}

uint64_t ip_program_expr_sources(const ip_expr *expr)
{
    if (expr->kind == IP_EXPR_COLUMN)
        return UINT64_C(1) << expr->source;
    uint64_t all = 0;
    for (int i = 0; i < expr->arg_count; i++)
        all |= ip_program_expr_sources(expr->args[i]);
    return all;
}
