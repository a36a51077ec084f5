/* Opens the sockets of both sides. The default address is in a private folder (mode 0700), so that no other user can
 * connect. */
#define _GNU_SOURCE /* accept4 */
#include "recorder/endpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 128, USUAL_TIMEOUT = 10 };

static const char *default_host = "/var/run/postgresql";

static void take_option(ip_arena *arena, ip_endpoint *endpoint, const char *name, const char *value)
{
    const struct {
        const char *name, **field;
    } fields[] = {{"host", &endpoint->host},
                  {"port", &endpoint->port},
                  {"user", &endpoint->user},
                  {"dbname", &endpoint->database},
                  {"password", &endpoint->password},
                  {"connect_timeout", &endpoint->timeout},
                  {"sslrootcert", &endpoint->tls_root},
                  {"sslcert", &endpoint->tls_certificate},
                  {"sslkey", &endpoint->tls_key}};
    for (size_t i = 0; value && i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].name, name) == 0)
            *fields[i].field = ip_arena_strdup(arena, value);
}

/* Returns false if the value is no sslmode. */
static bool take_mode(ip_endpoint *endpoint, const char *value)
{
    static const struct {
        const char *name;
        ip_tls_mode mode;
    } modes[] = {{"disable", IP_TLS_NEVER},   {"allow", IP_TLS_NEVER},         {"prefer", IP_TLS_PREFER},
                 {"require", IP_TLS_REQUIRE}, {"verify-ca", IP_TLS_VERIFY_CA}, {"verify-full", IP_TLS_VERIFY_FULL}};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(modes[i].name, value) == 0) {
            endpoint->tls = modes[i].mode;
            return true;
        }
    return false;
}

const ip_endpoint *ip_recorder_upstream_of(ip_arena *arena, const char *conninfo, const char **error)
{
    ip_endpoint *endpoint = IP_NEW(arena, ip_endpoint);
    char *message = NULL;
    PQconninfoOption *usual = PQconndefaults(), *given = PQconninfoParse(conninfo, &message);
    for (const PQconninfoOption *option = usual; option && option->keyword; option++)
        if (strncmp(option->keyword, "ssl", 3) != 0) /* set by the environment, for libpq's other connections */
            take_option(arena, endpoint, option->keyword, option->val);
    bool good = given != NULL;
    for (const PQconninfoOption *option = given; option && option->keyword; option++) {
        take_option(arena, endpoint, option->keyword, option->val);
        if (option->val && strcmp(option->keyword, "sslmode") == 0 && !take_mode(endpoint, option->val)) {
            *error = ip_arena_printf(arena,
                                     "sslmode: expected disable, allow, prefer, require, verify-ca or verify-full, "
                                     "found \"%s\"",
                                     option->val);
            good = false;
        }
    }
    if (!given)
        *error = ip_arena_strdup(arena, message ? message : "out of memory");
    PQfreemem(message);
    PQconninfoFree(usual);
    PQconninfoFree(given);
    endpoint->host = endpoint->host && *endpoint->host ? endpoint->host : default_host;
    endpoint->port = endpoint->port && *endpoint->port ? endpoint->port : "5432";
    return good ? endpoint : NULL;
}

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* getaddrinfo would take 65536 and more modulo 65536. */
static bool is_port(const char *text)
{
    const char *digits = text + strspn(text, "0");
    return is_number(text) && strlen(digits) <= 5 && strtol(text, NULL, 10) <= 65535;
}

/* A folder relative to the current one: ".", "./run", "..". */
static bool is_relative_folder(const char *address)
{
    const char *rest = address + strspn(address, ".");
    return (rest == address + 1 || rest == address + 2) && (!*rest || *rest == '/');
}

/* The folder's absolute path, which clients in other folders can use. */
static const ip_endpoint *in_relative_folder(ip_arena *arena, const char *address, const char **error)
{
    ip_endpoint *endpoint = IP_NEW(arena, ip_endpoint);
    char *absolute = realpath(address, NULL);
    if (!absolute) {
        *error = ip_arena_printf(arena, "%s: expected a folder: %s", address, strerror(errno));
        return NULL;
    }
    *endpoint = (ip_endpoint){.host = ip_arena_strdup(arena, absolute), .port = "5432"};
    free(absolute);
    return endpoint;
}

