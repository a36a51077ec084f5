/* Which comment or which line of a baseline suppresses a finding. */
#include "question/accepted.h"

#include "ignores.h"

#include <string.h>

static bool ends_at(const ip_ignore *ignore, const ip_program *program, int statement)
{
    return statement >= 0 && statement < program->statements.count &&
           ip_frontend_ignore_covers_statement(ignore, &program->statements.items[statement]);
}

bool ip_question_ignores(const ip_ignore *ignore, const ip_anomaly *anomaly)
{
    if (ignore->id && (!anomaly->id || strcmp(ignore->id, anomaly->id) != 0))
        return false;
    if (!ignore->covers.source)
        return true;
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *d = &anomaly->dependencies[i];
        if (ip_frontend_ignore_covers_program(ignore, anomaly->instances[i].program) ||
            ends_at(ignore, anomaly->instances[d->from].program, d->from_statement) ||
            ends_at(ignore, anomaly->instances[d->to].program, d->to_statement))
            return true;
    }
    return false;
}

static int strength(const ip_ignore *ignore)
{
    return ignore->id ? 0 : ignore->whole ? 2 : 1;
}

static bool is_listed(const ip_baseline *baseline, const ip_anomaly *anomaly)
{
    for (int i = 0; baseline && i < baseline->list.count; i++)
        if (strcmp(baseline->list.items[i].id, anomaly->id) == 0 &&
            strcmp(baseline->list.items[i].place, anomaly->place) == 0)
            return true;
    return baseline && baseline->all;
}

void ip_question_accept(const ip_accepted *accepted, ip_anomaly *anomaly)
{
    anomaly->ignore = NULL;
    for (int i = 0; accepted && i < accepted->ignore_count; i++) {
        const ip_ignore *ignore = &accepted->ignores[i];
        if (ip_question_ignores(ignore, anomaly) && (!anomaly->ignore || strength(ignore) > strength(anomaly->ignore)))
            anomaly->ignore = ignore;
    }
    anomaly->suppressed = anomaly->ignore || (accepted && is_listed(accepted->baseline, anomaly));
}
