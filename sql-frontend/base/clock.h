/* Clocks for time limits and measurements. */
#ifndef IP_CLOCK_H
#define IP_CLOCK_H

double ip_clock(void);     /* seconds, monotonic */
double ip_cpu_clock(void); /* seconds that this process has used */

#endif
