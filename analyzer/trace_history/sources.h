/* Which columns name a row, and from which transaction each value was read. Internal to this folder. */
#ifndef IP_TRACE_SOURCES_H
#define IP_TRACE_SOURCES_H

#include "large_history/builder.h"
#include "trace_history/accesses.h"

typedef struct ip_trace_sources {
    long reads, kept;    /* of cells of rows; those whose source is certain */
    long others;         /* values that no recorded transaction can have written */
    const char *keys;    /* "acc(id), item(order_id, n)": what is assumed to name one row each */
    const char *no_keys; /* tables of which nothing is known to name a row */
} ip_trace_sources;

/* Tells the builder all writes, and the reads that are certain. numbers: [transactions] the builder's; -1: left out. */
ip_trace_sources ip_trace_sources_tell(ip_trace_accesses *accesses, ip_large_builder *builder, const int *numbers);

#endif
