/* --baseline and --write-baseline: findings that are known, in a file. */
#ifndef IP_COMMAND_BASELINE_H
#define IP_COMMAND_BASELINE_H

#include "command/options/command.h"
#include "isoproof.h"

/* Reads the file, or takes whatever is found where it is to be written. false after reporting what is wrong. */
bool ip_option_baseline_prepare(ip_run *run, const ip_arguments *arguments);
/* Writes it, if that is asked for. false after reporting why it could not be. */
bool ip_option_baseline_write(const ip_report_data *report, const ip_arguments *arguments);

#endif
