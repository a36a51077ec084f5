/* dbcop's history.bincode (Biswas & Enea 2019, their tool): numbers of eight bytes, the least significant first. An
 * identifier, counts of nodes, variables, transactions and events; three texts, each after its length; sessions,
 * transactions, events as lists after their lengths. An event is a byte "it writes", a variable, a value, a byte "it
 * succeeded"; a transaction ends with the last of these. Every variable begins with 0. */
#include "large_history/formats.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER = 8, TEXTS = 3, COUNTS = 5, EVENT = 2 * NUMBER + 2 };

typedef struct bytes {
    ip_large_builder *builder;
    const ip_source *source;
    size_t at;
    bool ended; /* within something */
} bytes;

static bool has(bytes *in, size_t count, const char *what)
{
    if (!in->ended && count <= in->source->length - in->at)
        return true;
    if (!in->ended)
        ip_large_complain(in->builder, in->at, "byte %zu: the file ends here, within %s: it is truncated or no history",
                          in->at, what);
    in->ended = true;
    return false;
}

static uint64_t read_number(bytes *in, const char *what)
{
    uint64_t number = 0;
    if (!has(in, NUMBER, what))
        return 0;
    for (int i = NUMBER - 1; i >= 0; i--)
        number = number << 8 | (unsigned char)in->source->text[in->at + (size_t)i];
    in->at += NUMBER;
    return number;
}

/* Of a list whose items take so many bytes at least. */
static uint64_t read_length(bytes *in, size_t item, const char *what)
{
    size_t begin = in->at;
    uint64_t length = read_number(in, what);
    if (in->ended || length <= (in->source->length - in->at) / item)
        return length;
    ip_large_complain(in->builder, begin, "byte %zu: %" PRIu64 " items of %s do not fit into the file", begin, length,
                      what);
    in->ended = true;
    return 0;
}

static bool read_flag(bytes *in, const char *what)
{
    if (!has(in, 1, what))
        return false;
    unsigned char flag = (unsigned char)in->source->text[in->at++];
    if (flag > 1 && !in->ended) {
        ip_large_complain(in->builder, in->at - 1, "byte %zu: %d stands where 0 or 1 is expected, in %s", in->at - 1,
                          flag, what);
        in->ended = true;
    }
    return flag;
}

static int as_text(char text[24], uint64_t number)
{
    return snprintf(text, 24, "%" PRIu64, number);
}

/* Successful writes of an aborted transaction are kept as aborted writes. */
static void read_events(bytes *in, int transaction, uint64_t count, bool committed)
{
    char text[24];
    for (uint64_t i = 0; i < count; i++) {
        size_t begin = in->at;
        bool write = read_flag(in, "an event");
        uint64_t variable = read_number(in, "an event"), value = read_number(in, "an event");
        bool good = read_flag(in, "an event");
        if (in->ended)
            return;
        if (!good || (!write && !committed))
            continue;
        ip_large_event event = {.transaction = transaction, .step = -1, .offset = begin};
        event.object = ip_large_object(in->builder, text, (size_t)as_text(text, variable));
        event.value = ip_large_value(in->builder, text, (size_t)as_text(text, value));
        if (write)
            ip_large_write(in->builder, &event);
        else
            ip_large_read_value(in->builder, &event);
    }
}

static void read_transaction(bytes *in, int session)
{
    size_t begin = in->at;
    uint64_t count = read_length(in, EVENT, "a transaction");
    size_t events = in->at;
    if (in->ended || !has(in, (size_t)count * EVENT + 1, "a transaction"))
        return;
    in->at += (size_t)count * EVENT;
    bool committed = read_flag(in, "a transaction");
    size_t end = in->at;
    int t = ip_large_transaction(in->builder, session, NULL, begin);
    if (!committed)
        ip_large_set_outcome(in->builder, t, IP_LARGE_ABORTED);
    in->at = events;
    read_events(in, t, count, committed);
    in->at = end;
}

bool ip_large_read_dbcop(ip_large_builder *b, const ip_source *source)
{
    bytes in = {.builder = b, .source = source};
    for (int i = 0; i < COUNTS; i++)
        read_number(&in, "the head of the file");
    for (int i = 0; i < TEXTS; i++)
        in.at += (size_t)read_length(&in, 1, "a text");
    uint64_t sessions = read_length(&in, NUMBER, "the list of sessions");
    for (uint64_t s = 0; s < sessions && !in.ended; s++) {
        int session = ip_large_unnamed_session(b);
        uint64_t count = read_length(&in, NUMBER + 1, "a session");
        for (uint64_t t = 0; t < count && !in.ended; t++)
            read_transaction(&in, session);
    }
    if (!in.ended && in.at < source->length)
        ip_large_complain(b, in.at, "byte %zu: expected the end of the file here", in.at);
    return true;
}
