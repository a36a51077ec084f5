#ifndef ORACLE_KNOWN_H
#define ORACLE_KNOWN_H

/* Checks the oracle against anomalies from the literature; how many are wrong. */
int known_check(void);

#endif
