/* Which state outside of rows a word of SQL refers to. Internal to access_summary/outside_state.c. */
#ifndef IP_OUTSIDE_WORD_H
#define IP_OUTSIDE_WORD_H

#include "access_summary/outside_state.h"

enum {
    IP_NOTHING = 0,
    IP_LOOKS_AT_NUMBERS = 1, /* of sequences, without drawing one */
    IP_READS_OBJECTS = 2,    /* large ones */
    IP_WRITES_OBJECTS = 4,
    IP_READS_DESCRIPTIONS = 8, /* comments, labels, statistics, and the catalogs' own rows */
    IP_READS_SIZES = 16,
    IP_CHANGES_ROWS = 32, /* and so, perhaps, sizes */
    IP_READS_ACTIVITY = 64
};

int ip_summary_outside_does(const ip_definitions *definitions, const char *word); /* some of these */

#endif
