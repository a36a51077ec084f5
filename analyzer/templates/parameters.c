/* Chooses constants, equal parameters and names. A slot is a constant only if it never varied, was seen often enough,
 * and is no key. Two slots are one parameter only if they were equal in all transactions. */
#include "templates/parameters.h"

#include "base/words.h"
#include "templates/equals.h"
#include "templates/free_name.h"
#include "templates/insert_rows.h"
#include "templates/list.h"
#include "templates/row_list_choice.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ----------------------------------------------------------------- schema -- */

static int column_named(const ip_table *table, const char *name)
{
    for (int i = 0; table && i < table->columns.count; i++)
        if (strcmp(table->columns.items[i].name, name) == 0)
            return i;
    return -1;
}

/* Finds the column with which the slot's value is compared, in the table that the slot names or in a table of the
 * statement. */
static const ip_table *table_of(const ip_schema *schema, const ip_statement_form *form, const ip_template_slot *slot,
                                int *column)
{
    *column = -1;
    const ip_table *table = ip_templates_table_named(schema, slot->table);
    if (!slot->column && table && slot->position > 0 && slot->position <= table->columns.count) {
        *column = slot->position - 1;
        return table;
    }
    if (!slot->column)
        return NULL;
    *column = column_named(table, slot->column);
    for (int i = 0; *column < 0 && i < form->tables.count; i++) {
        table = ip_templates_table_named(schema, form->tables.items[i]);
        *column = column_named(table, slot->column);
    }
    return *column < 0 ? NULL : table;
}

static bool has(const int *columns, int count, int column)
{
    for (int i = 0; i < count; i++)
        if (columns[i] == column)
            return true;
    return false;
}

bool ip_templates_looks_like_key(const char *column)
{
    size_t length = column ? strlen(column) : 0;
    return !column || strcmp(column, "id") == 0 || (length > 3 && strcmp(column + length - 3, "_id") == 0) ||
           strstr(column, "uuid") || strstr(column, "key") || strstr(column, "code") || strstr(column, "email") ||
           strstr(column, "name");
}

static bool is_key(const ip_schema *schema, const ip_statement_form *form, const ip_template_slot *slot)
{
    int column;
    const ip_table *table = table_of(schema, form, slot, &column);
    if (!slot->column && !slot->number && !slot->text && !slot->list)
        return false; /* true, false and NULL as arguments of functions */
    if (!table)
        return (slot->compared || slot->column) && ip_templates_looks_like_key(slot->column);
    for (int i = 0; i < table->keys.count; i++)
        if (has(table->keys.items[i].columns, table->keys.items[i].column_count, column))
            return true;
    for (int i = 0; i < table->foreign_keys.count; i++)
        if (has(table->foreign_keys.items[i].columns, table->foreign_keys.items[i].column_count, column))
            return true;
    return false;
}

/* -------------------------------------------------------------- constants -- */

void ip_templates_form_facts_add(ip_arena *arena, ip_form_facts **facts, const ip_family *family)
{
    for (int p = 0; p < family->parts.count; p++) {
        const ip_template_part *part = &family->parts.items[p];
        ip_form_facts **place = &facts[part->form->id];
        if (!*place)
            *place = IP_NEW_ARRAY(arena, ip_form_facts, part->form->slots.count + 1);
        for (int k = 0; k < part->form->slots.count; k++) {
            const ip_fact *fact = &family->facts[part->first_slot + k];
            ip_form_facts *all = &(*place)[k];
            all->varied |= fact->varied || (all->seen > 0 && all->first != fact->first);
            all->first = fact->first;
            all->seen += part->seen;
        }
    }
}

bool ip_templates_is_settled(const ip_family *f, int slot, const ip_parameter_rules *rules)
{
    const ip_template_part *part = &f->parts.items[f->part_of[slot]];
    const ip_form_facts *everywhere = &rules->facts[part->form->id][slot - part->first_slot];
    bool often = part->seen >= rules->support || (!everywhere->varied && everywhere->seen >= rules->support);
    return often && !is_key(rules->schema, part->form, &part->form->slots.items[slot - part->first_slot]);
}

