/* The statements of two programs that do not commute: in a serial execution, one program before the other, a dependency
 * leads from one statement to another. Each pair is a model, after which the next model is searched. */
#include "decide/meetings.h"

#include "question/question.h"

enum { MOST_LISTED = 200 };

static void add(const ip_decision_input *in, const ip_edge_model *edge, int a, int b, ip_meetings *found)
{
    static const ip_dependency_type types[] = {[IP_EDGE_WR] = IP_WR, [IP_EDGE_WW] = IP_WW, [IP_EDGE_RW] = IP_RW};
    static const int exists[] = {-1};
    const ip_column_group *group = edge->group;
    ip_meeting meeting = {.first = in->programs[a],
                          .second = in->programs[b],
                          .first_statement = edge->from_statement,
                          .second_statement = edge->to_statement,
                          .type = types[edge->type],
                          .table = in->schema->tables.items[group->table],
                          .column_count = group->exists ? 1 : group->columns.count,
                          .columns = group->exists ? exists : group->columns.items,
                          .approximated = edge->approximated};
    IP_PUSH(in->arena, found, meeting);
}

bool ip_decide_find_meetings(const ip_decision_input *in, int a, int b, ip_meetings *found)
{
    const ip_program *programs[] = {in->programs[a], in->programs[b]};
    const ip_level *levels[] = {in->levels[a], in->levels[b]};
    ip_encoding_input input = {.schema = in->schema,
                               .facts = in->facts,
                               .programs = programs,
                               .program_count = a == b ? 1 : 2,
                               .levels = levels};
    for (int r = 0; r < IP_RULE_COUNT; r++)
        input.rules[r] = in->rules[r];
    ip_statistics statistics = {0};
    ip_question q;
    ip_question_init(&q, in->new_arena(in->owner), &input, 2, in->deadline, &statistics);
    q.log = in->log;
    ip_rules_instances(q.encoding, 2);
    Z3_ast edge = ip_question_edge(&q, 0, 1);
    ip_question_push(&q);
    ip_question_assert(&q, edge);
    ip_question_assert(&q, ip_encoding_vis(q.encoding, 0, 1));
    ip_question_assert(&q, ip_encoding_runs(q.encoding, 0, 0));
    ip_question_assert(&q, ip_encoding_runs(q.encoding, 1, a == b ? 0 : 1));
    ip_answer answer = IP_NO;
    int listed = 0;
    while (listed < MOST_LISTED && (answer = ip_question_check(&q)) == IP_YES) {
        Z3_model model = ip_question_model(&q);
        ip_edge_model read;
        bool known = ip_encoding_model_edge(q.encoding, model, 0, 1, &read);
        Z3_ast same = known ? ip_encoding_same_way(q.encoding, model, 0, 1) : NULL;
        if (known)
            add(in, &read, a, b, found);
        Z3_model_dec_ref(q.build->z3, model);
        listed++;
        if (!known)
            break;
        ip_question_assert(&q, ip_term_not(q.build, same));
    }
    ip_question_pop(&q);
    ip_question_release(&q);
    return answer == IP_NO;
}
