/* Translates PostgreSQL's regular expressions to the C library's, and matches with these. */
#include "interpreter/value/regex.h"

#include <locale.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1000, MOST_REPEATS = 255, MOST_PRODUCT = 10000, DEEPEST = 50, MOST_GROUPS = 100 };

static const char ambiguous[] =
    "a repeated or an optional inner group, or a group beside branches, of a regular expression";

typedef struct translation {
    ip_arena *arena;
    const char *at;
    IP_VEC(char) out;
    bool classes;          /* depends on the collation for characters beyond ASCII */
    bool ambiguous_groups; /* a group may match another part than on the server */
    long product;          /* of all bounds: the factor by which the library expands the expression */
    int depth, open, group_count, anchor_count;
    int numbers[MOST_GROUPS]; /* [the library's pair of parentheses] the capturing group */
    bool malformed;           /* a server refuses it, too */
    const char *why;
} translation;

static void stop(translation *t, const char *why)
{
    if (!t->why)
        t->why = why;
    t->at = "";
}

/* The server refuses it, too. */
static void stop_malformed(translation *t, const char *why)
{
    t->malformed = t->malformed || !t->why;
    stop(t, why);
}

static void put(translation *t, const char *text)
{
    for (; *text; text++)
        IP_PUSH(t->arena, &t->out, *text);
}

static void put_char(translation *t, char c)
{
    IP_PUSH(t->arena, &t->out, c);
}

static void put_literal(translation *t, char c)
{
    if (strchr(".[*+?^$|\\(){", c))
        put_char(t, '\\');
    put_char(t, c);
}

static bool is_beyond_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 128)
            return true;
    return false;
}

/* Returns the bracket contents for \d, \w and \s, or NULL for another letter. */
static const char *class_of(char letter)
{
    return letter == 'd' ? "0-9" : letter == 'w' ? "[:alnum:]_" : letter == 's' ? "[:space:]" : NULL;
}

/* Returns the character for an escape, or NUL if the escape is not a character. */
static char escaped(char c)
{
    static const char letters[] = "ntrfv", values[] = "\n\t\r\f\v";
    const char *found = c ? strchr(letters, c) : NULL;
    if (found)
        return values[found - letters];
    bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    return alphanumeric || (unsigned char)c >= 128 ? '\0' : c;
}

/* ---- brackets ---- */

/* Characters with a special meaning at some position within POSIX brackets, where a backslash does not escape them. */
typedef struct placed {
    bool close, caret, open, hyphen;
} placed;

static bool set_aside(placed *aside, char c)
{
    bool *which = c == ']'   ? &aside->close
                  : c == '^' ? &aside->caret
                  : c == '[' ? &aside->open
                  : c == '-' ? &aside->hyphen
                             : NULL;
    if (which)
        *which = true;
    return which != NULL;
}

static void named_class(translation *t)
{
    static const char *const names[] = {"alpha", "digit", "alnum", "upper", "lower",
                                        "space", "blank", "punct", "xdigit"};
    t->classes = true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);
        if (t->at[1] != ':' || strncmp(t->at + 2, names[i], length) != 0 || strncmp(t->at + 2 + length, ":]", 2) != 0)
            continue;
        put(t, ip_arena_printf(t->arena, "[:%s:]", names[i]));
        t->at += length + 4;
        return;
    }
    stop(t, "a collating element in a regular expression");
}

/* Returns the next character with escapes resolved. Returns NUL after a class was written or the translation has
 * stopped. */
static char bracket_item(translation *t)
{
    char c = *t->at;
    if (c == '[' && t->at[1] && strchr(":.=", t->at[1])) {
        named_class(t);
        return '\0';
    }
    t->at++;
    if ((unsigned char)c >= 128)
        stop(t, "a bracket with characters beyond ASCII in a regular expression");
    if (c != '\\')
        return t->why ? '\0' : c;
    c = *t->at;
    const char *class = class_of(c);
    if (!class && !escaped(c))
        stop(t, "an escape in a regular expression");
    if (t->why)
        return '\0';
    t->at++;
    if (!class)
        return escaped(c);
    put(t, class);
    t->classes = true;
    return '\0';
}

static void range_to(translation *t, char from)
{
    t->at++;
    char to = bracket_item(t);
    if (!to || to < from || strchr("]^[-", from) || strchr("]^[-", to)) {
        stop(t, "a regular expression with a range of this kind");
        return;
    }
    put_char(t, from);
    put_char(t, '-');
    put_char(t, to);
}

