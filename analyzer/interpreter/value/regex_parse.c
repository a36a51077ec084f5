#include "interpreter/value/regex_parse.h"

#include <string.h>

enum { MOST_REPEATS = 255, MOST_NODES = 2000, DEEPEST = 200 };

typedef struct range {
    int32_t first, last;
} range;

typedef IP_VEC(range) ranges;

typedef struct parser {
    ip_arena *arena;
    ip_characters text;
    int at, groups, nodes, depth;
    const char *why;
} parser;

static const ip_regex_node *parse_either(parser *p);

static int32_t peek(const parser *p, int ahead)
{
    return p->at + ahead < p->text.count ? p->text.items[p->at + ahead] : -1;
}

static const ip_regex_node *stop(parser *p, const char *why)
{
    static const ip_regex_node empty = {.kind = IP_REGEX_EMPTY};
    if (!p->why)
        p->why = why;
    p->at = p->text.count;
    return &empty;
}

static ip_regex_node *node(parser *p, ip_regex_kind kind, const ip_regex_node *left, const ip_regex_node *right)
{
    ip_regex_node *made = IP_NEW(p->arena, ip_regex_node);
    *made = (ip_regex_node){.kind = kind, .left = left, .right = right};
    made->captures = kind == IP_REGEX_GROUP || (left && left->captures) || (right && right->captures);
    if (++p->nodes > MOST_NODES)
        stop(p, "a regular expression as long");
    return made;
}

/* ---- sets of characters ---- */

static void add(parser *p, ranges *set, int32_t first, int32_t last)
{
    range r = {first, last};
    IP_PUSH(p->arena, set, r);
}

/* \d, \w, \s; false: another letter */
static bool add_escaped_class(parser *p, ranges *set, int32_t letter)
{
    if (letter == 'd' || letter == 'w')
        add(p, set, '0', '9');
    if (letter == 'w') {
        add(p, set, 'A', 'Z');
        add(p, set, '_', '_');
        add(p, set, 'a', 'z');
    }
    if (letter == 's') {
        add(p, set, '\t', '\r');
        add(p, set, ' ', ' ');
    }
    return letter == 'd' || letter == 'w' || letter == 's';
}

/* What a backslash and this letter or sign stand for; -1: something else. */
static int32_t escaped(int32_t c)
{
    static const char letters[] = "ntrfv", values[] = "\n\t\r\f\v";
    const char *found = c > 0 && c < 128 ? strchr(letters, (int)c) : NULL;
    if (found)
        return values[found - letters];
    bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    return alphanumeric || c < 0 ? -1 : c;
}

static const ip_regex_node *set_node(parser *p, const ranges *set, bool negated, bool classes)
{
    ip_regex_node *made = node(p, IP_REGEX_SET, NULL, NULL);
    made->ranges = (const int32_t(*)[2])(const void *)set->items;
    made->range_count = set->count;
    made->negated = negated;
    made->classes = classes;
    return made;
}

static bool add_named_class(parser *p, ranges *set)
{
    static const struct {
        const char *name;
        int32_t parts[8];
    } classes[] = {
        {"alpha", {'A', 'Z', 'a', 'z'}},
        {"digit", {'0', '9'}},
        {"alnum", {'0', '9', 'A', 'Z', 'a', 'z'}},
        {"upper", {'A', 'Z'}},
        {"lower", {'a', 'z'}},
        {"space", {'\t', '\r', ' ', ' '}},
        {"blank", {'\t', '\t', ' ', ' '}},
        {"punct", {'!', '/', ':', '@', '[', '`', '{', '~'}},
        {"xdigit", {'0', '9', 'A', 'F', 'a', 'f'}},
    };
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        int length = (int)strlen(classes[i].name), same = 0;
        while (same < length && peek(p, same) == classes[i].name[same])
            same++;
        if (same < length || peek(p, same) != ':' || peek(p, same + 1) != ']')
            continue;
        for (int k = 0; k < 8 && classes[i].parts[k]; k += 2)
            add(p, set, classes[i].parts[k], classes[i].parts[k + 1]);
        p->at += length + 2;
        return true;
    }
    return false;
}

