/* Running queries: scan, group, sort, limit, lock, then the targets of the remaining rows. Where rows come from a WITH
 * query that writes, and nothing has to wait for all of them, each goes on as soon as it is written. */
#include "interpreter/run/write.h"

#include <string.h>

ip_datum *ip_exec_rowset_add(ip_run_state *run, ip_rowset *rows)
{
    if (rows->count == rows->capacity) {
        rows->capacity = rows->capacity ? rows->capacity * 2 : 1;
        ip_datum *larger = IP_NEW_ARRAY(run->arena, ip_datum, rows->capacity * (rows->width + 1));
        if (rows->count)
            memcpy(larger, rows->values, sizeof *larger * (size_t)rows->count * (size_t)rows->width);
        rows->values = larger;
    }
    return rows->values + (size_t)rows->count++ * (size_t)rows->width;
}

typedef struct collector {
    int width;
    int count, capacity;
    ip_binding *tuples;
} collector;

static void keep(ip_run_state *run, void *data)
{
    collector *c = data;
    if (c->count == c->capacity) {
        c->capacity = c->capacity ? c->capacity * 2 : 1;
        ip_binding *larger = IP_NEW_ARRAY(run->arena, ip_binding, c->capacity * (c->width + 1));
        if (c->count)
            memcpy(larger, c->tuples, sizeof *larger * (size_t)c->count * (size_t)c->width);
        c->tuples = larger;
    }
    if (c->width)
        memcpy(c->tuples + (size_t)c->count * (size_t)c->width, run->scope->items,
               sizeof(ip_binding) * (size_t)c->width);
    c->count++;
}

void ip_exec_enter_tuple(ip_run_state *run, const ip_tuple *tuple)
{
    run->scope->items = tuple->items;
    run->scope->aggregates = tuple->aggregates;
    run->scope->windows = tuple->windows;
}

void ip_exec_query_outputs(ip_run_state *run, const ip_query_plan *query, ip_tuple *e, ip_datum *outputs)
{
    ip_exec_enter_tuple(run, e);
    for (int i = 0; i < query->width; i++)
        outputs[i] = ip_evaluate(run, query->targets.items[i]);
    e->outputs = outputs;
}

static ip_tuples find_entries(ip_run_state *run, const ip_query_plan *query)
{
    collector c = {.width = query->item_count};
    ip_rowset *derived[64];
    if (query->item_count)
        memset(derived, 0, sizeof *derived * (size_t)query->item_count);
    const ip_code_query *outer = run->scanned;
    run->scanned = query->source;
    ip_exec_scan(run, query->from, derived, keep, &c);
    run->scanned = outer;
    ip_tuples all = {c.count, NULL};
    ip_datum *aggregates = NULL;
    if (query->grouped)
        ip_exec_group_run(run, query, c.tuples, c.count, &c.tuples, &aggregates, &all.count);
    all.items = IP_NEW_ARRAY(run->arena, ip_tuple, all.count);
    int kept = 0;
    for (int i = 0; i < all.count; i++) {
        ip_tuple e = {.items = c.tuples + (size_t)i * (size_t)query->item_count};
        if (query->grouped)
            e.aggregates = aggregates + (size_t)i * (size_t)query->group_width;
        ip_exec_enter_tuple(run, &e);
        if (!query->having || ip_is_true(ip_evaluate(run, query->having)))
            all.items[kept++] = e;
    }
    all.count = kept;
    return all;
}

int ip_exec_compare_keys(const ip_sort_key *keys, int count, const ip_datum *a, const ip_datum *b)
{
    for (int i = 0; i < count; i++) {
        const ip_sort_key *key = &keys[i];
        bool a_null = a[i].kind == IP_DATUM_NULL, b_null = b[i].kind == IP_DATUM_NULL;
        if (a_null || b_null) {
            if (a_null != b_null)
                return a_null == key->nulls_first ? -1 : 1;
            continue;
        }
        int order = ip_value_datum_compare(a[i], b[i]);
        if (order)
            return key->descending ? -order : order;
    }
    return 0;
}

/* Stable, so that rows that are equal by ORDER BY are sorted by key, in every run. */
static void merge_sort(const ip_query_plan *query, ip_tuple *items, ip_tuple *spare, int count)
{
    if (count < 2)
        return;
    int half = count / 2, left = 0, right = half, to = 0;
    merge_sort(query, items, spare, half);
    merge_sort(query, items + half, spare, count - half);
    memcpy(spare, items, sizeof *items * (size_t)count);
    while (left < half || right < count) {
        bool take_left =
            right == count || (left < half && ip_exec_compare_keys(query->sort, query->sort_count, spare[left].keys,
                                                                   spare[right].keys) <= 0);
        items[to++] = spare[take_left ? left++ : right++];
    }
}

