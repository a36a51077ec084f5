/* Work of the solver, in its own count of steps: the end of a search then does not depend on the machine or its
 * load. */
#ifndef IP_EFFORT_H
#define IP_EFFORT_H

/* About what it does in a second. */
#define IP_EFFORT_OF_SECOND 4e6

typedef struct ip_effort {
    double left;
} ip_effort;

#endif
