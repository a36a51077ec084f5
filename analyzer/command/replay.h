/* What `isoproof replay` found out about each anomaly, and the functions that write it. */
#ifndef IP_COMMAND_REPLAY_H
#define IP_COMMAND_REPLAY_H

#include "live/live.h"
#include "replay/report/report_reader.h"
#include "replay/report/rerun.h"

#include <stdio.h>

typedef struct ip_replayed {
    const ip_reported_anomaly *anomaly;
    const char *not_run; /* NULL, or why it could not be run */
    bool in_memory;
    ip_rerun rerun;      /* in memory: what came of it */
    ip_live_result live; /* else */
} ip_replayed;

typedef struct ip_replay_options {
    int width;
    bool colour, brief;
} ip_replay_options;

void ip_write_replayed(ip_arena *arena, const ip_replayed *replayed, int count, FILE *out,
                       const ip_replay_options *options);
void ip_write_replayed_json(ip_arena *arena, const ip_replayed *replayed, int count, FILE *out);

/* Writes the schedules of those that can be run (live.isolation says at what) into the folder. false after telling
 * why not. */
bool ip_replay_export(ip_arena *arena, const char *folder, const ip_reported *reported, const ip_load *load,
                      const ip_replayed *replayed, int count);

#endif
