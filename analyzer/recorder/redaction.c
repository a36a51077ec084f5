/* Replaces values. A value has one replacement, whether it is a literal, a parameter or a cell, so that `isoproof
 * templates` and `isoproof check` find the same equal values in a redacted recording. The replacement is an HMAC of the
 * value under a random key that is written nowhere, so that guessed values cannot be tested. A number becomes a number
 * with as many digits after the point: 5 and 5.00 are equal before and after. Other values become words. NULL, true and
 * false stay, because either of two values is easily guessed. */
#define _GNU_SOURCE /* strcasestr */
#include "recorder/redaction.h"

#include "recorder/redacted_text.h"

#include <ctype.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

enum { KEY = 32 };

struct ip_redaction {
    bool replaces;
    unsigned char key[KEY];
};

ip_redaction *ip_recorder_redaction_new(ip_arena *arena, bool replaces)
{
    ip_redaction *r = IP_NEW(arena, ip_redaction);
    r->replaces = replaces;
    return replaces && getrandom(r->key, sizeof r->key, 0) != KEY ? NULL : r;
}

/* --------------------------------------------------------------- secrets -- */

/* Tells whether the text is a connection string with a password: password=x, or postgresql://user:x@host. */
static bool is_conninfo(const char *text)
{
    for (const char *at = strcasestr(text, "password"); at; at = strcasestr(at + 1, "password")) {
        const char *after = at + strlen("password");
        if (after[strspn(after, " ")] == '=')
            return true;
    }
    const char *user = strstr(text, "://"), *host = user ? strchr(user, '@') : NULL;
    const char *colon = user ? strchr(user + 3, ':') : NULL;
    return host && colon && colon < host;
}

/* Tells whether the text is a password verifier as in pg_authid (PostgreSQL 15, section 53.8). */
static bool is_verifier(const char *text)
{
    enum { MD5 = 35 };
    return strncmp(text, "SCRAM-SHA-256$", strlen("SCRAM-SHA-256$")) == 0 ||
           (strncmp(text, "md5", 3) == 0 && strspn(text + 3, "0123456789abcdef") == MD5 - 3 && !text[MD5]);
}

bool ip_recorder_is_secret(const char *text)
{
    return is_verifier(text) || is_conninfo(text);
}

/* ---------------------------------------------------------- replacements -- */

static uint64_t mixed(const ip_redaction *r, const char *bytes, size_t length)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    uint64_t number = 0;
    HMAC(EVP_sha256(), r->key, KEY, (const unsigned char *)bytes, length, digest, NULL);
    memcpy(&number, digest, sizeof number);
    return number;
}

/* The digits of a number such as 12 or -3.50 before and after the point, without insignificant zeros. */
typedef struct decimal {
    const char *whole, *fraction;
    size_t whole_length, fraction_length, spelled; /* spelled: number of digits after the point, including zeros */
} decimal;

static bool read_decimal(const char *text, size_t length, decimal *d)
{
    size_t at = length > 0 && *text == '-', begin = at;
    while (at < length && isdigit((unsigned char)text[at]))
        at++;
    *d = (decimal){.whole = text + begin, .whole_length = at - begin, .fraction = text + at};
    if (at < length && text[at] == '.') {
        begin = ++at;
        while (at < length && isdigit((unsigned char)text[at]))
            at++;
        d->fraction = text + begin;
        d->fraction_length = d->spelled = at - begin;
    }
    if (at < length || d->whole_length + d->spelled == 0)
        return false;
    for (; d->whole_length > 0 && *d->whole == '0'; d->whole++)
        d->whole_length--;
    while (d->fraction_length > 0 && d->fraction[d->fraction_length - 1] == '0')
        d->fraction_length--;
    return true;
}

/* Returns a number of fifteen digits. A double represents all fifteen, and collisions among a million values are rare.
 */
