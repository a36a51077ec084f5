/* The result of running an anomaly as text: initial rows, steps, and what each step returns. */
#ifndef IP_REPLAY_TEXT_H
#define IP_REPLAY_TEXT_H

#include "isoproof.h"
#include "report/writer.h"

/* For a confirmed anomaly: rows and schedule. */
void ip_report_write_replay(ip_writer *writer, const ip_anomaly *anomaly);
/* Whether it was confirmed, and the id. */
void ip_report_write_confirmation(ip_writer *writer, const ip_anomaly *anomaly);

#endif
