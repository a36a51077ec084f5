/* psql variables: their values, and the identifiers that replace variables without a known value. */
#include "psql/variables.h"
#include "base/text_table.h"

#include "base/words.h"
#include "parse/pg_parse.h"

#include <string.h>

/* --------------------------------------------------------------- words -- */

static bool in_word(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c >= 0x80;
}

/* Of a word without its last underscores, in small letters; words that are alike in their first 256 bytes count as one.
 * 0 stands for an empty slot. */
static uint64_t hash_word(const char *word, size_t length)
{
    char small[256];
    size_t count = 0;
    while (length > 1 && word[length - 1] == '_')
        length--;
    for (; count < length && count < sizeof small; count++)
        small[count] = (char)(word[count] >= 'A' && word[count] <= 'Z' ? word[count] + ('a' - 'A') : word[count]);
    uint64_t hash = ip_hash(small, count);
    return hash ? hash : 1;
}

static uint64_t *slot_of(const ip_variables *v, uint64_t *words, uint64_t hash)
{
    size_t at = hash & (v->word_slots - 1);
    while (words[at] && words[at] != hash)
        at = (at + 1) & (v->word_slots - 1);
    return &words[at];
}

static uint64_t *word_slot(const ip_variables *v, uint64_t hash)
{
    return slot_of(v, v->words, hash);
}

bool ip_psql_variables_is_unmarked(const ip_variables *v, const char *word, size_t length)
{
    uint64_t hash = hash_word(word, length);
    return !*word_slot(v, hash) || *slot_of(v, v->unmarked, hash) != 0; /* of a file that \i names nothing is known */
}

static size_t each_word(ip_variables *v, const ip_source *source)
{
    size_t count = 0;
    for (size_t at = 0; at < source->length;) {
        size_t end = at;
        while (end < source->length && in_word((unsigned char)source->text[end]))
            end++;
        if (end == at) {
            at++;
            continue;
        }
        count++;
        if (v->words) {
            uint64_t hash = hash_word(source->text + at, end - at);
            *word_slot(v, hash) = hash;
            if (at == 0 || source->text[at - 1] != '@')
                *slot_of(v, v->unmarked, hash) = hash;
        }
        at = end;
    }
    return count;
}

/* As psql's -v does. */
static void give(ip_variables *v, const ip_given_values *given)
{
    for (int i = 0; given && i < given->count; i++)
        ip_psql_variables_set_text(v, given->items[i].name, given->items[i].value, NULL);
}

ip_variables *ip_psql_variables_new(ip_arena *arena, const ip_source *const *sources, int source_count)
{
    ip_variables *v = IP_NEW(arena, ip_variables);
    size_t count = 0;
    v->arena = arena;
    for (int i = 0; i < source_count; i++)
        count += each_word(v, sources[i]);
    for (v->word_slots = 64; v->word_slots < 2 * count;)
        v->word_slots *= 2;
    v->words = IP_NEW_ARRAY(arena, uint64_t, v->word_slots);
    v->unmarked = IP_NEW_ARRAY(arena, uint64_t, v->word_slots);
    for (int i = 0; i < source_count; i++)
        each_word(v, sources[i]);
    for (int i = 0; i < source_count; i++)
        give(v, sources[i]->given);
    return v;
}

/* ------------------------------------------------------------ bindings -- */

static ip_psql_binding *find(const ip_variables *v, const char *name)
{
    for (int i = 0; i < v->bindings.count; i++)
        if (strcmp(v->bindings.items[i].name, name) == 0)
            return &v->bindings.items[i];
    return NULL;
}

static ip_psql_binding *binding(ip_variables *v, const char *name)
{
    ip_psql_binding *found = find(v, name);
    if (found)
        return found;
    ip_psql_binding added = {.name = ip_arena_strdup(v->arena, name)};
    IP_PUSH(v->arena, &v->bindings, added);
    return &v->bindings.items[v->bindings.count - 1];
}

/* The prefix of the identifiers for the binding's current version; NULL: every letter makes a word that the input uses.
 * From then on its words are reserved: :X and :x are different variables, but identifiers do not distinguish case. */
static const char *prefix(ip_variables *v, ip_psql_binding *b)
{
    static const char letters[] = "_zyxwvutsrqponmlkjihgfedcba";
    while (b->prefix.count <= b->version) {
        const char *chosen = NULL;
        for (const char *c = letters; *c && !chosen; c++) {
            const char *word = ip_arena_printf(v->arena, "%c%s", *c, *b->name == '?' ? b->name + 1 : b->name);
            uint64_t hash = hash_word(word, strlen(word)), *slot = word_slot(v, hash);
            if (*slot)
                continue;
            *slot = hash;
            chosen = word;
        }
        IP_PUSH(v->arena, &b->prefix, chosen);
    }
    return b->prefix.items[b->version];
}

