/* Wishes for models: each is met if the solver finds a model in which it is. */
#include "question/likely.h"

/* After so many models with numbers that are not usual, all numbers are to be usual at once. */
enum { FEW_AT_A_TIME = 4 };

static bool holds(ip_question *q, Z3_model model, const ip_terms *wishes)
{
    for (int i = 0; i < wishes->count; i++)
        if (!ip_encoding_model_true(q->encoding, model, wishes->items[i]))
            return false;
    return true;
}

static bool find_another(ip_question *q, Z3_model *model)
{
    if (ip_question_check(q) != IP_YES)
        return false;
    Z3_model_dec_ref(q->build->z3, *model);
    *model = ip_question_model(q);
    return true;
}

/* Those that do not hold in the model, from now on; with all, all of them. */
static bool assert_missing(ip_question *q, Z3_model model, const ip_terms *wishes, bool all)
{
    bool missing = false;
    for (int i = 0; i < wishes->count; i++) {
        bool holds = ip_encoding_model_true(q->encoding, model, wishes->items[i]);
        missing = missing || !holds;
        if (all || !holds)
            ip_question_assert(q, wishes->items[i]);
    }
    return missing;
}

/* The wishes are met or not as a whole; the numbers, where it can be. Most models have few numbers that are not usual,
 * and a question with bounds for all numbers takes the solver several times as long as one without bounds. */
static bool prefer(ip_question *q, const ip_terms *wishes, const ip_terms *numbers, Z3_model *model)
{
    ip_question_push(q);
    ip_question_assert(q, ip_term_all(q->build, wishes));
    bool found = holds(q, *model, wishes) || find_another(q, model);
    for (int round = 0; found && round <= FEW_AT_A_TIME; round++)
        if (!assert_missing(q, *model, numbers, round == FEW_AT_A_TIME) || !find_another(q, model))
            break;
    ip_question_pop(q);
    return found;
}

/* Instead of the model, of several cycles one whose statements are all followed, with usual arguments that are not
 * NULL: it is more likely to be real, and what is found then depends less on which model the solver comes upon. Where
 * an argument must be NULL (a customer is given by number or by name), texts that are not cut are wished for instead.
 */
void ip_question_find_likely(ip_question *q, bool replays, int length, Z3_model *model)
{
    ip_terms followed = {0}, given = {0}, none = {0};
    for (int i = 0; i < length; i++) {
        Z3_ast one = ip_rules_followed(q->encoding, i);
        if (one != q->build->yes)
            IP_PUSH(q->arena, &followed, one);
        IP_PUSH(q->arena, &given, ip_term_and(q->build, one, ip_rules_given(q->encoding, i)));
    }
    ip_terms numbers = replays ? ip_encoding_usual(q->encoding, length) : none;
    if (replays && prefer(q, &given, &numbers, model))
        return;
    if (replays && ip_encoding_uncut(q->encoding) != q->build->yes) {
        ip_terms texts = followed;
        IP_PUSH(q->arena, &texts, ip_encoding_uncut(q->encoding));
        if (prefer(q, &texts, &numbers, model))
            return;
    }
    if (followed.count > 0)
        prefer(q, &followed, &none, model);
}
