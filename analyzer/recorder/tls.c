/* Uses OpenSSL between two buffers in memory, so that only the relay's loop reads and writes the socket. sslmode has
 * libpq's meaning (PostgreSQL 15, section 34.19), except that TLS is only used if the connection string asks for it. */
#include "recorder/tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

enum { SECONDS = 10 };

struct ip_tls_rules {
    SSL_CTX *context;
    const ip_endpoint *upstream;
    bool verifies;
};

struct ip_tls {
    SSL *ssl;
    BIO *received, *sent; /* owned by ssl */
};

static const char *reason(ip_arena *arena)
{
    unsigned long code = ERR_get_error();
    const char *text = code ? ERR_reason_error_string(code) : NULL;
    ERR_clear_error();
    return text ? ip_arena_strdup(arena, text) : "the connection ended";
}

/* ----------------------------------------------------------------- rules -- */

static const char *in_home(ip_arena *arena, const char *file)
{
    const char *home = getenv("HOME");
    return ip_arena_printf(arena, "%s/.postgresql/%s", home ? home : "", file);
}

/* Loads the trusted certificates: sslrootcert, or root.crt where libpq looks for it. */
static bool trust(ip_arena *arena, ip_tls_rules *rules, const char **error)
{
    const ip_endpoint *upstream = rules->upstream;
    const char *root = upstream->tls_root ? upstream->tls_root : in_home(arena, "root.crt");
    bool needed = upstream->tls >= IP_TLS_VERIFY_CA || upstream->tls_root;
    if (strcmp(root, "system") == 0) {
        rules->verifies = true;
        return SSL_CTX_set_default_verify_paths(rules->context) == 1;
    }
    if (!needed)
        return true;
    rules->verifies = true;
    if (SSL_CTX_load_verify_locations(rules->context, root, NULL) == 1)
        return true;
    *error = ip_arena_printf(arena, "sslrootcert: %s: cannot be used: %s", root, reason(arena));
    return false;
}

static bool show_certificate(ip_arena *arena, ip_tls_rules *rules, const char **error)
{
    const ip_endpoint *upstream = rules->upstream;
    const char *key = upstream->tls_key ? upstream->tls_key : in_home(arena, "postgresql.key");
    if (!upstream->tls_certificate)
        return true;
    if (SSL_CTX_use_certificate_chain_file(rules->context, upstream->tls_certificate) == 1 &&
        SSL_CTX_use_PrivateKey_file(rules->context, key, SSL_FILETYPE_PEM) == 1)
        return true;
    *error =
        ip_arena_printf(arena, "sslcert: %s and %s cannot be used: %s", upstream->tls_certificate, key, reason(arena));
    return false;
}

ip_tls_rules *ip_recorder_tls_rules_new(ip_arena *arena, const ip_endpoint *upstream, const char **error)
{
    if (upstream->tls == IP_TLS_NEVER || *upstream->host == '/')
        return NULL;
    ip_tls_rules *rules = IP_NEW(arena, ip_tls_rules);
    rules->upstream = upstream;
    rules->context = SSL_CTX_new(TLS_client_method());
    if (rules->context && SSL_CTX_set_min_proto_version(rules->context, TLS1_2_VERSION) == 1 &&
        trust(arena, rules, error) && show_certificate(arena, rules, error)) {
        SSL_CTX_set_verify(rules->context, rules->verifies ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, NULL);
        return rules;
    }
    if (!*error)
        *error = ip_arena_printf(arena, "TLS: %s", reason(arena));
    SSL_CTX_free(rules->context);
    return NULL;
}

void ip_recorder_tls_rules_free(ip_tls_rules *rules)
{
    if (rules)
        SSL_CTX_free(rules->context);
}

/* ------------------------------------------------------------- beginning -- */

static bool is_address(const char *host)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, host, bytes) == 1 || inet_pton(AF_INET6, host, bytes) == 1;
}

static ip_tls *make(const ip_tls_rules *rules)
{
    const ip_endpoint *upstream = rules->upstream;
    ip_tls *tls = calloc(1, sizeof *tls);
    if (!tls)
        return NULL;
    tls->ssl = SSL_new(rules->context);
    tls->received = BIO_new(BIO_s_mem());
    tls->sent = BIO_new(BIO_s_mem());
    if (!tls->ssl || !tls->received || !tls->sent) {
        BIO_free(tls->received);
        BIO_free(tls->sent);
        SSL_free(tls->ssl);
        free(tls);
        return NULL;
    }
    SSL_set_bio(tls->ssl, tls->received, tls->sent);
    SSL_set_connect_state(tls->ssl);
    X509_VERIFY_PARAM *parameters = SSL_get0_param(tls->ssl);
    bool address = is_address(upstream->host), good = true;
    if (!address)
        good = SSL_set_tlsext_host_name(tls->ssl, upstream->host) == 1;
    if (upstream->tls == IP_TLS_VERIFY_FULL && address)
        good = X509_VERIFY_PARAM_set1_ip_asc(parameters, upstream->host) == 1;
    else if (upstream->tls == IP_TLS_VERIFY_FULL)
        good = good && SSL_set1_host(tls->ssl, upstream->host) == 1;
    if (good)
        return tls;
    ip_recorder_tls_free(tls);
    return NULL;
}

