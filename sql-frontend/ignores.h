/* "-- isoproof: ignore [ID] REASON" before programs and statements. */
#ifndef IP_IGNORES_H
#define IP_IGNORES_H

#include "program/workload.h"

/* Fills workload->ignores, once its programs are lowered. */
void ip_frontend_ignores_collect(ip_arena *arena, ip_workload *workload);

bool ip_frontend_ignore_covers_program(const ip_ignore *ignore, const ip_program *program);
bool ip_frontend_ignore_covers_statement(const ip_ignore *ignore, const ip_statement *statement);

#endif
