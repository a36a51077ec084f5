/* Schedules as they stand in a report: the fields initial_rows, schedule, numbers and final_rows of an anomaly's
 * "replay". */
#ifndef IP_SCHEDULE_JSON_H
#define IP_SCHEDULE_JSON_H

#include "replay/schedule/schedule.h"

#include <jansson.h>

/* Sets these fields (final_rows only if it has_final). false: out of memory. */
bool ip_schedule_to_json(const ip_schedule *schedule, json_t *replay);
/* Reads them back. The instances must have been added: steps name them. false after setting *error to what is wrong,
 * with the field's path. */
bool ip_schedule_from_json(ip_schedule *schedule, const json_t *replay, const char **error);

#endif
