/* Where a run ends whose internal invariant does not hold. */
#include "base/invariant.h"

#include <stdio.h>
#include <stdlib.h>

void ip_invariant_broken(const char *condition, const char *file, int line)
{
    fprintf(stderr, "isoproof: %s:%d: the invariant %s does not hold\n", file, line, condition);
    abort();
}
