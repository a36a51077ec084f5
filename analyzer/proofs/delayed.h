/* The proof by one delayed transaction: for snapshot isolation, and any number of transactions (docs/proofs.md). */
#ifndef IP_DECIDE_DELAYED_H
#define IP_DECIDE_DELAYED_H

#include "proofs/assumptions.h"
#include "proofs/part.h"

/* Why the method does not apply to the part, with the place where there is one; NULL: it applies, as far as is known
 * without the solver. */
const char *ip_proof_delayed_refusal(const ip_decision_input *in, const ip_part *part);

/* Its encodings of a part, for questions about all of its programs and about some. In the input's arena; the part must
 * live as long. Questions are counted with the result. */
typedef struct ip_delayed ip_delayed;

/* The part must not be refused. */
ip_delayed *ip_proof_delayed_open(const ip_decision_input *in, const ip_part *part, ip_level_result *result);
/* Tries it of all programs, with the questions that suffice for most: there is no write skew, and no cycle of three or
 * more whatever lies between its ends. */
ip_proof ip_proof_delayed_prove_at_once(ip_delayed *delayed, const char **why);
/* It has found that no two transactions of the part are a cycle. */
bool ip_proof_delayed_no_write_skew(const ip_delayed *delayed);
/* Tries to prove that these programs, by index in the part, have no cycle of any length if no others are run,
 * independent of earlier searches. *why: if it fails, the reason, in the input's arena; NULL: an earlier question's
 * model also applies to them. *timed_out is set when the clock decided. */
ip_proof ip_proof_delayed_prove(ip_delayed *delayed, const int *programs, int count, const char **why, bool *timed_out);
/* assumed: receives the assumptions of its proofs. */
void ip_proof_delayed_close(ip_delayed *delayed, ip_assumptions *assumed);

#endif
