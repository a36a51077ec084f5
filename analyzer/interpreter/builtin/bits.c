/* Operators, functions and casts on bit strings. */
#include "interpreter/value/bits.h"
#include "interpreter/builtin/builtin.h"

#include <string.h>

/* The lowest bits of the number, with its sign in front. */
ip_datum ip_bits_of_integer(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    int length = cast->to.precision < 0 ? 1 : cast->to.precision;
    char *bits = ip_arena_alloc(run->arena, (size_t)length + 1);
    for (int i = 0; i < length; i++) {
        int place = length - 1 - i;
        bits[i] = (char)('0' + (value.as.integer >> (place > 63 ? 63 : place) & 1));
    }
    return ip_bits_datum(run->arena, bits, (size_t)length);
}

ip_datum ip_bits_to_integer(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    bool big = cast->to.tag == IP_T_BIGINT;
    uint64_t result = 0;
    if (value.count > (big ? 64 : 32))
        ip_raise(run, "22003", "%s out of range", big ? "bigint" : "integer");
    for (int i = 0; i < value.count; i++)
        result = result << 1 | (uint64_t)(value.as.text[i] - '0');
    return ip_datum_integer(big ? (int64_t)result : (int32_t)(uint32_t)result);
}

static ip_datum combine(ip_run_state *run, const ip_datum *args, const char *name, const char *table)
{
    if (args[0].count != args[1].count)
        ip_raise(run, "22026", "cannot %s bit strings of different sizes", name);
    char *bits = ip_arena_alloc(run->arena, (size_t)args[0].count + 1);
    for (int i = 0; i < args[0].count; i++)
        bits[i] = table[2 * (args[0].as.text[i] - '0') + (args[1].as.text[i] - '0')];
    return ip_bits_datum(run->arena, bits, (size_t)args[0].count);
}

static ip_datum both(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return combine(run, args, "AND", "0001");
}

static ip_datum either(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return combine(run, args, "OR", "0111");
}

static ip_datum one_of(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return combine(run, args, "XOR", "0110");
}

static ip_datum inverted(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return combine(run, (ip_datum[]){args[0], args[0]}, "NOT", "1100");
}

/* By so many places to the left; to the right if that is negative. */
static ip_datum shifted(ip_run_state *run, ip_datum value, int64_t places)
{
    char *bits = ip_arena_alloc(run->arena, (size_t)value.count + 1);
    for (int i = 0; i < value.count; i++) {
        int64_t from = i + places;
        bits[i] = from >= 0 && from < value.count ? value.as.text[from] : '0';
    }
    return ip_bits_datum(run->arena, bits, (size_t)value.count);
}

static ip_datum left(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return shifted(run, args[0], args[1].as.integer);
}

static ip_datum right(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return shifted(run, args[0], -args[1].as.integer);
}

static ip_datum concatenate(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    const char *joined = ip_arena_printf(run->arena, "%s%s", args[0].as.text, args[1].as.text);
    return ip_bits_datum(run->arena, joined, strlen(joined));
}

static ip_datum length_of(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_datum_integer(args[0].count);
}

static ip_datum bytes_of(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_datum_integer((args[0].count + 7) / 8);
}

static ip_datum part(ip_run_state *run, const ip_datum *args, int count)
{
    int64_t begin, wanted = ip_substring(run, args, count, args[0].count, &begin);
    return ip_bits_datum(run->arena, args[0].as.text + begin, (size_t)wanted);
}

static int64_t checked_index(ip_run_state *run, const ip_datum *args)
{
    if (args[1].as.integer < 0 || args[1].as.integer >= args[0].count)
        ip_raise(run, "2202E", "bit index %lld out of valid range (0..%d)", (long long)args[1].as.integer,
                 args[0].count - 1);
    return args[1].as.integer;
}

static ip_datum get_bit(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return ip_datum_integer(args[0].as.text[checked_index(run, args)] - '0');
}

static ip_datum set_bit(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    int64_t at = checked_index(run, args);
    if (args[2].as.integer != 0 && args[2].as.integer != 1)
        ip_raise(run, "22023", "new bit must be 0 or 1");
    char *bits = ip_arena_strndup(run->arena, args[0].as.text, (size_t)args[0].count);
    bits[at] = (char)('0' + args[2].as.integer);
    return ip_bits_datum(run->arena, bits, (size_t)args[0].count);
}

static ip_datum bit_count(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    int64_t ones = 0;
    for (int i = 0; i < args[0].count; i++)
        ones += args[0].as.text[i] == '1';
    return ip_datum_integer(ones);
}

const ip_signature ip_bits_signatures[] = {{"&", "kk", "k", both, false, false},
                                           {"|", "kk", "k", either, false, false},
                                           {"#", "kk", "k", one_of, false, false},
                                           {"~", "k", "k", inverted, false, false},
                                           {"<<", "ki", "k", left, false, false},
                                           {">>", "ki", "k", right, false, false},
                                           {"||", "KK", "K", concatenate, false, false},
                                           {"length", "k", "i", length_of, false, false},
                                           {"bit_length", "k", "i", length_of, false, false},
                                           {"octet_length", "k", "i", bytes_of, false, false},
                                           {"substring", "ki", "k", part, false, false},
                                           {"substring", "kii", "k", part, false, false},
                                           {"get_bit", "ki", "i", get_bit, false, false},
                                           {"set_bit", "kii", "k", set_bit, false, false},
                                           {"bit_count", "k", "l", bit_count, false, false},
                                           {NULL, NULL, NULL, NULL, false, false}};
