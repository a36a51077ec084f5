/* Comparison operators of all types. */
#include "interpreter/builtin/builtin.h"

#include <string.h>

static int compare_padded(ip_datum a, ip_datum b)
{
    while (a.count && a.as.text[a.count - 1] == ' ')
        a.count--;
    while (b.count && b.as.text[b.count - 1] == ' ')
        b.count--;
    return ip_value_datum_compare(a, b);
}

#define COMPARISONS(X)                                                                                                 \
    X(equal, ==)                                                                                                       \
    X(unequal, !=)                                                                                                     \
    X(less, <)                                                                                                         \
    X(greater, >)                                                                                                      \
    X(at_most, <=)                                                                                                     \
    X(at_least, >=)

#define X(name, op)                                                                                                    \
    static ip_datum any_##name(ip_run_state *run, const ip_datum *args, int count)                                     \
    {                                                                                                                  \
        (void)run, (void)count;                                                                                        \
        return ip_value_datum_boolean(ip_value_datum_compare(args[0], args[1]) op 0);                                  \
    }                                                                                                                  \
    static ip_datum integer_##name(ip_run_state *run, const ip_datum *args, int count)                                 \
    {                                                                                                                  \
        (void)run, (void)count;                                                                                        \
        return ip_value_datum_boolean(args[0].as.integer op args[1].as.integer);                                       \
    }                                                                                                                  \
    static ip_datum padded_##name(ip_run_state *run, const ip_datum *args, int count)                                  \
    {                                                                                                                  \
        (void)run, (void)count;                                                                                        \
        return ip_value_datum_boolean(compare_padded(args[0], args[1]) op 0);                                          \
    }
COMPARISONS(X)
#undef X

#define TYPES(symbol, name)                                                                                            \
    {symbol, "ss", "b", integer_##name, false, false}, {symbol, "ii", "b", integer_##name, false, false},              \
        {symbol, "ll", "b", integer_##name, false, false}, {symbol, "nn", "b", any_##name, false, false},              \
        {symbol, "rr", "b", any_##name, false, false}, {symbol, "ff", "b", any_##name, false, false},                  \
        {symbol, "tt", "b", any_##name, false, false}, {symbol, "cc", "b", padded_##name, false, false},               \
        {symbol, "mm", "b", any_##name, false, false}, {symbol, "gg", "b", any_##name, false, false},                  \
        {symbol, "bb", "b", any_##name, false, false}, {symbol, "dd", "b", any_##name, false, false},                  \
        {symbol, "hh", "b", any_##name, false, false}, {symbol, "pp", "b", any_##name, false, false},                  \
        {symbol, "zz", "b", any_##name, false, false}, {symbol, "vv", "b", any_##name, false, false},                  \
        {symbol, "rf", "b", any_##name, false, false}, {symbol, "fr", "b", any_##name, false, false},                  \
        {symbol, "11", "b", any_##name, false, false}, {symbol, "22", "b", any_##name, false, false},                  \
        {symbol, "33", "b", any_##name, false, false}, {symbol, "44", "b", any_##name, false, false},                  \
        {symbol, "55", "b", any_##name, false, false}, {symbol, "66", "b", any_##name, false, false},                  \
        {symbol, "RR", "b", any_##name, false, false}, {symbol, "yy", "b", any_##name, false, false},                  \
        {symbol, "kk", "b", any_##name, false, false}, {symbol, "KK", "b", any_##name, false, false},                  \
        {symbol, "MM", "b", any_##name, false, false},                                                                 \
    {                                                                                                                  \
        symbol, "AA", "b", any_##name, false, false                                                                    \
    }

const ip_signature ip_builtin_compare_signatures[] = {TYPES("=", equal),
                                                      TYPES("<>", unequal),
                                                      TYPES("<", less),
                                                      TYPES(">", greater),
                                                      TYPES("<=", at_most),
                                                      TYPES(">=", at_least),
                                                      {NULL, NULL, NULL, NULL, false, false}};
