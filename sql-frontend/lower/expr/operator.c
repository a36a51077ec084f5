/* Operators, and AND, OR and NOT, over lowered operands. */
#include "base/words.h"
#include "catalog/unit_index.h"
#include "lower/expr/collation.h"
#include "lower/lower.h"
#include "catalog/resolve.h"
#include "parse/statement.h"

#include <stdlib.h>
#include <string.h>

static bool starts(ip_type type, const char *with)
{
    return type.name && strncmp(type.name, with, strlen(with)) == 0;
}

static bool is_float(ip_type type)
{
    return type.kind == IP_NUMERIC && (starts(type, "real") || starts(type, "double"));
}

static bool is_number(ip_type type)
{
    return !type.array && (type.kind == IP_INTEGER || type.kind == IP_NUMERIC);
}

static bool takes_number(const ip_expr *e)
{
    return is_number(e->type) || e->kind == IP_EXPR_NULL || (e->kind == IP_EXPR_TEXT && !e->type.name);
}

static bool is_op(const ip_expr *e, ip_operator op)
{
    return e->kind == IP_EXPR_OPERATOR && e->op == op;
}

static long long small(const ip_expr *e, bool *ok)
{
    *ok = e->kind == IP_EXPR_INTEGER && strlen(e->text) < 10;
    return *ok ? atoll(e->text) : 0;
}

/* x + 1 - 1 is x: RETURNING counter - 1 after SET counter = counter + 1. */
static const ip_expr *fold(ip_lowerer *l, ip_operator op, const ip_expr *a, const ip_expr *b)
{
    bool ok_b, ok_c;
    long long right = small(b, &ok_b);
    if ((op != IP_OP_ADD && op != IP_OP_SUB) || !ok_b || !(is_op(a, IP_OP_ADD) || is_op(a, IP_OP_SUB)))
        return NULL;
    if ((a->type.kind != IP_INTEGER && a->type.kind != IP_NUMERIC) || is_float(a->type))
        return NULL;
    long long inner = small(a->args[1], &ok_c);
    if (!ok_c)
        return NULL;
    long long sum = (a->op == IP_OP_ADD ? inner : -inner) + (op == IP_OP_ADD ? right : -right);
    if (sum == 0)
        return a->args[0];
    const ip_expr *const args[] = {a->args[0],
                                   ip_lower_literal(l, IP_EXPR_INTEGER, ip_lower_integer_type,
                                                    ip_arena_printf(l->arena, "%lld", sum < 0 ? -sum : sum))};
    return ip_program_expr_op(l->arena, sum < 0 ? IP_OP_SUB : IP_OP_ADD, a->type, 2, args);
}

static bool is_text(const ip_expr *e)
{
    return e->kind == IP_EXPR_TEXT && (!e->type.name || strcmp(e->type.name, "text") == 0);
}

/* Of two constants: TG_OP = 'INSERT', pg_trigger_depth() > 1. */
static const ip_expr *compare_constants(ip_lowerer *l, ip_operator op, const ip_expr *a, const ip_expr *b)
{
    bool ok_a, ok_b, texts = is_text(a) && is_text(b) && (op == IP_OP_EQ || op == IP_OP_NE);
    long long x = small(a, &ok_a), y = small(b, &ok_b);
    if (!texts && !(ok_a && ok_b))
        return NULL;
    long long order = texts ? strcmp(a->text, b->text) : x - y;
    switch (op) {
    case IP_OP_EQ:
        return ip_lower_boolean(l, order == 0);
    case IP_OP_NE:
        return ip_lower_boolean(l, order != 0);
    case IP_OP_LT:
        return ip_lower_boolean(l, order < 0);
    case IP_OP_LE:
        return ip_lower_boolean(l, order <= 0);
    case IP_OP_GT:
        return ip_lower_boolean(l, order > 0);
    case IP_OP_GE:
        return ip_lower_boolean(l, order >= 0);
    default:
        return NULL;
    }
}

/* AND or OR without neutral operands. */
static const ip_expr *connect(ip_lowerer *l, ip_operator op, ip_values *parts)
{
    int kept = 0;
    for (int i = 0; i < parts->count; i++) {
        const ip_expr *e = parts->items[i];
        if (e->kind == IP_EXPR_BOOLEAN && e->boolean == (op == IP_OP_OR))
            return e;
        if (e->kind != IP_EXPR_BOOLEAN)
            parts->items[kept++] = e;
    }
    if (kept == 0 && parts->count > 0)
        return parts->items[0];
    return kept == 1 && parts->count > 1 ? parts->items[0]
                                         : ip_program_expr_op(l->arena, op, ip_lower_boolean_type, kept, parts->items);
}