const char *ip_psql_variable_name(ip_arena *arena, const ip_source *source, ip_token token)
{
    const char *text = source->text + token.begin;
    size_t length = token.end - token.begin, begin = 1, end = length;
    if (text[0] == '{' || text[1] == '{' || text[1] == '\'' || text[1] == '"') {
        begin = text[0] == '{' ? 1 : 2;
        end--;
    }
    return ip_arena_strndup(arena, text + begin, end - begin);
}

static const char *folded(ip_arena *arena, const char *identifier)
{
    char *copy = ip_arena_strdup(arena, identifier);
    for (char *c = copy; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c += 'a' - 'A';
    return copy;
}

static void add(ip_variables *v, ip_script_variables *variables, ip_script_variable variable)
{
    for (int i = 0; i < variables->count; i++)
        if (strcmp(variables->items[i].identifier, variable.identifier) == 0)
            return;
    IP_PUSH(v->arena, variables, variable);
}

static void add_within(ip_variables *v, const ip_psql_binding *b, ip_script_variables *variables)
{
    for (int i = 0; i < b->within.count; i++) {
        ip_psql_binding *used = find(v, b->within.items[i].name);
        if (used)
            used->used = true;
        add(v, variables, b->within.items[i]);
    }
}

/* ------------------------------------------------------------- filling -- */

/* Can the text stand within a statement, without ending it or a quotation around it? */
static const char *unfit(ip_arena *arena, const char *text)
{
    const ip_source *source = ip_source_from_text(arena, "", text, strlen(text));
    for (ip_token t = ip_parse_lex(source, 0, source->length, true); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(source, t.end, source->length, true)) {
        if (ip_parse_token_is(source, t, ";"))
            return "a variable whose value has a semicolon in it is not followed";
        if (t.kind == IP_TOKEN_BROKEN || t.kind == IP_TOKEN_COMMENT || t.kind == IP_TOKEN_VARIABLE ||
            t.kind == IP_TOKEN_COMMAND)
            return "a variable whose value is no whole part of a statement is not followed";
    }
    return NULL;
}

static const char *padded(ip_arena *arena, const char *word, size_t length)
{
    enum { LONGEST_NAME = 63 }; /* PostgreSQL cuts what is longer */
    size_t have = strlen(word);
    if (have >= length || length > LONGEST_NAME)
        return word;
    char *text = ip_arena_alloc(arena, length + 1);
    memset(text, '_', length);
    memcpy(text, word, have);
    text[length] = '\0';
    return text;
}

/* The binding's present version under that identifier. */
static ip_script_variable of_binding(ip_variables *v, const ip_psql_binding *b, const char *identifier, ip_range at,
                                     ip_script_variables *variables)
{
    ip_script_variable variable = {
        .identifier = identifier, .name = b->name, .range = at, .low = b->low, .high = b->high};
    if (b->version > 0)
        variable.name = ip_arena_printf(v->arena, "%s__%d", b->name, b->version + 1);
    add_within(v, b, variables);
    return variable;
}

static const char *fill_variable(ip_variables *v, ip_range at, const ip_hole *hole, ip_script_variables *variables,
                                 const char **fault)
{
    const char *written = at.source->text + at.begin;
    bool asks = hole->name[0] == '?', quotes = written[1] == '\'', names = written[1] == '"';
    ip_psql_binding *b = find(v, asks ? hole->name + 1 : hole->name);
    if (hole->kind == IP_HOLE_VARIABLE && b && b->value && written[0] == ':') {
        if (asks)
            return "TRUE";
        b->used |= b->is_list;
        add_within(v, b, variables);
        if (quotes || names)
            return ip_quoted(v->arena, b->value, quotes ? '\'' : '"');
        const char *bad = unfit(v->arena, b->value);
        *fault = bad ? bad : *fault;
        return b->value;
    }
    b = binding(v, hole->name);
    const char *word = prefix(v, b);
    if (!word) {
        *fault = "no name is left for this variable";
        return "";
    }
    b->used = true;
    /* Longer than the token only where that is shorter than a colon and a name: never, but of {x}. */
    word = padded(v->arena, word, at.end - at.begin);
    add(v, variables, of_binding(v, b, folded(v->arena, word), at, variables));
    return word;
}

static bool is_word(const void *variables, const char *word)
{
    return *word_slot(variables, hash_word(word, strlen(word))) != 0;
}

static const char *fill_placeholder(ip_variables *v, ip_range at, const ip_hole *hole, ip_script_variables *variables)
{
    ip_psql_binding *list = hole->name ? find(v, hole->name) : NULL;
    if (list && list->is_list) {
        list->used = true;
        add_within(v, list, variables);
        return list->value;
    }
    const char *name = hole->name ? hole->name : ip_psql_placeholder_name(v->arena, &v->placeholders, hole->number);
    const char *spelled = ip_psql_placeholder_spell(v->arena, &v->placeholders, at, name, is_word, v);
    bool quoted = *spelled == '"';
    ip_script_variable variable = {quoted ? name : spelled, name, at, NULL, NULL};
    if (hole->name) {
        ip_psql_binding *b = binding(v, hole->name);
        b->used = true;
        variable = of_binding(v, b, variable.identifier, at, variables);
    }
    add(v, variables, variable);
    return spelled;
}

static const char *blanks(ip_arena *arena, ip_range at)
{
    char *text = ip_arena_alloc(arena, at.end - at.begin + 1);
    memset(text, ' ', at.end - at.begin);
    return text;
}

const char *ip_psql_variables_fill(ip_variables *v, ip_range place, const ip_hole *holes, int hole_count,
                                   ip_range *range, ip_script_variables *variables, const char **fault)
{
    const char **filled = IP_NEW_ARRAY(v->arena, const char *, hole_count);
    size_t length = place.end - place.begin, grown = length;
    bool derived = false;
    *fault = NULL;
    for (int i = 0; i < hole_count && !*fault; i++) {
        ip_range at = {place.source, holes[i].token.begin, holes[i].token.end};
        if (holes[i].kind == IP_HOLE_BLANK)
            filled[i] = blanks(v->arena, at);
        else if (holes[i].kind == IP_HOLE_ESCAPED)
            filled[i] = "? ";
        else if (holes[i].kind == IP_HOLE_SPELLED)
            filled[i] = holes[i].name;
        else if (holes[i].kind == IP_HOLE_PLACEHOLDER)
            filled[i] = fill_placeholder(v, at, &holes[i], variables);
        else
            filled[i] = fill_variable(v, at, &holes[i], variables, fault);
        if (holes[i].bare && !*fault)
            filled[i] = ip_arena_printf(v->arena, "(%s)", filled[i]);
        derived |= holes[i].kind == IP_HOLE_NAME || strlen(filled[i]) != at.end - at.begin;
        grown += strlen(filled[i]);
    }
    if (*fault)
        return NULL;
    char *text = ip_arena_alloc(v->arena, grown + 1), *to = text;
    size_t *offsets = derived ? IP_NEW_ARRAY(v->arena, size_t, grown + 1) : NULL;
    size_t at = place.begin;
    for (int i = 0; i <= hole_count; i++) {
        size_t next = i < hole_count ? holes[i].token.begin : place.end;
        for (; at < next; at++) {
            if (offsets)
                offsets[to - text] = at;
            *to++ = place.source->text[at] ? place.source->text[at] : 1;
        }
        for (const char *c = i < hole_count ? filled[i] : ""; *c; c++) {
            if (offsets)
                offsets[to - text] = holes[i].token.begin;
            *to++ = *c;
        }
        if (i < hole_count)
            at = holes[i].token.end;
    }
    *to = '\0';
    *range = place;
    if (derived) {
        offsets[to - text] = place.end;
        *range = (ip_range){ip_source_derive(v->arena, place.source, text, (size_t)(to - text), offsets), 0,
                            (size_t)(to - text)};
    }
    return text;
}

const char *ip_psql_variables_fill_text(ip_variables *v, ip_range place, ip_range *range,
                                        ip_script_variables *variables)
{
    IP_VEC(ip_hole) holes = {0};
    for (ip_token t = ip_parse_lex(place.source, place.begin, place.end, true); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(place.source, t.end, place.end, true))
        if (t.kind == IP_TOKEN_VARIABLE) {
            ip_hole hole = {t, IP_HOLE_VARIABLE, ip_psql_variable_name(v->arena, place.source, t), false, 0};
            IP_PUSH(v->arena, &holes, hole);
        }
    const char *fault;
    return ip_psql_variables_fill(v, place, holes.items, holes.count, range, variables, &fault);
}

/* ------------------------------------------------------------- setting -- */

static void forget(ip_psql_binding *b)
{
    b->version += b->used;
    b->used = false;
    b->set = true;
    b->is_list = false;
    b->value = b->low = b->high = NULL;
    b->within.count = 0;
}

const char *ip_psql_variables_forget(ip_variables *v, const char *name)
{
    ip_psql_binding *b = binding(v, name);
    forget(b);
    return b->version > 0 ? ip_arena_printf(v->arena, "%s__%d", name, b->version + 1) : b->name;
}

void ip_psql_variables_set_text(ip_variables *v, const char *name, const char *value, const ip_script_variables *within)
{
    ip_psql_variables_forget(v, name);
    ip_psql_binding *b = binding(v, name);
    b->value = value;
    memset(&b->within, 0, sizeof b->within);
    for (int i = 0; within && i < within->count; i++)
        IP_PUSH(v->arena, &b->within, within->items[i]);
}

void ip_psql_variables_set_list(ip_variables *v, const char *name, const char *value, const ip_script_variables *within)
{
    bool set = binding(v, name)->set;
    ip_psql_variables_set_text(v, name, value, within);
    binding(v, name)->set = set;
    binding(v, name)->is_list = true;
}

bool ip_psql_variables_unset_list(ip_variables *v, const char *name)
{
    ip_psql_binding *b = binding(v, name);
    bool used = b->used;
    if (b->is_list)
        b->value = NULL;
    b->is_list = false;
    memset(&b->within, 0, sizeof b->within);
    return used;
}

void ip_psql_variables_set_range(ip_variables *v, const char *name, const char *low, const char *high,
                                 const ip_script_variables *within)
{
    ip_psql_variables_set_text(v, name, NULL, within);
    ip_psql_binding *b = binding(v, name);
    b->low = low;
    b->high = high;
}

void ip_psql_variables_begin(ip_variables *v)
{
    ip_psql_placeholders_begin(&v->placeholders);
    for (int i = 0; i < v->bindings.count; i++)
        v->bindings.items[i].used = false;
}

bool ip_psql_variables_is_bound(const ip_variables *v, const char *name)
{
    return find(v, name) != NULL;
}

const char *ip_psql_variables_present_name(const ip_variables *v, const char *name)
{
    const ip_psql_binding *b = find(v, name);
    return b && b->version > 0 ? ip_arena_printf(v->arena, "%s__%d", name, b->version + 1) : name;
}

const char *ip_psql_variables_value(const ip_variables *v, const char *name)
{
    const ip_psql_binding *b = find(v, name);
    return b && b->within.count == 0 ? b->value : NULL;
}

/* -------------------------------------------------------------- states -- */

/* Of a file with very many of both, nothing is kept: then every variable has any value afterwards. */
enum { MOST_SAVED = 500000 };

ip_variables_state ip_psql_variables_save(ip_variables *v)
{
    ip_variables_state state = {0};
    v->saved += (size_t)v->bindings.count;
    if (v->saved > MOST_SAVED)
        return state;
    for (int i = 0; i < v->bindings.count; i++)
        IP_PUSH(v->arena, &state, v->bindings.items[i]);
    return state;
}

/* Bindings are only ever added: they keep their places. */
static const ip_psql_binding *saved(const ip_variables_state *state, int index)
{
    return index < state->count ? &state->items[index] : NULL;
}

/* Version numbers are never reused: identifiers with an earlier version stay distinct. */
void ip_psql_variables_restore(ip_variables *v, const ip_variables_state *state)
{
    for (int i = 0; i < v->bindings.count; i++) {
        ip_psql_binding *b = &v->bindings.items[i];
        const ip_psql_binding *was = saved(state, i);
        if (!b->set)
            continue;
        if (was && was->version == b->version) {
            b->value = was->value;
            b->low = was->low;
            b->high = was->high;
            b->within.items = was->within.items;
            b->within.count = was->within.count;
            b->within.capacity = was->within.count;
        } else {
            forget(b);
        }
    }
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

void ip_psql_variables_join(ip_variables *v, const ip_variables_state *other)
{
    for (int i = 0; i < v->bindings.count; i++) {
        ip_psql_binding *b = &v->bindings.items[i];
        const ip_psql_binding *was = saved(other, i);
        bool same = was && was->version == b->version && same_text(was->value, b->value) &&
                    same_text(was->low, b->low) && same_text(was->high, b->high);
        if (!same && b->set)
            forget(b);
    }
}