static void bracket_items(translation *t, placed *aside)
{
    for (bool first = true; *t->at != ']' || first; first = false) {
        if (!*t->at) {
            stop_malformed(t, "a regular expression with an open bracket");
            return;
        }
        if (!first && t->at[0] == '-' && t->at[1] != ']') {
            stop(t, "a regular expression with a hyphen in the midst of a bracket");
            return;
        }
        char c = bracket_item(t);
        if (c && t->at[0] == '-' && t->at[1] != ']')
            range_to(t, c);
        else if (c && !set_aside(aside, c))
            put_char(t, c);
    }
}

static void bracket(translation *t)
{
    placed aside = {0};
    bool negated = *t->at == '^';
    t->at += negated;
    put(t, negated ? "[^" : "[");
    int begin = t->out.count;
    put_char(t, ']'); /* stands first, or is removed below */
    bracket_items(t, &aside);
    if (t->why)
        return;
    t->at++;
    bool plain = t->out.count > begin + 1;
    if (!aside.close) {
        memmove(t->out.items + begin, t->out.items + begin + 1, (size_t)(t->out.count - begin - 1));
        t->out.count--;
    }
    if (aside.caret && !plain && !aside.close && !negated) {
        if (aside.open || aside.hyphen)
            stop(t, "a regular expression with a bracket of this kind");
        t->out.count = begin - 1;
        put(t, "\\^");
        return;
    }
    put(t,
        ip_arena_printf(t->arena, "%s%s%s]", aside.caret ? "^" : "", aside.open ? "[" : "", aside.hyphen ? "-" : ""));
}

/* ---- the rest ---- */

static void escape(translation *t)
{
    char c = *t->at;
    bool upper = c == 'D' || c == 'W' || c == 'S';
    const char *class = class_of(upper ? (char)(c + 'a' - 'A') : c);
    if (class) {
        put(t, ip_arena_printf(t->arena, "[%s%s]", upper ? "^" : "", class));
        t->classes = true;
    } else if (escaped(c))
        put_literal(t, escaped(c));
    else
        stop(t, "an escape in a regular expression");
    t->at += *t->at != '\0';
}

static bool sequence(translation *t);

/* These functions return whether the translated part can match the empty string. */
static bool group(translation *t)
{
    bool captures = *t->at != '?';
    if (!captures && t->at[1] != ':')
        stop(t, "lookahead or options in a regular expression");
    else if (++t->depth > DEEPEST || ++t->open >= MOST_GROUPS)
        stop(t, "a regular expression as deep");
    if (t->why)
        return true;
    t->at += captures ? 0 : 2;
    if (captures)
        t->numbers[++t->group_count] = t->open;
    put_char(t, '(');
    bool empty = sequence(t);
    put_char(t, ')');
    t->depth--;
    if (*t->at != ')')
        stop_malformed(t, "a regular expression with an open parenthesis");
    t->at += *t->at == ')';
    return empty;
}

static int number(translation *t)
{
    int value = -1;
    for (; *t->at >= '0' && *t->at <= '9' && value <= MOST_REPEATS; t->at++)
        value = (value < 0 ? 0 : value) * 10 + (*t->at - '0');
    return value;
}

static bool is_quantifier(const char *at)
{
    return *at == '*' || *at == '+' || *at == '?' || (*at == '{' && at[1] >= '0' && at[1] <= '9');
}

static bool quantifier(translation *t)
{
    bool empty = *t->at == '*' || *t->at == '?';
    const char *begin = t->at++;
    if (*begin == '{') {
        int least = number(t), most = least;
        if (*t->at == ',') {
            t->at++;
            most = number(t);
        }
        if (*t->at != '}' || least > MOST_REPEATS || most > MOST_REPEATS || (most >= 0 && most < least)) {
            stop(t, "a regular expression with such bounds");
            return true;
        }
        t->at++;
        empty = least == 0;
        t->product *= most > 1 ? most : least > 1 ? least : 1;
        if (t->product > MOST_PRODUCT)
            stop(t, "a regular expression as long");
    }
    if (is_quantifier(t->at))
        stop(t, "a quantifier of this kind in a regular expression");
    if (!t->why)
        put(t, ip_arena_strndup(t->arena, begin, (size_t)(t->at - begin)));
    return empty;
}

static bool atom(translation *t)
{
    char c = *t->at;
    int anchors = t->anchor_count;
    bool beyond = (unsigned char)c >= 128, empty = c == '^' || c == '$';
    if (is_quantifier(t->at)) {
        if (strncmp(t->at, "***", 3) == 0) /* says what follows */
            stop(t, "a regular expression with a director");
        else
            stop_malformed(t, "a regular expression with a quantifier of nothing");
        return true;
    }
    t->at++;
    if (c == '(')
        empty = group(t);
    else if (c == '[')
        bracket(t);
    else if (c == '\\')
        escape(t);
    else if (c == '^' || c == '$' || c == '.')
        put_char(t, c);
    else
        put_literal(t, c);
    t->anchor_count += c == '^' || c == '$';
    if (t->why || !is_quantifier(t->at))
        return empty;
    if (t->anchor_count > anchors || beyond) /* the library treats repeated anchors as matched */
        stop(t, "a quantifier of this kind in a regular expression");
    if (empty && *t->at != '?') /* a repetition of it may not terminate */
        stop(t, "a repetition of what can match nothing in a regular expression");
    /* Within a group, the library makes each part as long as possible, in order; the server makes the whole group as
     * long as possible. */
    t->ambiguous_groups = t->ambiguous_groups || (c == '(' && (t->depth || *t->at != '?'));
    return t->why || quantifier(t) || empty;
}

