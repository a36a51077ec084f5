/* Every format of a report. Those for people are written by report.h; the others, for CI and editors, are here. */
#ifndef IP_FORMATS_H
#define IP_FORMATS_H

#include "report/report.h"

/* name, what it is */
#define IP_FORMATS(X)                                                                                                  \
    X(IP_FORMAT_TEXT, "text")                                                                                          \
    X(IP_FORMAT_JSON, "json")     /* report.schema.json */                                                             \
    X(IP_FORMAT_SARIF, "sarif")   /* SARIF 2.1.0 (OASIS) */                                                            \
    X(IP_FORMAT_HTML, "html")     /* one page, without a network */                                                    \
    X(IP_FORMAT_GITHUB, "github") /* workflow commands of GitHub Actions: annotations */                               \
    X(IP_FORMAT_GITLAB, "gitlab") /* GitLab's code quality report */                                                   \
    X(IP_FORMAT_GCC, "gcc")       /* file:line:column: error: text, as compilers write it */                           \
    X(IP_FORMAT_JUNIT, "junit")   /* a test suite a level, a test case a program */                                    \
    X(IP_FORMAT_DOT, "dot")       /* Graphviz: which programs conflict, and each cycle */

typedef enum ip_format {
#define X(id, name) id,
    IP_FORMATS(X)
#undef X
} ip_format;

/* The lines of a page of isoproof explain; NULL: there is none. Paragraphs, and lines to show as they are, which begin
 * with two blanks. */
typedef const char *const *ip_page_lines(const char *name);

typedef struct ip_format_options {
    ip_text_options text;   /* no_times holds for every format */
    bool benign_passes;     /* --fail-on unsafe: an anomaly whose results some serial order gives fails no test case */
    ip_page_lines *explain; /* NULL: no pages */
} ip_format_options;

/* false: no format has that name. */
bool ip_format_find(const char *name, ip_format *format);
void ip_format_write(ip_format format, const ip_report_data *report, FILE *out, const ip_format_options *options);

/* One format each. Texts of the input may hold any bytes; none of them is read as markup or as a command. */
void ip_format_sarif(const ip_report_data *report, FILE *out, const ip_format_options *options);
void ip_format_html(const ip_report_data *report, FILE *out, const ip_format_options *options);
void ip_format_github(const ip_report_data *report, FILE *out);
void ip_format_gitlab(const ip_report_data *report, FILE *out);
void ip_format_gcc(const ip_report_data *report, FILE *out);
void ip_format_junit(const ip_report_data *report, FILE *out, const ip_format_options *options);
void ip_format_dot(const ip_report_data *report, FILE *out);

#endif