/* One character of a bracket expression, escapes done; -1: a class was added, or parsing has stopped. */
static int32_t bracket_item(parser *p, ranges *set, bool *classes)
{
    int32_t c = peek(p, 0);
    p->at++;
    if (c == '[' && (peek(p, 0) == ':' || peek(p, 0) == '.' || peek(p, 0) == '=')) {
        p->at++;
        *classes = true;
        if (p->text.items[p->at - 1] != ':' || !add_named_class(p, set))
            stop(p, "a collating element in a regular expression");
        return -1;
    }
    if (c != '\\')
        return c;
    c = peek(p, 0);
    p->at++;
    if (c > 0 && add_escaped_class(p, set, c)) {
        *classes = true;
        return -1;
    }
    if (escaped(c) < 0)
        stop(p, "an escape in a regular expression");
    return escaped(c);
}

static const ip_regex_node *parse_bracket(parser *p)
{
    ranges set = {0};
    bool negated = peek(p, 0) == '^', classes = false, first = true;
    p->at += negated;
    while (!p->why && (peek(p, 0) != ']' || first)) {
        if (peek(p, 0) < 0)
            return stop(p, "a regular expression with an open bracket");
        if (!first && peek(p, 0) == '-' && peek(p, 1) != ']')
            return stop(p, "a regular expression with a hyphen in the midst of a bracket");
        first = false;
        int32_t from = bracket_item(p, &set, &classes), to = from;
        if (from >= 0 && peek(p, 0) == '-' && peek(p, 1) != ']') {
            p->at++;
            to = bracket_item(p, &set, &classes);
            if (to < from)
                return stop(p, "a regular expression with a range of this kind");
        }
        if (from >= 0)
            add(p, &set, from, to);
    }
    p->at++;
    return set_node(p, &set, negated, classes);
}

/* ---- the rest ---- */

static const ip_regex_node *parse_escape(parser *p)
{
    int32_t c = peek(p, 0);
    ranges set = {0};
    p->at++;
    bool upper = c == 'D' || c == 'W' || c == 'S';
    if (c > 0 && add_escaped_class(p, &set, upper ? c + 'a' - 'A' : c))
        return set_node(p, &set, upper, true);
    if (escaped(c) < 0)
        return stop(p, "an escape in a regular expression");
    add(p, &set, escaped(c), escaped(c));
    return set_node(p, &set, false, false);
}

static const ip_regex_node *parse_group(parser *p)
{
    bool captures = peek(p, 0) != '?';
    if (!captures && peek(p, 1) != ':')
        return stop(p, "lookahead or options in a regular expression");
    p->at += captures ? 0 : 2;
    int number = captures ? ++p->groups : 0;
    if (++p->depth > DEEPEST)
        return stop(p, "a regular expression as deep");
    const ip_regex_node *inner = parse_either(p);
    p->depth--;
    if (peek(p, 0) != ')')
        return stop(p, "a regular expression with an open parenthesis");
    p->at++;
    if (!captures)
        return inner;
    ip_regex_node *group = node(p, IP_REGEX_GROUP, inner, NULL);
    group->group = number;
    return group;
}

static const ip_regex_node *parse_atom(parser *p, bool *repeats)
{
    int32_t c = peek(p, 0);
    ranges set = {0};
    p->at++;
    *repeats = c != '^' && c != '$';
    switch (c) {
    case '(':
        return parse_group(p);
    case '[':
        return parse_bracket(p);
    case '\\':
        return parse_escape(p);
    case '^':
        return node(p, IP_REGEX_BEGIN, NULL, NULL);
    case '$':
        return node(p, IP_REGEX_END, NULL, NULL);
    case '.':
        return set_node(p, &set, true, false);
    case '*':
    case '+':
    case '?':
        return stop(p, "a regular expression with a quantifier of nothing");
    case '{':
        if (peek(p, 0) >= '0' && peek(p, 0) <= '9')
            return stop(p, "a regular expression with a quantifier of nothing");
        break;
    default:
        break;
    }
    add(p, &set, c, c);
    return set_node(p, &set, false, false);
}

