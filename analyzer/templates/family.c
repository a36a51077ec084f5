/* Groups transactions by their sequence of statements with loops folded, and finds the slots that were equal in all of
 * them. */
#include "templates/folded.h"
#include "templates/increment.h"
#include "templates/iterations.h"
#include "templates/list.h"
#include "templates/row.h"
#include "templates/row_list.h"

#include <limits.h>
#include <math.h>
#include <string.h>

struct ip_families {
    ip_arena *arena, *scratch;
    IP_VEC(ip_family *) list;
    int *table; /* index plus one; 0 if free */
    size_t room;
};

enum { LONGEST_BODY = 64, MOST_WRITTEN_OUT = 24, MOST_RELATIONS = 1000 };

ip_families *ip_templates_families_new(ip_arena *arena)
{
    ip_families *f = IP_NEW(arena, ip_families);
    f->arena = arena;
    f->scratch = ip_arena_new();
    return f;
}

int ip_templates_families_count(const ip_families *families)
{
    return families->list.count;
}

ip_family *ip_templates_families_item(const ip_families *families, int i)
{
    return families->list.items[i];
}

long ip_templates_seen_with(const ip_family *f, int slot)
{
    return f->parts.items[f->part_of[slot]].seen;
}

const ip_template_slot *ip_templates_slot_at(const ip_family *f, int slot)
{
    const ip_template_part *part = &f->parts.items[f->part_of[slot]];
    return &part->form->slots.items[slot - part->first_slot];
}

bool ip_templates_are_equal(const ip_family *f, int a, int b)
{
    for (int i = 0; i < f->equal.count; i++)
        if ((f->equal.items[i].a == a && f->equal.items[i].b == b) ||
            (f->equal.items[i].a == b && f->equal.items[i].b == a))
            return true;
    return false;
}

bool ip_templates_part_precedes(const ip_family *f, int before, int part)
{
    for (int i = 0; i < f->branches.count; i++) {
        const ip_branch *branch = &f->branches.items[i];
        if (before >= branch->at && before < branch->otherwise && part >= branch->otherwise && part < branch->end)
            return false;
    }
    return before < part;
}

/* --------------------------------------------------------------- folding -- */

static bool same_stretch(const ip_transaction *t, int a, int b, int length)
{
    for (int i = 0; i < length; i++)
        if (t->steps.items[a + i].form != t->steps.items[b + i].form)
            return false;
    return true;
}

static bool may_repeat(const ip_transaction *t, int at, int length)
{
    for (int i = 0; i < length; i++)
        if (!t->steps.items[at + i].values && t->steps.items[at + i].form->role != IP_ROLE_WORK)
            return false; /* the number of a savepoint matters */
    return true;
}

/* Finds the repeated stretch at a step that covers most steps, the shortest among equals. Returns its length, or 0 if
 * there is none. */
static int repeated(const ip_transaction *t, int at, int *iterations)
{
    int best = 0, covered = 0, left = t->steps.count - at;
    for (int length = 1; length <= LONGEST_BODY && 2 * length <= left; length++) {
        int times = 1;
        if (t->steps.items[at + length].form != t->steps.items[at].form)
            continue;
        while ((times + 1) * length <= left && same_stretch(t, at, at + times * length, length))
            times++;
        if (times >= 2 && times * length > covered && may_repeat(t, at, length)) {
            covered = times * length;
            best = length;
            *iterations = times;
        }
    }
    return best;
}

static void add_part(ip_arena *arena, ip_folded *f, const ip_transaction *t, int step, int loop, int *slots)
{
    ip_template_part part = {.form = t->steps.items[step].form, .first_slot = *slots, .loop = loop};
    *slots += part.form->slots.count;
    IP_PUSH(arena, &f->parts, part);
    IP_PUSH(arena, &f->starts, step);
}

static void fold(ip_arena *arena, const ip_transaction *t, bool loops, ip_folded *f)
{
    int slots = 0;
    for (int at = 0; at < t->steps.count;) {
        int times = 1, length = loops ? repeated(t, at, &times) : 0;
        if (length == 0) {
            add_part(arena, f, t, at++, -1, &slots);
            continue;
        }
        ip_repeat repeat = {.first = f->parts.count, .count = length};
        for (int i = 0; i < length; i++)
            add_part(arena, f, t, at + i, f->loops.count, &slots);
        IP_PUSH(arena, &f->loops, repeat);
        IP_PUSH(arena, &f->iterations, times);
        at += times * length;
    }
}

/* ----------------------------------------------------------------- facts -- */

