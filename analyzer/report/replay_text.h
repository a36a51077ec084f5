/* What came of running an anomaly, in words: rows to begin with, steps, what they give. */
#ifndef IP_REPLAY_TEXT_H
#define IP_REPLAY_TEXT_H

#include "isoproof.h"
#include "report/writer.h"

void ip_write_replay(ip_writer *writer, const ip_anomaly *anomaly);

#endif
