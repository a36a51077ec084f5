/* Random numbers, the same in each run. */
#ifndef IP_DRAW_H
#define IP_DRAW_H

#include <stdint.h>

/* xorshift* (Marsaglia 2003). state: not 0. */
static inline uint64_t ip_draw(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545F4914F6CDD1Dull >> 16;
}

#endif
