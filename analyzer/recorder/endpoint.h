/* Addresses: where the recorder listens, and the server that it relays to. */
#ifndef IP_ENDPOINT_H
#define IP_ENDPOINT_H

#include "base/arena.h"

/* sslmode, if it is asked for. */
typedef enum ip_tls_mode {
    IP_TLS_NEVER,
    IP_TLS_PREFER,  /* where the server has it */
    IP_TLS_REQUIRE, /* with any certificate, unless sslrootcert is given */
    IP_TLS_VERIFY_CA,
    IP_TLS_VERIFY_FULL
} ip_tls_mode;

/* host: a folder that begins with "/" (a Unix socket), a name or an address. */
typedef struct ip_endpoint {
    const char *host, *port;
    const char *user, *database, *password; /* of the upstream; NULL: not said */
    ip_tls_mode tls;                        /* to the upstream */
    const char *tls_root, *tls_certificate, *tls_key;
} ip_endpoint;

/* Of a connection string as libpq takes it ("host=… port=…" or postgresql://…), and of PGHOST and the like; of TLS,
 * only what the string says. NULL, with *error: it is none. */
const ip_endpoint *ip_upstream_of(ip_arena *arena, const char *conninfo, const char **error);
/* "HOST:PORT", "[::1]:PORT", "PORT", or a folder; NULL: a private folder is made. NULL with *error. */
const ip_endpoint *ip_listen_at(ip_arena *arena, const char *address, const char **error);
/* Descriptors; -1, with *error: it does not go. A Unix socket that was listened at is removed by ip_endpoint_close. */
int ip_endpoint_listen(ip_arena *arena, ip_endpoint *endpoint, const char **error); /* fills in a port 0 */
int ip_endpoint_connect(ip_arena *arena, const ip_endpoint *endpoint, const char **error);
void ip_endpoint_close(const ip_endpoint *endpoint);
/* "postgresql://…" of the endpoint, for the database and user of the upstream. */
const char *ip_endpoint_url(ip_arena *arena, const ip_endpoint *endpoint, const ip_endpoint *upstream);

#endif
