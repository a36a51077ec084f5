/* A history from what a recording says, event by event. Readers of formats call this, and so may other recorders of
 * statements: it is independent of formats. Events of one transaction come in their order, transactions of one session
 * in theirs; otherwise the order does not matter, and a transaction may be read before what it reads has been written.
 */
#ifndef IP_LARGE_BUILDER_H
#define IP_LARGE_BUILDER_H

#include "base/diagnostic.h"
#include "large_history/large_history.h"

typedef enum ip_large_outcome {
    IP_LARGE_COMMITTED,
    IP_LARGE_ABORTED, /* by its program */
    /* Without an answer: committed exactly where another one has read what it wrote. */
    IP_LARGE_UNKNOWN
} ip_large_outcome;

typedef struct ip_large_builder ip_large_builder;

/* source: where offsets point to, for messages. initial: the value of objects that no other is given for.
 * object_word: ip_large_history.object_word. value_start: that many first bytes of a value are its kind and are not
 * shown. */
ip_large_builder *ip_large_builder_new(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics,
                                       const char *initial, const char *object_word, int value_start);

/* Numbers, from 0, which the functions below take. A session or object is found by its name, if it has been there. A
 * transaction's name NULL: it is named after its session. The texts are copied. */
int ip_large_session(ip_large_builder *builder, const char *name, size_t length);
int ip_large_unnamed_session(ip_large_builder *builder);
void ip_large_name_session(ip_large_builder *builder, int session, const char *name);
int ip_large_transaction(ip_large_builder *builder, int session, const char *name, size_t offset);
int ip_large_object(ip_large_builder *builder, const char *name, size_t length);
int ip_large_value(ip_large_builder *builder, const char *text, size_t length);

void ip_large_set_outcome(ip_large_builder *builder, int transaction, ip_large_outcome outcome);
void ip_large_set_initial(ip_large_builder *builder, int object, int value);
void ip_large_set_row(ip_large_builder *builder, int object, const char *row);

typedef struct ip_large_event {
    int transaction, object;
    int value; /* -1: not given */
    int step;  /* statements' numbers grow; -1: a statement of its own */
    size_t offset;
} ip_large_event;

void ip_large_write(ip_large_builder *builder, const ip_large_event *event);
void ip_large_read_value(ip_large_builder *builder, const ip_large_event *event);
/* A read that names its writer; NULL: nothing has written it yet. Beside it, its value, if event has one. */
void ip_large_read_from(ip_large_builder *builder, const ip_large_event *event, const char *transaction);
/* A list: what has been appended to the object, in order. A write of the object is one value appended to it. */
void ip_large_read_list(ip_large_builder *builder, const ip_large_event *event, const int *values, int count);

/* An error at the offset. So many are listed; all are counted. */
void ip_large_complain(ip_large_builder *builder, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool ip_large_failed(const ip_large_builder *builder);

/* NULL after errors. */
const ip_large_history *ip_large_finish(ip_large_builder *builder);

#endif
