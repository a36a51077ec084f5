/* Values by number: equal values have one, so that a run's answers can be compared and remembered as numbers. */
#ifndef IP_EXPLORE_VALUES_H
#define IP_EXPLORE_VALUES_H

#include "interpreter/value/datum.h"

typedef struct ip_explore_values ip_explore_values;

ip_explore_values *ip_explore_values_new(void);
void ip_explore_values_free(ip_explore_values *values);
/* Copies values that are new. Numbers are dense, from 0. */
int ip_explore_value(ip_explore_values *values, ip_datum datum);
ip_datum ip_explore_datum(const ip_explore_values *values, int value);
size_t ip_explore_values_bytes(const ip_explore_values *values);

#endif
