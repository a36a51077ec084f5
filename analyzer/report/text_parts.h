/* Parts that the text reports of analyze and advise share. */
#ifndef IP_TEXT_PARTS_H
#define IP_TEXT_PARTS_H

#include "report/finding.h"
#include "report/report.h"
#include "report/writer.h"

enum { IP_DEFAULT_WIDTH = 100 };

typedef struct ip_report_writer {
    ip_writer writer;
    const ip_report_data *report;
    const ip_text_options *options;
    bool *beside_said; /* [notes] written beside a verdict; each is written once. NULL: none */
} ip_report_writer;

/* Nothing written yet; what it says lives in the arena. */
ip_report_writer ip_report_writer_new(ip_arena *arena, const ip_report_data *report, FILE *out,
                                      const ip_text_options *options);
ip_style ip_report_verdict_style(ip_verdict verdict);
const char *ip_report_kind_words(ip_arena *arena, ip_anomaly_kind kind);
const char *ip_report_proof_words(ip_arena *arena, const ip_level_result *result); /* "window 2,0" */
/* Where to look first: "bank.sql:24". */
const char *ip_report_headline_place(ip_arena *arena, const ip_anomaly *anomaly);

/* Programs down, levels across, where there are several of both and they fit the width: after an empty line. */
void ip_report_write_table(ip_report_writer *rw);
void ip_report_say_programs(ip_report_writer *rw);
/* What stands beside the verdict of a level in a list of levels: how many of many programs are safe together, which
 * anomalies there are, or what is not decided. */
void ip_report_say_outcome(ip_report_writer *rw, const ip_level_result *result);
/* Ends a fact: one line, however long. */
void ip_report_end_fact(ip_report_writer *rw);
/* Those of one level, a line each. */
void ip_report_write_headlines_of(ip_report_writer *rw, const ip_level_result *result);
/* The whole evidence. */
void ip_report_write_story(ip_report_writer *rw, const ip_finding *finding);
/* Findings that runs showed, or that were not to be run: the first in full, and all with --verbose. */
void ip_report_write_stories(ip_report_writer *rw, const ip_findings *findings);
/* Was some finding reported in short only? */
bool ip_report_has_short_stories(const ip_report_writer *rw, const ip_findings *findings);
/* Found by the solver, and shown by no run though runs were asked for; and what else is not decided: a line each. */
void ip_report_write_undecided(ip_report_writer *rw, const ip_findings *findings);
/* Which programs are safe together; with --verbose, what is known of each of the others. */
void ip_report_write_parts(ip_report_writer *rw, const ip_level_result *result);
/* Found by the solver, and shown by no run though runs were asked for. */
bool ip_report_is_benign(const ip_anomaly *anomaly);
/* What the database may refuse at the level: how much of it; with --verbose, each statement. */
void ip_report_write_denials(ip_report_writer *rw, const ip_level_result *result);
/* After those of these levels: where to see the places, and what to do. */
void ip_report_write_denials_end(ip_report_writer *rw, const ip_level_result *results, int count);
/* Whether a transaction at the level may be refused because of others' changes, and has to be repeated. */
bool ip_report_may_have_to_repeat(const ip_level_result *result);
/* What a confirmed anomaly leaves in the end, beside what each serial order leaves: a table, or a list where the width
 * is too small. */
void ip_report_write_outcomes(ip_report_writer *rw, const ip_anomaly *anomaly);
void ip_report_write_instances(ip_report_writer *rw, const ip_anomaly *anomaly);
void ip_report_write_dependencies(ip_report_writer *rw, const ip_anomaly *anomaly);
/* "isoproof explain lost-update says what it is", in the list of what to do next. */
void ip_report_say_command(ip_report_writer *rw, const char *command, const char *what);
/* The command that wrote this report, with one more option: "isoproof analyze --verbose bank.sql". */
const char *ip_report_same_command(ip_arena *arena, const ip_suggested_commands *commands, const char *option);
/* What may decide more, of what was not decided for that reason. */
void ip_report_write_remedies(ip_report_writer *rw);
/* The notes beside verdicts that have not been written; anomaly: only those on its programs. NULL: all. */
void ip_report_write_beside(ip_report_writer *rw, const ip_anomaly *anomaly);
void ip_report_write_notes(ip_report_writer *rw);
void ip_report_write_coverage(ip_writer *writer, const ip_workload *workload, const ip_diagnostics *diagnostics);

#endif
