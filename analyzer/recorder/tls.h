/* TLS to the server, over bytes: the owner of the socket sends and receives the encrypted bytes. */
#ifndef IP_TLS_H
#define IP_TLS_H

#include "protocol/writing.h"
#include "recorder/endpoint.h"

#include <sys/types.h>

/* Which certificates are trusted, and which one is shown. */
typedef struct ip_tls_rules ip_tls_rules;
/* One connection. */
typedef struct ip_tls ip_tls;

/* Of an upstream with sslmode. NULL: TLS is not asked for; or, with *error, a file of it cannot be used. */
ip_tls_rules *ip_tls_rules_new(ip_arena *arena, const ip_endpoint *upstream, const char **error);
void ip_tls_rules_free(ip_tls_rules *rules);

/* Asks the server for TLS (SSLRequest) and agrees on it, on a socket that was just connected; waits no longer than ten
 * seconds. NULL: the server has none, and sslmode=prefer does without; or, with *error, it does not go. */
ip_tls *ip_tls_begin(ip_arena *arena, const ip_tls_rules *rules, int descriptor, const char **error);
/* Adds to out what is to be sent for these bytes. */
void ip_tls_seal(ip_tls *tls, const char *bytes, size_t length, ip_writing *out);
/* Bytes that were received. */
void ip_tls_take(ip_tls *tls, const char *bytes, size_t length);
/* More of what the server says, up to so many bytes; 0: nothing until more is received; -1: its end, or what is no TLS.
 * What TLS itself has to answer is added to out. */
ssize_t ip_tls_open(ip_tls *tls, char *bytes, size_t room, ip_writing *out);
/* NULL is none. */
void ip_tls_free(ip_tls *tls);

#endif
