/* Reports: one ip_report_data, written in several formats. Nothing here decides anything, and only the arguments are
 * read. */
#ifndef IP_REPORT_H
#define IP_REPORT_H

#include "isoproof.h"

#include <stdio.h>

/* Parts of commands that a report suggests, quoted for a shell. The whole NULL: "isoproof analyze FILE…". */
typedef struct ip_suggested_commands {
    const char *program; /* "build/isoproof" */
    const char *begin;   /* of the command that writes this report: "build/isoproof analyze" */
    const char *end;     /* its options and files: " --level serializable bank.sql" */
    const char *input;   /* what another command needs of them: " bank.sql" */
} ip_suggested_commands;

typedef struct ip_text_options {
    ip_suggested_commands commands;
    int width;          /* columns to wrap at; 0: 100 */
    bool wraps_facts;   /* also the lines that say a fact, which are searched for in files and pipes */
    bool colour;        /* ANSI escapes */
    bool brief;         /* facts only: no evidence, no notes */
    bool verbose;       /* all evidence of all findings, all notes, statistics and proof methods */
    bool all_anomalies; /* the search listed every one: do not advise to ask for more */
    bool no_times;      /* leave out everything that differs from run to run */
} ip_text_options;

/* The text report. Control bytes in names and values come out as \xNN. */
void ip_report_text(const ip_report_data *report, FILE *out, const ip_text_options *options);

/* Of the text report the findings with that id alone, at every level: the evidence. id: the id or how it begins. false:
 * there is none. */
bool ip_report_finding_text(const ip_report_data *report, const char *id, FILE *out, const ip_text_options *options);

/* The JSON report, in the format of report.schema.json. Without statistics it is the same in every run. */
void ip_report_json(const ip_report_data *report, FILE *out, bool statistics);

/* The text report of advise. */
void ip_report_advice_text(const ip_report_data *report, FILE *out, const ip_text_options *options);

/* The end of both text reports: how much was understood, and the places that were not. */
void ip_report_coverage_text(const ip_workload *workload, const ip_diagnostics *diagnostics, FILE *out,
                             const ip_text_options *options);

/* Which programs are run in memory, and why the others are not: report->refusals. */
void ip_report_not_run_text(const ip_report_data *report, FILE *out, const ip_text_options *options);

/* "file:line:column: error: message", the source line and a caret below it. */
void ip_report_diagnostic(const ip_diagnostic *diagnostic, FILE *out, bool colour);

#endif