static int parse_number(parser *p)
{
    int value = -1;
    while (peek(p, 0) >= '0' && peek(p, 0) <= '9' && value <= MOST_REPEATS)
        value = (value < 0 ? 0 : value) * 10 + (int)p->text.items[p->at++] - '0';
    return value;
}

static bool parse_quantifier(parser *p, int *least, int *most)
{
    int32_t c = peek(p, 0);
    *least = c == '+';
    *most = c == '?' ? 1 : -1;
    if (c == '*' || c == '+' || c == '?') {
        p->at++;
        return true;
    }
    if (c != '{' || peek(p, 1) < '0' || peek(p, 1) > '9')
        return false;
    p->at++;
    *least = *most = parse_number(p);
    if (peek(p, 0) == ',') {
        p->at++;
        *most = parse_number(p);
    }
    if (peek(p, 0) != '}' || *least > MOST_REPEATS || *most > MOST_REPEATS || (*most >= 0 && *most < *least))
        stop(p, "a regular expression with such bounds");
    p->at++;
    return true;
}

static const ip_regex_node *parse_sequence(parser *p)
{
    int32_t c = peek(p, 0);
    if (c < 0 || c == '|' || (c == ')' && p->depth > 0))
        return node(p, IP_REGEX_EMPTY, NULL, NULL);
    bool repeats;
    int least, most;
    const ip_regex_node *atom = parse_atom(p, &repeats);
    if (!p->why && parse_quantifier(p, &least, &most)) {
        if (!repeats || peek(p, 0) == '*' || peek(p, 0) == '+' || peek(p, 0) == '?' ||
            (peek(p, 0) == '{' && peek(p, 1) >= '0' && peek(p, 1) <= '9'))
            return stop(p, "a quantifier of this kind in a regular expression");
        ip_regex_node *repeat = node(p, IP_REGEX_REPEAT, atom, NULL);
        repeat->least = least;
        repeat->most = most;
        atom = repeat;
    }
    if (p->why || p->nodes > MOST_NODES)
        return stop(p, "a regular expression as long");
    c = peek(p, 0);
    if (c < 0 || c == '|' || (c == ')' && p->depth > 0))
        return atom;
    return node(p, IP_REGEX_THEN, atom, parse_sequence(p));
}

static const ip_regex_node *parse_either(parser *p)
{
    const ip_regex_node *first = parse_sequence(p);
    if (p->why || peek(p, 0) != '|')
        return first;
    p->at++;
    return node(p, IP_REGEX_EITHER, first, parse_either(p));
}

ip_regex *ip_regex_make(ip_arena *arena, ip_characters pattern, bool fold, const char **why)
{
    parser p = {.arena = arena, .text = pattern};
    bool options = peek(&p, 0) == '*' && peek(&p, 1) == '*' && peek(&p, 2) == '*';
    if (options || (peek(&p, 0) == '(' && peek(&p, 1) == '?' && peek(&p, 2) != ':'))
        stop(&p, "lookahead or options in a regular expression");
    for (int i = 0; fold && i < pattern.count; i++)
        if (pattern.items[i] >= 128)
            stop(&p, "upper and lower case beyond ASCII");
    ip_regex *regex = IP_NEW(arena, ip_regex);
    regex->root = parse_either(&p);
    if (!p.why && p.at < pattern.count)
        stop(&p, "a regular expression with such parentheses");
    regex->groups = p.groups;
    regex->fold = fold;
    *why = p.why;
    return p.why ? NULL : regex;
}
