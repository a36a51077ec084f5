/* Prepared code, and what is known of tables, each prepared once and kept. */
#ifndef IP_PLAN_CACHE_H
#define IP_PLAN_CACHE_H

#include "interpreter/run_state.h"

struct ip_plan_cache *ip_prepare_plan_cache_new(ip_arena *arena, const ip_schema *schema);
/* The code, prepared for arguments of those types. */
const ip_prepared *ip_prepare_prepared_of(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments);
/* The statement of an EXECUTE's text, prepared where that code runs; kept. */
const ip_step *ip_prepare_step_of_text(ip_interpreter *interpreter, const ip_prepared *prepared,
                                       const ip_code_statement *statement);
/* FETCH from a cursor that was opened on that query: whose targets take its columns. */
const ip_step *ip_prepare_step_of_fetch(ip_interpreter *interpreter, const ip_prepared *prepared,
                                        const ip_code_statement *statement, const ip_query_plan *query);
const ip_table_plan *ip_prepare_plan_of_table(ip_interpreter *interpreter, const ip_table *table);
/* The column types of a table that a query has created; false: it has created the table with other types before. */
bool ip_prepare_plan_own_table(ip_interpreter *interpreter, const ip_table *table, const ip_sqltype *types);

#endif
