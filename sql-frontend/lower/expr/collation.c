/* The collations that files name, and the comparisons that may use one of them. */
#include "lower/expr/collation.h"

#include "base/words.h"
#include "lower/lower.h"
#include "parse/pg_parse.h"

#include <string.h>

/* Types whose order does not depend on a collation. */
static bool is_without(ip_type type)
{
    static const char names[] =
        "uuid bytea json jsonb inet cidr macaddr macaddr8 bit oid xid tid pg_lsn money interval";
    if (type.kind != IP_TEXT && type.kind != IP_OTHER)
        return true;
    size_t length = type.name ? strcspn(type.name, "([ ") : 0;
    char name[16];
    if (type.kind == IP_TEXT || length == 0 || length >= sizeof name)
        return false;
    memcpy(name, type.name, length);
    name[length] = '\0';
    return ip_is_among(names, name);
}

bool ip_lower_order_is_known(const ip_lowerer *l, const ip_expr *a, const ip_expr *b)
{
    return !l->definitions->collates || is_without(a->type) || (b && is_without(b->type));
}

/* Only combines or splits values. */
static bool keeps_parts(const char *name)
{
    return *name == '.' || ip_is_among("ROW ARRAY row_is_null row_is_not_null cardinality []", name) ||
           strncmp(name, "in partition ", 13) == 0;
}

bool ip_lower_collation_is_asked(const ip_lowerer *l, const char *function, int count, const ip_expr *const *args)
{
    static const char asks[] = "lower upper initcap ~ ~* !~ !~* ~~* !~~* regexp_match regexp_matches regexp_replace "
                               "regexp_like regexp_count regexp_instr regexp_substr regexp_split_to_array "
                               "regexp_split_to_table substring similar_to_escape width_bucket to_tsvector to_tsquery";
    if (!l->definitions->collates || keeps_parts(function))
        return false;
    bool by_order = *function == '<' || *function == '>', asked = by_order || ip_is_among(asks, function);
    bool equality = strncmp(function, "= ", 2) == 0 || strncmp(function, "<> ", 3) == 0;
    for (int i = 0; i < count; i++) {
        bool clause = args[i]->kind == IP_EXPR_OPERATOR && args[i]->op == IP_OP_AS && args[i]->collated;
        if ((clause && !equality) || (asked && !equality && !is_without(args[i]->type)) ||
            (equality && ip_lower_collation_hides(l, args[i])))
            return true;
    }
    return false;
}

bool ip_lower_collation_of_type(ip_type type)
{
    return type.name && strstr(type.name, " collate ");
}

bool ip_lower_collation_equates(const ip_expr *expr)
{
    bool any = ip_lower_collation_of_type(expr->type);
    for (int i = 0; i < expr->arg_count && !any && expr->type.kind != IP_BOOLEAN; i++)
        any = ip_lower_collation_equates(expr->args[i]);
    return any;
}

/* Records, and composite types, which have fields of their own. */
static bool is_row(const ip_lowerer *l, ip_type type)
{
    const ip_user_type *user = type.name ? ip_ddl_definitions_type(l->definitions, type.name) : NULL;
    return type.kind == IP_OTHER && !is_without(type) && !ip_lower_collation_of_type(type) &&
           !(user && (user->domain || user->labels.count > 0));
}

bool ip_lower_collation_hides(const ip_lowerer *l, const ip_expr *expr)
{
    if (!l->definitions->equates_texts || is_without(expr->type) ||
        (ip_lower_collation_of_type(expr->type) && !expr->type.array))
        return false;
    return l->equates_texts || is_row(l, expr->type) || ip_lower_collation_equates(expr);
}