static bool is_constant(const ip_family *f, int slot, const ip_parameter_rules *rules)
{
    const ip_template_part *part = &f->parts.items[f->part_of[slot]];
    const ip_fact *fact = &f->facts[slot];
    const ip_template_slot *at = &part->form->slots.items[slot - part->first_slot];
    if (fact->varied || fact->unknown || !fact->text || at->list || at->placeholder)
        return false;
    if (rules->redact && (at->text || (at->number && !at->limit)))
        return false;
    if (at->limit || at->plain)
        return true;
    return ip_templates_is_settled(f, slot, rules);
}

/* ------------------------------------------------------------------ names -- */

static const char *base_name(ip_arena *arena, const ip_schema *schema, const ip_statement_form *form,
                             const ip_template_slot *slot)
{
    int known;
    const ip_table *of = table_of(schema, form, slot, &known);
    const char *column = slot->column ? slot->column : of ? of->columns.items[known].name : slot->limit ? "n" : "value";
    /* Libraries call tables t1 and users0_: where there is one table, it is that. */
    const char *table = form->tables.count == 1 ? form->tables.items[0] : slot->table;
    const char *dot = table ? strrchr(table, '.') : NULL;
    table = dot ? dot + 1 : table;
    char *name = strcmp(column, "id") == 0 && table
                     ? ip_arena_printf(arena, "%s_id%s", table, slot->list || slot->set ? "_list" : "")
                     : ip_arena_printf(arena, "%s%s", column, slot->list || slot->set ? "_list" : "");
    for (char *at = name; *at; at++)
        *at = (char)(isalnum((unsigned char)*at) ? tolower((unsigned char)*at) : '_');
    return isdigit((unsigned char)*name) ? ip_arena_printf(arena, "v%s", name) : name;
}

static void name_slots(ip_arena *arena, const ip_schema *schema, const ip_family *f, ip_parameter_choice *choices)
{
    ip_text_table taken = {0};
    for (int i = 0; i < f->slot_count; i++) {
        const ip_template_part *part = &f->parts.items[f->part_of[i]];
        if (!choices[i].constant)
            choices[i].name = ip_templates_free_name(
                arena, &taken, base_name(arena, schema, part->form, &part->form->slots.items[i - part->first_slot]));
    }
}

/* ------------------------------------------------------------ assumptions -- */

bool ip_templates_slots_fit(const ip_family *f, int a, int b, const ip_schema *schema)
{
    const ip_template_part *of_a = &f->parts.items[f->part_of[a]], *of_b = &f->parts.items[f->part_of[b]];
    const ip_template_slot *x = &of_a->form->slots.items[a - of_a->first_slot],
                           *y = &of_b->form->slots.items[b - of_b->first_slot];
    int column_a, column_b;
    const ip_table *table_a = table_of(schema, of_a->form, x, &column_a);
    const ip_table *table_b = table_of(schema, of_b->form, y, &column_b);
    if (table_a && table_b)
        return table_a->columns.items[column_a].type.kind == table_b->columns.items[column_b].type.kind;
    return x->placeholder || y->placeholder || (x->number == y->number && x->text == y->text);
}

int ip_templates_choice_leader(const ip_parameter_choice *choices, int slot)
{
    while (choices[slot].equal_to >= 0)
        slot = choices[slot].equal_to;
    return slot;
}

/* ------------------------------------------------------------------- rows -- */

static bool is_whole_key(const ip_table *table, int column)
{
    for (int i = 0; i < table->keys.count; i++)
        if (table->keys.items[i].column_count == 1 && table->keys.items[i].columns[0] == column)
            return true;
    return false;
}

