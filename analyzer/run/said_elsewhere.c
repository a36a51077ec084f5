/* Turns a configuration's entries on programs into the counterparts of comments before them. */
#include "run/said_elsewhere.h"

#include "isoproof.h"

#include <string.h>

void ip_run_promise(ip_run *run, const char *program, const char *level, ip_range said, bool strict)
{
    ip_said_elsewhere one = {.program = program, .level = level, .said = said, .strict = strict};
    IP_PUSH(run->arena, &run->said, one);
}

void ip_run_ignore(ip_run *run, const char *program, const char *id, const char *reason, ip_range said, bool strict)
{
    ip_said_elsewhere one = {.program = program, .id = id, .reason = reason, .said = said, .strict = strict};
    IP_PUSH(run->arena, &run->said, one);
}

static bool promise(ip_run *run, ip_program *program, const ip_said_elsewhere *said)
{
    if (program->promised && strcmp(program->promised, said->level) != 0) {
        ip_diagnostics_add(&run->diagnostics, IP_ERROR, said->said, NULL,
                           "%s: a comment before the program promises another level, %s", program->name,
                           program->promised);
        return false;
    }
    if (!program->promised) {
        program->promised = said->level;
        program->promised_at = said->said;
    }
    return true;
}

static void ignore(ip_run *run, const ip_program *program, const ip_said_elsewhere *said)
{
    ip_ignore one = {.comment = said->said, .id = said->id, .reason = said->reason, .whole = true};
    if (program) {
        one.covers = program->range;
        one.program = program->name;
    }
    IP_PUSH(run->arena, &run->workload->ignores, one);
}

static bool was_left_out(const ip_workload *workload, const char *name)
{
    for (int i = 0; i < workload->left_out.count; i++)
        if (strcmp(workload->left_out.items[i], name) == 0)
            return true;
    return false;
}

static bool apply(ip_run *run, const ip_said_elsewhere *said)
{
    bool found = false, good = true;
    for (int p = 0; p < run->workload->programs.count; p++) {
        ip_program *program = run->workload->programs.items[p];
        if (!said->program || strcmp(said->program, program->name) != 0)
            continue;
        found = true;
        if (said->level)
            good &= promise(run, program, said);
        else
            ignore(run, program, said);
    }
    if (!said->program)
        ignore(run, NULL, said);
    if (found || !said->program || !said->strict || was_left_out(run->workload, said->program))
        return good;
    ip_diagnostics_add(&run->diagnostics, IP_ERROR, said->said, NULL, "no transaction is named \"%s\"; there are: %s",
                       said->program, ip_run_known_programs(run));
    return false;
}

bool ip_run_apply_said(ip_run *run)
{
    bool good = true;
    for (int i = 0; i < run->said.count; i++)
        good &= apply(run, &run->said.items[i]);
    return good;
}
