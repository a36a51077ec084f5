/* The parts of the page. Each writes one section or one element, with all text of the input escaped. */
#ifndef IP_HTML_H
#define IP_HTML_H

#include "report/finding.h"
#include "report/formats/formats.h"

typedef struct ip_html_page {
    FILE *out;
    ip_arena *arena;
    const ip_report_data *report;
    const ip_format_options *options;
    ip_findings findings;
} ip_html_page;

/* Style sheet and script: constant texts. */
extern const char ip_format_html_style[];
extern const char ip_format_html_script[];

void ip_format_html_finding(ip_html_page *page, int finding); /* a details element */
/* The code around the statements of the finding's cycle, with these marked. */
void ip_format_html_source(ip_html_page *page, const ip_finding *finding);
void ip_format_html_summary(ip_html_page *page);
void ip_format_html_advice(ip_html_page *page);
void ip_format_html_proofs(ip_html_page *page);
void ip_format_html_refusals(ip_html_page *page);
void ip_format_html_coverage(ip_html_page *page);

/* Text between two constant pieces: <td>, text, </td>. */
void ip_format_html_element(ip_html_page *page, const char *before, const char *text, const char *after);
/* "bank.sql:24"; "" where there is no place. */
const char *ip_format_html_place(ip_arena *arena, ip_range range);

#endif