static bool send_all(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(descriptor, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

static ssize_t receive(int descriptor, char *bytes, size_t room)
{
    ssize_t got;
    do
        got = recv(descriptor, bytes, room, 0);
    while (got < 0 && errno == EINTR);
    return got;
}

static void wait_at_most(int descriptor, int seconds)
{
    const struct timeval time = {.tv_sec = seconds};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

static void drain(ip_tls *tls, ip_writing *out)
{
    char bytes[16 * 1024];
    for (int got; (got = BIO_read(tls->sent, bytes, sizeof bytes)) > 0;)
        ip_protocol_writing_bytes(out, bytes, (size_t)got);
}

static bool agree(ip_tls *tls, int descriptor)
{
    for (;;) {
        char bytes[16 * 1024];
        ip_writing out = {0};
        int done = SSL_do_handshake(tls->ssl);
        bool waits = done != 1 && SSL_get_error(tls->ssl, done) == SSL_ERROR_WANT_READ;
        drain(tls, &out); /* sends the alert of a failed handshake */
        bool sent = !out.failed && send_all(descriptor, out.bytes, out.length);
        ip_protocol_writing_free(&out);
        if (done == 1 || !waits || !sent)
            return done == 1 && sent;
        ssize_t got = receive(descriptor, bytes, sizeof bytes);
        if (got <= 0)
            return false;
        ip_recorder_tls_take(tls, bytes, (size_t)got);
    }
}

/* Returns 'S' if the server supports TLS, 'N' if not, and 0 if it has closed the connection. Exactly one byte is read:
 * further bytes would come from a man in the middle (CVE-2021-23222). */
static char ask(int descriptor)
{
    static const char request[] = {0, 0, 0, 8, 4, (char)0xd2, 0x16, 0x2f};
    char answer = 0;
    return send_all(descriptor, request, sizeof request) && receive(descriptor, &answer, 1) == 1 ? answer : '\0';
}

ip_tls *ip_recorder_tls_begin(ip_arena *arena, const ip_tls_rules *rules, int descriptor, const char **error)
{
    const ip_endpoint *upstream = rules->upstream;
    wait_at_most(descriptor, SECONDS);
    char answer = ask(descriptor);
    ip_tls *tls = answer == 'S' ? make(rules) : NULL;
    if (answer == 'N' && upstream->tls == IP_TLS_PREFER) {
        wait_at_most(descriptor, 0);
        return NULL;
    }
    if (answer != 'S') {
        *error = ip_arena_printf(arena, "%s, port %s: %s", upstream->host, upstream->port,
                                 answer == 'N' ? "the server has no TLS, which sslmode asks for"
                                               : "no answer to the request for TLS");
        return NULL;
    }
    if (tls && agree(tls, descriptor)) {
        wait_at_most(descriptor, 0);
        return tls;
    }
    long verified = tls ? SSL_get_verify_result(tls->ssl) : X509_V_OK;
    const char *why =
        rules->verifies && verified != X509_V_OK ? X509_verify_cert_error_string(verified) : reason(arena);
    *error = ip_arena_printf(arena, "%s, port %s: TLS: %s", upstream->host, upstream->port, why);
    ip_recorder_tls_free(tls);
    return NULL;
}

/* ------------------------------------------------------------------ bytes -- */

void ip_recorder_tls_seal(ip_tls *tls, const char *bytes, size_t length, ip_writing *out)
{
    size_t written;
    if (length > 0 && SSL_write_ex(tls->ssl, bytes, length, &written) != 1) {
        ERR_clear_error();
        out->failed = true; /* a buffer in memory accepts everything, so the connection has been shut down */
    }
    drain(tls, out);
}

void ip_recorder_tls_take(ip_tls *tls, const char *bytes, size_t length)
{
    size_t written;
    BIO_write_ex(tls->received, bytes, length, &written); /* fails only without memory; the next read then fails */
}

ssize_t ip_recorder_tls_open(ip_tls *tls, char *bytes, size_t room, ip_writing *out)
{
    size_t got = 0;
    int done = SSL_read_ex(tls->ssl, bytes, room, &got);
    int state = done == 1 ? SSL_ERROR_NONE : SSL_get_error(tls->ssl, done);
    ERR_clear_error();
    drain(tls, out); /* as after an update of keys */
    return done == 1 ? (ssize_t)got : state == SSL_ERROR_WANT_READ ? 0 : -1;
}

void ip_recorder_tls_free(ip_tls *tls)
{
    if (tls)
        SSL_free(tls->ssl);
    free(tls);
}
