/* Matching: which ends a part of the expression can have from which beginnings, as sets of positions; then, of the
 * match found, what each pair of parentheses has. What comes first takes as much as it can (section 9.7.3.5). */
#include "interpreter/value/regex_parse.h"

#include <string.h>

enum { LONGEST_TEXT = 1000, MOST_WORK = 200000000 };

typedef struct matcher {
    ip_arena *arena;
    const ip_regex *regex;
    ip_characters text;
    bool unable;
    long work;
    ip_span *spans;
} matcher;

/* Of positions 0 … text.count. */
typedef bool *places;

ip_characters ip_characters_of(ip_arena *arena, const char *text, int bytes)
{
    int32_t *items = IP_NEW_ARRAY(arena, int32_t, bytes);
    int count = 0;
    for (int i = 0; i < bytes;) {
        unsigned char lead = (unsigned char)text[i++];
        int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
        int32_t c = more == 3 ? lead & 7 : more == 2 ? lead & 15 : more == 1 ? lead & 31 : lead;
        for (; more > 0 && i < bytes; more--)
            c = c << 6 | ((unsigned char)text[i++] & 63);
        items[count++] = c;
    }
    return (ip_characters){count, items};
}

int ip_regex_groups(const ip_regex *regex)
{
    return regex->groups;
}

static places nowhere(const matcher *m)
{
    return IP_NEW_ARRAY(m->arena, bool, m->text.count + 1);
}

static bool in_ranges(const ip_regex_node *set, int32_t c)
{
    for (int i = 0; i < set->range_count; i++)
        if (c >= set->ranges[i][0] && c <= set->ranges[i][1])
            return true;
    return false;
}

static bool takes(matcher *m, const ip_regex_node *set, int32_t c)
{
    if (c >= 128 && (set->classes || (m->regex->fold && set->range_count)))
        m->unable = true;
    bool in = in_ranges(set, c);
    if (m->regex->fold && c >= 'A' && c <= 'Z')
        in = in || in_ranges(set, c + 'a' - 'A');
    if (m->regex->fold && c >= 'a' && c <= 'z')
        in = in || in_ranges(set, c - 'a' + 'A');
    return in != set->negated;
}

static places ends(matcher *m, const ip_regex_node *n, const bool *begins);

/* most -1: no bound */
static places repeated(matcher *m, const ip_regex_node *child, int least, int most, const bool *begins)
{
    int size = m->text.count + 1;
    places all = nowhere(m), now = nowhere(m);
    memcpy(now, begins, (size_t)size);
    for (int times = 0; !m->unable; times++) {
        bool any = false;
        for (int i = 0; i < size; i++) {
            now[i] = now[i] && !(times >= least && all[i]); /* what follows from there is known */
            any = any || now[i];
            all[i] = all[i] || (times >= least && now[i]);
        }
        if (!any || times == most)
            break;
        now = ends(m, child, now);
    }
    return all;
}

/* The same of single characters, any number of them. */
static places run_of(matcher *m, const ip_regex_node *set, const bool *begins)
{
    places result = nowhere(m);
    for (int i = 0; i <= m->text.count; i++)
        result[i] = begins[i] || (i > 0 && result[i - 1] && takes(m, set, m->text.items[i - 1]));
    return result;
}

static places ends(matcher *m, const ip_regex_node *n, const bool *begins)
{
    int size = m->text.count + 1;
    places result = nowhere(m);
    m->work += size;
    m->unable = m->unable || m->work > MOST_WORK;
    if (m->unable)
        return result;
    switch (n->kind) {
    case IP_REGEX_EMPTY:
        memcpy(result, begins, (size_t)size);
        return result;
    case IP_REGEX_SET:
        for (int i = 0; i < m->text.count; i++)
            result[i + 1] = begins[i] && takes(m, n, m->text.items[i]);
        return result;
    case IP_REGEX_BEGIN:
        result[0] = begins[0];
        return result;
    case IP_REGEX_END:
        result[size - 1] = begins[size - 1];
        return result;
    case IP_REGEX_GROUP:
        return ends(m, n->left, begins);
    case IP_REGEX_THEN:
        return ends(m, n->right, ends(m, n->left, begins));
    case IP_REGEX_EITHER: {
        places left = ends(m, n->left, begins), right = ends(m, n->right, begins);
        for (int i = 0; i < size; i++)
            result[i] = left[i] || right[i];
        return result;
    }
    case IP_REGEX_REPEAT:
        if (n->left->kind == IP_REGEX_SET && n->least <= 1 && n->most < 0)
            return run_of(m, n->left, n->least ? ends(m, n->left, begins) : begins);
        return repeated(m, n->left, n->least, n->most, begins);
    }
    return result;
}

