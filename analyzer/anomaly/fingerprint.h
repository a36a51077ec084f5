/* A name for an anomaly that outlives edits which do not touch it. */
#ifndef IP_FINGERPRINT_H
#define IP_FINGERPRINT_H

#include "isoproof.h"

/* 16 hexadecimal digits over the cycle's programs, dependency types, tables,
 * columns and statement kinds, whichever instance the cycle starts with. Lines,
 * argument values and the level are left out: moving code, another model of the
 * same formula, or another level that allows the same cycle keep it. */
const char *ip_anomaly_fingerprint(ip_arena *arena, const ip_anomaly *anomaly);

/* 16 hexadecimal digits over a file's bytes: has it changed since a report was made? */
const char *ip_file_digest(ip_arena *arena, const char *bytes, size_t length);

/* "select", "insert", … as fingerprints and reports name a statement's kind. */
const char *ip_statement_kind_name(ip_statement_kind kind);

/* What the statements of its dependencies say, 16 hex digits: another one where a statement is another one, or stands
 * elsewhere among equal ones; the same when lines move and files are renamed. */
const char *ip_anomaly_place(ip_arena *arena, const ip_anomaly *anomaly);

#endif