/* Tells whether the slot identifies a row of the table by a column of its key: its own value, or a reference to it. */
static bool names_row(const ip_family *f, int slot, const ip_schema *schema, const ip_table *table, int key)
{
    int column;
    const ip_table *of =
        table_of(schema, f->parts.items[f->part_of[slot]].form, ip_templates_slot_at(f, slot), &column);
    if (!of || (ip_templates_slot_at(f, slot)->list && !ip_templates_has_one_value(f, slot)))
        return false;
    if (of == table && column == key)
        return ip_templates_slot_at(f, slot)->compared; /* an INSERT creates a row that did not exist before */
    for (int i = 0; i < of->foreign_keys.count; i++) {
        const ip_foreign_key *foreign = &of->foreign_keys.items[i];
        if (foreign->column_count == 1 && foreign->columns[0] == column && foreign->target == table &&
            foreign->target_columns[0] == key)
            return true;
    }
    return false;
}

/* Tells whether the slot is the key of a row that an INSERT creates. */
static bool brings_row(const ip_family *f, int slot, const ip_schema *schema, const ip_table *table, int key)
{
    int column;
    const ip_statement_form *form = f->parts.items[f->part_of[slot]].form;
    return table_of(schema, form, ip_templates_slot_at(f, slot), &column) == table && column == key &&
           strcmp(form->verb, "insert") == 0 && !ip_templates_slot_at(f, slot)->compared;
}

/* Tells whether a slot that has the same value stands before the part's result is known, in an earlier loop for
 * example. */
static bool is_used_before(const ip_family *f, const ip_parameter_choice *choices, int slot, int part)
{
    for (int i = 0; i < f->slot_count; i++)
        if (i != slot && ip_templates_choice_leader(choices, i) == slot &&
            !ip_templates_part_precedes(f, part, f->part_of[i]))
            return true;
    return false;
}

/* Finds slots whose value was new each time and identifies the row that an earlier INSERT created with a number drawn
 * by the server. */
static void find_results(const ip_family *f, const ip_parameter_rules *rules, ip_parameter_choice *choices)
{
    for (int p = 0; p < f->parts.count; p++) {
        const ip_template_part *part = &f->parts.items[p];
        const ip_table *table =
            part->form->tables.count ? ip_templates_table_named(rules->schema, part->form->tables.items[0]) : NULL;
        int key = part->form->returns ? column_named(table, part->form->returns) : -1;
        if (key < 0 || !is_whole_key(table, key))
            continue;
        for (int i = part->first_slot + part->form->slots.count; i < f->slot_count; i++) {
            int loop = f->parts.items[f->part_of[i]].loop;
            if (ip_templates_seen_with(f, i) < rules->support || !ip_templates_part_precedes(f, p, f->part_of[i]) ||
                choices[i].constant || choices[i].equal_to >= 0 || choices[i].result_of >= 0 || f->facts[i].repeated ||
                !f->facts[i].varied || (part->loop >= 0 && loop != part->loop) ||
                (part->loop < 0 && loop >= 0 && f->facts[i].loop_varied) ||
                (ip_templates_slot_at(f, i)->list && !ip_templates_may_be_every_row(f, i, rules)) ||
                !names_row(f, i, rules->schema, table, key) || is_used_before(f, choices, i, p))
                continue;
            choices[i].result_of = p;
            choices[i].column = part->form->returns;
        }
    }
}

/* Finds slots that always had a value of an earlier result. A column of the same name is preferred. */
static void find_cells(const ip_family *f, const ip_parameter_rules *rules, ip_parameter_choice *choices)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < f->cells.count; i++) {
            const ip_template_cell *cell = &f->cells.items[i];
            ip_parameter_choice *c = &choices[cell->slot];
            const ip_template_slot *slot = ip_templates_slot_at(f, cell->slot);
            bool same_name = slot->column && strcmp(slot->column, cell->column) == 0;
            if (ip_templates_seen_with(f, cell->slot) < rules->support || c->constant || c->equal_to >= 0 ||
                c->result_of >= 0 || !f->facts[cell->slot].varied ||
                (slot->list && !ip_templates_may_be_every_row(f, cell->slot, rules)) || (pass == 0 && !same_name) ||
                is_used_before(f, choices, cell->slot, cell->part))
                continue;
            c->result_of = cell->part;
            c->column = cell->column;
            c->recorded = true;
        }
}

