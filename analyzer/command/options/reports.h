/* The reports of a run that are asked for: one to standard output or --output, and one to each file of --report. */
#ifndef IP_REPORTS_H
#define IP_REPORTS_H

#include "command/options/command.h"
#include "report/formats/formats.h"

typedef struct ip_requested_report {
    ip_format format;
    const char *path; /* NULL: standard output */
} ip_requested_report;

typedef struct ip_requested_reports {
    IP_VEC(ip_requested_report) list; /* the first is what --format and --output say */
} ip_requested_reports;

/* Of --format, --output and --report. false after reporting all that is wrong with them, folders that are not there
 * included: the analysis may take long. */
bool ip_option_requested_reports_parse(const ip_arguments *arguments, ip_requested_reports *asked);
/* Does the report on standard output have the errors of the input, so that they need not be on standard error too? */
bool ip_option_requested_reports_hold_errors(const ip_requested_reports *asked);
/* Writes all of them, files first. false after reporting which were not written; the others are. */
bool ip_option_requested_reports_write(const ip_requested_reports *asked, const ip_report_data *report,
                                       const ip_arguments *arguments);

#endif
