/* Cuts a stream of bytes into messages. Only an incomplete message is copied. */
#include "protocol/frames.h"

#include <stdlib.h>
#include <string.h>

/* A first message that is longer is refused (the server's own limit, MAX_STARTUP_PACKET_LENGTH). Bodies that are longer
 * than LONGEST_KEPT bytes are skipped. */
enum { LONGEST_FIRST = 10000, LONGEST_KEPT = 64 * 1024 * 1024 };

static uint32_t length_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* Returns the length in bytes of the message that begins here, or 0 if its header is incomplete. */
static size_t whole_length(const ip_frames *frames, const char *bytes, size_t length, bool *wrong)
{
    size_t head = frames->untyped ? 4 : 5;
    if (length < head)
        return 0;
    uint32_t stated = length_at(bytes + head - 4);
    *wrong =
        stated < 4 || stated > INT32_MAX || (frames->untyped ? stated < 8 || stated > LONGEST_FIRST : bytes[0] == '\0');
    return head - 4 + (size_t)stated;
}

static bool keep(ip_frames *frames, const char *bytes, size_t length)
{
    if (frames->length + length > frames->room) {
        size_t room = (frames->length + length) * 2;
        char *larger = realloc(frames->bytes, room);
        if (!larger)
            return false;
        frames->bytes = larger;
        frames->room = room;
    }
    memcpy(frames->bytes + frames->length, bytes, length);
    frames->length += length;
    return true;
}

static bool give(ip_frames *frames, const char *bytes, size_t whole, ip_frame_sink sink, void *context)
{
    size_t head = frames->untyped ? 4 : 5;
    ip_frame frame = {frames->untyped ? '\0' : bytes[0], bytes + head, whole - head};
    return sink(context, &frame);
}

static bool is_broken(ip_frames *frames)
{
    frames->broken = true;
    frames->length = 0;
    return false;
}

/* Skips a body that is too long to keep. The first `there` bytes of the message have already arrived. */
static bool pass_over(ip_frames *frames, char type, size_t whole, size_t there, ip_frame_sink sink, void *context)
{
    ip_frame frame = {type, NULL, whole - 5};
    frames->passed = whole - there;
    frames->length = 0;
    return sink(context, &frame);
}

/* Continues the incomplete message: first its header, then its body. Returns the number of bytes consumed. */
static size_t go_on(ip_frames *frames, const char *bytes, size_t length, ip_frame_sink sink, void *context, bool *good)
{
    bool wrong = false;
    size_t whole = whole_length(frames, frames->bytes, frames->length, &wrong);
    size_t needed = (whole ? whole : frames->untyped ? 4 : 5) - frames->length;
    size_t used = needed < length ? needed : length;
    if (!keep(frames, bytes, used)) {
        *good = is_broken(frames);
        return length;
    }
    whole = whole_length(frames, frames->bytes, frames->length, &wrong);
    if (wrong) {
        *good = is_broken(frames);
    } else if (whole > LONGEST_KEPT) {
        *good = pass_over(frames, frames->bytes[0], whole, frames->length, sink, context);
    } else if (whole && whole == frames->length) {
        frames->length = 0;
        *good = give(frames, frames->bytes, whole, sink, context);
    }
    return used;
}

/* Reads the beginning of a message. Returns the number of bytes consumed. */
static size_t begin(ip_frames *frames, const char *bytes, size_t length, ip_frame_sink sink, void *context, bool *good)
{
    bool wrong = false;
    size_t whole = whole_length(frames, bytes, length, &wrong);
    if (whole && whole <= length && !wrong) {
        *good = give(frames, bytes, whole, sink, context);
        return whole;
    }
    if (!wrong && whole > LONGEST_KEPT)
        *good = pass_over(frames, bytes[0], whole, length, sink, context);
    else if (wrong || !keep(frames, bytes, length))
        *good = is_broken(frames);
    return length;
}

bool ip_protocol_frames_feed(ip_frames *frames, const char *bytes, size_t length, ip_frame_sink sink, void *context)
{
    bool good = !frames->broken;
    while (good && length > 0) {
        size_t used = frames->passed < length ? frames->passed : length;
        if (frames->passed)
            frames->passed -= used;
        else
            used = (frames->length ? go_on : begin)(frames, bytes, length, sink, context, &good);
        bytes += used;
        length -= used;
    }
    return good;
}

void ip_protocol_frames_free(ip_frames *frames)
{
    free(frames->bytes);
    *frames = (ip_frames){.broken = true};
}
