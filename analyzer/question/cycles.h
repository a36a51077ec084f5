/* Bounded search: every cycle of programs up to a length, shortest first. */
#ifndef IP_CYCLES_H
#define IP_CYCLES_H

#include "question/accepted.h"
#include "question/question.h"

typedef struct ip_cycle {
    int length;
    int *programs; /* indexes into the encoding's programs, in the order of the cycle */
    ip_anomaly anomaly;
    bool unread; /* its model could not be read, and there is no anomaly: the time was up */
} ip_cycle;

struct ip_replayer;

typedef enum ip_prospect {
    IP_CYCLE_POSSIBLE,
    /* These programs, without others, are proved safe together: their cycles are neither run nor listed. But other
     * programs may change rows in between, so such cycles are not excluded, and no proof may rest on their absence. */
    IP_CYCLE_PASSED_OVER,
    IP_NO_CYCLE /* all programs are proved safe: the search ends */
} ip_prospect;

typedef struct ip_cycles {
    IP_VEC(ip_cycle) list;
    int confirmed;                /* of them, by replay */
    struct ip_replayer *replayer; /* NULL: cycles are not replayed */
    int longer_tried;             /* cycles that were replayed because a shorter one in them was not confirmed */
    int searched;                 /* cycles up to this length were searched exhaustively or until the limit */
    bool timed_out;
    int limit;  /* stop after this number (with a replayer: of confirmed cycles); 0: find all */
    bool brief; /* each is run for a moment only */
    bool alone; /* of one vector of programs, for which random clients are tried elsewhere */
    /* Searches a refuted cycle in a question of its own, before random clients are tried, which take more time. NULL:
     * not. */
    bool (*confirm_alone)(void *data, ip_cycle *cycle);
    void *alone_data;
    int alone_left; /* further cycles for which this may be in vain */
    /* Asked of a cycle that a quick look does not show. NULL: all are possible. Where it is passed
     * over, *safe are all programs [program_count] that it is proved with. */
    ip_prospect (*prospect)(void *data, const int *programs, int length, const bool **safe);
    void *prospect_data;
    bool prospect_first; /* once some were passed over, before they are looked at */
    int program_count;
    IP_VEC(const bool *) safe; /* cycles of these are passed over */
    int passed_over;           /* the shortest such cycle; 0: none */
    const int *only;           /* NULL, or the programs of the cycle, in order: only such cycles are searched */
    bool around_first;         /* only cycles with the encoding's first program */
    bool first_once;           /* and only one of its instances */
} ip_cycles;

/* Searches cycles of exactly the given length and appends them. Cycles are counted by their programs, up to rotation;
 * one whose programs include (as a multiset) those of a shorter cycle already found adds nothing and is left out.
 * context: data for anomalies besides the encoding. */
typedef struct ip_naming {
    const ip_schema *schema;
    const ip_facts *facts;
    const ip_program *const *programs; /* of the encoding */
    const char *const *levels;         /* name of the level of each */
    const ip_level *const *level_files;
    const ip_accepted *accepted; /* or NULL */
    /* Called with each anomaly that was run, as it is found; or NULL. */
    void (*found)(void *data, const ip_anomaly *anomaly);
    void *data;
} ip_naming;

void ip_question_cycles_search(ip_question *q, const ip_naming *naming, int length, ip_cycles *cycles);

/* From here to ip_question_pop() the question is whether there is a cycle of this length. */
void ip_question_cycles_ask(ip_question *q, int length);

/* Looks for a cycle of these programs, in this order, that replay confirms. For a question about these programs alone,
 * whose models do not depend on other programs. */
bool ip_question_cycles_confirm(ip_question *q, const ip_naming *naming, struct ip_replayer *replayer,
                                const int *programs, int length, ip_anomaly *confirmed);

/* Enough were found. */
bool ip_question_cycles_full(const ip_cycles *cycles);

/* Length of the shortest cycle found; 0: none. */
int ip_question_cycles_shortest(const ip_cycles *cycles);

#endif