/* Tells whether the statement may lock rows, by its words. */
static bool may_lock_rows(const ip_family *f, int part)
{
    const ip_statement_form *form = f->parts.items[part].form;
    for (int i = 0; i < form->pieces.count; i++)
        for (const char *at = form->pieces.items[i].text; *at; at++)
            if (strncasecmp(at, " for ", 5) == 0)
                return true;
    return false;
}

/* Tells whether the loop can be written as one over the rows of the SELECT before it: that one locks no row, and
 * nothing stands between them. */
static bool may_be_by_rows(const ip_family *f, const ip_repeat *loop, const ip_parameter_rules *rules,
                           const ip_parameter_choice *choices)
{
    int query = loop->first - 1;
    if (loop->not_by_rows || !loop->several_rows || loop->known_rows < rules->support || may_lock_rows(f, query) ||
        ip_templates_rows_written(f, query, choices, rules->schema) > 0)
        return false;
    for (int i = 0; i < f->branches.count; i++) {
        const ip_branch *branch = &f->branches.items[i];
        if (branch->at == loop->first || branch->otherwise == loop->first || branch->end == loop->first ||
            branch->condition.part == query ||
            (branch->condition.kind == IP_COMPARED && branch->condition.slot < 0 &&
             branch->condition.other_part == query))
            return false;
    }
    return true;
}

/* Finds the columns of rows that slots of a loop are. A column of the same name is preferred. */
static void find_row_columns(const ip_family *f, const ip_parameter_rules *rules, ip_parameter_choice *choices)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < f->row_cells.count; i++) {
            const ip_row_cell *cell = &f->row_cells.items[i];
            const ip_repeat *loop = &f->loops.items[ip_templates_loop_of(f, cell->slot)];
            const ip_template_slot *slot = ip_templates_slot_at(f, cell->slot);
            ip_parameter_choice *c = &choices[cell->slot];
            bool same_name = slot->column && strcmp(slot->column, cell->column) == 0;
            if (!may_be_by_rows(f, loop, rules, choices) || c->constant || c->equal_to >= 0 || c->result_of >= 0 ||
                c->row_column || !f->facts[cell->slot].loop_varied || ip_templates_is_list(f, cell->slot) ||
                (pass == 0 && !same_name))
                continue;
            c->row_column = cell->column;
            c->rows_seen = loop->known_rows;
        }
}

static void find_increments(const ip_family *f, const ip_parameter_rules *rules, ip_parameter_choice *choices)
{
    for (int i = 0; i < f->increments.count && !rules->unordered; i++) {
        const ip_increment *increment = &f->increments.items[i];
        ip_parameter_choice *c = &choices[increment->slot];
        if (ip_templates_seen_with(f, increment->slot) < rules->support || c->constant ||
            choices[increment->other].constant || c->equal_to >= 0 || c->increment_of >= 0 || c->result_of >= 0 ||
            c->row_column || !f->facts[increment->other].varied)
            continue;
        c->increment_of = increment->other;
        c->by = increment->by;
    }
}

