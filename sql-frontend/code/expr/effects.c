/* What has effects, or another value at each call. */
#include "base/words.h"
#include "code/coder.h"

/* The first of these have effects that other transactions meet. */
static const char acting_names[] =
    "nextval setval pg_notify pg_advisory_xact_lock pg_advisory_xact_lock_shared pg_advisory_lock "
    "pg_advisory_lock_shared pg_advisory_unlock pg_advisory_unlock_all pg_try_advisory_lock pg_try_advisory_xact_lock "
    "pg_try_advisory_lock_shared pg_try_advisory_xact_lock_shared pg_advisory_unlock_shared";
static const char other_volatile_names[] =
    "random clock_timestamp timeofday currval lastval gen_random_uuid uuid_generate_v1 uuid_generate_v4 gen_salt "
    "gen_random_bytes set_config pg_sleep setseed random_normal";

enum { DEEPEST = 20 };

/* What is looked for, and within how many routines. */
typedef struct look {
    bool effects;
    bool calls; /* of calls alone: what else writes or locks is an error in a routine that is not VOLATILE */
    int depth;
} look;

static bool query_has(const ip_code_query *query, look l);
static bool body_acts(const ip_code_statement *const *body, int count, look l);

static bool name_has(const char *name, look l)
{
    return ip_is_among(acting_names, name) || (!l.effects && ip_is_among(other_volatile_names, name));
}

static bool routine_has(const ip_code *code, look l)
{
    if (!code || !l.effects)
        return code && code->volatile_;
    l.depth++;
    return l.depth > DEEPEST || body_acts(code->body.items, code->body.count, l);
}

static bool expr_has(const ip_code_expr *expr, look l)
{
    if (!expr)
        return false;
    if ((expr->kind == IP_CODE_FUNCTION && name_has(expr->name, l)) ||
        (expr->kind == IP_CODE_CALL && routine_has(expr->callee, l)) || (expr->query && query_has(expr->query, l)))
        return true;
    for (int i = 0; expr->user_operators && i < expr->user_operators->count; i++)
        if (routine_has(expr->user_operators->items[i].callee, l))
            return true;
    for (int i = 0; i < expr->arg_count; i++)
        if (expr_has(expr->args[i], l))
            return true;
    return false;
}

static bool from_has(const ip_code_from *from, look l)
{
    if (!from)
        return false;
    if (from->kind == IP_CODE_JOIN)
        return from_has(from->left, l) || from_has(from->right, l) || expr_has(from->condition, l);
    return (from->query && query_has(from->query, l)) || expr_has(from->expr, l);
}

static bool aggregate_has(const ip_code_aggregate *a, look l)
{
    if (routine_has(a->transition, l) || routine_has(a->final, l))
        return true;
    for (int i = 0; i < a->arg_count; i++)
        if (expr_has(a->args[i], l))
            return true;
    return false;
}

static bool query_has(const ip_code_query *query, look l)
{
    if (query->operation != IP_CODE_PLAIN)
        return query_has(query->left, l) || query_has(query->right, l);
    for (int r = 0; r < query->value_rows; r++)
        for (int i = 0; i < query->target_count; i++)
            if (expr_has(query->values[r][i], l))
                return true;
    for (int i = 0; i < query->target_count; i++)
        if (expr_has(query->targets[i].expr, l))
            return true;
    for (int i = 0; i < query->aggregates.count; i++)
        if (aggregate_has(&query->aggregates.items[i], l))
            return true;
    for (int i = 0; i < query->windows.count; i++)
        for (int k = 0; k < query->windows.items[i].call.arg_count; k++)
            if (expr_has(query->windows.items[i].call.args[k], l))
                return true;
    return from_has(query->from, l) || expr_has(query->where, l) || expr_has(query->having, l);
}

static bool locks_rows(const ip_code_from *from)
{
    if (!from)
        return false;
    if (from->kind == IP_CODE_JOIN)
        return locks_rows(from->left) || locks_rows(from->right);
    return from->lock != IP_LOCK_NONE || (from->query && locks_rows(from->query->from));
}

static bool locks_or_writes(const ip_code_statement *s)
{
    for (int i = 0; i < s->parts.count; i++)
        if (s->parts.items[i]->writes || locks_rows(s->parts.items[i]->from))
            return true;
    return s->kind == IP_CODE_WRITE || s->kind == IP_CODE_LOCK_TABLE || s->kind == IP_CODE_EXECUTE ||
           s->kind == IP_CODE_EMPTY_TABLES || s->write || (s->query && locks_rows(s->query->from));
}

static bool statement_acts(const ip_code_statement *s, look l)
{
    if (!l.calls && locks_or_writes(s))
        return true;
    if (s->query && query_has(s->query, l))
        return true;
    for (int i = 0; i < s->parts.count; i++)
        if (query_has(s->parts.items[i], l))
            return true;
    for (int i = 0; i < s->branches.count; i++)
        if (expr_has(s->branches.items[i].condition, l) ||
            body_acts(s->branches.items[i].body.items, s->branches.items[i].body.count, l))
            return true;
    for (int i = 0; i < s->handlers.count; i++)
        if (body_acts(s->handlers.items[i].body.items, s->handlers.items[i].body.count, l))
            return true;
    for (int i = 0; i < s->args.count; i++)
        if (expr_has(s->args.items[i], l))
            return true;
    return expr_has(s->expr, l) || expr_has(s->low, l) || expr_has(s->high, l) || expr_has(s->step, l) ||
           body_acts(s->body.items, s->body.count, l);
}

static bool body_acts(const ip_code_statement *const *body, int count, look l)
{
    for (int i = 0; i < count; i++)
        if (statement_acts(body[i], l))
            return true;
    return false;
}

bool ip_code_is_volatile(const ip_code_expr *expr)
{
    return expr_has(expr, (look){0});
}

bool ip_code_query_is_volatile(const ip_code_query *query)
{
    return query_has(query, (look){0});
}

bool ip_code_acts(const ip_code_expr *expr)
{
    return expr_has(expr, (look){.effects = true});
}

bool ip_code_subquery_acts(const ip_code_expr *expr)
{
    if (expr->query)
        return ip_code_query_acts(expr->query);
    for (int i = 0; i < expr->arg_count; i++)
        if (expr->args[i] && ip_code_subquery_acts(expr->args[i]))
            return true;
    return false;
}

bool ip_code_calls_what_acts(const ip_code *code)
{
    return body_acts(code->body.items, code->body.count, (look){.effects = true, .calls = true});
}

bool ip_code_query_acts(const ip_code_query *query)
{
    return query_has(query, (look){.effects = true});
}
