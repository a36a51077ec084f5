/* Pairs of programs of which brief looks have shown nothing, by digests. */
#include "proofs/shown_nothing.h"

#include "base/text_table.h"

#include <stdlib.h>

/* In any order. */
static uint64_t pair_of(const ip_shown_nothing *shown, int a, int b)
{
    uint64_t x = shown->programs[a], y = shown->programs[b];
    uint64_t both[] = {x < y ? x : y, x < y ? y : x};
    return ip_hash(both, sizeof both);
}

static int compare_digests(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void ip_proof_shown_nothing_sort(uint64_t *digests, int count)
{
    if (count)
        qsort(digests, (size_t)count, sizeof *digests, compare_digests);
}

bool ip_proof_shown_nothing_has(const ip_shown_nothing *shown, int a, int b)
{
    uint64_t pair = pair_of(shown, a, b);
    return shown->known_count && bsearch(&pair, shown->known, (size_t)shown->known_count, sizeof pair, compare_digests);
}

void ip_proof_shown_nothing_add(ip_arena *arena, ip_shown_nothing *shown, int a, int b)
{
    IP_PUSH(arena, &shown->found, pair_of(shown, a, b));
}
