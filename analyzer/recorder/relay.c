/* Relays in one thread with one poll loop. Bytes are passed on as they are, and read only afterwards: a failure of the
 * recording does not affect the application. A request for TLS or GSSAPI encryption by the client is declined. */
#define _GNU_SOURCE /* ppoll */
#include "recorder/relay.h"

#include "protocol/fields.h"
#include "protocol/writing.h"
#include "recorder/child.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 64 * 1024, MOST_WAITING = 1024 * 1024, LONGEST_FIRST = 10000, PATIENCE = 2, GREETING = 8, LOOKS = 600 };
enum { LONG_TURN = 300, BUSY = 200 * 1000 }; /* microseconds */

/* Bytes to send; the first `sent` of them have been sent. */
typedef struct outgoing {
    ip_writing bytes;
    size_t sent;
} outgoing;

typedef struct link_of {
    int client, server; /* -1 if closed or not open yet */
    bool client_ended, server_ended, refused, asked_encryption;
    bool client_gone; /* ended without a hope that it reads an answer */
    bool half_closed; /* towards the server, as the client has ended */
    outgoing to_client, to_server;
    ip_tls *tls;      /* to the server; NULL without TLS */
    ip_writing first; /* received from the client before the connection to the server */
    ip_conversation *conversation;
    ip_trace *trace;
    long number;
} link_of;

typedef struct relay {
    ip_arena *arena;
    const ip_relay_options *options;
    ip_relay_result result;
    IP_VEC(link_of *) links;
    long connections;
    pid_t child;
    bool child_ended;
    long busy_until; /* other programs compute; 0 if not known */
} relay;

/* ----------------------------------------------------------------- links -- */

static void take_said(void *context, const ip_said *said)
{
    link_of *link = context;
    ip_recorder_trace_write(link->trace, link->number, said);
}

static link_of *open_link(relay *r, int client)
{
    link_of *link = calloc(1, sizeof *link);
    if (!link)
        return NULL;
    link->client = client;
    link->server = -1;
    link->number = ++r->connections;
    link->trace = r->options->trace;
    link->conversation = ip_recorder_conversation_new(take_said, link);
    return link;
}

/* Counts each connection once, so that the numbers add up. */
static void count_link(ip_relay_result *result, const link_of *link)
{
    ip_opening opening = ip_recorder_conversation_opening(link->conversation);
    result->connections++;
    if (link->refused)
        result->refused++;
    else if (opening == IP_OPENING_CANCEL)
        result->cancels++;
    else if (opening == IP_OPENING_FOREIGN || (opening == IP_OPENING_NONE && link->first.length >= LONGEST_FIRST))
        result->foreign++;
    else if (opening == IP_OPENING_NONE)
        result->silent++;
    else
        result->unread += ip_recorder_conversation_lacks_some(link->conversation);
    result->wanted_tls += opening == IP_OPENING_NONE && link->asked_encryption && !link->refused;
}

static void close_link(relay *r, link_of *link)
{
    ip_recorder_conversation_end(link->conversation);
    count_link(&r->result, link);
    ip_recorder_conversation_free(link->conversation);
    if (link->client >= 0)
        close(link->client);
    if (link->server >= 0)
        close(link->server);
    ip_protocol_writing_free(&link->to_client.bytes);
    ip_protocol_writing_free(&link->to_server.bytes);
    ip_protocol_writing_free(&link->first);
    ip_recorder_tls_free(link->tls);
    free(link);
}

static size_t waiting(const outgoing *out)
{
    return out->bytes.length - out->sent;
}

