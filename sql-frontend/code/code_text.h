/* Texts beside the programs: a client's statements, assertions, the rows it starts from. They become code (code.h)
 * against a workload that was read already, and live in its arena. Nothing here changes the workload's programs.
 *
 * text is a range of a source; positions in messages are that source's (ip_source_derive keeps them for a part of
 * another file). psql variables and $1 in it are parameters of the code. What is wrong, and what cannot be run,
 * is reported as an error with its place, and is the code's why_not; the result is never NULL. */
#ifndef IP_CODE_TEXT_H
#define IP_CODE_TEXT_H

#include "code/code.h"
#include "program/workload.h"

/* Statements (SELECT, INSERT, UPDATE, DELETE, CALL …) with semicolons between, as one script. BEGIN and COMMIT are
 * left out; ROLLBACK is a statement. */
const ip_code *ip_code_frontend_statements(ip_workload *workload, const char *name, ip_range text,
                                           ip_diagnostics *diagnostics);

/* Where names in the texts that follow are looked for. path: as in SET search_path = path; NULL: as if none was set.
 * exact: names that the path does not lead to are unknown. */
void ip_code_frontend_look_along(ip_workload *workload, const char *path, bool exact);

/* One SELECT (or VALUES): a script of that one statement. */
const ip_code *ip_code_frontend_query(ip_workload *workload, const char *name, ip_range text,
                                      ip_diagnostics *diagnostics);

/* ip_frontend_read for sources that also set up rows: statements that are neither schema statements nor within
 * BEGIN … COMMIT become *setup, in order; not NULL, and without statements if there are none. The schema is the one
 * after the last source. */
ip_workload *ip_frontend_read_setup(ip_arena *arena, const ip_source *const *sources, int source_count,
                                    ip_diagnostics *diagnostics, const ip_code **setup);
ip_workload *ip_frontend_read_setup_as(ip_arena *arena, const ip_source *const *sources, int source_count,
                                       unsigned flags, ip_diagnostics *diagnostics, const ip_code **setup);

/* The code of a routine by name ("transfer", or its signature if it is overloaded), also of a routine that is no
 * program because others call it; NULL: there is none, or several of that name. */
const ip_code *ip_code_frontend_routine(ip_workload *workload, const char *name);

/* A readable listing, for tests. */
const char *ip_code_listing(ip_arena *arena, const ip_code *code);

#endif
