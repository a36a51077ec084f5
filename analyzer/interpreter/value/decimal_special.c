/* Computes with numeric's NaN and infinities (PostgreSQL 15 documentation, section 8.1.2). */
#include "interpreter/value/decimal.h"

#include <string.h>
#include <strings.h>

/* Indexed by the sign of an infinity; 0 for NaN. */
static const char *const names[] = {"-Infinity", "NaN", "Infinity"};

static ip_decimal named(int which)
{
    return (ip_decimal){0, 0, names[which + 1]};
}

static bool is_nan(ip_decimal a)
{
    return a.digits && *a.digits == 'N';
}

static bool is_infinite(ip_decimal a)
{
    return ip_decimal_is_special(a) && !is_nan(a);
}

static ip_decimal nan_value(void)
{
    return named(0);
}

static ip_decimal infinity(int sign)
{
    return named(sign);
}

bool ip_value_decimal_special_parse(const char *text, size_t length, ip_decimal *result)
{
    bool is_signed = length && (*text == '-' || *text == '+');
    if (length == 3 && strncasecmp(text, "nan", 3) == 0) {
        *result = nan_value();
        return true;
    }
    size_t rest = length - is_signed;
    if ((rest != 3 || strncasecmp(text + is_signed, "inf", 3) != 0) &&
        (rest != 8 || strncasecmp(text + is_signed, "infinity", 8) != 0))
        return false;
    *result = infinity(*text == '-' ? -1 : 1);
    return true;
}

ip_decimal ip_value_decimal_special_add(ip_decimal a, ip_decimal b)
{
    if (is_nan(a) || is_nan(b) ||
        (is_infinite(a) && is_infinite(b) && ip_value_decimal_sign(a) != ip_value_decimal_sign(b)))
        return nan_value();
    return is_infinite(a) ? a : b;
}

ip_decimal ip_value_decimal_special_multiply(ip_decimal a, ip_decimal b)
{
    int sign = ip_value_decimal_sign(a) * ip_value_decimal_sign(b);
    return is_nan(a) || is_nan(b) || sign == 0 ? nan_value() : infinity(sign);
}

ip_decimal ip_value_decimal_special_divide(ip_decimal a, ip_decimal b)
{
    if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b)))
        return nan_value();
    return is_infinite(b) ? ip_decimal_of(0, 0) : infinity(ip_value_decimal_sign(a) * ip_value_decimal_sign(b));
}

ip_decimal ip_value_decimal_special_modulo(ip_decimal a, ip_decimal b)
{
    return is_nan(b) || ip_decimal_is_special(a) ? nan_value() : a;
}

ip_decimal ip_value_decimal_special_negate(ip_decimal a)
{
    return is_nan(a) ? a : infinity(-ip_value_decimal_sign(a));
}

/* -Infinity is less than all numbers, Infinity is greater, and NaN is greater than Infinity and equal to itself. */
int ip_value_decimal_special_compare(ip_decimal a, ip_decimal b)
{
    int ranks[2];
    for (int i = 0; i < 2; i++) {
        ip_decimal value = i ? b : a;
        ranks[i] = is_nan(value) ? 2 : is_infinite(value) ? ip_value_decimal_sign(value) : 0;
    }
    return ranks[0] < ranks[1] ? -1 : ranks[0] > ranks[1];
}
