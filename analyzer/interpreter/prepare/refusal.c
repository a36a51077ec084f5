/* Finds the parts of code that cannot be run, without running it. */
#include "interpreter/prepare/prepare.h"

typedef struct search {
    ip_interpreter *interpreter;
    IP_VEC(const ip_code *) codes; /* met so far, each once */
    ip_refusal_visitor *visit;
    void *data;
} search;

static void meet(search *found, const ip_code *code)
{
    for (int i = 0; i < found->codes.count; i++)
        if (found->codes.items[i] == code)
            return;
    IP_PUSH(found->interpreter->arena, &found->codes, code);
}

static void look_at_steps(search *found, const ip_steps *steps)
{
    for (int i = 0; i < steps->count; i++) {
        const ip_step *step = &steps->items[i];
        if (step->unable)
            found->visit(found->data, step->unable, step->unable_range);
        look_at_steps(found, &step->body);
        for (int k = 0; k < step->branch_count; k++)
            look_at_steps(found, &step->branches[k].body);
        for (int k = 0; k < step->handler_count; k++)
            look_at_steps(found, &step->handlers[k].body);
    }
}

static void look_at(search *found, const ip_code *code, const ip_datum *arguments)
{
    if (code->why_not) {
        found->visit(found->data, code->why_not, code->why_not_range);
        return;
    }
    const ip_prepared *prepared = ip_prepare_prepared_of(found->interpreter, code, arguments);
    if (prepared->unable)
        found->visit(found->data, prepared->unable, prepared->unable_range);
    look_at_steps(found, &prepared->body);
    for (int i = 0; i < prepared->callees.count; i++)
        meet(found, prepared->callees.items[i]);
}

void ip_prepare_interpreter_refusals(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments,
                                     ip_refusal_visitor *visit, void *data)
{
    search found = {.interpreter = interpreter, .visit = visit, .data = data};
    meet(&found, code);
    for (int i = 0; i < found.codes.count; i++)
        look_at(&found, found.codes.items[i], i ? NULL : arguments);
}
