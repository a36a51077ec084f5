/* Addresses: where the recorder listens, and the server to which it relays. */
#ifndef IP_ENDPOINT_H
#define IP_ENDPOINT_H

#include "base/arena.h"

/* The sslmode of the upstream server. */
typedef enum ip_tls_mode {
    IP_TLS_NEVER,
    IP_TLS_PREFER,  /* if the server supports it */
    IP_TLS_REQUIRE, /* with any certificate, unless sslrootcert is given */
    IP_TLS_VERIFY_CA,
    IP_TLS_VERIFY_FULL
} ip_tls_mode;

/* host is a name, an address, or a folder for a Unix socket that begins with "/". */
typedef struct ip_endpoint {
    const char *host, *port;
    const char *user, *database, *password; /* of the upstream; NULL if not given */
    ip_tls_mode tls;                        /* to the upstream */
    const char *tls_root, *tls_certificate, *tls_key;
    const char *timeout; /* seconds to wait for a connection, as a text; NULL if not given */
} ip_endpoint;

/* Parses a connection string as libpq does ("host=… port=…" or postgresql://…), and uses PGHOST and similar variables
 * for what it lacks. TLS options count only in the string. Returns NULL and sets *error if the string is malformed. */
const ip_endpoint *ip_recorder_upstream_of(ip_arena *arena, const char *conninfo, const char **error);
/* Parses "HOST:PORT", "[::1]:PORT", "PORT" (0 to 65535), or a folder, absolute or beginning with "./" or "../", which
 * becomes an absolute path. For NULL it creates a private folder. Returns NULL and sets *error on failure. */
const ip_endpoint *ip_recorder_listen_at(ip_arena *arena, const char *address, const char **error);
/* Return a descriptor that the caller closes, or -1 with *error on failure. ip_recorder_endpoint_close removes the Unix
 * socket on which ip_recorder_endpoint_listen listened. */
int ip_recorder_endpoint_listen(ip_arena *arena, ip_endpoint *endpoint,
                                const char **error); /* replaces port 0 by the port in use */
int ip_recorder_endpoint_accept(int listening);      /* -1 on failure */
int ip_recorder_endpoint_connect(ip_arena *arena, const ip_endpoint *endpoint, const char **error);
void ip_recorder_endpoint_close(const ip_endpoint *endpoint);
/* Returns a URL "postgresql://…" of the endpoint with the database and user of the upstream, allocated in the arena. */
const char *ip_recorder_endpoint_url(ip_arena *arena, const ip_endpoint *endpoint, const ip_endpoint *upstream);

#endif
