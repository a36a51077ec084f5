/* Queries that are taken as transactions of their own: what the verdicts do not say of an application that runs several
 * of them in one transaction, or should. */
#ifndef IP_QUERIES_APART_H
#define IP_QUERIES_APART_H

#include "program/workload.h"

/* Reports it, next to the verdicts, once the programs are lowered. Nothing if no file has such queries. */
void ip_frontend_queries_apart_report(const ip_workload *workload, ip_range queries, ip_diagnostics *diagnostics);

#endif
