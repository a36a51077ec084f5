/* Maps statements that differ only in their values to one form. Later texts of a form are found by their tokens; only
 * the first one is parsed. */
#include "templates/statement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A text without its values, and which of its values fill the form's slots. */
typedef struct shape {
    const char *key;
    uint64_t hash;
    struct shape *next; /* of the same key: they differ in values that are not data */
    const ip_statement_form *form;
    IP_VEC(ip_log_literal) fixed; /* values that are not data; begin is their index in the text */
    IP_VEC(ip_found_slot) from;   /* [slot] the parts of its value */
} shape;

struct ip_forms {
    ip_arena *arena;
    const ip_schema *schema;
    ip_arena *scratch; /* for trees of the current statement */
    IP_VEC(ip_statement_form *) forms;
    shape **shapes;
    size_t shape_room, shape_count;
    int *by_identity; /* index plus one; 0 if free */
    size_t identity_room;
};

ip_forms *ip_templates_forms_new(ip_arena *arena, const ip_schema *schema)
{
    ip_forms *forms = IP_NEW(arena, ip_forms);
    forms->arena = arena;
    forms->schema = schema;
    forms->scratch = ip_arena_new();
    return forms;
}

void ip_templates_forms_free(ip_forms *forms)
{
    if (forms)
        ip_arena_free(forms->scratch);
}

const ip_table *ip_templates_table_named(const ip_schema *schema, const char *name)
{
    for (int i = 0; schema && name && i < schema->tables.count; i++) {
        const ip_table *table = schema->tables.items[i];
        const char *dot = strrchr(table->name, '.');
        if (strcmp(table->name, name) == 0 || (dot && strcmp(dot + 1, name) == 0))
            return table;
    }
    return NULL;
}

int ip_templates_forms_count(const ip_forms *forms)
{
    return forms->forms.count;
}

/* ---------------------------------------------------------------- tables -- */

static shape **shape_place(shape **table, size_t room, const char *key, uint64_t hash)
{
    size_t i = hash & (room - 1);
    while (table[i] && (table[i]->hash != hash || strcmp(table[i]->key, key) != 0))
        i = (i + 1) & (room - 1);
    return &table[i];
}

static void grow_shapes(ip_forms *forms)
{
    size_t room = forms->shape_room ? 2 * forms->shape_room : 1024;
    shape **table = IP_NEW_ARRAY(forms->arena, shape *, room);
    for (size_t i = 0; i < forms->shape_room; i++)
        if (forms->shapes[i])
            *shape_place(table, room, forms->shapes[i]->key, forms->shapes[i]->hash) = forms->shapes[i];
    forms->shapes = table;
    forms->shape_room = room;
}

static int *identity_place(const ip_forms *forms, const char *identity)
{
    size_t i = ip_templates_hash_bytes(IP_HASH_BEGIN, identity, strlen(identity)) & (forms->identity_room - 1);
    while (forms->by_identity[i] && strcmp(forms->forms.items[forms->by_identity[i] - 1]->identity, identity) != 0)
        i = (i + 1) & (forms->identity_room - 1);
    return &forms->by_identity[i];
}

static void grow_identities(ip_forms *forms)
{
    forms->identity_room = forms->identity_room ? 2 * forms->identity_room : 256;
    forms->by_identity = IP_NEW_ARRAY(forms->arena, int, forms->identity_room);
    for (int i = 0; i < forms->forms.count; i++)
        *identity_place(forms, forms->forms.items[i]->identity) = i + 1;
}

/* ----------------------------------------------------------------- forms -- */

