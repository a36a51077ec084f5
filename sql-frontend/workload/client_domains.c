/* Reads the constraints of domains for the catalog, as pg_get_constraintdef(oid, true) writes them (ruleutils.c). */
#include "catalog/definition.h"
#include "parse/pg_parse.h"
#include "parse/statement.h"
#include "workload/client_definition.h"
#include "base/words.h"

#include <string.h>

typedef struct writing {
    ip_arena *arena;
    const char *base; /* the name of the domain's type, without modifiers */
} writing;

static bool is_value(const ip_tree *tree)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(tree), fields);
    return ip_parse_list_size(fields) == 1 && strcmp(ip_parse_string_node(ip_parse_list_item(fields, 0)), "value") == 0;
}

static bool is_varchar(const writing *w)
{
    return strcmp(w->base, "character varying") == 0;
}

static bool is_text(const writing *w)
{
    return is_varchar(w) || strcmp(w->base, "text") == 0;
}

static bool is_integer(const writing *w)
{
    return ip_is_among("smallint integer bigint", w->base);
}

/* A constant beside VALUE, or beside a number (counted). NULL: not known how it is written. */
static const char *constant_text(const writing *w, const ip_tree *tree, bool counted)
{
    const PgQuery__AConst *value = ip_as_a_const(tree);
    const PgQuery__Integer *number = ip_const_ival(value);
    if (number && (counted || is_integer(w)))
        return ip_arena_printf(w->arena, number->ival < 0 ? "'%d'::integer" : "%d", number->ival);
    if (number && ip_is_among("numeric", w->base))
        return number->ival < 0 ? ip_arena_printf(w->arena, "'%d'::integer::numeric", number->ival)
                                : ip_arena_printf(w->arena, "%d::numeric", number->ival);
    if (ip_const_fval(value) && strcmp(w->base, "numeric") == 0 && *ip_const_fval(value)->fval != '-')
        return ip_const_fval(value)->fval;
    if (ip_const_sval(value) && !counted && is_text(w))
        return ip_arena_printf(w->arena, "%s::text", ip_quoted(w->arena, IP_TEXT(ip_const_sval(value), sval), '\''));
    return NULL;
}

static const char *value_text(const writing *w)
{
    return is_varchar(w) ? "VALUE::text" : "VALUE";
}

/* VALUE, or a number that a function counts of it. */
static const char *left_text(const writing *w, const ip_tree *tree, bool *counted)
{
    const PgQuery__FuncCall *call = ip_as_func_call(tree);
    const ip_tree *names = IP_ITEMS(call, funcname), *args = IP_ITEMS(call, args);
    *counted = false;
    if (is_value(tree))
        return value_text(w);
    if (ip_parse_list_size(names) != 1 || ip_parse_list_size(args) != 1 || !is_text(w) ||
        !is_value(ip_parse_list_item(args, 0)))
        return NULL;
    const char *name = ip_parse_string_node(ip_parse_list_item(names, 0));
    *counted = ip_is_among("length char_length octet_length", name);
    return *counted || ip_is_among("lower upper", name) ? ip_arena_printf(w->arena, "%s(%s)", name, value_text(w))
                                                        : NULL;
}

static const char *list_text(const writing *w, const char *left, const ip_tree *items, bool counted, bool none)
{
    const char *text = "";
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(items, i, item)
    {
        const char *one = constant_text(w, item, counted);
        if (!one || (!counted && !is_integer(w) && !is_text(w)))
            return NULL;
        if (is_varchar(w) && !counted)
            one = ip_arena_printf(w->arena, "%.*s::character varying", (int)strlen(one) - 6, one);
        text = ip_arena_printf(w->arena, "%s%s%s", text, i ? ", " : "", one);
    }
    if (i < 2 || (counted && is_varchar(w)))
        return NULL;
    return ip_arena_printf(w->arena, "%s %s (ARRAY[%s]%s)", left, none ? "<> ALL" : "= ANY", text,
                           is_varchar(w) ? "::text[]" : "");
}