/* A double represents integers of 53 bits, and distinguishes numbers of fifteen digits. */
static bool is_exact_as_float(const ip_expr *e)
{
    if (e->kind == IP_EXPR_INTEGER || e->kind == IP_EXPR_NUMERIC)
        return strlen(e->text) < 16 && !strpbrk(e->text, "eE");
    return e->type.kind == IP_INTEGER && (starts(e->type, "smallint") || starts(e->type, "integer"));
}

/* The value that is compared instead: a varchar with a char(n) as char(n), without the blanks at its end; a number with
 * a float as a float, of which there are fewer (PostgreSQL 15, sections 8.1.3 and 10.2); a date with a time in a zone
 * as the session's zone says, where sessions change it. */
static const ip_expr *as_compared(ip_lowerer *l, const ip_expr *e, ip_type with)
{
    static const ip_type padded = {IP_TEXT, false, "character"}, wide = {IP_NUMERIC, false, "double precision"};
    if (e->type.array || with.array || e->kind == IP_EXPR_NULL)
        return e;
    if (starts(with, "character") && !starts(with, "character varying") && starts(e->type, "character varying"))
        return ip_lower_apply(l, padded.name, padded, 1, &e);
    if (e->type.kind == IP_TEXT && ip_lower_collation_of_type(with)) /* by the collation of the other side */
        return ip_lower_convert(l, e, with);
    if (l->definitions->settings_change && e->type.kind == IP_TIME && with.kind == IP_TIME && e->type.name &&
        with.name && strcmp(e->type.name, with.name) != 0)
        return ip_lower_apply(l, with.name, with, 1, &e);
    bool number = e->type.kind == IP_INTEGER || e->type.kind == IP_NUMERIC;
    if (is_float(with) && number && !is_float(e->type) && !is_exact_as_float(e))
        return ip_lower_apply(l, wide.name, wide, 1, &e);
    return e;
}

/* The order of an enum's values differs from the order of their labels' texts, as which they are represented here. */
static bool is_of_enum(const ip_lowerer *l, const ip_expr *e)
{
    const ip_user_type *user = e->type.name ? ip_ddl_definitions_type(l->definitions, e->type.name) : NULL;
    return user && user->labels.count > 0;
}

const ip_expr *ip_lower_binary(ip_lowerer *l, ip_operator op, const ip_expr *a, const ip_expr *b)
{
    bool arithmetic = op == IP_OP_ADD || op == IP_OP_SUB || op == IP_OP_MUL || op == IP_OP_DIV || op == IP_OP_MOD;
    if (!(arithmetic && (a->type.kind == IP_TIME || b->type.kind == IP_TIME))) {
        a = ip_lower_coerce(l, a, b->type);
        b = ip_lower_coerce(l, b, a->type);
    }
    const ip_expr *const args[] = {a, b};
    if (!arithmetic && (ip_lower_collation_hides(l, a) || ip_lower_collation_hides(l, b)))
        return ip_lower_unknown(l, ip_lower_boolean_type, 2, args);
    ip_type type = arithmetic ? ip_lower_operator_type(l, ip_program_operator_name(op), a, b) : ip_lower_boolean_type;
    const ip_expr *folded = fold(l, op, a, b);
    if (folded) {
        ip_lower_lose(l, a);
        return ip_lower_retyped(l, folded, type);
    }
    folded = compare_constants(l, op, a, b);
    if (folded)
        return folded;
    if (!arithmetic) {
        ip_type left = a->type;
        a = as_compared(l, a, b->type);
        b = as_compared(l, b, left);
    }
    const ip_expr *const compared[] = {a, b};
    bool ordered = op == IP_OP_LT || op == IP_OP_LE || op == IP_OP_GT || op == IP_OP_GE;
    if (ordered && (is_of_enum(l, a) || is_of_enum(l, b) || !ip_lower_order_is_known(l, a, b)))
        return ip_lower_unknown(l, ip_lower_boolean_type, 2, compared);
    /* Dates and intervals, and values of unknown types: deterministic, but not numbers. */
    if (arithmetic && !(is_number(type) && takes_number(a) && takes_number(b)))
        return ip_lower_apply(l, ip_program_operator_name(op), type, 2, compared);
    return ip_program_expr_op(l->arena, op, type, 2, compared);
}

