/* What collecting events and resolving them share. */
#ifndef IP_LARGE_BUILDER_INTERNAL_H
#define IP_LARGE_BUILDER_INTERNAL_H

#include "large_history/builder.h"
#include "large_history/intern.h"

typedef enum ip_event_kind { IP_EVENT_WRITE, IP_EVENT_READ, IP_EVENT_READ_FROM, IP_EVENT_READ_LIST } ip_event_kind;

typedef struct ip_built_event {
    ip_large_event event; /* the transaction by its number in the recording */
    ip_event_kind kind;
    int detail; /* READ_FROM: the name's number, -1 for the initial one. Of a read resolved: its writer, -1, -2 */
    int count;  /* READ_LIST: values */
    int list;   /* READ_LIST: its first value in lists */
    bool last;  /* WRITE: its transaction's last write of the object */
} ip_built_event;

typedef struct ip_built_transaction {
    int session, name; /* name -1: none */
    ip_large_outcome outcome;
    bool was_read;   /* by another transaction, which has committed */
    bool overwrites; /* its own writes */
    size_t offset;
} ip_built_transaction;

struct ip_large_builder {
    ip_arena *arena;
    const ip_source *source;
    ip_diagnostics *diagnostics;
    const char *object_word;
    int value_start, errors;
    ip_intern sessions_by_name, names, objects, values, rows;
    IP_VEC(int) named_sessions; /* [number in sessions_by_name]: the session */
    IP_VEC(const char *) session_names;
    IP_VEC(ip_built_transaction) transactions;
    IP_VEC(ip_built_event) events;
    IP_VEC(int) lists;
    IP_VEC(int) initial; /* [object]: value */
    IP_VEC(int) row;     /* [object]: -1: none given */
    IP_VEC(ip_large_precedence) precedences;
    int usual_initial;

    /* resolve.c */
    int *number;          /* [transaction as recorded]: as numbered in the history */
    int *recorded;        /* [transaction of the history]: as recorded; -1 for 0 */
    int *event_first;     /* [transaction of the history + 1] into order */
    int *order;           /* events by transaction */
    ip_pair_table writes; /* (object, value) → event that wrote it; CONFUSED and less: several did */
    int *own;             /* [object] the latest own write, an event; valid where own_of is the transaction */
    int *own_of;          /* [object] */
    int *named;           /* [number in names]: the transaction as recorded */
    int *longest;         /* [object]: the event that read its longest list, plus one; 0: none did */
    ip_large_history *result;
};

enum { IP_WRITTEN_TWICE = -2, IP_LARGE_MOST_ERRORS = 20 };

const char *ip_large_built_name(const ip_large_builder *builder, int recorded);
const char *ip_large_built_object(const ip_large_builder *builder, int object);
const char *ip_large_built_value(const ip_large_builder *builder, int value);
void ip_large_built_impossible(ip_large_builder *builder, int recorded, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The writer of a list that was read; -1: the initial one, -2: none is known, after a report where one is due. The
 * reader's own elements at its end are left out: their transaction has appended to what was there. */
int ip_large_built_list_source(ip_large_builder *builder, ip_built_event *read);
/* Precedences, of the longest list of each object. */
void ip_large_built_order_lists(ip_large_builder *builder);

#endif