/* Translates branches, which consist of atoms with quantifiers. */
static bool sequence(translation *t)
{
    bool empty = true, any_empty = false;
    bool branches = false;
    while (!t->why && *t->at && (*t->at != ')' || t->depth == 0)) {
        if (*t->at == '|') {
            put_char(t, *t->at++);
            branches = true;
            any_empty = any_empty || empty;
            empty = true;
        } else if (*t->at == ')')
            stop(t, "a regular expression with such parentheses");
        else
            empty = atom(t) && empty;
    }
    t->ambiguous_groups = t->ambiguous_groups || branches;
    return empty || any_empty;
}

static const char *translate(translation *t, const ip_regex_search *search)
{
    if (strlen(search->pattern) > LONGEST || strlen(search->text) > LONGEST)
        return "a regular expression on such a text";
    if (search->fold && is_beyond_ascii(search->pattern))
        return "upper and lower case beyond ASCII";
    sequence(t);
    put_char(t, '\0');
    if (!t->why && search->groups && t->group_count && t->ambiguous_groups)
        t->why = ambiguous;
    if (!t->why && (t->classes || search->fold) && is_beyond_ascii(search->text))
        t->why = "a regular expression on such a text";
    return t->why;
}

static int after_character(const char *text, int at)
{
    for (at++; ((unsigned char)text[at] & 0xC0) == 0x80; at++)
        ;
    return at;
}

static const char *collect(const translation *t, const regex_t *regex, const ip_regex_search *search,
                           ip_regex_matches *matches)
{
    IP_VEC(ip_span) spans = {0};
    regmatch_t found[MOST_GROUPS];
    int length = (int)strlen(search->text);
    for (int from = 0; from <= length && (search->all || matches->count == 0);) {
        found[0] = (regmatch_t){.rm_so = from, .rm_eo = length};
        int outcome = regexec(regex, search->text, (size_t)t->open + 1, found, REG_STARTEND);
        if (outcome == REG_NOMATCH)
            break;
        if (outcome != 0)
            return "a regular expression on such a text";
        for (int i = 0; i <= t->group_count; i++) {
            regmatch_t part = found[t->numbers[i]];
            ip_span span = {(int)part.rm_so, (int)part.rm_eo};
            IP_PUSH(t->arena, &spans, span);
        }
        matches->count++;
        from = (int)found[0].rm_eo;
        if (found[0].rm_so == found[0].rm_eo)
            from = from < length ? after_character(search->text, from) : length + 1;
    }
    matches->spans = spans.items;
    return NULL;
}

/* Keeps the last expression, as a CHECK matches the same one for each row. */
static const regex_t *compiled(const char *pattern, int flags)
{
    static struct {
        char *pattern;
        int flags;
        regex_t regex;
    } last;
    if (last.pattern && last.flags == flags && strcmp(last.pattern, pattern) == 0)
        return &last.regex;
    if (last.pattern) {
        regfree(&last.regex);
        free(last.pattern);
    }
    last.pattern = regcomp(&last.regex, pattern, flags) == 0 ? strdup(pattern) : NULL;
    last.flags = flags;
    return last.pattern ? &last.regex : NULL;
}

const char *ip_value_regex_find(ip_arena *arena, const ip_regex_search *search, ip_regex_matches *matches)
{
    translation t = {.arena = arena, .at = search->pattern, .product = 1};
    const char *why = translate(&t, search);
    if (why) {
        *matches = (ip_regex_matches){.malformed = t.malformed};
        return why;
    }
    *matches = (ip_regex_matches){.group_count = t.group_count};
    /* With UTF-8 the library matches whole characters. Classes and case beyond ASCII were refused earlier. */
    static locale_t utf8;
    utf8 = utf8 ? utf8 : newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!utf8)
        return "a regular expression without the locale C.UTF-8";
    locale_t before = uselocale(utf8);
    const regex_t *regex = compiled(t.out.items, REG_EXTENDED | (search->fold ? REG_ICASE : 0));
    why = regex ? collect(&t, regex, search, matches) : "such a regular expression";
    uselocale(before);
    return why;
}
