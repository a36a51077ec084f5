/* Reads and writes money as the server does if lc_monetary is C (PostgreSQL 15 documentation, section 8.2). */
#include "interpreter/value/money.h"

#include <ctype.h>
#include <string.h>

enum { CENTS = 2 };

static const char *skip_space(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* The currency symbol may stand before or after the sign. */
static const char *skip_symbol(const char *text)
{
    text = skip_space(text);
    return skip_space(*text == '$' ? text + 1 : text);
}

/* Counts below zero, as the smallest amount has no positive counterpart. Returns false if the amount is out of range.
 */
static bool read_amount(const char **text, int64_t *amount)
{
    bool point = false;
    int cents = 0;
    *amount = 0;
    for (;; (*text)++) {
        bool digit = isdigit((unsigned char)**text) != 0;
        if (digit && cents < CENTS) {
            if (__builtin_mul_overflow(*amount, 10, amount) || __builtin_sub_overflow(*amount, **text - '0', amount))
                return false;
            cents += point;
        } else if (**text == '.' && !point)
            point = true;
        else if (**text != ',')
            break;
    }
    bool up = **text >= '5' && **text <= '9';
    for (; cents < CENTS; cents++)
        if (__builtin_mul_overflow(*amount, 10, amount))
            return false;
    return !up || !__builtin_sub_overflow(*amount, 1, amount);
}

bool ip_value_money_parse(ip_arena *arena, const char *text, ip_datum *result, ip_failure *failure)
{
    const char *at = skip_symbol(text);
    bool negative = *at == '-' || *at == '(';
    int64_t amount;
    at = skip_symbol(negative || *at == '+' ? at + 1 : at);
    bool fits = read_amount(&at, &amount);
    while (isdigit((unsigned char)*at))
        at++;
    for (; *at && strchr(")-+$ \t\n\r\v\f", *at); at++)
        negative = negative || *at == '-';
    if (fits && *at)
        return ip_value_fail(arena, failure, "22P02", "invalid input syntax for type money: \"%s\"", text);
    if (!fits || (!negative && amount == INT64_MIN))
        return ip_value_fail(arena, failure, "22003", "value \"%s\" is out of range for type money", text);
    *result = (ip_datum){.kind = IP_DATUM_MONEY, .as.integer = negative ? amount : -amount};
    return true;
}

const char *ip_value_money_text(ip_arena *arena, int64_t cents)
{
    char buffer[40], *at = buffer + sizeof buffer - 1;
    uint64_t rest = cents < 0 ? 0 - (uint64_t)cents : (uint64_t)cents;
    *at = '\0';
    for (int digit = 0; rest || digit <= CENTS; rest /= 10, digit++) {
        if (digit == CENTS)
            *--at = '.';
        else if (digit > CENTS && (digit - CENTS) % 3 == 0)
            *--at = ',';
        *--at = (char)('0' + (int)(rest % 10));
    }
    return ip_arena_printf(arena, "%s$%s", cents < 0 ? "-" : "", at);
}