static void sort_entries(ip_run_state *run, const ip_query_plan *query, ip_tuples *all)
{
    if (!query->sort_count)
        return;
    for (int i = 0; i < all->count; i++) {
        ip_tuple *e = &all->items[i];
        e->keys = IP_NEW_ARRAY(run->arena, ip_datum, query->sort_count);
        ip_exec_enter_tuple(run, e);
        for (int k = 0; k < query->sort_count; k++) {
            int output = query->sort[k].output;
            if (output < 0)
                e->keys[k] = ip_evaluate(run, query->sort[k].expr);
            else
                e->keys[k] = e->outputs ? e->outputs[output] : ip_evaluate(run, query->targets.items[output]);
        }
    }
    merge_sort(query, all->items, IP_NEW_ARRAY(run->arena, ip_tuple, all->count), all->count);
}

static bool same_values(const ip_datum *a, const ip_datum *b, int count)
{
    for (int i = 0; i < count; i++)
        if (!ip_value_datum_equal(a[i], b[i]))
            return false;
    return true;
}

static void drop_equal_outputs(ip_tuples *all, int width)
{
    int kept = 0;
    for (int i = 0; i < all->count; i++) {
        bool seen = false;
        for (int k = 0; k < kept && !seen; k++)
            seen = same_values(all->items[k].outputs, all->items[i].outputs, width);
        if (!seen)
            all->items[kept++] = all->items[i];
    }
    all->count = kept;
}

static void distinct_on(ip_run_state *run, const ip_query_plan *query, ip_tuples *all)
{
    int width = query->distinct_on.count, kept = 0;
    ip_rowset seen = {.width = width};
    for (int i = 0; i < all->count; i++) {
        ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, width);
        ip_exec_enter_tuple(run, &all->items[i]);
        for (int k = 0; k < width; k++)
            values[k] = ip_evaluate(run, query->distinct_on.items[k]);
        bool found = false;
        for (int k = 0; k < seen.count && !found; k++)
            found = same_values(seen.values + (size_t)k * (size_t)width, values, width);
        if (found)
            continue;
        memcpy(ip_exec_rowset_add(run, &seen), values, sizeof *values * (size_t)width);
        all->items[kept++] = all->items[i];
    }
    all->count = kept;
}

static int64_t count_of(ip_run_state *run, const ip_node *node, int64_t otherwise, const char *sqlstate,
                        const char *what)
{
    ip_datum value = node ? ip_evaluate(run, node) : (ip_datum){0};
    if (value.kind == IP_DATUM_NULL)
        return otherwise;
    if (value.as.integer < 0)
        ip_interpreter_raise(run, sqlstate, "%s must not be negative", what);
    return value.as.integer;
}

/* OFFSET and LIMIT; returns the value of LIMIT. all: the sorted rows, for WITH TIES; NULL: not available. */
static int64_t window(ip_run_state *run, const ip_query_plan *query, const ip_tuples *all, int count, int *first,
                      int *last)
{
    *first = 0;
    *last = count;
    if (!query->limit && !query->offset)
        return INT64_MAX;
    int64_t offset = count_of(run, query->offset, 0, "2201X", "OFFSET");
    int64_t limit = count_of(run, query->limit, INT64_MAX, "2201W", "LIMIT");
    *first = offset < count ? (int)offset : count;
    *last = limit < count - *first ? *first + (int)limit : count;
    for (int end = *last; all && query->with_ties && end > *first && *last < count; (*last)++)
        if (ip_exec_compare_keys(query->sort, query->sort_count, all->items[end - 1].keys, all->items[*last].keys))
            break;
    return limit;
}

void ip_exec_query_limits(ip_run_state *run, const ip_query_plan *query, int64_t *skip, int64_t *most)
{
    *skip = count_of(run, query->offset, 0, "2201X", "OFFSET");
    *most = count_of(run, query->limit, INT64_MAX, "2201W", "LIMIT");
}

/* Where a row goes once it is found. */
typedef struct projection {
    const ip_query_plan *query;
    ip_take *take;
    void *data;
    int64_t skip, left; /* OFFSET, LIMIT */
    ip_datum *outputs;  /* of one row after the other */
} projection;

static void cast_row(ip_run_state *run, const ip_query_plan *query, ip_datum *values)
{
    for (int c = 0; query->casts && c < query->width; c++)
        values[c] = ip_exec_cast_apply(run, &query->casts[c], values[c]);
}

