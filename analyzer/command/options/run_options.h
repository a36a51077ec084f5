/* What analyze and advise have in common: options of a run, its progress, its report. */
#ifndef IP_RUN_OPTIONS_H
#define IP_RUN_OPTIONS_H

#include "command/options/command.h"
#include "isoproof.h"

/* IP_READ_ flags: how the options say that files are read. false after reporting which of them contradict each other.
 */
bool ip_option_reading_given(const ip_arguments *arguments, unsigned *flags);

/* An option that both have; others are left to the command. false after reporting what is wrong with its value. */
typedef bool ip_set_option(ip_run *run, const ip_given_option *given);
ip_set_option ip_option_set_run_option;
/* All of them, each by the function. false after reporting what is wrong, and where a configuration says it. */
bool ip_option_set_run_options(ip_run *run, const ip_arguments *arguments, ip_set_option *set);

/* What --define gives. false after reporting what is wrong. */
bool ip_option_define_all(ip_run *run, const ip_arguments *arguments);
/* That, the files of --schema and the operands, and what a configuration says of programs. false: some cannot be read;
 * the run's diagnostics say so. */
bool ip_option_add_inputs(ip_run *run, const ip_arguments *arguments);

/* The options, all of them tried, so that one run tells all that is wrong. */
typedef bool ip_prepare_run(ip_run *run, const ip_arguments *arguments);
/* NULL: there is nothing to decide. */
typedef const ip_report_data *ip_do_run(ip_run *run, const ip_arguments *arguments);
typedef ip_exit ip_run_status(const ip_report_data *report, const ip_arguments *arguments);

/* A command as a whole: options and files in, a report out. */
ip_exit ip_option_conduct_run(const ip_arguments *arguments, ip_prepare_run *prepare, ip_do_run *do_run,
                              ip_run_status *status);

/* false after reporting that --fail-on has an unknown value. */
bool ip_option_good_fail_on(const ip_arguments *arguments);
/* What a verdict means for the exit status, as --fail-on says. parts_undecided: some program is neither in the largest
 * safe set nor in an anomaly that was run. */
ip_exit ip_option_verdict_status(ip_verdict verdict, bool parts_undecided, const ip_arguments *arguments);
/* conflicts.c: which statements of two programs do not commute, instead of a verdict. */
ip_exit ip_command_explain_conflicts(const ip_arguments *arguments, ip_prepare_run *prepare);

/* What one level's result means for the exit status, as --fail-on says. */
ip_exit ip_option_level_status(const ip_level_result *result, int program_count, const ip_arguments *arguments);

/* Is a program not proved safe at the level that a comment, or the configuration, promises? */
bool ip_option_breaks_a_promise(const ip_report_data *report);

/* A verdict withdrawn, because two answers contradict each other. */
bool ip_option_is_internal_error(const ip_level_result *result);

#endif
