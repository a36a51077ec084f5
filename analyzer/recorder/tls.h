/* TLS to the server over buffers. The owner of the socket sends and receives the encrypted bytes. */
#ifndef IP_TLS_H
#define IP_TLS_H

#include "protocol/writing.h"
#include "recorder/endpoint.h"

#include <sys/types.h>

/* The trusted certificates and the client's own certificate. */
typedef struct ip_tls_rules ip_tls_rules;
/* The TLS state of one connection. */
typedef struct ip_tls ip_tls;

/* Returns the rules of an upstream with sslmode. Returns NULL if it does not ask for TLS, and NULL with *error if one
 * of its files cannot be used. Release them with ip_recorder_tls_rules_free. */
ip_tls_rules *ip_recorder_tls_rules_new(ip_arena *arena, const ip_endpoint *upstream, const char **error);
void ip_recorder_tls_rules_free(ip_tls_rules *rules);

/* Sends SSLRequest on a socket that was just connected, and does the handshake within ten seconds. Returns NULL if the
 * server does not support TLS and sslmode is prefer, and NULL with *error on failure. Release the result with
 * ip_recorder_tls_free. */
ip_tls *ip_recorder_tls_begin(ip_arena *arena, const ip_tls_rules *rules, int descriptor, const char **error);
/* Encrypts the bytes and appends the result to out. */
void ip_recorder_tls_seal(ip_tls *tls, const char *bytes, size_t length, ip_writing *out);
/* Takes encrypted bytes that were received. */
void ip_recorder_tls_take(ip_tls *tls, const char *bytes, size_t length);
/* Decrypts up to room bytes. Returns their number, 0 if more has to be received first, and -1 at the end of the stream
 * or after an error. Appends replies of TLS itself to out. */
ssize_t ip_recorder_tls_open(ip_tls *tls, char *bytes, size_t room, ip_writing *out);
/* tls may be NULL */
void ip_recorder_tls_free(ip_tls *tls);

#endif
