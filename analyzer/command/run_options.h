/* What analyze and advise have in common: options of a run, its progress, its report. */
#ifndef IP_RUN_OPTIONS_H
#define IP_RUN_OPTIONS_H

#include "command/command.h"
#include "isoproof.h"

#include <time.h>

typedef struct ip_shown_progress {
    struct timespec start;
    bool shown;
} ip_shown_progress;

/* On a terminal, of runs that take their time. p lives as long as the run. */
void ip_show_progress(ip_run *run, ip_shown_progress *p, const ip_arguments *arguments);
void ip_clear_progress(const ip_shown_progress *p);

/* The values of --max-cycle, --timeout, --transactions. false after telling what is wrong. */
bool ip_set_max_cycle(ip_run *run, const char *text);
bool ip_set_timeout(ip_run *run, const char *text);
bool ip_select_transactions(ip_run *run, const char *list);

/* No report, or one about nothing: says at least what was looked for. */
ip_exit ip_nothing_to_decide(ip_run *run, const ip_arguments *arguments);
bool ip_write_report(const ip_report_data *report, const ip_arguments *arguments, bool json);
/* A verdict withdrawn, because two answers contradict each other. */
bool ip_is_internal_error(const ip_level_result *result);

#endif
