/* Operators, functions and casts of bit strings. */
#include "interpreter/value/bits.h"
#include "interpreter/builtin/builtin.h"

/* Returns the lowest bits of the number, extended by its sign. */
ip_datum ip_builtin_bits_of_integer(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    int length = cast->to.precision < 0 ? 1 : cast->to.precision;
    char *bits = ip_arena_alloc(run->arena, (size_t)length + 1);
    for (int i = 0; i < length; i++) {
        int place = length - 1 - i;
        bits[i] = (char)('0' + (value.as.integer >> (place > 63 ? 63 : place) & 1));
    }
    return ip_value_bits_datum(run->arena, bits, (size_t)length);
}

ip_datum ip_builtin_bits_to_integer(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    bool big = cast->to.tag == IP_T_BIGINT;
    uint64_t result = 0;
    if (value.count > (big ? 64 : 32))
        ip_interpreter_raise(run, "22003", "%s out of range", big ? "bigint" : "integer");
    for (int i = 0; i < value.count; i++)
        result = result << 1 | (uint64_t)(value.as.text[i] - '0');
    return ip_value_datum_integer(big ? (int64_t)result : (int32_t)(uint32_t)result);
}

static ip_datum combine(ip_run_state *run, const ip_datum *args, const char *name, const char *table)
{
    if (args[0].count != args[1].count)
        ip_interpreter_raise(run, "22026", "cannot %s bit strings of different sizes", name);
    char *bits = ip_arena_alloc(run->arena, (size_t)args[0].count + 1);
    for (int i = 0; i < args[0].count; i++)
        bits[i] = table[2 * (args[0].as.text[i] - '0') + (args[1].as.text[i] - '0')];
    return ip_value_bits_datum(run->arena, bits, (size_t)args[0].count);
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

const ip_signature ip_builtin_bits_signatures[] = {
    {"&", "kk", "k", both, false, false},           {"|", "kk", "k", either, false, false},
    {"#", "kk", "k", NULL, false, false},           {"~", "k", "k", NULL, false, false},
    {"<<", "ki", "k", NULL, false, false},          {">>", "ki", "k", NULL, false, false},
    {"||", "KK", "K", NULL, false, false},          {"length", "k", "i", NULL, false, false},
    {"octet_length", "k", "i", NULL, false, false}, {"substring", "ki", "k", NULL, false, false},
    {"substring", "kii", "k", NULL, false, false},  {NULL, NULL, NULL, NULL, false, false}};