const ip_expr *ip_lower_unary(ip_lowerer *l, ip_operator op, const ip_expr *a)
{
    return ip_program_expr_op(l->arena, op, op == IP_OP_NEG ? a->type : ip_lower_boolean_type, 1, &a);
}

const ip_expr *ip_lower_negation(ip_lowerer *l, const ip_expr *a)
{
    if (a->kind == IP_EXPR_BOOLEAN)
        return ip_lower_boolean(l, !a->boolean);
    return ip_lower_unary(l, IP_OP_NOT, a);
}

static bool operator_of(const char *name, ip_operator *op)
{
    static const struct {
        const char *name;
        ip_operator op;
    } known[] = {{"=", IP_OP_EQ},  {"<>", IP_OP_NE}, {"!=", IP_OP_NE}, {"<", IP_OP_LT},
                 {"<=", IP_OP_LE}, {">", IP_OP_GT},  {">=", IP_OP_GE}, {"+", IP_OP_ADD},
                 {"-", IP_OP_SUB}, {"*", IP_OP_MUL}, {"/", IP_OP_DIV}, {"%", IP_OP_MOD}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].name, name) == 0) {
            *op = known[i].op;
            return true;
        }
    return false;
}

static const char *operator_name(const PgQuery__AExpr *body)
{
    const ip_tree *names = IP_ITEMS(body, name);
    return ip_parse_list_size(names) ? ip_parse_last_string(names) : "";
}

/* Any other operator of PostgreSQL's is deterministic: ||, ~, ->>, @>, &&, … */
static const ip_expr *apply(ip_lowerer *l, const char *name, const ip_expr *a, const ip_expr *b)
{
    ip_operator op;
    if (operator_of(name, &op))
        return ip_lower_binary(l, op, a, b);
    static const char *const to_boolean[] = {"~~", "!~~", "~~*", "!~~*", "~", "!~", "~*", "!~*", "@>", "<@", "&&", "?"};
    const ip_expr *const args[] = {a, b};
    for (size_t i = 0; i < sizeof to_boolean / sizeof to_boolean[0]; i++)
        if (strcmp(name, to_boolean[i]) == 0)
            return ip_lower_apply(l, name, ip_lower_boolean_type, 2, args);
    return ip_lower_apply(l, name, ip_lower_operator_type(l, name, a, b), 2, args);
}

static bool takes_operand(const char *type, const ip_expr *operand)
{
    if (!type || !operand)
        return !type == !operand;
    return operand->type.kind == IP_OTHER || (operand->kind == IP_EXPR_TEXT && !operand->type.name) ||
           (operand->type.name && strcmp(operand->type.name, type) == 0);
}

/* A user-defined operator runs a function. Of a symbol that PostgreSQL has, too, the operands' types decide. */
static const ip_user_operator *user_operator(const ip_lowerer *l, const char *name, const ip_expr *a, const ip_expr *b)
{
    bool of_types = ip_catalog_is_own_operator(name);
    for (int i = l->definitions->user_operators.count - 1; i >= 0; i--) {
        const ip_user_operator *s = &l->definitions->user_operators.items[i];
        if (s->kind == IP_USER_OPERATOR && strcmp(s->name, name) == 0 &&
            (!of_types || (takes_operand(s->left, a) && takes_operand(s->right, b))))
            return s;
    }
    return NULL;
}

static const ip_expr *apply_user(ip_lowerer *l, const ip_tree *body, const char *name, const ip_expr *a,
                                 const ip_expr *b)
{
    const ip_user_operator *s = user_operator(l, name, a, b);
    ip_values args = {0};
    if (a)
        IP_PUSH(l->arena, &args, a);
    IP_PUSH(l->arena, &args, b);
    return s ? ip_lower_user_operator(l, body, s, &args) : NULL;
}

static const ip_expr *apply_any(ip_lowerer *l, const ip_tree *body, const char *name, const ip_expr *a,
                                const ip_expr *b)
{
    const ip_expr *own = apply_user(l, body, name, a, b);
    return own ? own : apply(l, name, a, b);
}

