/* Serves all connections in one poll loop. A message that has to wait for another connection's transaction stays first
 * in its queue. */
#define _GNU_SOURCE /* ppoll */
#include "server/server.h"

#include "base/clock.h"
#include "recorder/child.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHUNK = 64 * 1024, MOST_WAITING = 1024 * 1024, MOST_QUEUED = 256 };
static const double GRACE = 0.5, LONGEST_PAUSE = 0.004, TICK = 0.005, DRAINING = 2, HOLD = 0.1, BETWEEN_HOLDS = 2;

typedef struct queued {
    struct queued *next;
    ip_frame frame;
} queued;

typedef struct link_of {
    int descriptor;
    ip_served_client *client;
    ip_frames frames;
    queued *first, **last;
    int queued;
    ip_writing out;
    size_t sent;
    bool ended, leaves, waits;
    double drains_until; /* everything has been sent to a client that leaves; 0 before */
    double arrived;      /* when the connection began to wait; 0 if it does not wait */
    double pause_until;
    double spoke; /* when its last message was answered */
} link_of;

typedef struct server {
    ip_arena *arena;
    const ip_server_options *options;
    ip_service service;
    ip_server_result result;
    IP_VEC(link_of *) links;
    pid_t child;
    bool child_ended;
    double owner_since;              /* when the owner's last message was answered */
    double clock;                    /* the time up to which the engine's clock has been advanced */
    double holds_until, holds_again; /* new transactions wait, so that there is a moment without any; 0: they do not */
    uint64_t random;
} server;

/* ----------------------------------------------------------------- links -- */

static void open_link(server *s, int descriptor)
{
    link_of *link = calloc(1, sizeof *link);
    if (!link) {
        close(descriptor);
        return;
    }
    link->descriptor = descriptor;
    link->frames.untyped = true;
    link->last = &link->first;
    link->client = ip_served_client_new(&s->service);
    IP_PUSH(s->arena, &s->links, link);
    s->result.connections++;
}

static void drop_first(link_of *link)
{
    queued *first = link->first;
    link->first = first->next;
    if (!link->first)
        link->last = &link->first;
    link->queued--;
    free((char *)first->frame.body);
    free(first);
}

static void close_link(link_of *link)
{
    ip_served_client_free(link->client);
    while (link->first)
        drop_first(link);
    ip_protocol_frames_free(&link->frames);
    ip_protocol_writing_free(&link->out);
    close(link->descriptor);
    free(link);
}

static bool take_frame(void *context, const ip_frame *frame)
{
    link_of *link = context;
    queued *q = calloc(1, sizeof *q);
    char *body = frame->body ? malloc(frame->length + 1) : NULL;
    if (!q || (frame->body && !body)) {
        free(q);
        free(body);
        return false;
    }
    if (body)
        memcpy(body, frame->body, frame->length);
    q->frame = (ip_frame){frame->type, body, frame->length};
    *link->last = q;
    link->last = &q->next;
    link->queued++;
    if (!frame->type && frame->length == 4) /* the client asked for encryption: another first message follows */
        return true;
    link->frames.untyped = false;
    return true;
}

