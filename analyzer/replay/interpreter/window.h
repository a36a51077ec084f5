/* Window functions: what prepare_window.c chooses among and run_window.c computes. */
#ifndef IP_WINDOW_H
#define IP_WINDOW_H

#include "run.h"

/* A row of a partition, whose rows stand in the window's order. */
struct ip_window_place {
    const ip_window *window;
    ip_tuple *const *rows;
    int count, at;
    int first_peer, after_peers; /* rows that ORDER BY does not tell from this one */
    int peer_group;              /* how many groups of peers stand before */
    int frame_end;               /* the frame's first row is the partition's */
};

#define IP_WINDOW_FUNCTIONS(X)                                                                                         \
    X(row_number)                                                                                                      \
    X(rank)                                                                                                            \
    X(dense_rank)                                                                                                      \
    X(percent_rank)                                                                                                    \
    X(cume_dist)                                                                                                       \
    X(ntile)                                                                                                           \
    X(lag)                                                                                                             \
    X(lead)                                                                                                            \
    X(first_value)                                                                                                     \
    X(last_value)                                                                                                      \
    X(nth_value)

#define X(name) ip_window_function ip_window_##name;
IP_WINDOW_FUNCTIONS(X)
#undef X

#endif
