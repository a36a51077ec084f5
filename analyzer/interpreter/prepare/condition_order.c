/* Conditions by cost, as PostgreSQL's order_qual_clauses (createplan.c) sorts those of a scan: each function and
 * operator counts as one (cost_qual_eval in costsize.c), a routine as its COST, and parts that are known before rows
 * are read as nothing. Among conditions of equal cost, equalities with a known value come last: PostgreSQL derives them
 * again from equivalence classes. */
#include "interpreter/prepare/condition_order.h"

#include <string.h>

enum { ONE = 2, OF_ROUTINE = 100, OF_QUERY = 2000, USUAL_ELEMENTS = 10 };

static bool names_row(const ip_code_expr *e)
{
    if (e->kind == IP_CODE_COLUMN || e->kind == IP_CODE_WHOLE_ROW || e->query)
        return true;
    for (int i = 0; i < e->arg_count; i++)
        if (e->args[i] && names_row(e->args[i]))
            return true;
    return false;
}

static bool is_text(const char *type)
{
    return strcmp(type, "text") == 0 || strncmp(type, "character varying", strlen("character varying")) == 0;
}

/* By the types' text functions two, by a function of its own one, by name alone none. */
static int cost_of_cast(const ip_code_expr *e)
{
    const char *to = e->cast.type.name, *from = e->args[0]->type.name;
    if (!to || !from)
        return 2 * ONE;
    if (strcmp(to, from) == 0 || (is_text(to) && is_text(from)))
        return 0;
    return is_text(to) || is_text(from) ? 2 * ONE : ONE;
}

static double cost(const ip_code_expr *e)
{
    double all = 0;
    if (!names_row(e))
        return 0;
    for (int i = 0; i < e->arg_count; i++)
        all += e->args[i] ? cost(e->args[i]) : 0;
    if (e->query)
        return all + OF_QUERY;
    switch (e->kind) {
    case IP_CODE_OPERATOR:
    case IP_CODE_FUNCTION:
    case IP_CODE_DISTINCT:
    case IP_CODE_NULLIF:
    case IP_CODE_GREATEST:
    case IP_CODE_LEAST:
        return all + ONE;
    case IP_CODE_CALL:
        return all + ONE * (e->callee ? e->callee->cost : OF_ROUTINE);
    case IP_CODE_OVERLOADED:
        return all + ONE * OF_ROUTINE;
    case IP_CODE_CAST:
        return all + cost_of_cast(e);
    case IP_CODE_IN:
        return all + (e->arg_count > 2 ? (e->arg_count - 1) * ONE / 2.0 : ONE);
    case IP_CODE_ANY:
    case IP_CODE_ALL:
        return all + USUAL_ELEMENTS * ONE / 2;
    default:
        return all;
    }
}

static bool is_of_class(const ip_code_expr *e)
{
    return e->kind == IP_CODE_OPERATOR && e->name && strcmp(e->name, "=") == 0 && e->arg_count == 2 &&
           names_row(e->args[0]) != names_row(e->args[1]);
}

bool ip_prepare_is_asked_first(const ip_code_expr *a, const ip_code_expr *b)
{
    double first = cost(a), second = cost(b);
    return first < second || (first == second && is_of_class(b) && !is_of_class(a));
}