const ip_endpoint *ip_recorder_listen_at(ip_arena *arena, const char *address, const char **error)
{
    ip_endpoint *endpoint = IP_NEW(arena, ip_endpoint);
    const char *colon = address ? strrchr(address, ':') : NULL;
    endpoint->port = "5432";
    if (!address) {
        const char *folder = getenv("TMPDIR");
        char *path = ip_arena_printf(arena, "%s/isoproof-XXXXXX", folder && *folder ? folder : "/tmp");
        endpoint->host = mkdtemp(path);
        if (!endpoint->host)
            *error = ip_arena_printf(arena, "%s: cannot create: %s", path, strerror(errno));
        return endpoint->host ? endpoint : NULL;
    }
    if (is_relative_folder(address))
        return in_relative_folder(arena, address, error);
    if (*address == '/') {
        endpoint->host = address;
    } else if (colon || is_number(address)) {
        size_t length = colon ? (size_t)(colon - address) : 0;
        bool bracketed = length > 2 && address[0] == '[' && address[length - 1] == ']';
        endpoint->port = colon ? colon + 1 : address;
        endpoint->host = !length     ? "127.0.0.1"
                         : bracketed ? ip_arena_strndup(arena, address + 1, length - 2)
                                     : ip_arena_strndup(arena, address, length);
    }
    if (endpoint->host && is_port(endpoint->port))
        return endpoint;
    *error = endpoint->host && is_number(endpoint->port)
                 ? ip_arena_printf(arena, "expected a port from 1 to 65535, or 0 for any that is free, found %s",
                                   endpoint->port)
                 : ip_arena_printf(arena,
                                   "expected HOST:PORT, a port, or the folder of a Unix socket, which begins with /, "
                                   "./ or ../, found \"%s\"",
                                   address);
    return NULL;
}

static bool socket_address(ip_arena *arena, const ip_endpoint *endpoint, struct sockaddr_un *address,
                           const char **error)
{
    const char *path = ip_arena_printf(arena, "%s/.s.PGSQL.%s", endpoint->host, endpoint->port);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path) {
        *error = ip_arena_printf(arena, "%s: the path of a Unix socket is too long", path);
        return false;
    }
    strcpy(address->sun_path, path);
    return true;
}

static int failed(ip_arena *arena, int descriptor, const ip_endpoint *endpoint, const char *what, const char **error)
{
    *error = ip_arena_printf(arena, "%s, port %s: %s: %s", endpoint->host, endpoint->port, what, strerror(errno));
    if (descriptor >= 0)
        close(descriptor);
    return -1;
}

static struct addrinfo *resolve(ip_arena *arena, const ip_endpoint *endpoint, const char **error)
{
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int status = getaddrinfo(endpoint->host, endpoint->port, &wanted, &found);
    if (status != 0)
        *error = ip_arena_printf(arena, "%s, port %s: %s", endpoint->host, endpoint->port, gai_strerror(status));
    return status == 0 ? found : NULL;
}

static void note_port(ip_arena *arena, int descriptor, ip_endpoint *endpoint)
{
    struct sockaddr_storage bound;
    socklen_t length = sizeof bound;
    if (getsockname(descriptor, (struct sockaddr *)&bound, &length) != 0)
        return;
    in_port_t port = bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                                                 : ((struct sockaddr_in *)&bound)->sin_port;
    endpoint->port = ip_arena_printf(arena, "%d", ntohs(port));
}

int ip_recorder_endpoint_listen(ip_arena *arena, ip_endpoint *endpoint, const char **error)
{
    int descriptor = -1, yes = 1;
    if (*endpoint->host == '/') {
        struct sockaddr_un address;
        if (!socket_address(arena, endpoint, &address, error))
            return -1;
        descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0 ||
            listen(descriptor, BACKLOG) != 0)
            return failed(arena, descriptor, endpoint, "cannot listen", error);
        return descriptor;
    }
    struct addrinfo *found = resolve(arena, endpoint, error);
    if (!found)
        return -1;
    descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    bool good =
        descriptor >= 0 && bind(descriptor, found->ai_addr, found->ai_addrlen) == 0 && listen(descriptor, BACKLOG) == 0;
    freeaddrinfo(found);
    if (!good)
        return failed(arena, descriptor, endpoint, "cannot listen", error);
    note_port(arena, descriptor, endpoint);
    return descriptor;
}

/* As the server does, messages are sent at once, not when the client has acknowledged the previous ones. */
int ip_recorder_endpoint_accept(int listening)
{
    int yes = 1, descriptor = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    if (descriptor >= 0)
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes); /* fails for a Unix socket */
    return descriptor;
}

