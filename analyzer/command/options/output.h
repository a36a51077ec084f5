/* Where a command's output goes. */
#ifndef IP_OUTPUT_H
#define IP_OUTPUT_H

#include "base/diagnostic.h"
#include "command/options/command.h"
#include "report/writer.h"

/* Before work whose result is to go there: false after reporting that it is a folder, or in none that exists. */
bool ip_option_output_possible(const char *path);

/* Composed in memory first: a file named by --output is written whole, to a
 * temporary file beside it that is renamed at the end, or left as it was. */
typedef struct ip_output_target {
    const char *path; /* NULL: standard output */
    FILE *stream;
    char *text;
    size_t length;
} ip_output_target;

bool ip_option_output_open(ip_output_target *target, const char *path);
/* false after reporting why nothing (or, on standard output, not all) was written. */
bool ip_option_output_finish(ip_output_target *target);
/* Standard output is a pipe whose reader has ended: nothing more is said to it, and that is no error. */
bool ip_option_reader_left(void);

/* For text to the target: as wide as the terminal and in its colours, or plain for a file. */
ip_writer ip_option_output_writer(const ip_output_target *target, ip_arena *arena);

bool ip_option_use_colour(FILE *stream);  /* a terminal, and no NO_COLOR */
int ip_option_output_width(FILE *stream); /* COLUMNS, else the terminal's, else 100; from 40 to 200 */
bool ip_option_parse_format(const ip_arguments *arguments, bool *json); /* of --format */
/* The same where pictures are known, too: "text" (also where none is given), "json", "dot", "html"; NULL: an error. */
const char *ip_option_parse_picture_format(const ip_arguments *arguments);

/* From another thread, before the process ends at once: no file is left that was not written whole. */
void ip_option_output_abandon(void);

/* Of --shard: I/N. false after reporting what was expected. */
bool ip_option_parse_shard(const char *text, int *shard, int *count);

/* Diagnostics of the kinds up to and including last, to standard error. */
void ip_option_print_diagnostics(const ip_diagnostics *diagnostics, ip_diagnostic_kind last);

/* Reports that the files hold nothing to analyze, and what was expected; returns IP_EXIT_ERROR. */
ip_exit ip_option_no_programs(const ip_arguments *arguments);

/* Calls add(data, part) for each part of a comma-separated list; false, after reporting it, for an empty part. */
bool ip_option_each_part(ip_arena *arena, const char *option, const char *list,
                         void (*add)(void *data, const char *part), void *data);

#endif