/* Tells whether a part after p, in the same transactions, writes the row with that key, or a row that refers to it. */
static bool is_written_later(const ip_family *f, int p, int slot, const ip_parameter_choice *choices,
                             const ip_schema *schema, const ip_table *table, int key)
{
    const ip_template_part *part = &f->parts.items[p];
    bool written = false, brought = false;
    for (int i = part->first_slot + part->form->slots.count; i < f->slot_count; i++) {
        const ip_template_part *later = &f->parts.items[f->part_of[i]];
        bool own = (part->loop < 0 || later->loop == part->loop) && later->seen == part->seen;
        if (!own || choices[i].constant || strcmp(later->form->verb, "select") == 0 ||
            ip_templates_choice_leader(choices, i) != slot)
            continue;
        written |= names_row(f, i, schema, table, key);
        brought |= brings_row(f, i, schema, table, key);
    }
    return written && !brought;
}

/* The same for all of several rows, whose keys are the elements of the list. Elements that are equal in one transaction
 * are one row. */
static bool are_written_later(const ip_family *f, int p, int list, const ip_parameter_choice *choices,
                              const ip_schema *schema, const ip_table *table, int key)
{
    const ip_parameter_choice *c = &choices[list];
    const ip_result_fact *result = &f->results[p];
    bool known = result->none + result->one + result->more > 0;
    if (f->facts[list].length != c->member_count || c->members_seen < f->parts.items[p].seen ||
        (known && result->fewest < c->member_count))
        return false;
    for (int i = 0; i < c->member_count; i++)
        if (f->parts.items[f->part_of[c->members[i]]].loop >= 0 ||
            !is_written_later(f, p, c->members[i], choices, schema, table, key))
            return false;
    return true;
}

int ip_templates_rows_written(const ip_family *f, int p, const ip_parameter_choice *choices, const ip_schema *schema)
{
    const ip_template_part *part = &f->parts.items[p];
    if (strcmp(part->form->verb, "select") != 0)
        return 0;
    for (int k = 0; k < part->form->slots.count; k++) {
        int key, slot = part->first_slot + k;
        const ip_template_slot *at = ip_templates_slot_at(f, slot);
        const ip_table *table = table_of(schema, part->form, at, &key);
        if (!table || choices[slot].constant || !is_whole_key(table, key))
            continue;
        if (at->among && choices[slot].member_count > 0 && are_written_later(f, p, slot, choices, schema, table, key))
            return choices[slot].member_count;
        if (at->equals && !at->list &&
            is_written_later(f, p, ip_templates_choice_leader(choices, slot), choices, schema, table, key))
            return 1;
    }
    return 0;
}

/* ------------------------------------------------------------------ lists -- */

typedef struct list_search {
    ip_arena *arena;
    const ip_family *family;
    const ip_parameter_rules *rules;
    ip_parameter_choice *choices;
} list_search;

/* Tells whether the slot may stand for an element: with a value of its own, known before the list is used. */
static bool may_be_member(const list_search *s, int list, int slot)
{
    const ip_family *f = s->family;
    int leader = ip_templates_choice_leader(s->choices, slot), result = s->choices[leader].result_of;
    return !s->choices[slot].constant && f->facts[slot].varied &&
           ip_templates_slots_fit(f, list, slot, s->rules->schema) &&
           (result < 0 || ip_templates_part_precedes(f, result, f->part_of[list]));
}

static bool adds_member(const list_search *s, int list, int slot)
{
    const ip_parameter_choice *c = &s->choices[list];
    for (int i = 0; i < c->member_count; i++)
        if (c->members[i] == ip_templates_choice_leader(s->choices, slot))
            return false;
    return true;
}

static bool keep_members(const list_search *s, int list, const int *members, int count, bool in_order)
{
    const ip_family *f = s->family;
    ip_parameter_choice *c = &s->choices[list];
    int *kept = IP_NEW_ARRAY(s->arena, int, count + 1);
    long seen = ip_templates_seen_with(f, list);
    for (int i = 0; i < count; i++)
        seen = ip_templates_seen_with(f, members[i]) < seen ? ip_templates_seen_with(f, members[i]) : seen;
    if (count == 0 || seen < s->rules->support)
        return false;
    c->members = kept;
    c->member_count = 0;
    for (int i = 0; i < count; i++)
        if (in_order || adds_member(s, list, members[i]))
            kept[c->member_count++] = ip_templates_choice_leader(s->choices, members[i]);
    c->in_order = in_order;
    c->members_seen = seen;
    return true;
}

