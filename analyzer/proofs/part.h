/* A subset of the programs of a question, without the others: their cycles and a proof that there are none. */
#ifndef IP_PART_H
#define IP_PART_H

#include "proofs/decision_input.h"
#include "proofs/proofs.h"

typedef struct ip_part {
    const int *members; /* [count], into the input's programs; the caller's */
    int count;
    ip_encoding_input encoding;
    ip_naming naming;
} ip_part;

typedef struct ip_part_finding {
    ip_cycles cycles;
    ip_proof proof; /* text in an arena of input->new_arena */
    bool timed_out;
    const char *not_delayed; /* why the proof by one delayed transaction failed or does not apply; NULL: not tried */
    const char *in_sessions; /* why no proof covers session order; NULL: it does, or that was not requested */
    const char *contradiction;
} ip_part_finding;

/* In the input's arena. */
ip_part ip_proof_part_make(const ip_decision_input *in, const int *members, int count);
/* replayer: NULL: cycles are not run. result: gets the counts of questions and seconds. */
ip_part_finding ip_proof_part_check(const ip_decision_input *in, const ip_part *whole, struct ip_replayer *replayer,
                                    ip_level_result *result);

/* Windows of exactly this many edges (the smallest ones at 2), once cycles of up to clean transactions are excluded. */
void ip_proof_part_windows(const ip_decision_input *in, ip_question *q, int length, int clean, ip_proof *proof,
                           bool *timed_out);
void ip_proof_part_progress(const ip_decision_input *in, const char *what, int number);

#endif