/* Connections are opened one after the other: a server without an answer must not hold up all of them for minutes. */
static bool connect_within(int descriptor, const struct addrinfo *at, int seconds)
{
    struct pollfd wait = {.fd = descriptor, .events = POLLOUT};
    int flags = fcntl(descriptor, F_GETFL), reason = 0;
    socklen_t length = sizeof reason;
    fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
    if (connect(descriptor, at->ai_addr, at->ai_addrlen) != 0) {
        if (errno != EINPROGRESS)
            return false;
        int ready = poll(&wait, 1, seconds * 1000);
        if (ready == 0)
            errno = ETIMEDOUT;
        if (ready <= 0 || getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &reason, &length) != 0)
            return false;
        if ((errno = reason) != 0)
            return false;
    }
    fcntl(descriptor, F_SETFL, flags);
    return true;
}

/* As libpq reads connect_timeout, but never without an end. */
static int timeout_of(const ip_endpoint *endpoint)
{
    long seconds = endpoint->timeout ? strtol(endpoint->timeout, NULL, 10) : 0;
    return seconds > 0 && seconds < 3600 ? (int)seconds : USUAL_TIMEOUT;
}

int ip_recorder_endpoint_connect(ip_arena *arena, const ip_endpoint *endpoint, const char **error)
{
    int descriptor = -1, yes = 1;
    if (*endpoint->host == '/') {
        struct sockaddr_un address;
        if (!socket_address(arena, endpoint, &address, error))
            return -1;
        descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0)
            return failed(arena, descriptor, endpoint, "cannot connect", error);
        return descriptor;
    }
    struct addrinfo *found = resolve(arena, endpoint, error);
    if (!found)
        return -1;
    for (const struct addrinfo *at = found; at && descriptor < 0; at = at->ai_next) {
        descriptor = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (descriptor >= 0 && !connect_within(descriptor, at, timeout_of(endpoint))) {
            int reason = errno;
            close(descriptor);
            descriptor = -1;
            errno = reason;
        }
    }
    freeaddrinfo(found);
    if (descriptor < 0)
        return failed(arena, -1, endpoint, "cannot connect", error);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return descriptor;
}

void ip_recorder_endpoint_close(const ip_endpoint *endpoint)
{
    ip_arena *arena = ip_arena_new();
    if (*endpoint->host == '/') {
        unlink(ip_arena_printf(arena, "%s/.s.PGSQL.%s", endpoint->host, endpoint->port));
        if (strstr(endpoint->host, "/isoproof-"))
            rmdir(endpoint->host); /* fails unless it is empty */
    }
    ip_arena_free(arena);
}

/* Percent-encodes a part of a URL: everything but letters, digits and "-_.~". */
static const char *encoded(ip_arena *arena, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~";
    const char *result = "";
    for (; *text; text++)
        result = strchr(plain, *text) ? ip_arena_printf(arena, "%s%c", result, *text)
                                      : ip_arena_printf(arena, "%s%%%02X", result, (unsigned char)*text);
    return result;
}

const char *ip_recorder_endpoint_url(ip_arena *arena, const ip_endpoint *endpoint, const ip_endpoint *upstream)
{
    const char *who = "", *name = "";
    if (upstream->user && *endpoint->host == '/')
        name = ip_arena_printf(arena, "&user=%s%s%s", encoded(arena, upstream->user),
                               upstream->password ? "&password=" : "",
                               upstream->password ? encoded(arena, upstream->password) : "");
    else if (upstream->user)
        who = ip_arena_printf(arena, "%s%s%s@", encoded(arena, upstream->user), upstream->password ? ":" : "",
                              upstream->password ? encoded(arena, upstream->password) : "");
    const char *database = upstream->database ? encoded(arena, upstream->database) : "";
    bool colons = strchr(endpoint->host, ':') != NULL;
    /* SQLAlchemy and Ruby's URI, which accept no user without a host, read this form, too. */
    if (*endpoint->host == '/')
        return ip_arena_printf(arena, "postgresql:///%s?host=%s&port=%s%s", database, encoded(arena, endpoint->host),
                               endpoint->port, name);
    return ip_arena_printf(arena, "postgresql://%s%s%s%s:%s/%s", who, colons ? "[" : "",
                           colons ? endpoint->host : encoded(arena, endpoint->host), colons ? "]" : "", endpoint->port,
                           database);
}
