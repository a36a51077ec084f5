/* Changes of a client: the search for harm goes on from clients that are harmless. */
#ifndef IP_CLIENT_CHANGES_H
#define IP_CLIENT_CHANGES_H

#include "replay/trial/trial_run.h"

typedef struct ip_client_changes {
    ip_bench *bench; /* values are allocated in its arena */
    ip_subject *subject;
    uint64_t drawn; /* the state of the random numbers */
    int fresh;      /* how many new values have been made */
    int most_rows;  /* of a client */
} ip_client_changes;

/* One change, drawn at random. false: there was nothing to change. */
bool ip_replay_change(ip_client_changes *v, ip_trial *trial);
/* The row once more, with another value there, and with it those that it refers to by that value. false: there are too
 * many rows. */
bool ip_replay_change_copy(ip_client_changes *v, ip_trial *trial, const ip_client_row *row, int column, ip_datum value);
/* Adds a row that is similar to another one, and gives about half of the values of all rows that are no keys other
 * values. */
void ip_replay_change_unlike(ip_client_changes *v, ip_trial *trial);

#endif