static void give(ip_run_state *run, projection *p, ip_tuple *e)
{
    if (!e->outputs && !p->outputs)
        p->outputs = IP_NEW_ARRAY(run->arena, ip_datum, p->query->width);
    if (!e->outputs)
        ip_exec_query_outputs(run, p->query, e, p->outputs);
    cast_row(run, p->query, e->outputs);
    p->take(run, e->outputs, p->data);
}

/* Rows are locked one by one, also the rows that OFFSET skips; LIMIT counts the rows that still match. The values that
 * ORDER BY sorted by stay unchanged. In a database that keeps versions each row is used before the next is locked. */
static void give_locked(ip_run_state *run, projection *p, ip_tuples *all)
{
    int kept = 0;
    ip_exec_query_limits(run, p->query, &p->skip, &p->left);
    if (!p->query->offset)
        ip_exec_pass_over(run, p->query->from);
    for (int i = 0; i < all->count && p->left > 0; i++) {
        ip_tuple *e = &all->items[i];
        if (!ip_exec_query_lock(run, p->query, e))
            continue;
        if (p->skip > 0) {
            p->skip--;
            continue;
        }
        p->left--;
        if (run->database->keeps_versions)
            give(run, p, e);
        else
            all->items[kept++] = *e;
    }
    for (int i = 0; i < kept; i++)
        give(run, p, &all->items[i]);
}

/* A target that returns n rows turns each row into n rows; the largest n counts, and shorter targets are filled with
 * NULLs. */
static void expand(ip_run_state *run, const ip_query_plan *query, ip_tuple *e, ip_rowset *result)
{
    ip_datum *outputs = IP_NEW_ARRAY(run->arena, ip_datum, query->width);
    ip_exec_query_outputs(run, query, e, outputs);
    int longest = 0;
    for (int i = 0; i < query->width; i++)
        if (query->targets.items[i]->set && outputs[i].kind == IP_DATUM_ARRAY && outputs[i].count > longest)
            longest = outputs[i].count;
    for (int row = 0; row < longest; row++) {
        ip_datum *values = ip_exec_rowset_add(run, result);
        for (int i = 0; i < query->width; i++) {
            bool set = query->targets.items[i]->set;
            bool has = outputs[i].kind == IP_DATUM_ARRAY && row < outputs[i].count;
            values[i] = !set ? outputs[i] : has ? outputs[i].as.items[row] : (ip_datum){0};
        }
    }
}

ip_tuples ip_exec_query_found(ip_run_state *run, const ip_query_plan *query)
{
    ip_tuples all = find_entries(run, query);
    sort_entries(run, query, &all);
    return all;
}

/* Rows that OFFSET skips have been computed, unless LIMIT is 0 (nodeLimit.c). */
static void evaluate_skipped(ip_run_state *run, const ip_query_plan *query, ip_tuples *all, int count)
{
    for (int i = 0; i < count; i++)
        if (!all->items[i].outputs)
            ip_exec_query_outputs(run, query, &all->items[i], IP_NEW_ARRAY(run->arena, ip_datum, query->width));
}

static void give_sets(ip_run_state *run, const projection *p, ip_tuples *all)
{
    ip_rowset result = {.width = p->query->width};
    int first, last;
    for (int i = 0; i < all->count; i++)
        expand(run, p->query, &all->items[i], &result);
    window(run, p->query, NULL, result.count, &first, &last);
    for (int i = first; i < last; i++) {
        ip_datum *values = result.values + (size_t)i * (size_t)result.width;
        cast_row(run, p->query, values);
        p->take(run, values, p->data);
    }
}

static bool is_plain(const ip_query_plan *query)
{
    return query->operation == IP_CODE_PLAIN && !query->values && !query->writes && !query->working &&
           !query->recursive;
}

/* The one item of FROM is a part whose rows can be had as they are written, or a query of such rows; nothing sorts them
 * or puts them together. */
static bool passes(const ip_run_state *run, const ip_query_plan *q)
{
    bool gathers = q->grouped || q->having || q->distinct || q->distinct_on.count || q->window_count || q->sort_count ||
                   q->set_returning || q->locks;
    if (!is_plain(q) || q->part || gathers || q->from->count != 1 || q->from->units[0].kind != IP_SCAN_DERIVED)
        return false;
    const ip_query_plan *below = q->from->units[0].query;
    return ip_exec_part_passes(run, below) || passes(run, below);
}