/* a = ANY (ARRAY[…]) and a IN (…): a disjunction; NOT IN a conjunction. */
static const ip_expr *lower_any(ip_lowerer *l, const ip_tree *body, const char *name, const ip_expr *a,
                                const ip_tree *items, const ip_type *cast, bool all, ip_scope *scope)
{
    ip_values args = {0};
    size_t i;
    const ip_tree *item;
    bool collated = false;
    IP_LIST_EACH(items, i, item)
    {
        const ip_expr *value = ip_lower_expr(l, item, scope);
        if (cast)
            value = ip_lower_cast_element(l, value, *cast);
        /* The list is an array, of which one collation decides for all. */
        collated = collated || ip_lower_collation_equates(value);
        IP_PUSH(l->arena, &args, apply_any(l, body, name, a, value));
    }
    if (collated)
        return ip_lower_unknown(l, ip_lower_boolean_type, args.count, args.items);
    if (args.count == 1)
        return args.items[0];
    if (args.count == 0)
        return ip_lower_boolean(l, all);
    return connect(l, all ? IP_OP_AND : IP_OP_OR, &args);
}

static const ip_expr *both_of(ip_lowerer *l, ip_operator op, const ip_expr *a, const ip_expr *b)
{
    const ip_expr *const args[] = {a, b};
    return ip_program_expr_op(l->arena, op, ip_lower_boolean_type, 2, args);
}

static const ip_expr *lower_between(ip_lowerer *l, const PgQuery__AExpr *body, ip_scope *scope)
{
    const ip_tree *bounds = IP_ITEMS(ip_as_list(IP_GET(body, rexpr)), items);
    if (ip_parse_list_size(bounds) != 2)
        return ip_lower_not_understood(l, body, scope, ip_lower_boolean_type);
    const ip_tree *left = IP_GET(body, lexpr);
    const ip_expr *a = ip_lower_expr(l, left, scope), *b = a;
    if (ip_lower_has_subquery(left)) /* it is evaluated for each comparison (transformAExprBetween) */
        b = ip_lower_expr(l, left, scope);
    const ip_expr *low = ip_lower_expr(l, ip_parse_list_item(bounds, 0), scope);
    const ip_expr *high = ip_lower_expr(l, ip_parse_list_item(bounds, 1), scope);
    const ip_expr *within = both_of(l, IP_OP_AND, apply_any(l, body, ">=", a, low), apply_any(l, body, "<=", b, high));
    if (body->kind == PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN_SYM ||
        body->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN_SYM)
        within = both_of(l, IP_OP_OR, within,
                         both_of(l, IP_OP_AND, apply_any(l, body, ">=", a, high), apply_any(l, body, "<=", a, low)));
    bool negated = body->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN ||
                   body->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN_SYM;
    return negated ? ip_lower_negation(l, within) : within;
}

/* From a place on: = and <> column by column, the others by the first column that differs. */
static const ip_expr *compare_rows(ip_lowerer *l, const ip_tree *whole, const char *name, const ip_values *a,
                                   const ip_values *b, int from)
{
    const ip_expr *left = a->items[from], *right = b->items[from];
    if (from + 1 == a->count)
        return apply_any(l, whole, name, left, right);
    const ip_expr *rest = compare_rows(l, whole, name, a, b, from + 1);
    bool equal = strcmp(name, "=") == 0;
    if (equal || strcmp(name, "<>") == 0)
        return both_of(l, equal ? IP_OP_AND : IP_OP_OR, apply_any(l, whole, name, left, right), rest);
    return both_of(l, IP_OP_OR, apply_any(l, whole, *name == '<' ? "<" : ">", left, right),
                   both_of(l, IP_OP_AND, apply_any(l, whole, "=", left, right), rest));
}

static ip_values fields_of(ip_lowerer *l, const PgQuery__RowExpr *row, ip_scope *scope)
{
    ip_values fields = {0};
    size_t i;
    const ip_tree *field;
    IP_LIST_EACH(IP_ITEMS(row, args), i, field) IP_PUSH(l->arena, &fields, ip_lower_expr(l, field, scope));
    return fields;
}

static const ip_expr *lower_row_comparison(ip_lowerer *l, const char *name, const PgQuery__RowExpr *left,
                                           const PgQuery__RowExpr *right, ip_scope *scope, const ip_tree *whole)
{
    size_t width = ip_parse_list_size(IP_ITEMS(left, args));
    if (width != ip_parse_list_size(IP_ITEMS(right, args)) || width == 0 || !ip_is_among("= <> < <= > >=", name))
        return ip_lower_not_understood(l, whole, scope, ip_lower_boolean_type);
    const ip_values a = fields_of(l, left, scope), b = fields_of(l, right, scope);
    return compare_rows(l, whole, name, &a, &b, 0);
}

