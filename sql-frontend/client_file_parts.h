/* The two halves of reading a client: its blocks, and the transactions in them. */
#ifndef IP_CLIENT_FILE_PARTS_H
#define IP_CLIENT_FILE_PARTS_H

#include "client_file.h"

/* A block of a session: its setup or a step. */
typedef struct ip_client_file_step {
    const char *name; /* "setup" for the session's setup */
    ip_range text;    /* inside the braces */
} ip_client_file_step;

/* Cuts the steps into the session's transactions. */
void ip_client_file_cut(ip_arena *arena, ip_client_file_session *session, const ip_client_file_step *steps, int count,
                        ip_diagnostics *diagnostics);

#endif
