/* md5 (RFC 1321), and the hashes that name advisory locks: lookup3 (Jenkins 2006). */
#include "prepare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static uint32_t turned(uint32_t value, int bits)
{
    return value << bits | value >> (32 - bits);
}

static void add_block(uint32_t state[4], const unsigned char *block)
{
    static const int turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t words[16], a = state[0], b = state[1], c = state[2], d = state[3];
    for (int i = 0; i < 16; i++)
        words[i] = (uint32_t)block[i * 4] | (uint32_t)block[i * 4 + 1] << 8 | (uint32_t)block[i * 4 + 2] << 16 |
                   (uint32_t)block[i * 4 + 3] << 24;
    for (int i = 0; i < 64; i++) {
        const int round = i / 16, which[4] = {i, 5 * i + 1, 3 * i + 5, 7 * i};
        const uint32_t mixed = round == 0   ? (b & c) | (~b & d)
                               : round == 1 ? (d & b) | (~d & c)
                               : round == 2 ? b ^ c ^ d
                                            : c ^ (b | ~d);
        const uint32_t constant = (uint32_t)floor(4294967296.0 * fabs(sin(i + 1.0)));
        const uint32_t next = b + turned(a + mixed + constant + words[which[round] % 16], turns[round][i % 4]);
        a = d;
        d = c;
        c = b;
        b = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

static ip_datum md5(ip_run *run, const ip_datum *args, int count)
{
    (void)count;
    uint32_t state[4] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476};
    const size_t length = (size_t)args[0].count, blocks = (length + 8) / 64 + 1;
    unsigned char *padded = ip_arena_alloc(run->arena, blocks * 64);
    memcpy(padded, args[0].as.text, length);
    padded[length] = 0x80;
    for (int i = 0; i < 8; i++)
        padded[blocks * 64 - 8 + (size_t)i] = (unsigned char)((uint64_t)length * 8 >> (8 * i));
    for (size_t i = 0; i < blocks; i++)
        add_block(state, padded + i * 64);
    char *text = ip_arena_alloc(run->arena, 33);
    for (int i = 0; i < 16; i++)
        snprintf(text + (ptrdiff_t)i * 2, 3, "%02x", (unsigned)(state[i / 4] >> (8 * (i % 4)) & 255));
    return ip_datum_string(text);
}

static void mix(uint32_t state[3])
{
    static const int turns[6] = {4, 6, 8, 16, 19, 4};
    for (int i = 0; i < 6; i++) {
        uint32_t *x = &state[i % 3], *before = &state[(i + 2) % 3], *after = &state[(i + 1) % 3];
        *x = (*x - *before) ^ turned(*before, turns[i]);
        *before += *after;
    }
}

static void mix_finally(uint32_t state[3])
{
    static const int turns[7] = {14, 11, 25, 16, 4, 14, 24};
    for (int i = 0; i < 7; i++) {
        uint32_t *x = &state[(i + 2) % 3];
        const uint32_t before = state[(i + 1) % 3];
        *x = (*x ^ before) - turned(before, turns[i]);
    }
}

/* The two halves of the server's 64 bits; the lower one does not depend on the seed 0. */
static void hash(const unsigned char *bytes, size_t length, uint64_t seed, uint32_t *high, uint32_t *low)
{
    const uint32_t start = 0x9e3779b9u + (uint32_t)length + 3923095u;
    uint32_t state[3] = {start, start, start};
    if (seed) {
        state[0] += (uint32_t)(seed >> 32);
        state[1] += (uint32_t)seed;
        mix(state);
    }
    for (; length >= 12; bytes += 12, length -= 12) {
        for (int i = 0; i < 12; i++)
            state[i / 4] += (uint32_t)bytes[i] << 8 * (i % 4);
        mix(state);
    }
    /* The last word's lowest byte is the length's. */
    for (size_t i = 0; i < length; i++)
        state[i / 4] += (uint32_t)bytes[i] << 8 * (i < 8 ? i % 4 : i % 4 + 1);
    mix_finally(state);
    *high = state[1];
    *low = state[2];
}

static ip_datum hashtext(ip_run *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    uint32_t high, low;
    hash((const unsigned char *)args[0].as.text, (size_t)args[0].count, 0, &high, &low);
    return ip_datum_integer((int32_t)low);
}

static ip_datum hashtextextended(ip_run *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    uint32_t high, low;
    hash((const unsigned char *)args[0].as.text, (size_t)args[0].count, (uint64_t)args[1].as.integer, &high, &low);
    return ip_datum_integer((int64_t)((uint64_t)high << 32 | low));
}

const ip_signature ip_digest_signatures[] = {{"md5", "t", "t", md5, false, false},
                                             {"hashtext", "t", "i", hashtext, false, false},
                                             {"hashtextextended", "tl", "l", hashtextextended, false, false},
                                             {NULL, NULL, NULL, NULL, false, false}};
