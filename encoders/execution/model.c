/* Reads instances, rows and arguments from a model. */
#include "execution/encoding_internal.h"

#include <stdlib.h>

static Z3_ast value_of(ip_encoding *e, Z3_model model, Z3_ast term)
{
    Z3_ast value = NULL;
    if (!Z3_model_eval(e->terms.build.z3, model, term, true, &value))
        return term;
    return value;
}

bool ip_encoding_model_true(ip_encoding *e, Z3_model model, Z3_ast term)
{
    return Z3_get_bool_value(e->terms.build.z3, value_of(e, model, term)) == Z3_L_TRUE;
}

int ip_encoding_model_program(ip_encoding *e, Z3_model model, int instance)
{
    for (int p = 0; p < e->input.program_count; p++)
        if (ip_encoding_model_true(e, model, ip_encoding_runs(e, instance, p)))
            return p;
    return 0;
}

static const ip_access *true_access(ip_encoding *e, Z3_model model, const ip_accesses *accesses)
{
    for (int i = 0; i < accesses->count; i++)
        if (ip_encoding_model_true(e, model, accesses->items[i].condition))
            return &accesses->items[i];
    return NULL;
}

/* The first cause of the edge that holds in the model. */
typedef struct way {
    const ip_edge *edge;
    const ip_edge_option *option;
    const ip_access *source, *target;
} way;

/* The first pair of the option's accesses whose dependency counts. */
static bool find_unspared(ip_encoding *e, Z3_model model, way *found)
{
    const ip_edge_option *option = found->option;
    for (int i = 0; i < option->from.count; i++)
        for (int j = 0; j < option->to.count; j++)
            if (ip_encoding_model_true(e, model, option->from.items[i].condition) &&
                ip_encoding_model_true(e, model, option->to.items[j].condition) &&
                !ip_encoding_is_spared(e, option, &option->from.items[i], &option->to.items[j])) {
                found->source = &option->from.items[i];
                found->target = &option->to.items[j];
                return true;
            }
    return false;
}

static bool find_way(ip_encoding *e, Z3_model model, int from, int to, way *found)
{
    for (int i = 0; i < e->edges.count; i++) {
        const ip_edge *edge = e->edges.items[i];
        if (edge->from != from || edge->to != to)
            continue;
        for (int o = 0; o < edge->options.count; o++) {
            const ip_edge_option *option = &edge->options.items[o];
            if (!ip_encoding_model_true(e, model, option->chosen))
                continue;
            *found = (way){edge, option, true_access(e, model, &option->from), true_access(e, model, &option->to)};
            if (found->source && found->target && (!e->input.spared_count || find_unspared(e, model, found)))
                return true;
        }
    }
    return false;
}

Z3_ast ip_encoding_same_way(ip_encoding *e, Z3_model model, int from, int to)
{
    way w;
    const ip_build *b = &e->terms.build;
    if (!find_way(e, model, from, to, &w))
        return b->yes;
    return ip_term_and3(b, w.option->chosen, w.source->condition, w.target->condition);
}

bool ip_encoding_model_edge(ip_encoding *e, Z3_model model, int from, int to, ip_edge_model *result)
{
    way w;
    if (!find_way(e, model, from, to, &w))
        return false;
    const ip_column_group *group = &e->input.facts->groups.items[w.option->group];
    *result = (ip_edge_model){.type = w.option->type,
                              .group = group,
                              .from_program = w.source->program,
                              .from_statement = w.source->statement,
                              .to_program = w.target->program,
                              .to_statement = w.target->statement};
    const ip_statement *a = &e->input.programs[w.source->program]->statements.items[w.source->statement];
    const ip_statement *b = &e->input.programs[w.target->program]->statements.items[w.target->statement];
    result->approximated = a->kind == IP_UNKNOWN || b->kind == IP_UNKNOWN;
    const ip_table *table = e->input.schema->tables.items[group->table];
    int n = ip_term_key_length(&e->terms, table);
    result->key_length = n < 16 ? n : 16;
    for (int k = 0; k < result->key_length; k++)
        result->key[k] = value_of(e, model, w.edge->stand.place.keys[group->table][k]);
    return true;
}

bool ip_encoding_has_statement_snapshots(const ip_encoding *e)
{
    return e->has_snapshots;
}

bool ip_encoding_model_sees(ip_encoding *e, Z3_model model, int t, int u, int program, int step)
{
    const ip_program *p = e->input.programs[program];
    const ip_reading *reading = ip_encoding_reading(e, program);
    for (int s = 0; s < p->statements.count && reading->statements; s++)
        if (p->statements.items[s].step >= step && reading->takes[s])
            return ip_encoding_model_true(e, model, ip_encoding_sees(e, t, u, reading->first[s]));
    return ip_encoding_model_true(e, model, ip_encoding_vis(e, t, u));
}

ip_term ip_encoding_model_parameter(ip_encoding *e, Z3_model model, int instance, int program, int parameter)
{
    ip_site site = {.slot = instance, .program = e->input.programs[program]};
    ip_expr expr = {
        .kind = IP_EXPR_PARAMETER, .index = parameter, .type = site.program->parameters.items[parameter].type};
    ip_term term = ip_term_eval(&e->terms, &site, &expr);
    return (ip_term){value_of(e, model, term.value), value_of(e, model, term.null)};
}

/* A number far from 0 may represent any value that no arithmetic uses: most likely a special value. */
const char *ip_encoding_model_special(ip_encoding *e, Z3_model model, Z3_ast number)
{
    const ip_build *b = &e->terms.build;
    ip_special_numbers s = ip_term_special_numbers_of(&e->terms);
    if (ip_encoding_model_true(e, model, ip_term_near_number(&e->terms, number)))
        return NULL;
    if (ip_encoding_model_true(e, model, Z3_mk_lt(b->z3, number, Z3_mk_real(b->z3, 0, 1))))
        return "-Infinity";
    return ip_encoding_model_true(e, model, ip_term_equal(b, number, s.infinity)) ? "Infinity" : "NaN";
}

/* The same symbols as the evaluation of IP_OP_ELEMENT and IP_OP_LENGTH uses. */
ip_term ip_encoding_model_element(ip_encoding *e, Z3_model model, ip_term array, ip_type element, int i)
{
    const ip_build *b = &e->terms.build;
    Z3_ast args[] = {array.value, ip_term_int(b, i)};
    Z3_ast value = ip_term_apply(b, ip_term_sort_of(b, element), 2, args, "element.%d", (int)element.kind);
    Z3_ast null = ip_term_apply(b, b->boolean, 2, args, "element.%d?", (int)element.kind);
    return (ip_term){value_of(e, model, value), value_of(e, model, null)};
}

int ip_encoding_model_length(ip_encoding *e, Z3_model model, ip_term array)
{
    const ip_build *b = &e->terms.build;
    int length = 0;
    Z3_ast value = value_of(e, model, ip_term_apply(b, b->integer, 1, &array.value, "length"));
    if (!Z3_get_numeral_int(b->z3, value, &length) || length < 0)
        return 0;
    return length;
}

const char *ip_encoding_text(ip_encoding *e, long long code)
{
    long long index = -1 - code;
    return index >= 0 && index < e->terms.texts.count ? e->terms.texts.items[index] : NULL;
}
