/* Digests, and the hash functions with which applications name advisory locks: the server's variant of lookup3 (Jenkins
 * 2006). */
#include "interpreter/builtin/builtin.h"
#include "interpreter/value/bytes.h"

#include <md5.h>
#include <sha2.h>

static ip_datum md5(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    char text[MD5_DIGEST_STRING_LENGTH];
    MD5Data((const uint8_t *)args[0].as.text, (size_t)args[0].count, text);
    return ip_value_datum_string(ip_arena_strdup(run->arena, text));
}

static ip_datum md5_bytes(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    size_t length;
    const unsigned char *bytes = ip_value_bytes_of(run->arena, args[0], &length);
    char text[MD5_DIGEST_STRING_LENGTH];
    MD5Data(bytes, length, text);
    return ip_value_datum_string(ip_arena_strdup(run->arena, text));
}

static ip_datum sha256(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    size_t length;
    const unsigned char *bytes = ip_value_bytes_of(run->arena, args[0], &length);
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, bytes, length);
    SHA256Final(digest, &context);
    return ip_value_bytes_datum(run->arena, digest, sizeof digest);
}

static uint32_t turned(uint32_t value, int bits)
{
    return value << bits | value >> (32 - bits);
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

/* Computes the final state. A seed of 0 has no effect. */
static void hash_bytes(ip_datum text, uint64_t seed, uint32_t state[3])
{
    const unsigned char *bytes = (const unsigned char *)text.as.text;
    size_t length = (size_t)text.count;
    state[0] = state[1] = state[2] = 0x9e3779b9u + (uint32_t)length + 3923095u;
    if (seed != 0) {
        state[0] += (uint32_t)(seed >> 32);
        state[1] += (uint32_t)seed;
        mix(state);
    }
    for (; length >= 12; bytes += 12, length -= 12) {
        for (int i = 0; i < 12; i++)
            state[i / 4] += (uint32_t)bytes[i] << 8 * (i % 4);
        mix(state);
    }
    /* The lowest byte of the last word is reserved for the length. */
    for (size_t i = 0; i < length; i++)
        state[i / 4] += (uint32_t)bytes[i] << 8 * (i < 8 ? i % 4 : i % 4 + 1);
    mix_finally(state);
}

static ip_datum hashtext(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    uint32_t state[3];
    hash_bytes(args[0], 0, state);
    return ip_value_datum_integer((int32_t)state[2]);
}

static ip_datum hashtextextended(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    uint32_t state[3];
    hash_bytes(args[0], (uint64_t)args[1].as.integer, state);
    return ip_value_datum_integer((int64_t)((uint64_t)state[1] << 32 | state[2]));
}

const ip_signature ip_builtin_digest_signatures[] = {{"md5", "t", "t", md5, false, false},
                                                     {"md5", "y", "t", md5_bytes, false, false},
                                                     {"sha256", "y", "y", sha256, false, false},
                                                     {"hashtext", "t", "i", hashtext, false, false},
                                                     {"hashtextextended", "tl", "l", hashtextextended, false, false},
                                                     {NULL, NULL, NULL, NULL, false, false}};