static const char *compared_text(const writing *w, const PgQuery__AExpr *expr)
{
    bool counted;
    const char *left = left_text(w, IP_GET(expr, lexpr), &counted);
    const ip_tree *names = IP_ITEMS(expr, name), *right = IP_GET(expr, rexpr);
    const char *sign = ip_parse_list_size(names) == 1 ? ip_parse_string_node(ip_parse_list_item(names, 0)) : "";
    const ip_tree *bounds = IP_ITEMS(ip_as_list(right), items);
    if (!left)
        return NULL;
    if (expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_IN)
        return list_text(w, left, bounds, counted, strcmp(sign, "<>") == 0);
    if (expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN && ip_parse_list_size(bounds) == 2) {
        const char *low = constant_text(w, ip_parse_list_item(bounds, 0), counted),
                   *high = constant_text(w, ip_parse_list_item(bounds, 1), counted);
        return low && high ? ip_arena_printf(w->arena, "%s >= %s AND %s <= %s", left, low, left, high) : NULL;
    }
    bool plain = expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP && ip_is_among("= <> < > <= >=", sign);
    bool matches = !counted && is_text(w) && ip_is_among("~ ~* !~ !~* ~~ !~~ ~~* !~~*", sign);
    const char *value = plain || matches ? constant_text(w, right, counted) : NULL;
    return value ? ip_arena_printf(w->arena, "%s %s %s", left, sign, value) : NULL;
}

/* Without parentheses around it. */
static const char *condition_text(const writing *w, const ip_tree *tree)
{
    const PgQuery__NullTest *null = ip_as_null_test(tree);
    const PgQuery__BoolExpr *logic = ip_as_bool_expr(tree);
    const char *text = "";
    size_t i;
    const ip_tree *arg;
    if (null)
        return !is_value(IP_GET(null, arg))                                  ? NULL
               : null->nulltesttype == PG_QUERY__NULL_TEST_TYPE__IS_NOT_NULL ? "VALUE IS NOT NULL"
                                                                             : "VALUE IS NULL";
    if (ip_as_a_expr(tree))
        return compared_text(w, ip_as_a_expr(tree));
    if (!logic || logic->boolop == PG_QUERY__BOOL_EXPR_TYPE__NOT_EXPR)
        return NULL;
    bool both = logic->boolop == PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR;
    IP_LIST_EACH(IP_ITEMS(logic, args), i, arg)
    {
        const char *part = condition_text(w, arg);
        const PgQuery__AExpr *expr = ip_as_a_expr(arg);
        bool between = expr && expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN;
        if (!part || between)
            return NULL;
        text = ip_arena_printf(w->arena, ip_as_bool_expr(arg) ? "%s%s(%s)" : "%s%s%s", text,
                               !i     ? ""
                               : both ? " AND "
                                      : " OR ",
                               part);
    }
    return text;
}

bool ip_workload_listed_domain_check_at(ip_arena *arena, const ip_definitions *d, int i, ip_listed_domain_check *check)
{
    for (int t = 0; t < d->types.count; t++) {
        const ip_user_type *type = &d->types.items[t];
        int inherited = 0;
        for (int o = 0; type->domain && type->over && o < d->types.count; o++)
            if (strcmp(d->types.items[o].name, type->over) == 0)
                inherited = d->types.items[o].checks.count;
        int own = !type->domain ? 0 : type->altered ? 1 : type->checks.count - inherited;
        if (i >= own) {
            i -= own;
            continue;
        }
        *check = (ip_listed_domain_check){.domain = type->name, .name = ""};
        if (type->altered)
            return true;
        const char *base = type->over ? "" : type->base.name ? type->base.name : "";
        const writing w = {arena, type->base.array ? "" : ip_arena_strndup(arena, base, strcspn(base, "("))};
        *check = (ip_listed_domain_check){.domain = type->name,
                                          .name = type->check_names.items[inherited + i],
                                          .text = condition_text(&w, type->checks.items[inherited + i]->tree)};
        return true;
    }
    return false;
}
