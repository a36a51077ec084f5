/* The two halves of reading a client: its blocks, and the transactions in them. */
#ifndef IP_CLIENT_FILE_PARTS_H
#define IP_CLIENT_FILE_PARTS_H

#include "workload/client_file.h"

/* Cuts the steps into the session's transactions. */
void ip_workload_client_file_cut(ip_arena *arena, ip_client_file_session *session, ip_diagnostics *diagnostics);

#endif
