/* Finds the columns that identify a row, and the transaction that wrote each value that was read. Internal to this
 * folder. */
#ifndef IP_TRACE_SOURCES_H
#define IP_TRACE_SOURCES_H

#include "large_history/builder.h"
#include "trace_history/accesses.h"

typedef struct ip_trace_sources {
    long reads, kept;    /* reads of cells; kept: those whose writer is certain */
    long others;         /* values that no recorded transaction can have written */
    const char *keys;    /* columns assumed to identify a row, as in "acc(id), item(order_id, n)" */
    const char *no_keys; /* tables without columns that are known to identify a row */
} ip_trace_sources;

/* Passes all writes, and the reads whose writer is certain, to the builder. numbers is [transaction] the builder's
 * number, or -1 if the transaction is left out. */
ip_trace_sources ip_trace_history_trace_sources_report(ip_trace_accesses *accesses, ip_large_builder *builder,
                                                       const int *numbers);

#endif
