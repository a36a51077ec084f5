/* Calls of PostgreSQL's own functions, by their list, and user-defined operators, aggregates and casts, which run
 * functions.
 */
#include "catalog/builtin.h"
#include "base/words.h"
#include "catalog/session_value.h"
#include "catalog/unit_index.h"
#include "access_summary/side_channel.h"
#include "lower/lower.h"
#include "access_summary/outside_state.h"
#include "catalog/resolve.h"
#include "missing_names/created_names.h"

#include <string.h>

/* Reports which extension or version a function is assumed to come from, unless PostgreSQL 15 itself has it. */
static void assume(ip_lowerer *l, const ip_builtin *b, int rows, int count)
{
    const ip_builtin *from = NULL;
    static const ip_range nowhere = {0};
    for (int i = 0; i < rows; i++) {
        if (b[i].extension ? ip_catalog_is_declared_extension(l->definitions, b[i].extension) : !b[i].since)
            return;
        if (!from && ip_catalog_builtin_takes(&b[i], count))
            from = &b[i];
    }
    if (from && from->since)
        ip_diagnostics_add(l->diagnostics, IP_ASSUMPTION, nowhere, NULL,
                           "function %s() is that of PostgreSQL %d and later", from->name, from->since);
    else if (from)
        ip_diagnostics_add(l->diagnostics, IP_ASSUMPTION, nowhere, NULL,
                           "function %s() is that of extension \"%s\", which no file creates", from->name,
                           from->extension);
}

const ip_expr *ip_lower_builtin(ip_lowerer *l, const ip_tree *node, const char *name, const ip_values *args,
                                ip_scope *scope)
{
    int rows = 0;
    bool known = ip_summary_is_builtin(l->summaries, name, args->count);
    const ip_builtin *b = known ? ip_catalog_builtin_named(ip_last_part(name), &rows) : NULL;
    const ip_channel *refused = ip_summary_channel_refused(ip_last_part(name));
    if (!known && refused) {
        const char *why = ip_arena_printf(l->arena, "%s() tells %s, which is not followed", name, refused->says);
        ip_lower_refuse(l, node, "%s", why);
        ip_lower_break(l, l->range, why);
        return ip_lower_unknown(l, ip_lower_other_type, args->count, args->items);
    }
    const ip_session_value *of_session = b ? NULL : ip_catalog_session_value_named(name, args->count);
    if (of_session) {
        ip_diagnostics_add(l->diagnostics, IP_ASSUMPTION, (ip_range){0}, NULL,
                           "function %s(), which no file creates, gives a value of the session", name);
        return ip_lower_unknown(l, of_session->type, 0, NULL);
    }
    if (!b && ip_lower_trusts_modules(l))
        return ip_lower_module_function(l, node, name, args);
    if (!b && ip_summary_outside_function(name)) /* reported at the beginning of the program (lower/expr/outside.c) */
        return ip_lower_unknown(l, ip_lower_other_type, args->count, args->items);
    if (!b) {
        if (!ip_missing_created_by_server(name))
            ip_lower_report_dumps(l, node);
        ip_lower_refuse(l, node, "function %s() is not known: it may read and write any table", name);
        return ip_lower_unknown(l, ip_lower_other_type, args->count, args->items);
    }
    assume(l, b, rows, args->count);
    bool functional = true, set = false;
    for (int i = 0; i < rows; i++) {
        functional = functional && (b[i].volatility == 'i' || b[i].volatility == 'e') && b[i].kind == 'f';
        set = set || b[i].set;
    }
    ip_type type = ip_lower_function_type(l, name, args);
    if (set && scope)
        scope->query->statement.grouped = true;
    if (functional && !set)
        return ip_lower_apply(l, name, type, args->count, args->items);
    return ip_lower_unknown(l, type, args->count, args->items);
}

/* Whether the operator occurs where it is not lowered as an expression: before ANY of a subquery, between rows, in
 * ORDER BY. */
static bool stands_aside(const ip_tree *node, const char *symbol)
{
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) if (stands_aside(value, symbol)) return true;
    if (!ip_parse_tree_is_message(node))
        return false;
    const PgQuery__AExpr *apply = ip_as_a_expr(node);
    bool plain = IP_GET(apply, kind) == PG_QUERY__A__EXPR__KIND__AEXPR_OP && !ip_as_row_expr(apply->lexpr);
    const ip_list *names = ip_as_sub_link(node)  ? IP_ITEMS(ip_as_sub_link(node), oper_name)
                           : ip_as_sort_by(node) ? IP_ITEMS(ip_as_sort_by(node), use_op)
                                                 : IP_ITEMS(apply, name);
    size_t count = plain ? 0 : ip_parse_list_size(names);
    if (count > 0 && strcmp(ip_parse_string_node(ip_parse_list_item(names, count - 1)), symbol) == 0)
        return true;
    IP_TREE_EACH(node, key, value) if (stands_aside(value, symbol)) return true;
    return false;
}

void ip_lower_unasked(ip_lowerer *l, const ip_tree *statements)
{
    const ip_values none = {0};
    for (int i = 0; i < l->definitions->user_operators.count; i++) {
        const ip_user_operator *s = &l->definitions->user_operators.items[i];
        bool is_operator = s->kind == IP_USER_OPERATOR;
        /* Sorting and grouping may use it, if PostgreSQL has an operator of the same symbol. */
        if (s->unasked || (is_operator && (ip_catalog_is_own_operator(s->name) || stands_aside(statements, s->name))))
            ip_lower_user_operator(l, NULL, s, &none);
    }
    ip_lower_domains(l);
}

void ip_lower_domains(ip_lowerer *l)
{
    for (int i = 0; i < l->definitions->types.count; i++) {
        const ip_user_type *domain = &l->definitions->types.items[i];
        const ip_summary *summary = domain->checks.count > 0 ? ip_summary_of_domain(l->summaries, domain) : NULL;
        if (!summary || (!summary->any && !summary->touches))
            continue;
        const char *what = ip_arena_printf(l->arena, "a constraint of domain %s", domain->name);
        if (summary->any)
            ip_lower_refuse(l, NULL, "%s: %s: it may read and write any table", what, summary->any);
        else
            ip_lower_emit_effects(l, NULL, summary, what, false);
    }
}

const ip_expr *ip_lower_user_operator(ip_lowerer *l, const ip_tree *node, const ip_user_operator *user_operator,
                                      const ip_values *args)
{
    const char *kind = user_operator->kind == IP_USER_OPERATOR    ? "operator"
                       : user_operator->kind == IP_USER_AGGREGATE ? "aggregate"
                                                                  : "cast to";
    for (int i = 0; i < user_operator->functions.count; i++) {
        const char *what =
            ip_arena_printf(l->arena, "%s %s runs %s()", kind, user_operator->name, user_operator->functions.items[i]);
        const ip_summary *summary = ip_summary_of_name(l->summaries, user_operator->functions.items[i]);
        if (summary->any)
            ip_lower_refuse(l, node, "%s: %s: it may read and write any table", what, summary->any);
        else if (summary->touches)
            ip_lower_emit_effects(l, node, summary, what, false);
    }
    return ip_lower_unknown(l, ip_lower_other_type, args->count, args->items);
}
