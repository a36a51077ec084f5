/* An incremental solver with limits of time and of work. */
#include "question/question.h"

#include "base/stop.h"
#include "level/solver_errors.h"
#include "base/invariant.h"

#include <string.h>

/* Measured on TPC-C at every level (benchmarks/run --scaling): relevancy tracking costs more than it saves on ground
 * formulas, and the older simplex is faster on differences of few variables. */
static void tune(ip_question *q)
{
    Z3_context z3 = q->build->z3;
    Z3_params params = Z3_mk_params(z3);
    Z3_params_inc_ref(z3, params);
    Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "arith.solver"), 2);
    Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "relevancy"), 0);
    Z3_solver_set_params(z3, q->solver, params);
    Z3_params_dec_ref(z3, params);
}

static bool expired(void *data)
{
    const ip_question *q = data;
    return ip_is_over(q->deadline);
}

void ip_question_init(ip_question *q, ip_arena *arena, const ip_encoding_input *input, int largest, double deadline,
                      ip_statistics *statistics)
{
    *q = (ip_question){.arena = arena, .input = input, .deadline = deadline, .statistics = statistics};
    ip_encoding_input timed = *input;
    timed.expired = expired;
    timed.expired_data = q;
    q->spares = input->spared_count > 0;
    q->encoding = ip_encoding_new(arena, &timed);
    q->build = ip_encoding_build(q->encoding);
    q->solver = Z3_mk_simple_solver(q->build->z3);
    Z3_solver_inc_ref(q->build->z3, q->solver);
    tune(q);
    q->edge_capacity = largest;
    q->edges = IP_NEW_ARRAY(arena, Z3_ast, largest * largest);
}

void ip_question_init_smaller(ip_question *q, const ip_question *of, int largest)
{
    ip_question_init(q, of->arena, of->input, largest, of->deadline, of->statistics);
    q->log = of->log;
    q->effort = of->effort;
}

void ip_question_release(ip_question *q)
{
    if (q->solver)
        Z3_solver_dec_ref(q->build->z3, q->solver);
    q->solver = NULL;
    ip_encoding_release(q->encoding);
    q->encoding = NULL;
}

static void flush(ip_question *q)
{
    const ip_terms *facts = ip_rules_take(q->encoding);
    for (int i = 0; i < facts->count && !expired(q); i++) /* after that, checks answer that they do not know */
        Z3_solver_assert(q->build->z3, q->solver, facts->items[i]);
}

Z3_ast ip_question_edge(ip_question *q, int from, int to)
{
    ip_assert(from != to && from >= 0 && from < q->edge_capacity && to >= 0 && to < q->edge_capacity);
    Z3_ast *edge = &q->edges[from * q->edge_capacity + to];
    if (!*edge) {
        *edge = ip_rules_edge(q->encoding, from, to);
        flush(q);
    }
    return *edge;
}

void ip_question_path(ip_question *q, int count)
{
    ip_rules_instances(q->encoding, count);
    for (int i = 0; i + 1 < count; i++)
        ip_question_edge(q, i, i + 1);
    flush(q);
}

void ip_question_push(ip_question *q)
{
    flush(q);
    Z3_solver_push(q->build->z3, q->solver);
}

void ip_question_pop(ip_question *q)
{
    Z3_solver_pop(q->build->z3, q->solver, 1);
}

void ip_question_assert(ip_question *q, Z3_ast fact)
{
    Z3_solver_assert(q->build->z3, q->solver, fact);
}

/* Includes its work since the last check on new facts. */
static void count_steps(ip_question *q)
{
    Z3_context z3 = q->build->z3;
    Z3_stats stats = Z3_solver_get_statistics(z3, q->solver);
    Z3_stats_inc_ref(z3, stats);
    for (unsigned i = 0; i < Z3_stats_size(z3, stats); i++)
        if (strcmp(Z3_stats_get_key(z3, stats, i), "rlimit count") == 0) {
            double count = Z3_stats_is_uint(z3, stats, i) ? Z3_stats_get_uint_value(z3, stats, i)
                                                          : Z3_stats_get_double_value(z3, stats, i);
            q->effort->left -= count - q->counted;
            q->counted = count;
        }
    Z3_stats_dec_ref(z3, stats);
}

static void set_limits(ip_question *q, double seconds)
{
    enum { MOST = 4000000000u }; /* that a parameter holds */
    Z3_context z3 = q->build->z3;
    Z3_params params = Z3_mk_params(z3);
    Z3_params_inc_ref(z3, params);
    Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "timeout"),
                       seconds > MOST / 1000 ? MOST : (unsigned)(seconds * 1000) + 1);
    if (q->effort)
        Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "rlimit"),
                           q->effort->left > MOST ? MOST : (unsigned)q->effort->left);
    Z3_solver_set_params(z3, q->solver, params);
    Z3_params_dec_ref(z3, params);
}

ip_answer ip_question_check(ip_question *q)
{
    Z3_context z3 = q->build->z3;
    double start = ip_clock(), left = q->deadline - start;
    if (left <= 0 || ip_stopped() || (q->effort && q->effort->left < 1))
        return IP_DONT_KNOW;
    set_limits(q, left);
    const char *text = ip_question_query_log_text(q->log, q->arena, z3, q->solver);

    ip_level_solver_begins(z3);
    Z3_lbool answer = Z3_solver_check(z3, q->solver);
    ip_level_solver_ends();
    if (answer == Z3_L_UNDEF && strstr(Z3_solver_get_reason_unknown(z3, q->solver), "memout"))
        ip_memory_failed();
    if (q->effort)
        count_steps(q);
    q->statistics->queries++;
    q->statistics->solver_seconds += ip_clock() - start;
    ip_question_query_log_write(q->log, text, answer);
    return answer == Z3_L_TRUE ? IP_YES : answer == Z3_L_FALSE ? IP_NO : IP_DONT_KNOW;
}

Z3_model ip_question_model(ip_question *q)
{
    Z3_model model = Z3_solver_get_model(q->build->z3, q->solver);
    if (model)
        Z3_model_inc_ref(q->build->z3, model);
    return model;
}

void ip_question_assert_first(ip_question *q, int c, int count)
{
    ip_assert(c >= 0 && c < count); /* otherwise no instance is the first, and the proof would be wrong */
    for (int i = 0; i < count; i++)
        if (i != c)
            ip_question_assert(q, ip_encoding_ar(q->encoding, c, i));
}
