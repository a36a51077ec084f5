/* The input as read: the schema and its programs. */
#ifndef IP_WORKLOAD_H
#define IP_WORKLOAD_H

#include "base/diagnostic.h"
#include "program/program.h"
#include "catalog/stated.h"
#include "catalog/read_flags.h"

/* CPU time, as by ip_cpu_clock. */
typedef struct ip_read_seconds {
    double parsing;   /* text to definitions, and analyses of all definitions together */
    double lowering;  /* definitions to programs */
    double compiling; /* to code, for replays */
} ip_read_seconds;

/* A comment that suppresses findings, "-- isoproof: ignore [ID] REASON", or an entry of a configuration instead. */
typedef struct ip_ignore {
    ip_range comment;
    ip_range covers;     /* the range in which its programs (whole) or statements begin; source NULL: anywhere */
    bool whole;          /* before a program */
    const char *id;      /* of findings, 16 hex digits; NULL: all */
    const char *reason;  /* "" where none is given */
    const char *program; /* that it stands before or in; NULL: none */
} ip_ignore;

typedef struct ip_workload {
    ip_schema schema;
    IP_VEC(ip_program *) programs;      /* the programs to be analyzed, in source order */
    IP_VEC(const ip_source *) sources;  /* the files, in the order given */
    IP_VEC(const ip_source *) included; /* files that those name with \i */
    unsigned flags;                     /* how they were read: IP_READ_ */
    ip_read_seconds seconds;
    int statements_exact, statements_approximated, statements_unsupported;
    IP_VEC(ip_ignore) ignores; /* of programs and statements, in source order */
    const struct ip_definitions *definitions;
    const enum ip_summed *summed;  /* [definitions' units] summary.h */
    IP_VEC(const char *) left_out; /* programs that the user has excluded */
    IP_VEC(ip_stated) assumed;     /* in source order */
    bool reported_dumps;           /* a message has said how to get missing definitions */
    struct ip_coder *coder;        /* the definitions, for texts that are compiled later: code_text.h */
} ip_workload;

/* The program of that name, or NULL. */
const ip_program *ip_program_workload_program(const ip_workload *workload, const char *name);

/* A readable listing of a program's lowered form: golden tests, `isoproof programs`. */
const char *ip_program_listing(ip_arena *arena, const ip_program *program);

#endif
