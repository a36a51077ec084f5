/* Values, rows, places and dependencies in words. */
#ifndef IP_REPORT_WORDS_H
#define IP_REPORT_WORDS_H

#include "isoproof.h"
#include "report/writer.h"

/* As SQL writes it: 42, 'O''Hara', NULL. */
const char *ip_report_value_text(ip_arena *arena, const ip_value *value);
/* A value of a row that a run has left, as SQL writes it; NULL: it is null. Its column's type is not known: what looks
 * like a number is one. */
const char *ip_report_cell_text(ip_arena *arena, const char *value);
/* -12, 3.50; not 2024-01-01, nor a uuid of digits. */
bool ip_report_is_number(const char *text);
/* How many of the program's parameters the instance was given: a part that begins in the middle of its routine has its
 * variables beside them, which no call has as arguments. */
int ip_report_argument_count(const ip_instance *instance);
/* pay('alice', 3); with names from four parameters on. */
const char *ip_report_call_text(ip_arena *arena, const ip_instance *instance);
/* "bank.sql:24" of the statement; "" where it has no place. */
const char *ip_report_statement_place(ip_arena *arena, const ip_program *program, int statement);
/* "T1 reads savings.bal of 'alice' before T2 writes it", added to the paragraph. */
void ip_report_say_dependency(ip_writer *writer, const ip_anomaly *anomaly, const ip_dependency *dependency);
/* "1 program", "3 programs" */
const char *ip_report_plural(ip_arena *arena, int count, const char *one, const char *many);

/* Of a replay with guesses_number. */
#define IP_GUESSES_NUMBER "it takes a caller who guesses a number that another transaction draws and has not committed"

#endif