/* The same for a list whose order means nothing. A slot of one branch may have the value of another slot, which is also
 * there in other branches: that one must be a member of the list there, too. */
static bool may_be_some_member(const list_search *s, int list, int slot)
{
    int leader = ip_templates_choice_leader(s->choices, slot);
    return may_be_member(s, list, slot) &&
           (leader == slot || ip_templates_has_member(s->family, list, leader, IP_SOME_PLACE));
}

/* Finds the slots outside of loops that had all elements of a list whose order means nothing. */
static bool find_set(const list_search *s, int list)
{
    const ip_family *f = s->family;
    int *found = IP_NEW_ARRAY(s->arena, int, f->members.count + 1), count = 0;
    for (int i = 0; i < f->members.count; i++) {
        const ip_list_member *m = &f->members.items[i];
        bool member = m->list == list && m->place == IP_SOME_PLACE,
             stands = member && may_be_some_member(s, list, m->slot);
        for (int k = 0; member && !stands && k < f->members.count; k++) {
            const ip_list_member *other = &f->members.items[k];
            stands = other->list == list && other->place == IP_SOME_PLACE && may_be_some_member(s, list, other->slot) &&
                     ip_templates_are_equal(f, other->slot, m->slot);
        }
        if (member && !stands)
            return false;
        if (member && may_be_some_member(s, list, m->slot))
            found[count++] = m->slot;
    }
    return !f->facts[list].uncovered && keep_members(s, list, found, count, false);
}

/* Finds a slot for each place in the list. */
static bool find_places(const list_search *s, int list)
{
    const ip_family *f = s->family;
    int length = f->facts[list].length, *found = IP_NEW_ARRAY(s->arena, int, length > 0 ? length : 1);
    for (int place = 0; place < length; place++) {
        found[place] = -1;
        for (int i = 0; i < f->members.count && found[place] < 0; i++) {
            const ip_list_member *m = &f->members.items[i];
            if (m->list == list && m->place == place && may_be_member(s, list, m->slot))
                found[place] = m->slot;
        }
        if (found[place] < 0)
            return false;
    }
    return length > 0 && keep_members(s, list, found, length, true);
}

/* Finds a slot of a loop whose values in all iterations are the elements. */
static bool find_iterations(const list_search *s, int list)
{
    const ip_family *f = s->family;
    for (int i = 0; i < f->members.count; i++) {
        const ip_list_member *m = &f->members.items[i];
        int leader = ip_templates_choice_leader(s->choices, m->slot);
        if (m->list == list && m->place == IP_EACH_ITERATION && f->facts[m->slot].loop_varied &&
            ip_templates_loop_of(f, leader) >= 0 && s->choices[leader].result_of < 0 &&
            !s->choices[leader].row_column && may_be_member(s, list, m->slot) &&
            keep_members(s, list, &m->slot, 1, !ip_templates_slot_at(f, list)->set))
            return true;
    }
    return false;
}

static void find_lists(const list_search *s)
{
    const ip_family *f = s->family;
    for (int list = 0; list < f->slot_count; list++) {
        ip_parameter_choice *c = &s->choices[list];
        if (!ip_templates_is_list(f, list) || c->constant || ip_templates_loop_of(f, list) >= 0 || c->result_of >= 0 ||
            c->every_row)
            continue;
        bool found = ip_templates_slot_at(f, list)->set ? find_set(s, list) : find_places(s, list);
        if (!found)
            find_iterations(s, list);
    }
}

static const char *type_of(const ip_family *f, int slot, const ip_schema *schema)
{
    const ip_template_part *part = &f->parts.items[f->part_of[slot]];
    int column;
    const ip_table *table = table_of(schema, part->form, &part->form->slots.items[slot - part->first_slot], &column);
    return table && !table->columns.items[column].type.array ? table->columns.items[column].type.name : NULL;
}