/* (a, b) IN ((c, d), …) */
static const ip_expr *lower_row_among(ip_lowerer *l, const PgQuery__AExpr *body, ip_scope *scope)
{
    const PgQuery__RowExpr *row = ip_as_row_expr(IP_GET(body, lexpr));
    const ip_tree *items = IP_ITEMS(ip_as_list(IP_GET(body, rexpr)), items);
    size_t width = ip_parse_list_size(IP_ITEMS(row, args)), i;
    const ip_tree *item;
    IP_LIST_EACH(items, i, item)
    {
        const PgQuery__RowExpr *other = ip_as_row_expr(item);
        if (!other || width == 0 || ip_parse_list_size(IP_ITEMS(other, args)) != width)
            return ip_lower_not_understood(l, body, scope, ip_lower_boolean_type);
    }
    const ip_values a = fields_of(l, row, scope);
    ip_values tests = {0};
    IP_LIST_EACH(items, i, item)
    {
        const ip_values b = fields_of(l, ip_as_row_expr(item), scope);
        IP_PUSH(l->arena, &tests, compare_rows(l, body, "=", &a, &b, 0));
    }
    const ip_expr *among = tests.count == 1 ? tests.items[0] : connect(l, IP_OP_OR, &tests);
    return strcmp(operator_name(body), "<>") == 0 ? ip_lower_negation(l, among) : among;
}

/* Records are alike when each of their fields is. */
static const ip_expr *not_distinct(ip_lowerer *l, const ip_expr *a, const ip_expr *b, bool rows)
{
    if (a == b && ip_program_expr_stable(a))
        return ip_lower_boolean(l, true);
    if (!rows || !ip_lower_is_row(a) || !ip_lower_is_row(b) || a->arg_count != b->arg_count || a->arg_count == 0)
        return ip_lower_binary(l, IP_OP_NOT_DISTINCT, a, b);
    ip_values parts = {0};
    for (int i = 0; i < a->arg_count; i++)
        IP_PUSH(l->arena, &parts, not_distinct(l, a->args[i], b->args[i], false));
    /* A variable may be NULL as a whole, which is not a row of NULLs; NEW and OLD are rows. */
    if (a->type.name || b->type.name) {
        const ip_expr *sides[] = {ip_lower_negation(l, ip_lower_row_is_null(l, a, true)),
                                  ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL)};
        IP_PUSH(l->arena, &parts, ip_program_expr_op(l->arena, IP_OP_OR, ip_lower_boolean_type, 2, sides));
    }
    return connect(l, IP_OP_AND, &parts);
}

