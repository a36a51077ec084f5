/* Derives the possible values of variables from conditions such as IF kind IN ('a', 'b'). */
#include "dynamic_sql/possible_values.h"

#include "parse/pg_parse.h"

#include <string.h>

ip_narrowings ip_dynamic_narrow_copy(ip_arena *arena, const ip_narrowings *known)
{
    ip_narrowings copy = {0};
    for (int i = 0; i < known->list.count; i++)
        IP_PUSH(arena, &copy.list, known->list.items[i]);
    return copy;
}

static int find(const ip_narrowings *known, const char *name)
{
    for (int i = 0; i < known->list.count; i++)
        if (strcmp(known->list.items[i].name, name) == 0)
            return i;
    return -1;
}

void ip_dynamic_narrow_forget(ip_narrowings *known, const char *name)
{
    int at = find(known, name);
    if (at >= 0)
        known->list.items[at] = known->list.items[--known->list.count];
}

void ip_dynamic_narrow_keep(ip_narrowings *to, const ip_narrowings *known)
{
    for (int i = 0; i < to->list.count; i++)
        if (find(known, to->list.items[i].name) < 0)
            to->list.items[i--] = to->list.items[--to->list.count];
}

/* Columns are in scope only inside subqueries of a condition. */
static const char *variable_of(const ip_tree *expr)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(expr), fields);
    return ip_parse_list_size(fields) == 1 ? ip_parse_string_node(ip_parse_list_item(fields, 0)) : "";
}

/* x IN ('a', 'b'), x = 'a', x = ANY (ARRAY['a', 'b']); denied: x NOT IN ('a', 'b'), x <> 'a', x <> ALL (ARRAY['a',
 * 'b']). */
static bool compares_texts(ip_arena *arena, const PgQuery__AExpr *expr, bool denied, ip_narrowed *to)
{
    const ip_tree *names = IP_ITEMS(expr, name);
    const PgQuery__AExprKind kind = IP_GET(expr, kind), each = denied ? PG_QUERY__A__EXPR__KIND__AEXPR_OP_ALL
                                                                      : PG_QUERY__A__EXPR__KIND__AEXPR_OP_ANY;
    const ip_tree *list = kind == PG_QUERY__A__EXPR__KIND__AEXPR_IN ? IP_ITEMS(ip_as_list(IP_GET(expr, rexpr)), items)
                          : kind == each ? IP_ITEMS(ip_as_a_array_expr(IP_GET(expr, rexpr)), elements)
                                         : NULL;
    bool one = kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP;
    if ((!one && !list) || ip_parse_list_size(names) != 1 ||
        strcmp(ip_parse_string_node(ip_parse_list_item(names, 0)), denied ? "<>" : "=") != 0)
        return false;
    *to = (ip_narrowed){.name = ip_arena_strdup(arena, variable_of(IP_GET(expr, lexpr)))};
    for (size_t i = 0; i < (one ? 1 : ip_parse_list_size(list)); i++) {
        const PgQuery__String *value =
            ip_const_sval(ip_as_a_const(one ? IP_GET(expr, rexpr) : ip_parse_list_item(list, i)));
        if (!value)
            return false;
        IP_PUSH(arena, &to->values, ip_arena_strdup(arena, IP_TEXT(value, sval)));
    }
    return *to->name && to->values.count > 0;
}

static const ip_tree *parsed(ip_arena *arena, ip_pl_text condition)
{
    ip_parse_error error;
    return condition.source ? ip_parse_pg_parse_expr(arena, ip_range_text(arena, condition), &error) : NULL;
}

static void narrow(ip_arena *arena, ip_narrowings *known, const ip_tree *condition)
{
    const PgQuery__BoolExpr *all = ip_as_bool_expr(condition);
    ip_narrowed now;
    if (IP_GET(all, boolop) == PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR) {
        for (size_t i = 0; i < ip_parse_list_size(IP_ITEMS(all, args)); i++)
            narrow(arena, known, ip_parse_list_item(IP_ITEMS(all, args), i));
    } else if (compares_texts(arena, ip_as_a_expr(condition), false, &now)) {
        ip_dynamic_narrow_forget(known, now.name);
        IP_PUSH(arena, &known->list, now);
    }
}

