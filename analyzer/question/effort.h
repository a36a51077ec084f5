/* Work of the solver, in its own count of steps: where a search ends then depends on neither the machine nor what else
 * runs on it. */
#ifndef IP_EFFORT_H
#define IP_EFFORT_H

/* About what it does in a second. */
#define IP_EFFORT_OF_SECOND 4e6

typedef struct ip_effort {
    double left;
} ip_effort;

#endif
