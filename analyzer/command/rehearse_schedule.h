/* The schedule of a failing run, as a report for isoproof replay. */
#ifndef IP_COMMAND_REHEARSE_SCHEDULE_H
#define IP_COMMAND_REHEARSE_SCHEDULE_H

#include "command/options/command.h"
#include "level/level.h"
#include "replay/schedule/schedule.h"
#include "server/timed.h"

/* The report names the files of --schema. Returns false after reporting an error. */
bool ip_command_rehearse_write_schedule(const ip_arguments *arguments, const char *path, const ip_level *level,
                                        const ip_timed *timed, uint64_t seed);

#endif
