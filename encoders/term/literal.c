/* Literals as terms. */
#include <ctype.h>
#include <string.h>

#include "term/terms_internal.h"

static bool same_ignoring_case_and_blanks(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b);
    while (la && a[la - 1] == ' ')
        la--;
    while (lb && b[lb - 1] == ' ')
        lb--;
    if (la != lb)
        return false;
    for (size_t i = 0; i < la; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return false;
    return true;
}

/* Different spellings are different values, except where types or collations exist under which they
 * are equal (citext, char(n)): those get symbols that may or may not be equal. */
static ip_term text_literal(ip_terms_context *c, const char *text)
{
    for (int i = 0; i < c->texts.count; i++) {
        if (strcmp(c->texts.items[i], text) == 0)
            return (ip_term){ip_term_int(&c->build, -1 - i), c->build.no};
        if (same_ignoring_case_and_blanks(c->texts.items[i], text))
            return ip_term_symbol(c, ip_plain_type(IP_TEXT), false, 0, NULL, "text:%s", text);
    }
    IP_PUSH(c->arena, &c->texts, text);
    return (ip_term){ip_term_int(&c->build, -c->texts.count), c->build.no};
}

static bool is_decimal(const char *text)
{
    int digits = 0, points = 0;
    if (*text == '-')
        text++;
    for (; *text; text++)
        if (isdigit((unsigned char)*text))
            digits++;
        else if (*text == '.' && !points)
            points++;
        else
            return false;
    return digits > 0;
}

ip_term ip_term_literal(ip_terms_context *c, const char *text, ip_type_kind kind)
{
    switch (kind) {
    case IP_INTEGER:
        if (is_decimal(text) && !strchr(text, '.'))
            return (ip_term){ip_term_numeral(c, text, c->build.integer), c->build.no};
        break;
    case IP_NUMERIC:
        if (is_decimal(text)) {
            const char *tidy = text[0] == '.' ? ip_arena_printf(c->arena, "0%s", text) : text;
            size_t n = strlen(tidy);
            if (tidy[n - 1] == '.')
                tidy = ip_arena_strndup(c->arena, tidy, n - 1);
            Z3_ast number = ip_term_numeral(c, tidy, c->build.real);
            ip_term_ordinary_number(c, number);
            return (ip_term){number, c->build.no};
        }
        break;
    case IP_TEXT:
        return text_literal(c, text);
    case IP_BOOLEAN:
        if (strcmp(text, "true") == 0 || strcmp(text, "t") == 0)
            return (ip_term){c->build.yes, c->build.no};
        if (strcmp(text, "false") == 0 || strcmp(text, "f") == 0)
            return (ip_term){c->build.no, c->build.no};
        break;
    case IP_TIME:
    case IP_OTHER:
        break;
    }
    /* Two spellings may mean one value: symbols without distinctness. */
    return ip_term_symbol(c, ip_plain_type(kind), false, 0, NULL, "literal.%d:%s", (int)kind, text);
}