/* Sends as much as possible without blocking. Returns false if the other side has closed the connection. */
static bool send_out(int descriptor, outgoing *out)
{
    while (waiting(out) > 0) {
        ssize_t sent = send(descriptor, out->bytes.bytes + out->sent, waiting(out), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK;
        out->sent += (size_t)sent;
    }
    out->sent = out->bytes.length = 0;
    return true;
}

/* Sends the received bytes on before they are read. Bytes that cannot be sent without blocking are queued. */
static void send_on(int descriptor, outgoing *out, const char *bytes, size_t length)
{
    ssize_t sent = waiting(out) ? 0 : send(descriptor, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    size_t done = sent > 0 ? (size_t)sent : 0; /* what is wrong shows at the next attempt */
    ip_protocol_writing_bytes(&out->bytes, bytes + done, length - done);
}

static void send_to_server(link_of *link, const char *bytes, size_t length)
{
    if (link->tls)
        ip_recorder_tls_seal(link->tls, bytes, length, &link->to_server.bytes); /* pass_on sends it */
    else
        send_on(link->server, &link->to_server, bytes, length);
}

/* The server cannot be reached. The client receives an error as from a server. */
static void refuse(relay *r, link_of *link, const char *error)
{
    link->refused = true;
    r->result.error = error;
    ip_protocol_writing_error(&link->to_client.bytes, "FATAL", "08006",
                              ip_arena_printf(r->arena, "isoproof record: %s", error));
    link->server_ended = true;
}

/* Reads the client's first message. A request for encryption is declined; everything else goes to the server. */
static void begin(relay *r, link_of *link)
{
    for (;;) {
        ip_fields fields = ip_protocol_fields_of(link->first.bytes, link->first.length);
        int32_t length = ip_protocol_field_int32(&fields), code = ip_protocol_field_int32(&fields);
        if (fields.short_of)
            return;
        if (length != GREETING || (code != IP_SSL_REQUEST && code != IP_GSS_REQUEST))
            break;
        ip_protocol_writing_byte(&link->to_client.bytes, 'N');
        link->asked_encryption = true;
        memmove(link->first.bytes, link->first.bytes + GREETING, link->first.length - GREETING);
        link->first.length -= GREETING;
    }
    const char *error = NULL;
    link->server = ip_recorder_endpoint_connect(r->arena, r->options->upstream, &error);
    if (link->server < 0) {
        refuse(r, link, error);
        return;
    }
    if (r->options->tls)
        link->tls = ip_recorder_tls_begin(r->arena, r->options->tls, link->server, &error);
    if (error) {
        refuse(r, link, error);
        return;
    }
    send_to_server(link, link->first.bytes, link->first.length);
    ip_recorder_conversation_client(link->conversation, link->first.bytes, link->first.length);
}

static void read_client(relay *r, link_of *link)
{
    char bytes[CHUNK];
    ssize_t got = recv(link->client, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return;
    if (got <= 0) {
        link->client_ended = true;
        link->client_gone = got < 0 || link->server < 0;
    } else if (link->server < 0) {
        ip_protocol_writing_bytes(&link->first, bytes, (size_t)got);
        begin(r, link);
    } else {
        send_to_server(link, bytes, (size_t)got);
        ip_recorder_conversation_client(link->conversation, bytes, (size_t)got);
    }
}

static void take_from_server(link_of *link, const char *bytes, size_t length)
{
    send_on(link->client, &link->to_client, bytes, length);
    ip_recorder_conversation_server(link->conversation, bytes, length);
}

static void read_sealed(link_of *link, const char *bytes, size_t length)
{
    char opened[CHUNK];
    ssize_t got;
    ip_recorder_tls_take(link->tls, bytes, length);
    while ((got = ip_recorder_tls_open(link->tls, opened, sizeof opened, &link->to_server.bytes)) > 0)
        take_from_server(link, opened, (size_t)got);
    link->server_ended |= got < 0;
}

static void read_server(link_of *link)
{
    char bytes[CHUNK];
    ssize_t got = recv(link->server, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return;
    if (got <= 0) {
        link->server_ended = true;
        return;
    }
    if (link->tls)
        read_sealed(link, bytes, (size_t)got);
    else
        take_from_server(link, bytes, (size_t)got);
}

/* A client that sends no more may still read: what it has sent last is done and answered, as without us. */
static void half_close(link_of *link)
{
    if (!link->client_ended || link->half_closed || waiting(&link->to_server) > 0)
        return;
    link->half_closed = true;
    shutdown(link->server, SHUT_WR);
}

/* Sends queued bytes. Returns false if the connection is over. */
static bool pass_on(link_of *link)
{
    bool client = send_out(link->client, &link->to_client);
    bool server = link->server < 0 || send_out(link->server, &link->to_server);
    if (!client || !server || link->to_client.bytes.failed || link->to_server.bytes.failed)
        return false;
    if (link->client_gone)
        return link->server >= 0 && waiting(&link->to_server) > 0;
    half_close(link);
    return !link->server_ended || waiting(&link->to_client) > 0;
}

/* ------------------------------------------------------------------ loop -- */

/* A side that has ended is not asked about, unless it has something to get: it would always answer that it has ended.
 */
static void poll_side(struct pollfd *side, int descriptor, bool ended, bool reads, const outgoing *out)
{
    side->fd = ended && !waiting(out) ? -1 : descriptor;
    side->events = (short)((reads ? POLLIN : 0) | (waiting(out) ? POLLOUT : 0));
    side->revents = 0;
}

static void poll_link(const link_of *link, struct pollfd polls[2])
{
    bool reads_client = !link->client_ended && !link->server_ended && waiting(&link->to_server) < MOST_WAITING &&
                        link->first.length < LONGEST_FIRST;
    bool reads_server = link->server >= 0 && !link->server_ended && waiting(&link->to_client) < MOST_WAITING;
    poll_side(&polls[0], link->client, link->client_ended, reads_client, &link->to_client);
    poll_side(&polls[1], link->server, link->server_ended, reads_server, &link->to_server);
}

static void serve_links(relay *r, const struct pollfd *polls)
{
    int kept = 0, count = r->links.count;
    for (int i = 0; i < count; i++) {
        link_of *link = r->links.items[i];
        short client = polls[2 * i].revents, server = polls[2 * i + 1].revents;
        if (client & (POLLIN | POLLHUP | POLLERR) && !link->client_ended)
            read_client(r, link);
        if (server & (POLLIN | POLLHUP | POLLERR) && !link->server_ended)
            read_server(link);
        if (pass_on(link) && link->first.length < LONGEST_FIRST)
            r->links.items[kept++] = link;
        else
            close_link(r, link);
    }
    r->links.count = kept;
}

static void accept_client(relay *r)
{
    int client = ip_recorder_endpoint_accept(r->options->listening);
    link_of *link = client < 0 ? NULL : open_link(r, client);
    if (link)
        IP_PUSH(r->arena, &r->links, link);
    else if (client >= 0)
        close(client);
}

/* Connections that outlive the command get a grace period. A signal that ends us ends the command, which needs its
 * connections until then; a second signal ends us at once. */
static bool is_over(relay *r, time_t *since)
{
    bool runs = r->child > 0 && !r->child_ended;
    if (ip_recorder_signals_stopped() && (!runs || !ip_recorder_signals_pass_on(r->child))) {
        r->result.status = runs ? 128 + ip_recorder_signals_stopped() : r->result.status;
        return true;
    }
    if (!r->child_ended)
        return false;
    if (!*since)
        *since = time(NULL);
    return r->links.count == 0 || time(NULL) - *since > PATIENCE;
}

static long microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000L + now.tv_nsec / 1000;
}

/* The answer to what was passed on comes soon: looking for it for a while first takes less than falling asleep and
 * being woken, which on an idle machine costs pgbench -S a third of its transactions. Where other programs compute,
 * they take the processor for a while each time that it is offered, and who was asleep gets it back sooner: then
 * nothing is looked for. Signals are seen in the end. */
static int wait_for_any(relay *r, struct pollfd *polls, nfds_t count, const struct timespec *most,
                        const sigset_t *outside)
{
    const struct timespec now = {0};
    int ready = 0;
    for (int i = 0; i < LOOKS && ready == 0 && r->busy_until == 0; i++) {
        ready = ppoll(polls, count, &now, NULL);
        if (ready)
            break;
        long before = microseconds();
        sched_yield();
        if (microseconds() - before > LONG_TURN)
            r->busy_until = before + BUSY;
    }
    if (r->busy_until && microseconds() > r->busy_until)
        r->busy_until = 0;
    return ready ? ready : ppoll(polls, count, most, outside);
}

static void run_loop(relay *r, const sigset_t *outside)
{
    struct pollfd *polls = NULL;
    time_t since = 0;
    while (!is_over(r, &since)) {
        int count = r->links.count;
        struct pollfd *larger = realloc(polls, sizeof *polls * (size_t)(2 * count + 1));
        const struct timespec moment = {.tv_sec = 1};
        if (!larger)
            break;
        polls = larger;
        for (int i = 0; i < count; i++)
            poll_link(r->links.items[i], polls + 2 * i);
        polls[2 * count] = (struct pollfd){.fd = r->options->listening, .events = POLLIN};
        bool waits = ip_recorder_trace_waits(r->options->trace);
        int ready = wait_for_any(r, polls, (nfds_t)(2 * count + 1), r->child_ended || waits ? &moment : NULL, outside);
        if (ip_recorder_child_has_ended(r->child, &r->result.status))
            r->child_ended = true;
        if (ready == 0 && waits)
            ip_recorder_trace_flush(r->options->trace);
        if (ready <= 0)
            continue;
        serve_links(r, polls);
        if (polls[2 * count].revents & POLLIN)
            accept_client(r);
    }
    free(polls);
}

/* --------------------------------------------------------------- command -- */

static void start_command(relay *r, const sigset_t *outside)
{
    r->child = ip_recorder_child_start(r->arena, r->options->command, r->options->listen, r->options->upstream, outside,
                                       -1, &r->result.error);
    if (r->child < 0) {
        r->result.status = 126;
        r->child_ended = true;
    }
}

ip_relay_result ip_recorder_relay(ip_arena *arena, const ip_relay_options *options)
{
    relay r = {.arena = arena, .options = options};
    ip_signals signals;
    ip_recorder_signals_begin(&signals);
    if (options->command)
        start_command(&r, &signals.outside);
    run_loop(&r, &signals.outside);
    for (int i = 0; i < r.links.count; i++)
        close_link(&r, r.links.items[i]);
    ip_recorder_trace_finish(options->trace); /* while SIGPIPE is ignored */
    ip_recorder_signals_end(&signals);
    return r.result;
}