static void give_current(ip_run_state *run, void *data)
{
    projection *p = data;
    ip_tuple e = {.items = run->scope->items};
    if (p->left <= 0)
        return;
    if (p->skip > 0) {
        p->skip--;
        ip_exec_query_outputs(run, p->query, &e, IP_NEW_ARRAY(run->arena, ip_datum, p->query->width));
        return;
    }
    p->left--;
    give(run, p, &e);
}

/* LIMIT 0 asks for no row: then the part is left for the end of the statement. */
static void give_passing(ip_run_state *run, projection *p)
{
    ip_exec_query_limits(run, p->query, &p->skip, &p->left);
    if (p->left <= 0)
        return;
    const ip_code_query *scanned = run->scanned;
    run->scanned = p->query->source;
    ip_exec_scan_each(run, p->query->from, give_current, p);
    run->scanned = scanned;
}

static void run_plain(ip_run_state *run, const ip_query_plan *query, ip_take *take, void *data)
{
    projection p = {.query = query, .take = take, .data = data};
    if (passes(run, query)) {
        give_passing(run, &p);
        return;
    }
    ip_tuples all = find_entries(run, query);
    if (query->window_count)
        ip_exec_windows_run(run, query, all.items, all.count);
    if (query->distinct) {
        for (int i = 0; i < all.count; i++)
            ip_exec_query_outputs(run, query, &all.items[i], IP_NEW_ARRAY(run->arena, ip_datum, query->width));
        drop_equal_outputs(&all, query->width);
    }
    sort_entries(run, query, &all);
    if (query->distinct_on.count)
        distinct_on(run, query, &all);
    if (query->set_returning) {
        give_sets(run, &p, &all);
        return;
    }
    if (query->locks) {
        give_locked(run, &p, &all);
        return;
    }
    int first, last;
    int64_t limit = window(run, query, &all, all.count, &first, &last);
    evaluate_skipped(run, query, &all, limit ? first : 0);
    for (int i = first; i < last; i++)
        give(run, &p, &all.items[i]);
}

/* ---- VALUES and set operations: rows are there, only order and limit remain ---- */
static ip_rowset order_and_limit(ip_run_state *run, const ip_query_plan *query, ip_rowset rows)
{
    ip_tuples all = {rows.count, IP_NEW_ARRAY(run->arena, ip_tuple, rows.count)};
    for (int i = 0; i < rows.count; i++)
        all.items[i].outputs = rows.values + (size_t)i * (size_t)rows.width;
    sort_entries(run, query, &all);
    int first, last;
    window(run, query, &all, all.count, &first, &last);
    ip_rowset result = {.width = rows.width};
    for (int i = first; i < last; i++)
        memcpy(ip_exec_rowset_add(run, &result), all.items[i].outputs, sizeof(ip_datum) * (size_t)rows.width);
    return result;
}

static int find_values(ip_run_state *run, const ip_rowset *rows, const bool *matched, const ip_datum *values)
{
    enum { COST_OF_COMPARISON = 4 }; /* an endless recursive query compares more rows than it finds */
    ip_interpreter_count_visits(run, COST_OF_COMPARISON * rows->count);
    for (int i = 0; i < rows->count; i++)
        if (!matched[i] && same_values(rows->values + (size_t)i * (size_t)rows->width, values, rows->width))
            return i;
    return -1;
}

static void add_copy(ip_run_state *run, ip_rowset *rows, const ip_datum *values)
{
    memcpy(ip_exec_rowset_add(run, rows), values, sizeof *values * (size_t)rows->width);
}

static ip_rowset combine(ip_run_state *run, const ip_query_plan *query, const ip_rowset *left, const ip_rowset *right)
{
    ip_rowset result = {.width = query->width};
    bool *matched = IP_NEW_ARRAY(run->arena, bool, right->count), *none;
    none = IP_NEW_ARRAY(run->arena, bool, left->count + right->count);
    for (int i = 0; i < left->count; i++) {
        const ip_datum *values = left->values + (size_t)i * (size_t)left->width;
        int there = query->operation == IP_CODE_UNION ? -1 : find_values(run, right, matched, values);
        bool wanted = query->operation == IP_CODE_UNION || (there >= 0) == (query->operation == IP_CODE_INTERSECT);
        if (there >= 0 && query->all)
            matched[there] = true;
        if (wanted && (query->all || find_values(run, &result, none, values) < 0))
            add_copy(run, &result, values);
    }
    for (int i = 0; i < right->count && query->operation == IP_CODE_UNION; i++) {
        const ip_datum *values = right->values + (size_t)i * (size_t)right->width;
        if (query->all || find_values(run, &result, none, values) < 0)
            add_copy(run, &result, values);
    }
    return result;
}

