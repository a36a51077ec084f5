/* What the functions on json and jsonb share. */
#ifndef IP_FUNCTIONS_JSON_H
#define IP_FUNCTIONS_JSON_H

#include "interpreter/value/json_value.h"
#include "interpreter/run/run.h"

ip_json_value ip_json_read(ip_run *run, const char *text, bool jsonb); /* raises what is wrong with it */
ip_datum ip_json_written(ip_run *run, const ip_json_value *value);     /* as jsonb */

#endif
