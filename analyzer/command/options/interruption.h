/* Ctrl-C and SIGTERM during an analysis: it ends at once, with a report of what was decided. */
#ifndef IP_INTERRUPTION_H
#define IP_INTERRUPTION_H

#include <stdbool.h>

/* From now on, until the process ends. */
void ip_option_obey_interruptions(void);
/* All is decided: writing it down is waited for. */
void ip_option_report_is_made(void);
bool ip_option_is_report_made(void);
/* The report is complete: the process ends by itself, however long that takes. */
void ip_option_report_is_written(void);

#endif