static void read_link(link_of *link)
{
    char bytes[CHUNK];
    ssize_t got = recv(link->descriptor, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return;
    if (got <= 0) {
        link->ended = true;
    } else if (!link->leaves && !ip_protocol_frames_feed(&link->frames, bytes, (size_t)got, take_frame, link) &&
               link->frames.broken) {
        ip_protocol_writing_error(&link->out, "FATAL", "08P01", "isoproof: this is no message of the protocol");
        link->leaves = true;
    }
}

static size_t waiting(const link_of *link)
{
    return link->out.length - link->sent;
}

static void send_out(link_of *link)
{
    while (waiting(link) > 0) {
        ssize_t sent = send(link->descriptor, link->out.bytes + link->sent, waiting(link), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0) {
            link->ended = link->ended || (errno != EAGAIN && errno != EWOULDBLOCK);
            return;
        }
        link->sent += (size_t)sent;
    }
    link->sent = link->out.length = 0;
}

/* ----------------------------------------------------------------- turns -- */

static uint64_t draw(server *s)
{
    s->random ^= s->random >> 12;
    s->random ^= s->random << 25;
    s->random ^= s->random >> 27;
    return s->random * UINT64_C(0x2545F4914F6CDD1D) >> 16;
}

/* Pauses before the connection begins a transaction. Returns false while the pause lasts. */
static bool has_paused(server *s, link_of *link)
{
    if (!s->options->pauses || !ip_served_client_pauses(link->client) || s->service.owner ||
        link->first->frame.type == 'X')
        return true;
    if (!link->pause_until)
        link->pause_until = ip_clock() + LONGEST_PAUSE * (double)(draw(s) % 1000) / 1000;
    if (ip_clock() < link->pause_until)
        return false;
    link->pause_until = 0;
    return true;
}

static bool is_held_back(const server *s, const link_of *link)
{
    return s->holds_until > ip_clock() && !link->waits && !s->service.copies && link->first->frame.type != 'X' &&
           !ip_served_client_in_block(link->client);
}

/* Answers the connection's messages that can be answered. Returns true if there was one. */
static bool answer(server *s, link_of *link)
{
    bool any = false;
    while (link->first && !link->leaves && waiting(link) < MOST_WAITING) {
        if (is_held_back(s, link) || !has_paused(s, link))
            break;
        ip_client_answer said = ip_served_client_says(link->client, &link->first->frame, &link->out);
        link->waits = said == IP_CLIENT_WAITS;
        if (link->waits) {
            link->arrived = link->arrived ? link->arrived : ip_clock();
            break;
        }
        link->arrived = 0;
        link->spoke = ip_clock();
        link->leaves = said == IP_CLIENT_LEAVES;
        drop_first(link);
        any = true;
        if (s->service.owner == link->client)
            s->owner_since = ip_clock();
    }
    send_out(link);
    return any;
}

/* Returns the connection that has waited longest. */
static link_of *next_waiting(const server *s)
{
    link_of *first = NULL;
    for (int i = 0; i < s->links.count; i++) {
        link_of *link = s->links.items[i];
        if (link->waits && !link->leaves && (!first || link->arrived < first->arrived))
            first = link;
    }
    return first;
}

/* What no later transaction can see is forgotten while none is in progress. Returns true if new ones have waited. */
static bool tidy(server *s, ip_db *engine)
{
    bool held = s->holds_until > 0;
    double now = ip_clock();
    ip_engine_db_tidy(engine);
    if (!ip_engine_db_is_untidy(engine) || (held && now > s->holds_until)) {
        s->holds_until = 0;
    } else if (!held && now > s->holds_again) {
        s->holds_until = now + HOLD;
        s->holds_again = now + BETWEEN_HOLDS;
    }
    return held && !s->holds_until;
}

/* Advances the engine's clock, and answers all connections until no statement can proceed. */
static void answer_interleaved(server *s)
{
    ip_db *engine = ip_served_engine(s->service.served);
    double now = ip_clock();
    ip_engine_db_pass(engine, (now - s->clock) * 1000);
    s->clock = now;
    do
        for (bool any = true; any;) {
            any = false;
            for (int i = 0; i < s->links.count; i++)
                any = answer(s, s->links.items[i]) || any;
        }
    while (tidy(s, engine));
}

static void answer_all(server *s)
{
    if (ip_served_engine(s->service.served)) {
        answer_interleaved(s);
        return;
    }
    for (bool any = true; any;) {
        any = false;
        while (!s->service.owner) {
            link_of *next = next_waiting(s);
            if (!next || !answer(s, next))
                break;
            any = true;
        }
        for (int i = 0; i < s->links.count; i++)
            if (!s->links.items[i]->waits)
                any = answer(s, s->links.items[i]) || any;
    }
    for (int i = 0; i < s->links.count; i++) {
        link_of *link = s->links.items[i];
        if (!link->first && !link->leaves) {
            ip_served_client_notify(link->client, &link->out);
            send_out(link);
        }
    }
}

static void dismiss(link_of *link, const char *sqlstate, const char *message)
{
    ip_served_client_dismiss(link->client, sqlstate, message, &link->out);
    link->leaves = true;
    send_out(link);
}

/* A client that others wait for. */
static void dismiss_silent(server *s, link_of *link)
{
    dismiss(link, "25P03", "terminating connection due to idle-in-transaction timeout");
    s->result.dismissed++;
}

/* Ends the statement that waits. */
static void cancel(link_of *link, const char *sqlstate, const char *message)
{
    if (!ip_served_client_cancel(link->client, &link->first->frame, sqlstate, message, &link->out))
        return;
    link->waits = false;
    link->arrived = 0;
    link->spoke = ip_clock();
    drop_first(link);
    send_out(link);
}

/* When a limit of the client's is reached, in seconds of ip_clock; 0: it has none. */
static double limit_of(const link_of *link, const char *setting, double since)
{
    double limit = ip_served_client_limit(link->client, setting);
    return limit > 0 ? since + limit / 1000 : 0;
}

static bool is_idle(const link_of *link)
{
    return !link->first && !link->leaves && link->client;
}

/* The next moment at which a limit of the client's is reached; 0: none. An engine sees to limits of waiting itself. */
static double next_limit(const link_of *link)
{
    double lock = link->waits ? limit_of(link, "lock_timeout", link->arrived) : 0;
    double statement = link->waits ? limit_of(link, "statement_timeout", link->arrived) : 0;
    if (is_idle(link) && ip_served_client_in_block(link->client))
        return limit_of(link, "idle_in_transaction_session_timeout", link->spoke);
    if (is_idle(link))
        return limit_of(link, "idle_session_timeout", link->spoke);
    return lock && (!statement || lock <= statement) ? lock : statement;
}

/* Ends statements that clients cancel, or that wait for longer than they allow, and sessions that are idle for longer.
 */
static void obey_limits(server *s)
{
    for (int i = 0; i < s->links.count; i++) {
        link_of *link = s->links.items[i];
        if (link->leaves || !link->client)
            continue;
        double until = next_limit(link), now = ip_clock();
        bool over = until && now >= until;
        if (ip_served_client_is_canceled(link->client) && link->waits)
            cancel(link, "57014", "canceling statement due to user request");
        else if (over && link->waits && until == limit_of(link, "lock_timeout", link->arrived))
            cancel(link, "55P03", "canceling statement due to lock timeout");
        else if (over && link->waits)
            cancel(link, "57014", "canceling statement due to statement timeout");
        else if (over && ip_served_client_in_block(link->client))
            dismiss(link, "25P03", "terminating connection due to idle-in-transaction timeout");
        else if (over)
            dismiss(link, "57P05", "terminating connection due to idle-session timeout");
    }
}

/* Dismisses the client that has been silent within a transaction for longest, if another client waits for a lock. */
static void lose_patience_interleaved(server *s)
{
    const link_of *next = next_waiting(s);
    link_of *silent = NULL;
    if (!next || ip_clock() - next->arrived < s->options->patience)
        return;
    for (int i = 0; i < s->links.count; i++) {
        link_of *link = s->links.items[i];
        if (!link->first && !link->leaves && ip_served_client_in_block(link->client) &&
            ip_clock() - link->spoke >= s->options->patience && (!silent || link->spoke < silent->spoke))
            silent = link;
    }
    if (silent)
        dismiss_silent(s, silent);
}

/* Dismisses a client whose transaction is idle for too long while others wait. */
static void lose_patience(server *s)
{
    if (ip_served_engine(s->service.served)) {
        lose_patience_interleaved(s);
        return;
    }
    const link_of *next = next_waiting(s);
    double since = next && next->arrived > s->owner_since ? next->arrived : s->owner_since;
    if (!next || !s->service.owner || ip_clock() - since < s->options->patience)
        return;
    for (int i = 0; i < s->links.count; i++) {
        link_of *link = s->links.items[i];
        if (link->client != s->service.owner)
            continue;
        dismiss_silent(s, link);
        return;
    }
}

/* What a client that leaves still sends is read, and thrown away: if the connection were closed before, the client
 * would lose the error that it has been sent. Returns true if it is through, or takes too long. */
static bool has_drained(link_of *link)
{
    if (!link->drains_until) {
        link->drains_until = ip_clock() + DRAINING;
        shutdown(link->descriptor, SHUT_WR);
        ip_served_client_free(link->client);
        link->client = NULL;
        while (link->first)
            drop_first(link);
    }
    return ip_clock() >= link->drains_until;
}

static void close_ended(server *s)
{
    int kept = 0;
    for (int i = 0; i < s->links.count; i++) {
        link_of *link = s->links.items[i];
        bool over = link->out.failed || (link->ended && (!link->first || link->waits || waiting(link))) ||
                    (link->leaves && !waiting(link) && has_drained(link));
        if (over)
            close_link(link);
        else
            s->links.items[kept++] = link;
    }
    s->links.count = kept;
}

/* Sends the reason for which the connection ends: the server stops. */
static void take_leave(link_of *link)
{
    if (link->leaves)
        return;
    ip_protocol_writing_error(&link->out, "FATAL", "57P01", "terminating connection due to administrator command");
    send_out(link);
}

/* ------------------------------------------------------------------ loop -- */

/* Connections that outlive the command get a grace period. */
static bool is_over(server *s, double *since)
{
    if (ip_recorder_signals_stopped()) {
        s->result.stopped = true;
        return true;
    }
    if (!s->child_ended)
        return false;
    if (!*since)
        *since = ip_clock();
    return s->links.count == 0 || ip_clock() - *since > GRACE;
}

/* How long the loop may sleep. */
static struct timespec moment(const server *s)
{
    bool locks = ip_served_engine(s->service.served) && next_waiting(s);
    double seconds = s->child_ended ? 0.05 : locks ? TICK : 1.0, now = ip_clock();
    if (s->holds_until && s->holds_until - now < seconds)
        seconds = s->holds_until - now;
    for (int i = 0; i < s->links.count; i++) {
        double until = s->links.items[i]->pause_until, limit = next_limit(s->links.items[i]);
        if (until && until - ip_clock() < seconds)
            seconds = until - ip_clock();
        if (limit && limit - ip_clock() < seconds)
            seconds = limit - ip_clock();
    }
    seconds = seconds < 0.0001 ? 0.0001 : seconds;
    return (struct timespec){.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
}

static void run_loop(server *s, const sigset_t *outside)
{
    struct pollfd *polls = NULL;
    double since = 0;
    while (!is_over(s, &since)) {
        int count = s->links.count;
        struct pollfd *larger = realloc(polls, sizeof *polls * (size_t)(count + 1));
        struct timespec most = moment(s);
        if (!larger)
            break;
        polls = larger;
        for (int i = 0; i < count; i++) {
            const link_of *link = s->links.items[i];
            bool reads = !link->ended && link->queued < MOST_QUEUED && waiting(link) < MOST_WAITING;
            polls[i] = (struct pollfd){.fd = link->descriptor,
                                       .events = (short)((reads ? POLLIN : 0) | (waiting(link) ? POLLOUT : 0))};
        }
        polls[count] = (struct pollfd){.fd = s->options->listening, .events = POLLIN};
        int ready = ppoll(polls, (nfds_t)count + 1, &most, outside);
        if (ip_recorder_child_has_ended(s->child, &s->result.status))
            s->child_ended = true;
        for (int i = 0; ready > 0 && i < count; i++) {
            if (polls[i].revents & (POLLIN | POLLHUP | POLLERR) && !s->links.items[i]->ended)
                read_link(s->links.items[i]);
            if (polls[i].revents & POLLOUT)
                send_out(s->links.items[i]);
        }
        answer_all(s);
        obey_limits(s);
        lose_patience(s);
        close_ended(s);
        answer_all(s); /* disconnected clients may have ended a turn */
        if (ready > 0 && polls[count].revents & POLLIN) {
            int descriptor = ip_recorder_endpoint_accept(s->options->listening);
            if (descriptor >= 0)
                open_link(s, descriptor);
        }
    }
    free(polls);
}

/* Returns the level that clients see, who know only PostgreSQL's levels. */
static const char *isolation_of(const ip_level *level)
{
    const char *name = ip_level_postgresql(level);
    return name && *name ? name : "read committed";
}

ip_server_result ip_served_server_run(ip_arena *arena, const ip_server_options *options)
{
    server s = {.arena = arena,
                .options = options,
                .service = {.served = options->served,
                            .policy = options->policy,
                            .secrets = (uint64_t)(ip_clock() * 1e9) ^ (uint64_t)getpid() << 32,
                            .in_turn = options->in_turn,
                            .arena = options->tells ? arena : NULL,
                            .level = ip_level_name(options->level),
                            .isolation = isolation_of(options->level)},
                .clock = ip_clock(),
                .random = options->pauses | 1};
    const ip_endpoint anybody = {.user = "isoproof", .database = "isoproof"};
    s.service.left_arena = ip_arena_new();
    ip_served_when_notified(options->served, ip_served_service_notified, &s.service);
    ip_served_service_asks(&s.service);
    ip_signals signals;
    ip_recorder_signals_begin(&signals);
    if (options->ready)
        options->ready(options->ready_data);
    if (options->command)
        s.child = ip_recorder_child_start(arena, options->command, options->listen, &anybody, &signals.outside,
                                          options->output, &s.result.error);
    if (s.child >= 0)
        run_loop(&s, &signals.outside);
    for (int i = 0; i < s.links.count; i++) {
        if (s.result.stopped)
            take_leave(s.links.items[i]);
        close_link(s.links.items[i]);
    }
    if (s.child > 0 && !s.child_ended) {
        int status;
        kill(options->output >= 0 ? -s.child : s.child, SIGTERM); /* with what it has started */
        waitpid(s.child, &status, 0);
    }
    ip_recorder_signals_end(&signals);
    ip_arena_free(s.service.left_arena);
    s.result.waited = s.service.waited;
    s.result.refused = s.service.refused;
    s.result.schedule = s.service.schedule;
    return s.result;
}
