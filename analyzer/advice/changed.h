/* The files with some candidates' changes applied, read again. */
#ifndef IP_CHANGED_H
#define IP_CHANGED_H

#include "advice/candidates/candidate.h"
#include "run/run_state.h"

typedef struct ip_changed {
    ip_arena *arena;
    ip_edits edits;
    const ip_workload *workload;
    const ip_program **programs; /* one for each program of the run */
    IP_VEC(const ip_source *) originals, sources;
    ip_diagnostics diagnostics;
} ip_changed;

/* false: the changes overlap, or something could not be read that could be before. chosen: [candidates], NULL: none. */
bool ip_advice_changed_read(ip_run *run, ip_arena *arena, const ip_candidates *candidates, const bool *chosen,
                            ip_changed *changed);

/* Whether a statement of a changed program is at the place of that statement of the original, or was inserted there. */
bool ip_advice_changed_from(const ip_changed *changed, const ip_statement *statement, const ip_statement *original);
/* Which of so many programs it is; -1: none. */
int ip_advice_changed_index(const ip_changed *changed, int count, const ip_program *program);

#endif
