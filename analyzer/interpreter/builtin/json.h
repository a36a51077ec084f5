/* Shared by the functions on json and jsonb. */
#ifndef IP_FUNCTIONS_JSON_H
#define IP_FUNCTIONS_JSON_H

#include "interpreter/value/json_value.h"
#include "interpreter/run_state.h"

ip_json_value ip_builtin_json_read(ip_run_state *run, const char *text,
                                   bool jsonb); /* raises an error if the text is malformed */
ip_datum ip_builtin_json_written(ip_run_state *run, const ip_json_value *value); /* as a jsonb value */

/* Functions that return rows from JSON: json_each, json_to_record, json_to_recordset and their variants. */
typedef enum ip_json_rows {
    IP_JSON_ROWS_EACH,
    IP_JSON_ROWS_EACH_TEXT,
    IP_JSON_ROWS_RECORD,
    IP_JSON_ROWS_RECORDS
} ip_json_rows;

#endif