static places ends_from(matcher *m, const ip_regex_node *n, int begin)
{
    places at = nowhere(m);
    at[begin] = true;
    return ends(m, n, at);
}

static bool leads(matcher *m, const ip_regex_node *n, int begin, int end)
{
    return ends_from(m, n, begin)[end];
}

static void forget(matcher *m, const ip_regex_node *n)
{
    if (!n || !n->captures)
        return;
    if (n->kind == IP_REGEX_GROUP)
        m->spans[n->group] = (ip_span){-1, -1};
    forget(m, n->left);
    forget(m, n->right);
}

static void dissect(matcher *m, const ip_regex_node *n, int begin, int end);

/* Only the last round is kept. */
static void dissect_rounds(matcher *m, const ip_regex_node *n, int begin, int end)
{
    const ip_regex_node *child = n->left;
    if (n->least == 0 && begin == end) {
        if (leads(m, child, begin, end))
            dissect(m, child, begin, end);
        return;
    }
    if (n->least > 0) { /* x{m,n} is x{m-1,n-1}x */
        places before = nowhere(m);
        before[begin] = true;
        before = repeated(m, child, n->least - 1, n->most < 0 ? -1 : n->most - 1, before);
        for (int middle = end; middle >= begin; middle--)
            if (before[middle] && leads(m, child, middle, end)) {
                dissect(m, child, middle, end);
                return;
            }
        return;
    }
    for (int left = n->most; left != 0; left -= left > 0) {
        places next = ends_from(m, child, begin);
        int middle = end;
        for (; middle > begin; middle--) {
            places at = nowhere(m);
            at[middle] = true;
            if (next[middle] && repeated(m, child, 0, left < 0 ? -1 : left - 1, at)[end])
                break;
        }
        if (middle == begin)
            return;
        if (middle == end) {
            dissect(m, child, begin, end);
            return;
        }
        begin = middle;
    }
}

static void dissect(matcher *m, const ip_regex_node *n, int begin, int end)
{
    if (!n->captures)
        return;
    switch (n->kind) {
    case IP_REGEX_GROUP:
        m->spans[n->group] = (ip_span){begin, end};
        dissect(m, n->left, begin, end);
        break;
    case IP_REGEX_THEN: {
        places first = ends_from(m, n->left, begin);
        for (int middle = end; middle >= begin; middle--)
            if (first[middle] && leads(m, n->right, middle, end)) {
                dissect(m, n->left, begin, middle);
                dissect(m, n->right, middle, end);
                return;
            }
        break;
    }
    case IP_REGEX_EITHER: {
        const ip_regex_node *side = leads(m, n->left, begin, end) ? n->left : n->right;
        dissect(m, side, begin, end);
        break;
    }
    case IP_REGEX_REPEAT:
        forget(m, n->left);
        dissect_rounds(m, n, begin, end);
        break;
    case IP_REGEX_EMPTY:
    case IP_REGEX_SET:
    case IP_REGEX_BEGIN:
    case IP_REGEX_END:
        break;
    }
}

static bool anywhere(matcher *m, const ip_regex_node *root, int from)
{
    places at = nowhere(m);
    for (int i = from; i <= m->text.count; i++)
        at[i] = true;
    places found = ends(m, root, at);
    for (int i = 0; i <= m->text.count; i++)
        if (found[i])
            return true;
    return false;
}

static bool find_at(matcher *m, int begin)
{
    places last = ends_from(m, m->regex->root, begin);
    int end = m->text.count;
    while (end >= begin && !last[end])
        end--;
    if (end < begin)
        return false;
    m->spans[0] = (ip_span){begin, end};
    dissect(m, m->regex->root, begin, end);
    return true;
}

ip_regex_outcome ip_regex_find(const ip_regex *regex, ip_characters text, int from, ip_span *spans)
{
    matcher m = {NULL, regex, text, text.count > LONGEST_TEXT, 0, spans};
    if (m.unable || from > text.count)
        return m.unable ? IP_REGEX_UNABLE : IP_REGEX_NONE;
    m.arena = ip_arena_new();
    bool found = anywhere(&m, regex->root, from);
    for (int i = 0; spans && i <= regex->groups; i++)
        spans[i] = (ip_span){-1, -1};
    for (int begin = from; spans && found && !m.unable && !find_at(&m, begin); begin++)
        ip_arena_reset(m.arena);
    ip_arena_free(m.arena);
    return m.unable ? IP_REGEX_UNABLE : found ? IP_REGEX_FOUND : IP_REGEX_NONE;
}
