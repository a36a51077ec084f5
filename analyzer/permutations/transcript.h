/* A growing text, and results as libpq's PQprint shows them: a header, aligned columns, "|" between columns. */
#ifndef IP_TRANSCRIPT_H
#define IP_TRANSCRIPT_H

#include "engine/engine.h"

typedef struct ip_transcript {
    ip_arena *arena;
    char *text;
    size_t length, capacity;
} ip_transcript;

void ip_permutations_transcript_add(ip_transcript *transcript, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void ip_permutations_transcript_table(ip_transcript *transcript, const ip_db_result *result);

#endif