static ip_rowset run_values(ip_run_state *run, const ip_query_plan *query)
{
    ip_rowset result = {.width = query->width};
    for (int row = 0; row < query->value_rows; row++) {
        ip_datum *values = ip_exec_rowset_add(run, &result);
        for (int i = 0; i < query->width; i++)
            values[i] = ip_evaluate(run, query->values[row * query->width + i]);
    }
    return result;
}

static void cast_rows(ip_run_state *run, const ip_query_plan *query, ip_rowset *rows)
{
    for (int i = 0; query->casts && i < rows->count; i++)
        cast_row(run, query, rows->values + (size_t)i * (size_t)rows->width);
}

/* ---- WITH RECURSIVE (documentation, 7.8.2) ---- */
static ip_rowset rows_of_round(ip_run_state *run, const ip_query_plan *query)
{
    for (ip_rounds *r = run->rounds; r; r = r->outer)
        if (r->working == query->source)
            return r->rows;
    ip_interpreter_unable(run, run->range, "a recursive query within itself");
}

/* Those of the rows that no earlier round has found, or all of them. */
static ip_rowset add_new(ip_run_state *run, const ip_query_plan *query, ip_rowset *all, const ip_rowset *found)
{
    ip_rowset new = {.width = query->width};
    for (int i = 0; i < found->count; i++) {
        const ip_datum *values = found->values + (size_t)i * (size_t)found->width;
        const bool *none = IP_NEW_ARRAY(run->arena, bool, all->count);
        if (!query->all && find_values(run, all, none, values) >= 0)
            continue;
        add_copy(run, all, values);
        add_copy(run, &new, values);
    }
    return new;
}

static ip_rowset run_rounds(ip_run_state *run, const ip_query_plan *query)
{
    ip_rowset all = {.width = query->width}, found = ip_exec_query_run(run, query->left);
    ip_rounds rounds = {query->source->working, add_new(run, query, &all, &found), run->rounds};
    run->rounds = &rounds;
    while (rounds.rows.count > 0) {
        ip_exec_count_round(run);
        found = ip_exec_query_run(run, query->right);
        rounds.rows = add_new(run, query, &all, &found);
    }
    run->rounds = rounds.outer;
    return all;
}

static void give_plain(ip_run_state *run, const ip_query_plan *query, ip_take *take, void *data)
{
    ip_binding items[64];
    ip_row_scope scope = {.outer = run->scope, .items = items};
    run->scope = &scope;
    run_plain(run, query, take, data);
    run->scope = scope.outer;
}

static void take_copy(ip_run_state *run, const ip_datum *values, void *data)
{
    add_copy(run, data, values);
}

ip_rowset ip_exec_query_run(ip_run_state *run, const ip_query_plan *query)
{
    return query->part && run->parts ? ip_exec_part_rows(run, query) : ip_exec_query_evaluate(run, query);
}

void ip_exec_query_each(ip_run_state *run, const ip_query_plan *query, ip_take *take, void *data)
{
    bool part = query->part && run->parts;
    if (ip_exec_part_passes(run, query)) {
        ip_exec_part_each(run, query, take, data);
        return;
    }
    if (run->database->keeps_versions && !part && is_plain(query)) {
        give_plain(run, query, take, data);
        return;
    }
    ip_rowset rows = ip_exec_query_run(run, query);
    for (int i = 0; i < rows.count; i++)
        take(run, rows.values + (size_t)i * (size_t)rows.width, data);
}

ip_rowset ip_exec_query_evaluate(ip_run_state *run, const ip_query_plan *query)
{
    ip_rowset result = {.width = query->width};
    if (query->working)
        return rows_of_round(run, query);
    if (is_plain(query)) {
        give_plain(run, query, take_copy, &result);
        return result;
    }
    if (query->writes) {
        int64_t affected;
        result = ip_exec_write_run(run, query->writes, &affected);
    } else if (query->recursive) {
        result = run_rounds(run, query);
    } else {
        ip_rowset left = {0}, right = {0};
        if (query->operation != IP_CODE_PLAIN) {
            left = ip_exec_query_run(run, query->left);
            right = ip_exec_query_run(run, query->right);
        }
        ip_binding items[64];
        ip_row_scope scope = {.outer = run->scope, .items = items};
        run->scope = &scope;
        result =
            order_and_limit(run, query, query->values ? run_values(run, query) : combine(run, query, &left, &right));
        run->scope = scope.outer;
    }
    cast_rows(run, query, &result);
    return result;
}