bool ip_templates_has_one_value(const ip_family *f, int slot)
{
    return ip_templates_slot_at(f, slot)->rows && !f->facts[slot].mixed && !f->facts[slot].unknown;
}

/* Returns the hash of the value; of a column of VALUES whose rows have one value, that of this value. */
static uint64_t hash_of_value(const ip_family *f, int slot, const ip_log_literal *value)
{
    return ip_templates_slot_at(f, slot)->rows && value->same ? value->element : value->hash;
}

static unsigned kind_of(const ip_log_literal *value)
{
    double number;
    if (!ip_templates_literal_number(value, &number))
        return IP_VALUE_OTHER;
    if (strspn(value->content, "-0123456789") != strlen(value->content) || fabs(number) >= 9e18)
        return IP_VALUE_NUMERIC;
    return fabs(number) <= INT_MAX ? IP_VALUE_INTEGER : IP_VALUE_BIGINT;
}

static void first_values(ip_arena *arena, ip_family *f, int slot, const ip_log_literal *value)
{
    ip_fact *fact = &f->facts[slot];
    uint64_t hash = hash_of_value(f, slot, value);
    fact->unknown |= !value->known;
    fact->kinds |= kind_of(value);
    fact->mixed |= ip_templates_slot_at(f, slot)->rows && !value->same;
    fact->too_many |= value->too_many;
    if (!fact->has_first) {
        fact->has_first = true;
        fact->first = hash;
        fact->text = value->text ? ip_arena_strdup(arena, value->text) : NULL;
        fact->sent = !value->text && value->content ? ip_arena_strdup(arena, value->content) : NULL;
    } else if (fact->first != hash) {
        fact->varied = true;
    }
}

/* Tells whether an INSERT that returns one column comes before the slot. */
static bool follows_insert(const ip_family *f, int slot)
{
    for (int p = 0; p < f->part_of[slot]; p++)
        if (f->parts.items[p].form->returns)
            return true;
    return false;
}

const ip_log_literal *ip_templates_folded_value(const ip_family *f, const ip_folded *created, const ip_transaction *t,
                                                int slot, int iteration)
{
    const ip_template_part *part = &created->parts.items[f->part_of[slot]];
    int step = created->starts.items[f->part_of[slot]];
    if (part->loop >= 0)
        step += iteration * created->loops.items[part->loop].count;
    return &t->steps.items[step].values[slot - part->first_slot];
}

int ip_templates_loop_of(const ip_family *f, int slot)
{
    return f->parts.items[f->part_of[slot]].loop;
}

static bool are_equal(const ip_family *f, const ip_folded *created, const ip_transaction *t, ip_equal pair)
{
    int loop = ip_templates_loop_of(f, pair.a) >= 0 ? ip_templates_loop_of(f, pair.a) : ip_templates_loop_of(f, pair.b);
    int iterations = loop >= 0 ? created->iterations.items[loop] : 1;
    for (int i = 0; i < iterations; i++) {
        const ip_log_literal *a = ip_templates_folded_value(f, created, t, pair.a, i),
                             *b = ip_templates_folded_value(f, created, t, pair.b, i);
        bool rows = ip_templates_slot_at(f, pair.a)->list != ip_templates_slot_at(f, pair.b)->list;
        uint64_t hash_a = rows ? hash_of_value(f, pair.a, a) : a->hash;
        uint64_t hash_b = rows ? hash_of_value(f, pair.b, b) : b->hash;
        if (!a->known || !b->known || hash_a != hash_b)
            return false;
    }
    return true;
}

/* Tells whether the values may be compared: both in one loop or outside of loops, and both lists, or neither; or one a
 * column of VALUES, each row of which may have the value of the other one. */
static bool may_be_equal(const ip_family *f, int a, int b)
{
    const ip_template_slot *x = ip_templates_slot_at(f, a), *y = ip_templates_slot_at(f, b);
    int of_a = ip_templates_loop_of(f, a), of_b = ip_templates_loop_of(f, b);
    if (of_a >= 0 && of_b >= 0 && of_a != of_b)
        return false;
    if (x->list == y->list)
        return true;
    return of_a < 0 && of_b < 0 && (x->rows || y->rows) && !(x->list ? y : x)->set;
}

/* Notes the slots that are equal in the first transaction. */
static void begin_pairs(ip_families *all, ip_family *f, const ip_folded *created, const ip_transaction *t)
{
    for (int b = 0; b < f->slot_count && f->slot_count <= IP_MOST_COMPARED; b++) {
        for (int a = 0; a < b; a++) {
            const ip_equal pair = {a, b};
            if (may_be_equal(f, a, b) && are_equal(f, created, t, pair))
                IP_PUSH(all->arena, &f->equal, pair);
        }
    }
}

