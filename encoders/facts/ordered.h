/* Where programs compare numbers of sequences by order, or use them in arithmetic. */
#ifndef IP_ORDERED_H
#define IP_ORDERED_H

#include "frontend.h"

/* A place where the order of numbers decides what a program does, with the sequence. */
typedef struct ip_ordered_number {
    int program; /* its index */
    ip_range range;
    const char *sequence; /* "": unknown */
    bool calculated;      /* an operand of arithmetic, not compared */
    bool equated;         /* compared for equality with something other than a number of the sequence */
} ip_ordered_number;

typedef IP_VEC(ip_ordered_number) ip_ordered_numbers;

/* The first place of each program for each sequence whose numbers some program draws. */
ip_ordered_numbers ip_facts_ordered_numbers_find(ip_arena *arena, const ip_schema *schema,
                                                 const ip_program *const *programs, int count);

#endif