void ip_dynamic_narrow_by(ip_arena *arena, ip_narrowings *known, ip_pl_text condition)
{
    const ip_tree *tree = parsed(arena, condition);
    narrow(arena, known, tree);
}

bool ip_dynamic_narrow_by_not(ip_arena *arena, ip_narrowings *known, ip_pl_text condition)
{
    const ip_tree *tree = known->list.count > 0 ? parsed(arena, condition) : NULL;
    ip_narrowed denied;
    int at = compares_texts(arena, ip_as_a_expr(tree), false, &denied) ? find(known, denied.name) : -1;
    if (at < 0)
        return true;
    ip_narrowed left = {.name = denied.name};
    for (int i = 0; i < known->list.items[at].values.count; i++) {
        bool is = false;
        for (int k = 0; k < denied.values.count; k++)
            is |= strcmp(known->list.items[at].values.items[i], denied.values.items[k]) == 0;
        if (!is)
            IP_PUSH(arena, &left.values, known->list.items[at].values.items[i]);
    }
    known->list.items[at] = left;
    return left.values.count > 0;
}

/* ------------------------------------------------------------------ guards -- */

static void add_guard(ip_arena *arena, ip_narrowed_list *to, const ip_tree *condition, bool holds)
{
    const PgQuery__BoolExpr *joined = ip_as_bool_expr(condition);
    const ip_tree *parts = IP_ITEMS(joined, args);
    /* All parts of a conjunction hold; of a disjunction that does not hold, none does. */
    bool all = joined && IP_GET(joined, boolop) ==
                             (holds ? PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR : PG_QUERY__BOOL_EXPR_TYPE__OR_EXPR);
    for (size_t i = 0; all && i < ip_parse_list_size(parts); i++)
        add_guard(arena, to, ip_parse_list_item(parts, i), holds);
    /* NOT (x IN (…)) that does not hold: x is in the list, or NULL. */
    bool negated = !holds && joined && IP_GET(joined, boolop) == PG_QUERY__BOOL_EXPR_TYPE__NOT_EXPR;
    const PgQuery__AExpr *compared = ip_as_a_expr(negated ? ip_parse_list_item(parts, 0) : condition);
    ip_narrowed found;
    if (compared && compares_texts(arena, compared, !holds && !negated, &found)) {
        found.null = !holds;
        IP_PUSH(arena, to, found);
    }
}

/* Of a disjunction that does not hold, x IS NULL is one part: then x is not NULL. */
static bool denies_null(const ip_tree *condition, const char *name)
{
    const PgQuery__BoolExpr *joined = ip_as_bool_expr(condition);
    const PgQuery__NullTest *test = ip_as_null_test(condition);
    if (test)
        return IP_GET(test, nulltesttype) == PG_QUERY__NULL_TEST_TYPE__IS_NULL &&
               strcmp(variable_of(IP_GET(test, arg)), name) == 0;
    bool any = false;
    for (size_t i = 0;
         IP_GET(joined, boolop) == PG_QUERY__BOOL_EXPR_TYPE__OR_EXPR && i < ip_parse_list_size(IP_ITEMS(joined, args));
         i++)
        any = any || denies_null(ip_parse_list_item(IP_ITEMS(joined, args), i), name);
    return any;
}

ip_narrowed_list ip_dynamic_guarded_by(ip_arena *arena, ip_pl_text condition, bool holds)
{
    ip_narrowed_list list = {0};
    const ip_tree *tree = parsed(arena, condition);
    add_guard(arena, &list, tree, holds);
    for (int i = 0; i < list.count && !holds; i++)
        list.items[i].null = list.items[i].null && !denies_null(tree, list.items[i].name);
    return list;
}
