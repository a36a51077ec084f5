/* md5 (RFC 1321), sha256 (FIPS 180-4), and the hashes that name advisory locks: lookup3 (Jenkins 2006). */
#include "interpreter/value/bytes.h"
#include "interpreter/builtin/builtin.h"

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

/* With a bit after it, and its length in bits as the last eight bytes, the highest one first or last. */
static unsigned char *padded_to_blocks(ip_run_state *run, const void *bytes, size_t length, bool highest_first,
                                       size_t *blocks)
{
    *blocks = (length + 8) / 64 + 1;
    unsigned char *padded = ip_arena_alloc(run->arena, *blocks * 64);
    memset(padded, 0, *blocks * 64);
    memcpy(padded, bytes, length);
    padded[length] = 0x80;
    for (int i = 0; i < 8; i++)
        padded[*blocks * 64 - 8 + (size_t)i] = (unsigned char)((uint64_t)length * 8 >> 8 * (highest_first ? 7 - i : i));
    return padded;
}

static ip_datum md5_of(ip_run_state *run, const void *bytes, size_t length)
{
    uint32_t state[4] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476};
    size_t blocks;
    const unsigned char *padded = padded_to_blocks(run, bytes, length, false, &blocks);
    for (size_t i = 0; i < blocks; i++)
        add_block(state, padded + i * 64);
    char *text = ip_arena_alloc(run->arena, 33);
    for (int i = 0; i < 16; i++)
        snprintf(text + (ptrdiff_t)i * 2, 3, "%02x", (unsigned)(state[i / 4] >> (8 * (i % 4)) & 255));
    return ip_datum_string(text);
}

static ip_datum md5(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return md5_of(run, args[0].as.text, (size_t)args[0].count);
}

static ip_datum md5_bytes(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    size_t length;
    const unsigned char *bytes = ip_bytes_of(run->arena, args[0], &length);
    return md5_of(run, bytes, length);
}

/* The first 32 bits after the point: of the roots of small numbers a double has them all. */
static uint32_t fraction_of(double root)
{
    return (uint32_t)((root - floor(root)) * 4294967296.0);
}

static uint32_t word_of(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | (uint32_t)bytes[3];
}

static void add_sha_block(uint32_t state[8], const unsigned char *block, const uint32_t constants[64])
{
    uint32_t words[64], now[8];
    memcpy(now, state, sizeof now);
    for (int i = 0; i < 64; i++) {
        const uint32_t before = i < 16 ? 0 : words[i - 15], last = i < 16 ? 0 : words[i - 2];
        words[i] = i < 16 ? word_of(block + (size_t)i * 4)
                          : words[i - 16] + (turned(before, 25) ^ turned(before, 14) ^ before >> 3) + words[i - 7] +
                                (turned(last, 15) ^ turned(last, 13) ^ last >> 10);
        const uint32_t a = now[0], e = now[4];
        const uint32_t first = now[7] + (turned(e, 26) ^ turned(e, 21) ^ turned(e, 7)) +
                               ((e & now[5]) ^ (~e & now[6])) + constants[i] + words[i];
        const uint32_t second =
            (turned(a, 30) ^ turned(a, 19) ^ turned(a, 10)) + ((a & now[1]) ^ (a & now[2]) ^ (now[1] & now[2]));
        memmove(now + 1, now, 7 * sizeof now[0]);
        now[4] += first;
        now[0] = first + second;
    }
    for (int i = 0; i < 8; i++)
        state[i] += now[i];
}

/* It begins with the roots of the first primes, and its constants are their cube roots. */
static ip_datum sha256(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    uint32_t state[8], constants[64];
    unsigned char digest[32];
    size_t length, blocks;
    int primes = 0;
    for (int n = 2; primes < 64; n++) {
        bool prime = true;
        for (int d = 2; d * d <= n; d++)
            prime = prime && n % d != 0;
        if (prime && primes < 8)
            state[primes] = fraction_of(sqrt(n));
        if (prime)
            constants[primes++] = fraction_of(cbrt(n));
    }
    const unsigned char *bytes = ip_bytes_of(run->arena, args[0], &length);
    const unsigned char *padded = padded_to_blocks(run, bytes, length, true, &blocks);
    for (size_t i = 0; i < blocks; i++)
        add_sha_block(state, padded + i * 64, constants);
    for (int i = 0; i < 32; i++)
        digest[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
    return ip_bytes_datum(run->arena, digest, sizeof digest);
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

static ip_datum hashtext(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    uint32_t high, low;
    hash((const unsigned char *)args[0].as.text, (size_t)args[0].count, 0, &high, &low);
    return ip_datum_integer((int32_t)low);
}

static ip_datum hashtextextended(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    uint32_t high, low;
    hash((const unsigned char *)args[0].as.text, (size_t)args[0].count, (uint64_t)args[1].as.integer, &high, &low);
    return ip_datum_integer((int64_t)((uint64_t)high << 32 | low));
}

const ip_signature ip_digest_signatures[] = {{"md5", "t", "t", md5, false, false},
                                             {"md5", "y", "t", md5_bytes, false, false},
                                             {"sha256", "y", "y", sha256, false, false},
                                             {"hashtext", "t", "i", hashtext, false, false},
                                             {"hashtextextended", "tl", "l", hashtextextended, false, false},
                                             {NULL, NULL, NULL, NULL, false, false}};