/* Returns the type without its length. */
static const char *element_type(ip_arena *arena, const char *type)
{
    size_t length = type ? strcspn(type, "(") : 0;
    const char *end = type ? strchr(type, ')') : NULL;
    return !type || (end && end[1]) ? NULL : ip_arena_strndup(arena, type, length);
}

const char *ip_templates_sent_as_sql(ip_arena *arena, const char *value, bool may_be_number)
{
    for (const char *c = value; *c; c++)
        if ((unsigned char)*c < ' ')
            return NULL;
    bool digits = *value && strspn(value, "0123456789") == strlen(value);
    return digits && may_be_number ? value : ip_quoted(arena, value, '\'');
}

/* Returns the value of a parameter that never varied, as SQL, or NULL. Libraries send constants of the code as
 * parameters, too, which only the value shows: LIMIT $2, status = $1. */
static const char *value_always(ip_arena *arena, const ip_family *f, int slot, const ip_parameter_rules *rules)
{
    const ip_fact *fact = &f->facts[slot];
    const ip_template_slot *at = ip_templates_slot_at(f, slot);
    int column;
    if (fact->varied || fact->unknown || !fact->sent || !at->placeholder || at->list || at->set ||
        (rules->redact && !at->limit) || !ip_templates_is_settled(f, slot, rules))
        return NULL;
    const ip_table *table = table_of(rules->schema, f->parts.items[f->part_of[slot]].form, at, &column);
    ip_type_kind kind = table ? table->columns.items[column].type.kind : at->limit ? IP_INTEGER : IP_TEXT;
    return ip_templates_sent_as_sql(arena, fact->sent, kind == IP_INTEGER || kind == IP_NUMERIC);
}

ip_parameter_choice *ip_templates_parameters_choose(ip_arena *arena, const ip_family *f,
                                                    const ip_parameter_rules *rules)
{
    ip_parameter_choice *choices = IP_NEW_ARRAY(arena, ip_parameter_choice, f->slot_count + 1);
    for (int i = 0; i < f->slot_count; i++)
        choices[i] = (ip_parameter_choice){
            .constant = is_constant(f, i, rules), .equal_to = -1, .increment_of = -1, .result_of = -1, .rows_of = -1};
    for (int i = 0; i < f->slot_count; i++)
        choices[i].always = value_always(arena, f, i, rules);
    name_slots(arena, rules->schema, f, choices);
    ip_templates_equals_choose(arena, f, rules, choices, false);
    ip_templates_insert_rows_equal(f, rules, choices);
    find_cells(f, rules, choices);
    find_results(f, rules, choices);
    ip_templates_insert_rows_choose(arena, f, rules, choices);
    find_row_columns(f, rules, choices);
    find_increments(f, rules, choices);
    find_lists(&(list_search){arena, f, rules, choices});
    ip_templates_row_lists_choose(f, rules, choices);
    ip_templates_equals_choose(arena, f, rules, choices, true);
    for (int i = 0; i < f->slot_count; i++) {
        bool in_loop = f->parts.items[f->part_of[i]].loop >= 0;
        int leader = ip_templates_choice_leader(choices, i);
        const ip_template_slot *slot = ip_templates_slot_at(f, i);
        if (slot->set && slot->list && slot->equals)
            choices[i].type = element_type(arena, type_of(f, i, rules->schema));
        if (choices[i].constant || !in_loop)
            continue;
        choices[i].each = true;
        if (!slot->list)
            choices[i].type = type_of(f, i, rules->schema);
        if (leader != i)
            continue;
        choices[i].one_in_loop = choices[i].increment_of < 0 && !f->facts[i].loop_varied &&
                                 f->parts.items[f->part_of[i]].iterated >= rules->support && f->facts[i].varied;
    }
    return choices;
}
