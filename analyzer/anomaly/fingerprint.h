/* A name for an anomaly that does not change with edits elsewhere. */
#ifndef IP_FINGERPRINT_H
#define IP_FINGERPRINT_H

#include "isoproof.h"

/* 16 hexadecimal digits over the cycle's programs, dependency types, tables,
 * columns and statement kinds, whichever instance the cycle starts with. Lines,
 * argument values and the level are left out: moving code, another model of the
 * same formula, or another level that allows the same cycle keep it. */
const char *ip_anomaly_fingerprint(ip_arena *arena, const ip_anomaly *anomaly);

/* 16 hexadecimal digits over a file's bytes, to detect changes since a report was written. */
const char *ip_anomaly_file_digest(ip_arena *arena, const char *bytes, size_t length);

/* "select", "insert", … as fingerprints and reports name a statement's kind. */
const char *ip_anomaly_statement_kind_name(ip_statement_kind kind);

/* The text of its dependencies' statements, 16 hex digits: it changes if a statement changes, or its place among equal
 * ones; it stays the same when lines move and files are renamed. */
const char *ip_anomaly_place(ip_arena *arena, const ip_anomaly *anomaly);

#endif