/* Returns a stretch of the text without comments and with single blanks. */
static const char *tidy(ip_arena *arena, const ip_scan *scan, size_t begin, size_t end)
{
    const ip_source *source = &scan->source;
    char *text = ip_arena_alloc(arena, end - begin + 2), *to = text;
    size_t at = begin;
    for (ip_token t = ip_parse_lex(source, begin, end, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(source, t.end, end, false)) {
        if (t.kind == IP_TOKEN_COMMENT)
            continue;
        if (t.begin > at)
            *to++ = ' ';
        memcpy(to, source->text + t.begin, t.end - t.begin);
        to += t.end - t.begin;
        at = t.end;
    }
    if (end > at)
        *to++ = ' ';
    *to = '\0';
    return text;
}

static const char *kept(ip_arena *arena, const char *text)
{
    return text ? ip_arena_strdup(arena, text) : NULL;
}

/* A placeholder that occurs twice in a text is one slot. */
static int slot_of(ip_forms *forms, ip_statement_form *form, shape *created, const ip_found_slot *found)
{
    for (int i = 0; found->slot.placeholder && !found->slot.list && i < form->slots.count; i++)
        if (form->slots.items[i].placeholder == found->slot.placeholder && !form->slots.items[i].list) {
            if (!form->slots.items[i].column)
                form->slots.items[i].column = kept(forms->arena, found->slot.column);
            form->slots.items[i].compared |= found->slot.compared;
            form->slots.items[i].equals |= found->slot.equals;
            form->slots.items[i].set &= found->slot.set;
            form->slots.items[i].among &= found->slot.among;
            return i;
        }
    ip_template_slot slot = found->slot;
    ip_found_slot from = *found;
    slot.column = kept(forms->arena, slot.column);
    slot.table = kept(forms->arena, slot.table);
    from.parts.items = IP_NEW_ARRAY(forms->arena, int, from.parts.count);
    from.parts.capacity = from.parts.count;
    memcpy(from.parts.items, found->parts.items, sizeof(int) * (size_t)from.parts.count);
    IP_PUSH(forms->arena, &form->slots, slot);
    IP_PUSH(forms->arena, &created->from, from);
    return form->slots.count - 1;
}

static void add_piece(ip_forms *forms, ip_statement_form *form, const char *text, int slot)
{
    ip_form_piece piece = {ip_arena_strdup(forms->arena, text), slot};
    IP_PUSH(forms->arena, &form->pieces, piece);
}

static void cut(ip_forms *forms, ip_statement_form *form, shape *created, const ip_scan *scan, const ip_tree *statement)
{
    ip_found_slots found = {0};
    size_t at = 0;
    const char *begun = "";
    ip_templates_slots_find(forms->scratch, forms->schema, statement, scan, &found);
    bool *used = IP_NEW_ARRAY(forms->scratch, bool, scan->values.count + 1);
    for (int i = 0; i < found.count; i++) {
        const ip_found_slot *f = &found.items[i];
        if (f->begin < at)
            continue;
        const char *text =
            ip_arena_printf(forms->scratch, "%s%s%s", begun, tidy(forms->scratch, scan, at, f->begin), f->before);
        at = f->end;
        if (f->parts.count == 0) {
            begun = text;
            continue;
        }
        add_piece(forms, form, text, slot_of(forms, form, created, f));
        begun = f->after;
        for (int k = 0; k < f->parts.count; k++)
            if (f->parts.items[k] >= 0)
                used[f->parts.items[k]] = true;
    }
    add_piece(forms, form,
              ip_arena_printf(forms->scratch, "%s%s", begun, tidy(forms->scratch, scan, at, scan->source.length)), -1);
    for (int i = 0; i < scan->values.count; i++) {
        if (used[i])
            continue;
        ip_log_literal value = scan->values.items[i];
        value.text = value.content = NULL;
        value.begin = (size_t)i;
        IP_PUSH(forms->arena, &created->fixed, value);
    }
}

static const char *identity_of(ip_arena *arena, const ip_statement_form *form)
{
    size_t length = 1;
    for (int i = 0; i < form->pieces.count; i++)
        length += strlen(form->pieces.items[i].text) + 16;
    char *identity = ip_arena_alloc(arena, length), *to = identity;
    for (int i = 0; i < form->pieces.count; i++)
        to += sprintf(to, form->pieces.items[i].slot < 0 ? "%s" : "%s\x01%d\x01", form->pieces.items[i].text,
                      form->pieces.items[i].slot);
    return identity;
}

static const char *verb_of(ip_arena *arena, const ip_scan *scan)
{
    ip_token t = ip_parse_lex(&scan->source, 0, scan->source.length, false);
    return t.kind == IP_TOKEN_WORD ? ip_parse_token_name(arena, &scan->source, t) : "statement";
}

static const ip_statement_form *make(ip_forms *forms, shape *created, const ip_scan *scan)
{
    ip_parse_error error;
    ip_statement_form *form = IP_NEW(forms->arena, ip_statement_form);
    const ip_tree *statements = ip_parse_pg_parse(forms->scratch, scan->source.text, &error);
    const ip_tree *statement = ip_parse_statement_at(statements, 0);
    form->id = forms->forms.count;
    form->counts = IP_NEW(forms->arena, ip_form_counts);
    form->role = IP_ROLE_BROKEN;
    form->verb = verb_of(forms->arena, scan);
    if (statement && ip_parse_list_size(statements) == 1) {
        ip_statement_form found = {0};
        form->role = ip_templates_role_of(forms->scratch, forms->schema, statement, &found);
        form->level = kept(forms->arena, found.level);
        form->savepoint = kept(forms->arena, found.savepoint);
        form->returns = kept(forms->arena, found.returns);
        form->chains = found.chains;
        form->named_results = found.named_results;
        for (int i = 0; i < found.tables.count; i++) {
            const char *table = ip_arena_strdup(forms->arena, found.tables.items[i]);
            IP_PUSH(forms->arena, &form->tables, table);
        }
    }
    bool sent = form->role == IP_ROLE_WORK || form->role == IP_ROLE_SETTING;
    if (sent)
        cut(forms, form, created, scan, statement);
    else
        for (int i = 0; i < scan->values.count && form->role != IP_ROLE_NOISE; i++) {
            ip_log_literal value = scan->values.items[i];
            value.text = value.content = NULL;
            value.begin = (size_t)i;
            IP_PUSH(forms->arena, &created->fixed, value);
        }
    if (!sent)
        add_piece(forms, form, tidy(forms->scratch, scan, 0, scan->source.length), -1);
    form->identity = identity_of(forms->arena, form);
    if (forms->identity_room < 2 * (size_t)forms->forms.count + 2)
        grow_identities(forms);
    int *place = identity_place(forms, form->identity);
    if (*place)
        return forms->forms.items[*place - 1];
    if (form->role == IP_ROLE_WORK)
        form->fingerprint = ip_parse_pg_fingerprint(scan->source.text);
    IP_PUSH(forms->arena, &forms->forms, form);
    *place = forms->forms.count;
    return form;
}

/* -------------------------------------------------------------- names -- */

static bool first_word(const ip_scan *scan, const char *const *words, ip_token *t)
{
    *t = ip_parse_lex(&scan->source, 0, scan->source.length, false);
    return t->kind == IP_TOKEN_WORD && ip_parse_token_is_any(&scan->source, *t, words);
}

/* Replaces the name of a cursor, which libraries number, by a fixed one. */
static void rename_cursor(ip_arena *arena, ip_scan *scan)
{
    static const char *const words[] = {"declare", "fetch", "move", "close", NULL};
    static const char *const within[] = {"from", "in", NULL};
    ip_token verb, name = {.kind = IP_TOKEN_END};
    size_t length = scan->source.length;
    if (!first_word(scan, words, &verb))
        return;
    if (ip_parse_token_is(&scan->source, verb, "declare") || ip_parse_token_is(&scan->source, verb, "close"))
        name = ip_parse_lex(&scan->source, verb.end, length, false);
    for (ip_token t = ip_parse_lex(&scan->source, verb.end, length, false); t.kind != IP_TOKEN_END && !name.end;
         t = ip_parse_lex(&scan->source, t.end, length, false))
        if (ip_parse_token_is_any(&scan->source, t, within))
            name = ip_parse_lex(&scan->source, t.end, length, false);
    if (name.kind != IP_TOKEN_QUOTED)
        return;
    const char *text =
        ip_arena_printf(arena, "%.*scursor%s", (int)name.begin, scan->source.text, scan->source.text + name.end);
    size_t at = 0;
    const char *note = scan->note;
    ip_templates_scan_next(arena, text, strlen(text), &at, scan);
    scan->note = scan->note ? scan->note : note;
}

/* ---------------------------------------------------------------- values -- */

typedef struct elements {
    IP_VEC(uint64_t) hashes;
    bool too_many;
} elements;

static void add_element(ip_arena *arena, elements *list, uint64_t hash)
{
    if (list->hashes.count < IP_MOST_ELEMENTS)
        IP_PUSH(arena, &list->hashes, hash);
    else
        list->too_many = true;
}

static int by_hash(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void keep_elements(ip_arena *arena, elements *list, bool set, ip_log_literal *value)
{
    int kept = 0, count = list->hashes.count;
    uint64_t *hashes = count ? list->hashes.items : IP_NEW_ARRAY(arena, uint64_t, 1);
    value->too_many = list->too_many;
    if (list->too_many)
        return;
    if (set)
        qsort(hashes, (size_t)count, sizeof *hashes, by_hash);
    for (int i = 0; i < count; i++)
        if (!set || i == 0 || hashes[i] != hashes[kept - 1])
            hashes[kept++] = hashes[i];
    value->elements = hashes;
    value->element_count = kept;
}

/* Reads an array as PostgreSQL prints it: {1,2}, {"a b",c}. Nested arrays and NULL are not read. */
static void read_array(ip_arena *arena, const char *text, ip_log_literal *value)
{
    elements list = {.too_many = false};
    size_t length = text ? strlen(text) : 0;
    if (length < 2 || text[0] != '{' || text[length - 1] != '}' || strchr(text + 1, '{'))
        return;
    char *one = ip_arena_alloc(arena, length + 1);
    for (const char *at = text + 1; at < text + length - 1; at++) {
        char *to = one;
        bool quoted = *at == '"';
        for (at += quoted; *at && (quoted ? *at != '"' : *at != ',' && at < text + length - 1); at++) {
            at += quoted && *at == '\\' && at[1];
            *to++ = *at;
        }
        *to = '\0';
        at += quoted && *at == '"';
        if ((*at != ',' && at != text + length - 1) || (!quoted && strcasecmp(one, "NULL") == 0))
            return;
        add_element(arena, &list, ip_templates_literal_of(one, true).hash);
    }
    keep_elements(arena, &list, true, value);
}

static ip_log_literal joined(ip_arena *arena, const ip_found_slot *from, const ip_scan *scan,
                             const ip_recorded_values *given)
{
    ip_log_literal list = {.hash = IP_HASH_BEGIN, .known = true};
    elements found = {.too_many = false};
    for (int i = 0; i < from->parts.count; i++) {
        int part = from->parts.items[i];
        ip_log_literal value = {.known = false};
        if (part >= 0)
            value = scan->values.items[part];
        else if (-part <= given->count)
            value = ip_templates_literal_of(given->items[-part - 1].text, given->items[-part - 1].known);
        if (!from->slot.list) {
            if (from->slot.set && value.known)
                read_array(arena, value.content, &value);
            return value;
        }
        add_element(arena, &found, value.hash);
        list.same = (i == 0 || list.same) && value.known && (i == 0 || value.hash == list.element);
        list.element = i == 0 ? value.hash : list.element;
        /* The content of E'…' is its spelling. */
        bool plain = !value.text || !strchr("eEuUbBxX$", *value.text);
        list.content = list.same && plain ? value.content : NULL;
        list.hash = ip_templates_hash_bytes(list.hash, &value.hash, sizeof value.hash);
        list.known &= value.known;
    }
    if (!list.known || !from->slot.rows || !list.same)
        list.content = NULL;
    if (!list.known)
        return list;
    keep_elements(arena, &found, from->slot.set, &list);
    if (from->slot.set && list.elements)
        list.hash =
            ip_templates_hash_bytes(IP_HASH_BEGIN, list.elements, sizeof *list.elements * (size_t)list.element_count);
    return list;
}

static bool same_fixed(const shape *s, const ip_scan *scan)
{
    for (int i = 0; i < s->fixed.count; i++)
        if (scan->values.items[s->fixed.items[i].begin].hash != s->fixed.items[i].hash)
            return false;
    return true;
}

const ip_statement_form *ip_templates_forms_find(ip_forms *forms, ip_arena *arena, const ip_scan *scan,
                                                 const ip_recorded_values *given, const ip_log_literal **values)
{
    ip_scan own = *scan;
    rename_cursor(arena, &own);
    if (forms->shape_room < 2 * forms->shape_count + 2)
        grow_shapes(forms);
    shape **place = shape_place(forms->shapes, forms->shape_room, own.key, own.hash), *s = *place;
    while (s && !same_fixed(s, &own))
        s = s->next;
    if (!s) {
        s = IP_NEW(forms->arena, shape);
        s->key = *place ? (*place)->key : ip_arena_strdup(forms->arena, own.key);
        s->hash = own.hash;
        s->next = *place;
        forms->shape_count += !*place;
        s->form = make(forms, s, &own);
        *place = s;
        ip_arena_reset(forms->scratch);
    }
    ip_log_literal *created = IP_NEW_ARRAY(arena, ip_log_literal, s->from.count + 1);
    for (int i = 0; i < s->from.count; i++)
        created[i] = joined(arena, &s->from.items[i], &own, given);
    *values = created;
    return s->form;
}
