/* Reads a history from a model. */
#include "compare/found_history.h"

#include "compare/compare.h"

typedef struct reader {
    ip_arena *arena;
    const ip_unknown_history *h;
    Z3_model model;
} reader;

static bool holds(const reader *r, Z3_ast term)
{
    Z3_ast value;
    return Z3_model_eval(r->h->z3, r->model, term, true, &value) && Z3_get_bool_value(r->h->z3, value) == Z3_L_TRUE;
}

static int count_of(const reader *r, const Z3_ast *terms, int first, int end)
{
    int count = first;
    while (count < end && holds(r, terms[count]))
        count++;
    return count;
}

/* Is the read of y before that of x in the order of u's reads? */
static bool is_before(const reader *r, int u, int y, int x)
{
    int o = r->h->scope.objects;
    return holds(r, r->h->before[(u * o + y) * o + x]);
}

static void read_transaction(const reader *r, ip_history *history, int u)
{
    int n = r->h->n, count = 0;
    ip_history_read *reads = IP_NEW_ARRAY(r->arena, ip_history_read, history->object_count);
    ip_history_transaction *transaction = &history->transactions[u];
    for (int x = 0; x < history->object_count; x++)
        for (int t = 0; t < u; t++) {
            if (!holds(r, r->h->reads[(x * n + t) * n + u]))
                continue;
            int at = count++;
            for (; at > 0 && is_before(r, u, x, reads[at - 1].object); at--)
                reads[at] = reads[at - 1];
            reads[at] = (ip_history_read){.object = x, .from = t};
        }
    for (int i = 0; i < count; i++)
        reads[i].step = i;
    transaction->reads = reads;
    transaction->read_count = count;
    transaction->sessions_before = 1;
    for (int t = 1; t < u; t++)
        if (holds(r, r->h->so[t * n + u]))
            transaction->sessions_before |= (ip_transactions)1 << t;
}

const ip_history *ip_compare_found_history(ip_arena *arena, Z3_solver solver, const ip_unknown_history *unknown)
{
    reader r = {.arena = arena, .h = unknown, .model = Z3_solver_get_model(unknown->z3, solver)};
    Z3_model_inc_ref(unknown->z3, r.model);
    ip_history *history = IP_NEW(arena, ip_history);
    history->count = count_of(&r, unknown->active, 1, unknown->n);
    history->object_count = count_of(&r, unknown->used, 0, unknown->scope.objects);
    ip_transactions *writers = IP_NEW_ARRAY(arena, ip_transactions, history->object_count);
    for (int x = 0; x < history->object_count; x++)
        for (int t = 0; t < history->count; t++)
            writers[x] |= (ip_transactions)holds(&r, unknown->writes[t * unknown->scope.objects + x]) << t;
    history->writers = writers;
    for (int u = 1; u < history->count; u++)
        read_transaction(&r, history, u);
    Z3_model_dec_ref(unknown->z3, r.model);
    return history;
}

int ip_compare_compared_value(const ip_history *history, int object, int transaction)
{
    int value = 0;
    for (int t = 1; t <= transaction; t++)
        value += history->writers[object] >> t & 1;
    return value;
}