static const char *number_for(const ip_redaction *r, ip_arena *arena, const char *text, const decimal *d)
{
    const uint64_t least = UINT64_C(100000000000000), most = UINT64_C(999999999999999);
    const char *value =
        ip_arena_printf(arena, "%.*s.%.*s", (int)d->whole_length, d->whole, (int)d->fraction_length, d->fraction);
    uint64_t mix = mixed(r, value, strlen(value));
    char *result = ip_arena_strdup(arena, ip_arena_printf(arena, "%s%llu%s%.*s", *text == '-' ? "-" : "",
                                                          (unsigned long long)(least + mix % (most - least + 1)),
                                                          d->spelled ? "." : "", (int)d->spelled, d->fraction));
    char *digits = result + strlen(result) - d->spelled;
    for (size_t i = 0; i < d->fraction_length; i++, mix = mix / 10 + (mix << 60))
        digits[i] = (char)('0' + mix % 10);
    return result;
}

static const char *word_for(const ip_redaction *r, ip_arena *arena, const char *text)
{
    return ip_arena_printf(arena, "x%016llx", (unsigned long long)mixed(r, text, strlen(text)));
}

const char *ip_recorder_redacted_number(const ip_redaction *r, ip_arena *arena, const char *text)
{
    decimal d;
    if (!read_decimal(text, strlen(text), &d)) /* as 1e20 and 0x1f */
        d = (decimal){.whole = text, .whole_length = strlen(text), .fraction = ""};
    return number_for(r, arena, text, &d);
}

static bool stays(const char *text)
{
    static const char *const words[] = {"t", "f", "true", "false", "null", "{}"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(text, words[i]) == 0)
            return true;
    return false;
}

static const char *scalar_for(const ip_redaction *r, ip_arena *arena, const char *text)
{
    decimal d;
    if (stays(text))
        return text;
    return read_decimal(text, strlen(text), &d) ? number_for(r, arena, text, &d) : word_for(r, arena, text);
}

/* Returns an element such as "it\"s" of an array, and moves *at after it. Returns NULL if the quotes are not closed. */
static const char *quoted_element(ip_arena *arena, const char **at)
{
    char *content = ip_arena_strdup(arena, *at + 1), *to = content;
    const char *from = *at + 1;
    for (; *from && *from != '"'; from++) {
        from += *from == '\\' && from[1];
        *to++ = *from;
    }
    *to = '\0';
    *at = from + 1;
    return *from ? content : NULL;
}

/* Replaces each element of {1,2} like a value of its own, since the same value may also occur alone. Returns NULL if
 * the text is no array; a JSON object is none. */
static const char *array_for(const ip_redaction *r, ip_arena *arena, const char *text)
{
    const char *result = "", *at = text;
    if (*text != '{' || text[strlen(text) - 1] != '}')
        return NULL;
    while (*at) {
        const char *element = NULL;
        size_t plain = strcspn(at, "{},\"");
        if (*at == '"') {
            if (!(element = quoted_element(arena, &at)) || !strchr(",}", *at) || !*at)
                return NULL;
        } else if (plain) {
            element = ip_arena_strndup(arena, at, plain);
            at += plain;
            if (!strchr(",}", *at) || !*at)
                return NULL;
        } else {
            result = ip_arena_printf(arena, "%s%c", result, *at++);
            continue;
        }
        result = ip_arena_printf(arena, "%s%s", result, scalar_for(r, arena, element));
    }
    return result;
}

const char *ip_recorder_redacted_value(const ip_redaction *r, ip_arena *arena, const char *text)
{
    if (!text || !*text)
        return text;
    if (ip_recorder_is_secret(text))
        return IP_HIDDEN;
    if (!r->replaces)
        return text;
    const char *array = stays(text) ? NULL : array_for(r, arena, text);
    return array ? array : scalar_for(r, arena, text);
}

const char *ip_recorder_redacted_statement(const ip_redaction *r, ip_arena *arena, const char *text)
{
    if (!r->replaces && !ip_recorder_may_have_secrets(text))
        return text;
    return ip_recorder_redacted_text(r->replaces ? r : NULL, arena, text);
}

const char *ip_recorder_redacted_message(const ip_redaction *r, const char *statement, const char *message)
{
    return r->replaces || (statement && ip_recorder_may_have_secrets(statement)) ? "" : message;
}
