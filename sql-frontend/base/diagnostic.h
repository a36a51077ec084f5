/* Messages to the user that accompany the verdicts. Libraries never print and never
 * exit: they append messages here, and the command decides what to do with them. */
#ifndef IP_DIAGNOSTIC_H
#define IP_DIAGNOSTIC_H

#include "base/source.h"

#include <stdbool.h>

/* The names are those of notes[].kind in the report; IP_ERROR makes the exit
 * status 2 when nothing could be decided. */
#define IP_DIAGNOSTIC_KINDS(X)                                                                                         \
    X(IP_ERROR, "error", "the input cannot be used as it stands")                                                      \
    X(IP_UNSUPPORTED, "unsupported", "not understood: treated as touching everything it names")                        \
    X(IP_APPROXIMATION, "approximation", "understood as more behaviours than it has")                                  \
    X(IP_ASSUMPTION, "assumption", "a fact the proof uses and the schema does not state")                              \
    X(IP_SUPPRESSED, "suppressed", "left out because the source says so")                                              \
    X(IP_REMARK, "remark", "worth knowing")

typedef enum ip_diagnostic_kind {
#define X(id, name, meaning) id,
    IP_DIAGNOSTIC_KINDS(X)
#undef X
} ip_diagnostic_kind;

typedef struct ip_diagnostic {
    ip_diagnostic_kind kind;
    ip_range range;          /* source NULL when there is no place */
    const char *transaction; /* program name, or NULL */
    const char *message;
    bool beside_verdict; /* shown next to the verdicts, not among the notes */
} ip_diagnostic;

typedef struct ip_diagnostics {
    ip_arena *arena;
    IP_VEC(ip_diagnostic) list;
    IP_VEC(int) repeated; /* indexes in list, once for each time that a message was reported again */
    int *slots;           /* hash table of indexes plus one in list; 0: free */
    int slot_count, used_slots;
} ip_diagnostics;

/* The number of messages at some point. */
typedef struct ip_diagnostics_mark {
    int list, repeated;
} ip_diagnostics_mark;

const char *ip_diagnostic_kind_name(ip_diagnostic_kind kind);

/* Appends a message, formatted into the list's arena. A message equal in kind,
 * place and text to one already there is not added again. */
void ip_diagnostics_add(ip_diagnostics *diagnostics, ip_diagnostic_kind kind, ip_range range, const char *transaction,
                        const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same, for messages that every reader of a verdict should see. */
void ip_diagnostics_add_beside_verdict(ip_diagnostics *diagnostics, ip_diagnostic_kind kind, ip_range range,
                                       const char *transaction, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* How often each message of the list was reported, an assumption once: a statement of a routine that is called in
 * several places is lowered several times. [list.count] */
const int *ip_diagnostics_times(ip_arena *arena, const ip_diagnostics *diagnostics);
/* Adds all messages of the others, each as often. The texts are not copied. */
void ip_diagnostics_take_over(ip_diagnostics *diagnostics, const ip_diagnostics *others);
/* Removes the messages since then, when an attempt at lowering is undone. */
ip_diagnostics_mark ip_diagnostics_now(const ip_diagnostics *diagnostics);
void ip_diagnostics_undo(ip_diagnostics *diagnostics, ip_diagnostics_mark mark);
int ip_diagnostics_count(const ip_diagnostics *diagnostics, ip_diagnostic_kind kind);

#endif
