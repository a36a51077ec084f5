/* What comments in scripts state: "-- assume: …". */
#ifndef IP_STATED_H
#define IP_STATED_H

#include "base/source.h"

typedef struct ip_stated {
    ip_range range; /* the comment */
    const char *transaction;
} ip_stated;

#endif
