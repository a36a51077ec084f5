/* Parts of the text report of advise. */
#ifndef IP_ADVICE_PARTS_H
#define IP_ADVICE_PARTS_H

#include "report/text_parts.h"

bool ip_report_is_elsewhere(const ip_report_writer *rw, int program);
/* The programs that the advice covers. */
int ip_report_advised_programs(const ip_report_writer *rw);
/* Fixes that raise the level of a program; the others change the text. */
int ip_report_raised(const ip_fix_set *set);
int ip_report_text_changes(const ip_fix_set *set);

/* Each set of fixes, with its lines; and what none of them repairs. */
void ip_report_write_fixes(ip_report_writer *rw);

#endif
