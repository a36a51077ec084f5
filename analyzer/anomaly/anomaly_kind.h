/* The kind of an anomaly, from its cycle of dependencies. */
#ifndef IP_ANOMALY_KIND_H
#define IP_ANOMALY_KIND_H

#include "isoproof.h"

/* Derives the kind from instances, dependencies and commit order (which may be NULL: then only the dependencies count).
 * Never fails: a cycle without a name is IP_OTHER_ANOMALY. */
ip_anomaly_kind ip_anomaly_classify(const ip_anomaly *anomaly);

/* No statement of it can write. A statement that was not understood might. */
bool ip_anomaly_program_is_read_only(const ip_program *program);

#endif
