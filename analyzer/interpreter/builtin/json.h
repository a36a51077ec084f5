/* What the functions on json and jsonb share. */
#ifndef IP_FUNCTIONS_JSON_H
#define IP_FUNCTIONS_JSON_H

#include "interpreter/value/json_value.h"
#include "interpreter/run_state.h"

ip_json_value ip_json_read(ip_run_state *run, const char *text, bool jsonb); /* raises what is wrong with it */
ip_datum ip_json_written(ip_run_state *run, const ip_json_value *value);     /* as jsonb */

/* Functions that give rows out of JSON: json_each, json_to_record, json_to_recordset and their like. */
typedef enum ip_json_rows {
    IP_JSON_ROWS_EACH,
    IP_JSON_ROWS_EACH_TEXT,
    IP_JSON_ROWS_RECORD,
    IP_JSON_ROWS_RECORDS
} ip_json_rows;

#endif
