/* Changes as patch(1) takes them. */
#ifndef IP_UNIFIED_DIFF_H
#define IP_UNIFIED_DIFF_H

#include "isoproof.h"
#include "report/writer.h"

/* All changes of the set, file by file, with lines around them. Tabs stay tabs. */
void ip_report_write_unified_diff(ip_writer *writer, const ip_fix_set *set);

#endif
