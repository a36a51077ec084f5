/* Internal invariants, which hold for every input and on which proofs rest. A debug or sanitizer build
 * (IP_CHECK_INVARIANTS) aborts where one does not hold; other builds do not evaluate the condition. */
#ifndef IP_INVARIANT_H
#define IP_INVARIANT_H

/* Prints the condition and its place to standard error, and aborts. */
_Noreturn void ip_invariant_broken(const char *condition, const char *file, int line);

#ifdef IP_CHECK_INVARIANTS
#define ip_assert(condition) ((condition) ? (void)0 : ip_invariant_broken(#condition, __FILE__, __LINE__))
#else
#define ip_assert(condition) ((void)(0 && (condition)))
#endif

#endif