/* Returns what the part has returned in an iteration of its loop. */
static const ip_logged_outcome *outcome_of(const ip_folded *created, const ip_transaction *t, int part, int iteration)
{
    int step = created->starts.items[part], loop = created->parts.items[part].loop;
    return t->steps.items[step + (loop >= 0 ? iteration * created->loops.items[loop].count : 0)].outcome;
}

static bool is_cell_in(const ip_family *f, const ip_folded *created, const ip_transaction *t,
                       const ip_template_cell *cell, int iteration)
{
    const ip_logged_outcome *outcome = outcome_of(created, t, cell->part, iteration);
    const ip_log_literal *value = ip_templates_folded_value(f, created, t, cell->slot, iteration);
    for (int i = 0; outcome && outcome->rows == 1 && i < outcome->columns; i++)
        if (strcmp(outcome->names[i], cell->column) == 0 && !ip_templates_outcome_hides(outcome, i))
            return value->known && outcome->cells[i].known &&
                   hash_of_value(f, cell->slot, value) == outcome->cells[i].hash;
    return false;
}

static bool is_cell(const ip_family *f, const ip_folded *created, const ip_transaction *t, const ip_template_cell *cell)
{
    int loop = ip_templates_loop_of(f, cell->slot), iterations = loop >= 0 ? created->iterations.items[loop] : 1;
    for (int i = 0; i < iterations; i++)
        if (!is_cell_in(f, created, t, cell, i))
            return false;
    return true;
}

/* Notes the slots that are equal to cells of earlier results in the first transaction: results outside of loops, and
 * those of the slot's own iteration. */
static void begin_cells(ip_families *all, ip_family *f, const ip_folded *created, const ip_transaction *t)
{
    for (int p = 0; p < f->parts.count && f->slot_count <= IP_MOST_COMPARED; p++) {
        const ip_logged_outcome *outcome = t->steps.items[created->starts.items[p]].outcome;
        int loop = f->parts.items[p].loop;
        if (!outcome || !f->parts.items[p].form->named_results)
            continue;
        for (int i = 0; i < outcome->columns; i++) {
            if (ip_templates_outcome_hides(outcome, i))
                continue;
            for (int s = f->parts.items[p].first_slot + f->parts.items[p].form->slots.count; s < f->slot_count; s++) {
                const ip_template_cell cell = {p, s, outcome->names[i]};
                if ((loop >= 0 && ip_templates_loop_of(f, s) != loop) || !is_cell(f, created, t, &cell))
                    continue;
                const ip_template_cell kept = {p, s, ip_arena_strdup(all->arena, cell.column)};
                IP_PUSH(all->arena, &f->cells, kept);
            }
        }
    }
}

/* ---------------------------------------------------------------- results -- */

static const ip_log_literal *cell_at(const ip_folded *created, const ip_transaction *t, int part, int column)
{
    const ip_logged_outcome *outcome = t->steps.items[created->starts.items[part]].outcome;
    return outcome && outcome->rows == 1 && column < outcome->columns ? &outcome->cells[column] : NULL;
}

static ip_order order_in(const ip_family *f, const ip_folded *created, const ip_transaction *t,
                         const ip_seen_relation *relation)
{
    const ip_log_literal *cell = cell_at(created, t, relation->part, relation->column);
    const ip_log_literal *other = relation->slot >= 0
                                      ? ip_templates_folded_value(f, created, t, relation->slot, 0)
                                      : cell_at(created, t, relation->other_part, relation->other_column);
    return cell && other ? ip_templates_order_of(cell, other) : IP_ORDER_UNKNOWN;
}

static bool is_hidden(const ip_folded *created, const ip_transaction *t, int part, int column)
{
    return ip_templates_outcome_hides(t->steps.items[created->starts.items[part]].outcome, column);
}

static void begin_relation(ip_families *all, ip_family *f, const ip_folded *created, const ip_transaction *t,
                           ip_seen_relation relation)
{
    if (is_hidden(created, t, relation.part, relation.column) ||
        (relation.slot < 0 && is_hidden(created, t, relation.other_part, relation.other_column)))
        return;
    if (f->relations.count < MOST_RELATIONS && order_in(f, created, t, &relation) != IP_ORDER_UNKNOWN)
        IP_PUSH(all->arena, &f->relations, relation);
}