static const ip_expr *lower_any_operator(ip_lowerer *l, const PgQuery__AExpr *body, ip_scope *scope)
{
    const PgQuery__AExprKind kind = body->kind;
    const char *name = operator_name(body);
    const ip_tree *left = IP_GET(body, lexpr), *right = IP_GET(body, rexpr);
    const ip_expr *own;
    const PgQuery__RowExpr *row = ip_as_row_expr(left), *other = ip_as_row_expr(right);
    bool compares = kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP && row && other,
         among = kind == PG_QUERY__A__EXPR__KIND__AEXPR_IN && row;
    if (ip_parse_is_between(body) || compares || among) {
        /* the first part that decides is the last one evaluated, as for AND */
        own = compares ? lower_row_comparison(l, name, row, other, scope, body)
              : among  ? lower_row_among(l, body, scope)
                       : lower_between(l, body, scope);
        return own;
    }
    if (!left) {
        const ip_expr *b = ip_lower_if_sure(l, right, scope, ip_lower_surely_operand(l, body, false, scope));
        own = apply_user(l, body, name, NULL, b);
        if (own)
            return own;
        ip_type type = ip_lower_operator_type(l, name, NULL, b);
        if (strcmp(name, "-") != 0)
            return strcmp(name, "+") == 0 ? b : ip_lower_apply(l, name, type, 1, &b);
        if ((b->kind == IP_EXPR_INTEGER || b->kind == IP_EXPR_NUMERIC) && *b->text != '-')
            return ip_lower_literal(l, b->kind, b->type, ip_arena_printf(l->arena, "-%s", b->text));
        if (!is_number(type) || !takes_number(b))
            return ip_lower_apply(l, name, type, 1, &b);
        return ip_program_expr_op(l->arena, IP_OP_NEG, type, 1, &b);
    }
    const ip_expr *a = ip_lower_if_sure(l, left, scope, ip_lower_surely_operand(l, body, true, scope));
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_IN)
        return lower_any(l, body, name, a, IP_ITEMS(ip_as_list(right), items), NULL, strcmp(name, "<>") == 0, scope);
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ANY || kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ALL) {
        bool all = kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ALL;
        ip_type element;
        bool casts = ip_lower_is_array_cast(l, right, &element);
        const PgQuery__AArrayExpr *array = ip_as_a_array_expr(casts ? IP_GET(ip_as_type_cast(right), arg) : right);
        if (array)
            return lower_any(l, body, name, a, IP_ITEMS(array, elements), casts ? &element : NULL, all, scope);
        const ip_expr *list = ip_lower_if_sure(l, right, scope, ip_lower_surely_operand(l, body, false, scope));
        ip_type type = ip_lower_without_modifier(l, a->type);
        if (!ip_lower_open_type(type) && !type.array) { /* a script's variable: an array of such values */
            type.array = true;
            type.name = type.name ? ip_arena_printf(l->arena, "%s[]", type.name) : NULL;
            list = ip_lower_coerce(l, list, type);
        }
        const ip_expr *const args[] = {a, list};
        own = apply_user(l, body, name, a, list);
        if (own)
            return own;
        return ip_lower_apply(l, ip_arena_printf(l->arena, "%s %s", name, all ? "ALL" : "ANY"), ip_lower_boolean_type,
                              2, args);
    }
    const ip_expr *b = ip_lower_if_sure(l, right, scope, ip_lower_surely_operand(l, body, false, scope));
    bool rows = ip_as_column_ref(left) && ip_as_column_ref(right);
    own = kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP ? NULL : apply_user(l, body, "=", a, b);
    if (own)
        return ip_lower_unknown(l, kind == PG_QUERY__A__EXPR__KIND__AEXPR_NULLIF ? a->type : ip_lower_boolean_type, 1,
                                &own);
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_DISTINCT)
        return ip_lower_negation(l, not_distinct(l, a, b, rows));
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_DISTINCT)
        return not_distinct(l, a, b, rows);
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_NULLIF) {
        ip_type type = ip_lower_left_type(l, "=", a, b);
        const ip_expr *const args[] = {ip_lower_binary(l, IP_OP_EQ, a, b), ip_lower_null(l, type),
                                       ip_lower_convert(l, a, type)};
        return ip_program_expr_op(l->arena, IP_OP_IF, type, 3, args);
    }
    return apply_any(l, body, name, a, b);
}

const ip_expr *ip_lower_operator(ip_lowerer *l, const PgQuery__AExpr *body, ip_scope *scope)
{
    const ip_expr *value = lower_any_operator(l, body, scope);
    if (ip_lower_is_order_operator(body))
        ip_lower_ordered(l, scope, body, value);
    if (ip_lower_is_arithmetic_operator(body))
        ip_lower_calculated(l, scope, body, value);
    if (ip_lower_may_equate(body))
        ip_lower_compared(l, scope, body, value);
    return value;
}

const ip_expr *ip_lower_connective(ip_lowerer *l, const PgQuery__BoolExpr *body, ip_scope *scope)
{
    PgQuery__BoolExprType op = IP_GET(body, boolop);
    const ip_tree *args = IP_ITEMS(body, args);
    if (op == PG_QUERY__BOOL_EXPR_TYPE__NOT_EXPR) {
        bool before = l->negated;
        l->negated = true;
        const ip_expr *a = ip_lower_surely(l, ip_parse_list_item(args, 0), scope);
        l->negated = before;
        return ip_lower_negation(l, a);
    }
    ip_values parts = {0};
    size_t i;
    const ip_tree *arg;
    bool others = true; /* a constant among them may decide, in any position */
    IP_LIST_EACH(args, i, arg) others = others && (i == 0 || ip_lower_never_planned(l, arg, scope));
    IP_LIST_EACH(args, i, arg) IP_PUSH(l->arena, &parts, ip_lower_if_sure(l, arg, scope, i == 0 && others));
    return connect(l, op == PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR ? IP_OP_AND : IP_OP_OR, &parts);
}
