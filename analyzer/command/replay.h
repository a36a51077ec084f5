/* The results of isoproof replay for each anomaly, and the functions that write them. */
#ifndef IP_COMMAND_REPLAY_H
#define IP_COMMAND_REPLAY_H

#include "live/live.h"
#include "replay/report/report_reader.h"
#include "replay/report/rerun.h"

#include <stdio.h>

typedef struct ip_replayed {
    const ip_reported_anomaly *anomaly;
    const char *not_run; /* why the anomaly could not be run; NULL if it was */
    bool in_memory;
    ip_rerun rerun;      /* if in_memory */
    ip_live_result live; /* otherwise */
} ip_replayed;

typedef struct ip_replay_options {
    int width;
    bool colour, brief;
} ip_replay_options;

void ip_command_write_replayed(ip_arena *arena, const ip_replayed *replayed, int count, FILE *out,
                               const ip_replay_options *options);
void ip_command_write_replayed_json(ip_arena *arena, const ip_replayed *replayed, int count, FILE *out);

/* Writes the schedules of the anomalies that can be run into the folder; live.isolation has their levels. Returns false
 * after reporting an error. */
bool ip_command_replay_export(ip_arena *arena, const char *folder, const ip_reported *reported, const ip_load *load,
                              const ip_replayed *replayed, int count);

#endif