static bool has_results(const ip_family *f, const ip_folded *created, const ip_transaction *t, int part)
{
    const ip_template_part *of = &f->parts.items[part];
    return of->loop < 0 && of->form->named_results && cell_at(created, t, part, 0);
}

/* Notes how numbers in the first transaction's results compare with values sent or found before. */
static void begin_relations(ip_families *all, ip_family *f, const ip_folded *created, const ip_transaction *t)
{
    for (int p = 0; p < f->parts.count && f->slot_count <= IP_MOST_COMPARED; p++) {
        double number;
        const ip_log_literal *cell;
        for (int c = 0; has_results(f, created, t, p) && (cell = cell_at(created, t, p, c)) != NULL; c++) {
            if (!ip_templates_literal_number(cell, &number))
                continue;
            for (int s = 0; s < f->slot_count; s++)
                if (ip_templates_loop_of(f, s) < 0)
                    begin_relation(all, f, created, t, (ip_seen_relation){.part = p, .column = c, .slot = s});
            for (int q = 0; q <= p; q++)
                for (int d = 0; has_results(f, created, t, q) && (q < p || d < c) && cell_at(created, t, q, d); d++)
                    begin_relation(all, f, created, t, (ip_seen_relation){p, c, -1, q, d, 0});
        }
    }
}

static void take_results(ip_families *all, ip_family *f, const ip_folded *created, const ip_transaction *t)
{
    for (int p = 0; p < f->parts.count; p++)
        if (f->parts.items[p].loop < 0)
            ip_templates_result_take(all->arena, &f->results[p], t->steps.items[created->starts.items[p]].outcome,
                                     f->parts.items[p].form->named_results);
    for (int i = 0; i < f->relations.count; i++)
        f->relations.items[i].orders |= order_in(f, created, t, &f->relations.items[i]);
}

static void take_values(ip_families *all, ip_family *f, const ip_folded *created, const ip_transaction *t)
{
    bool iterated = false;
    for (int slot = 0; slot < f->slot_count; slot++) {
        int loop = ip_templates_loop_of(f, slot), iterations = loop >= 0 ? created->iterations.items[loop] : 1;
        const ip_log_literal *first = ip_templates_folded_value(f, created, t, slot, 0);
        bool compared = !f->facts[slot].repeated && follows_insert(f, slot);
        iterated |= iterations > 1;
        for (int i = 0; i < iterations; i++) {
            const ip_log_literal *value = ip_templates_folded_value(f, created, t, slot, i);
            first_values(all->arena, f, slot, value);
            f->facts[slot].loop_varied |= value->hash != first->hash || !value->known;
            if (compared && (i == 0 || value->hash != first->hash))
                f->facts[slot].repeated |=
                    !value->known ||
                    !ip_templates_value_set_add(all->arena, &f->facts[slot].seen, hash_of_value(f, slot, value));
        }
    }
    if (f->seen++ == 0) {
        begin_pairs(all, f, created, t);
        begin_cells(all, f, created, t);
        begin_relations(all, f, created, t);
    }
    take_results(all, f, created, t);
    ip_templates_rows_take(all->arena, f, created, t);
    ip_templates_row_lists_take(all->arena, f, created, t);
    ip_templates_increments_take(all->arena, f, created, t);
    ip_templates_lists_take(all->arena, f, created, t); /* uses the equalities so far */
    int kept = 0;
    for (int i = 0; i < f->cells.count; i++)
        if (is_cell(f, created, t, &f->cells.items[i]))
            f->cells.items[kept++] = f->cells.items[i];
    f->cells.count = kept;
    kept = 0;
    for (int i = 0; i < f->equal.count; i++)
        if (are_equal(f, created, t, f->equal.items[i]))
            f->equal.items[kept++] = f->equal.items[i];
    f->equal.count = kept;
    f->iterated += iterated;
}

/* -------------------------------------------------------------- families -- */

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return text ? ip_templates_hash_bytes(hash, text, strlen(text) + 1) : ip_templates_hash_bytes(hash, "", 1) + 1;
}

static uint64_t hash_of(const ip_transaction *t, const ip_folded *f)
{
    uint64_t hash = ip_templates_hash_bytes(IP_HASH_BEGIN, &t->begun, sizeof t->begun);
    hash = ip_templates_hash_bytes(hash, &t->rolled_back, sizeof t->rolled_back);
    hash = hash_text(hash_text(hash, t->options), t->path);
    for (int i = 0; i < f->parts.count; i++) {
        hash = ip_templates_hash_bytes(hash, &f->parts.items[i].form->id, sizeof(int));
        hash = ip_templates_hash_bytes(hash, &f->parts.items[i].loop, sizeof(int));
    }
    return hash;
}

static ip_family *make(ip_families *all, const ip_transaction *t, const ip_folded *created, uint64_t hash)
{
    ip_family *f = IP_NEW(all->arena, ip_family);
    f->hash = hash;
    for (int i = 0; i < created->parts.count; i++) {
        IP_PUSH(all->arena, &f->parts, created->parts.items[i]);
        f->slot_count += created->parts.items[i].form->slots.count;
    }
    for (int i = 0; i < created->loops.count; i++)
        IP_PUSH(all->arena, &f->loops, created->loops.items[i]);
    f->facts = IP_NEW_ARRAY(all->arena, ip_fact, f->slot_count + 1);
    int *part_of = IP_NEW_ARRAY(all->arena, int, f->slot_count + 1);
    for (int i = 0; i < f->parts.count; i++)
        for (int k = 0; k < f->parts.items[i].form->slots.count; k++)
            part_of[f->parts.items[i].first_slot + k] = i;
    f->part_of = part_of;
    f->results = IP_NEW_ARRAY(all->arena, ip_result_fact, f->parts.count + 1);
    f->rolled_back = t->rolled_back;
    f->begun = t->begun;
    f->session_level = t->session_level;
#define KEEP(field) f->field = t->field ? ip_arena_strdup(all->arena, t->field) : NULL
    KEEP(options);
    KEEP(path);
    KEEP(database);
    KEEP(application);
    KEEP(note);
#undef KEEP
    f->file = t->file;
    f->line = t->line;
    return f;
}

static ip_family *find(ip_families *all, const ip_transaction *t, const ip_folded *created)
{
    uint64_t hash = hash_of(t, created);
    if (all->room < 2 * (size_t)all->list.count + 2) {
        all->room = all->room ? 2 * all->room : 256;
        all->table = IP_NEW_ARRAY(all->arena, int, all->room);
        for (int i = 0; i < all->list.count; i++) {
            size_t at = all->list.items[i]->hash & (all->room - 1);
            while (all->table[at])
                at = (at + 1) & (all->room - 1);
            all->table[at] = i + 1;
        }
    }
    size_t at = hash & (all->room - 1);
    while (all->table[at] && all->list.items[all->table[at] - 1]->hash != hash)
        at = (at + 1) & (all->room - 1);
    if (all->table[at])
        return all->list.items[all->table[at] - 1];
    ip_family *f = make(all, t, created, hash);
    IP_PUSH(all->arena, &all->list, f);
    all->table[at] = all->list.count;
    return f;
}

static void note_length(ip_families *all, ip_family *f, const ip_transaction *t)
{
    ip_folded written_out = {0};
    if (f->several_lengths)
        return;
    fold(all->scratch, t, false, &written_out);
    uint64_t hash = hash_of(t, &written_out);
    if (t->steps.count > MOST_WRITTEN_OUT || (f->exact && f->exact->hash != hash)) {
        f->several_lengths = true;
        f->exact = NULL;
        return;
    }
    if (!f->exact)
        f->exact = make(all, t, &written_out, hash);
    take_values(all, f->exact, &written_out, t);
}

void ip_templates_families_add(ip_families *all, const ip_transaction *t)
{
    ip_folded created = {0};
    ip_arena_reset(all->scratch);
    fold(all->scratch, t, true, &created);
    ip_family *f = find(all, t, &created);
    take_values(all, f, &created, t);
    if (created.loops.count > 0)
        note_length(all, f, t);
}

/* -------------------------------------------------------------- settling -- */

static void settle(ip_family *f)
{
    for (int p = 0; p < f->parts.count; p++) {
        f->parts.items[p].seen = f->seen;
        f->parts.items[p].iterated = f->iterated;
    }
}

void ip_templates_families_settle(ip_families *all)
{
    for (int i = 0; i < all->list.count; i++) {
        settle(all->list.items[i]);
        if (all->list.items[i]->exact)
            settle(all->list.items[i]->exact);
    }
    ip_templates_iterations_join(all->arena, all, false);
    ip_templates_iterations_settle(all->arena, all);
}

void ip_templates_families_replace(ip_families *all, ip_family *const *list, int count)
{
    all->list.count = 0;
    for (int i = 0; i < count; i++)
        IP_PUSH(all->arena, &all->list, list[i]);
    all->room = 0;
}

void ip_templates_families_free(ip_families *all)
{
    if (all)
        ip_arena_free(all->scratch);
}
