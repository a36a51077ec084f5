/* Attempts still to be made at showing an anomaly, best first. */
#include "replay/search/attempt_queue.h"

#include <string.h>

enum { MOST_DIFFERENCES = 24, MOST_ATTEMPTS = 16384, MOST_FACTS = 4096 };

void ip_replay_attempt_queue_init(ip_attempt_queue *queue)
{
    *queue = (ip_attempt_queue){.arena = ip_arena_new()};
}

void ip_replay_attempt_queue_release(ip_attempt_queue *queue)
{
    ip_arena_free(queue->arena);
    ip_replay_hash_set_release(&queue->seen);
}

/* A search that draws many clients clears it for each: the same memory serves again. */
void ip_replay_attempt_queue_clear(ip_attempt_queue *queue)
{
    ip_replay_hash_set_clear(&queue->seen);
    memset(&queue->attempts, 0, sizeof queue->attempts);
    ip_arena_reset(queue->arena);
}

static uint64_t scramble(uint64_t x)
{
    x *= 0x9E3779B97F4A7C15ull;
    x ^= x >> 31;
    return x * 0xBF58476D1CE4E5B9ull;
}

static int key_width(const ip_table *table)
{
    const int *columns;
    int n = ip_interpreter_rows_key_columns(table, &columns);
    return n ? n : 1;
}

static uint64_t hash_choice(ip_choice choice)
{
    return scramble(choice.decision + (uint64_t)choice.option * 31);
}

static uint64_t hash_fact(const ip_fixed_value *fact)
{
    uint64_t x = ip_value_datum_hash(fact->value) + (uint64_t)fact->column * 7 + (uint64_t)fact->instance * 131;
    int width = fact->key ? key_width(fact->table) : 0;
    x = scramble(x) + (fact->table ? (uint64_t)fact->table->id + 1 : 0);
    for (int k = 0; k < width; k++)
        x = scramble(x) + ip_value_datum_hash(fact->key[k]);
    return scramble(x);
}

static uint64_t hash_facts(const ip_attempt *a)
{
    uint64_t sum = a->facts_hash;
    for (int f = 0; f < a->facts.count && !a->facts_hash; f++)
        sum += hash_fact(&a->facts.items[f]);
    return sum;
}

/* Once only. sum: of the hashes of the draw, the choices and the facts. */
static bool is_new(ip_attempt_queue *queue, uint64_t sum, int choices, int facts)
{
    return choices <= MOST_DIFFERENCES && facts <= MOST_FACTS && queue->attempts.count < MOST_ATTEMPTS &&
           ip_replay_hash_set_add(&queue->seen, sum);
}

void ip_replay_attempt_queue_change(ip_attempt_queue *queue, const ip_attempt *from, ip_choice change, int worth)
{
    ip_attempt a = {.score = worth, .facts = from->facts, .facts_hash = hash_facts(from), .draw = from->draw};
    uint64_t sum = scramble(from->draw) + a.facts_hash;
    int before = -1, n = from->choices.count;
    for (int i = 0; i < n; i++)
        if (from->choices.items[i].decision == change.decision)
            before = i;
        else
            sum += hash_choice(from->choices.items[i]);
    sum += hash_choice(change);
    if (!is_new(queue, sum, before < 0 ? n + 1 : n, from->facts.count))
        return;
    if (before >= 0)
        change.cost += from->choices.items[before].cost;
    a.choices.items = IP_NEW_ARRAY(queue->arena, ip_choice, n + 1);
    a.choices.capacity = n + 1;
    for (int i = 0; i < n; i++) {
        ip_choice choice = i == before ? change : from->choices.items[i];
        a.score -= choice.cost;
        IP_PUSH(queue->arena, &a.choices, choice);
    }
    if (before < 0) {
        a.score -= change.cost;
        IP_PUSH(queue->arena, &a.choices, change);
    }
    IP_PUSH(queue->arena, &queue->attempts, a);
}

static bool same_place(const ip_fixed_value *a, const ip_fixed_value *b)
{
    if (a->table != b->table || a->column != b->column || a->instance != b->instance || !a->key != !b->key)
        return false;
    int width = a->key ? key_width(a->table) : 0;
    for (int k = 0; k < width; k++)
        if (!ip_value_datum_equal(a->key[k], b->key[k]))
            return false;
    return true;
}

static bool is_replaced(const ip_fixed_value *fact, const ip_fixed_values *move)
{
    for (int m = 0; m < move->count; m++)
        if (same_place(fact, &move->items[m]))
            return true;
    return false;
}

static ip_fixed_value copy_fact(ip_arena *arena, const ip_fixed_value *fact)
{
    ip_fixed_value copy = *fact;
    copy.value = ip_value_datum_copy(arena, fact->value);
    if (!fact->key)
        return copy;
    int width = key_width(fact->table);
    ip_datum *key = IP_NEW_ARRAY(arena, ip_datum, width);
    for (int k = 0; k < width; k++)
        key[k] = ip_value_datum_copy(arena, fact->key[k]);
    copy.key = key;
    return copy;
}

void ip_replay_attempt_queue_set_values(ip_attempt_queue *queue, const ip_attempt *from, const ip_fixed_values *move,
                                        int worth)
{
    /* Hundreds of rows count as one difference: a guard's limit needs them. */
    int cost = move->count < MOST_DIFFERENCES ? move->count : MOST_DIFFERENCES, count = move->count;
    ip_attempt a = {
        .score = worth - cost, .choices = from->choices, .facts = from->facts, .draw = from->draw, .guided = true};
    uint64_t sum = scramble(from->draw);
    for (int i = 0; i < from->choices.count; i++)
        sum += hash_choice(from->choices.items[i]);
    a.facts_hash = hash_facts(from);
    for (int f = 0; f < from->facts.count; f++)
        if (is_replaced(&from->facts.items[f], move))
            a.facts_hash -= hash_fact(&from->facts.items[f]);
        else
            count++;
    for (int m = 0; m < move->count; m++)
        a.facts_hash += hash_fact(&move->items[m]);
    sum += a.facts_hash;
    if (!is_new(queue, sum, from->choices.count, count))
        return;
    a.move.items = IP_NEW_ARRAY(queue->arena, ip_fixed_value, move->count);
    a.move.capacity = move->count;
    for (int m = 0; m < move->count; m++)
        IP_PUSH(queue->arena, &a.move, copy_fact(queue->arena, &move->items[m]));
    IP_PUSH(queue->arena, &queue->attempts, a);
}

static void put_together(ip_attempt_queue *queue, ip_attempt *a)
{
    const ip_fixed_values from = a->facts, move = a->move;
    if (!move.count)
        return;
    a->facts = a->move = (ip_fixed_values){0};
    a->facts.items = IP_NEW_ARRAY(queue->arena, ip_fixed_value, from.count + move.count);
    a->facts.capacity = from.count + move.count;
    for (int f = 0; f < from.count; f++)
        if (!is_replaced(&from.items[f], &move))
            IP_PUSH(queue->arena, &a->facts, from.items[f]);
    for (int m = 0; m < move.count; m++)
        IP_PUSH(queue->arena, &a->facts, move.items[m]);
}

/* The latest of equals among guided ones. */
static bool comes_before(const ip_attempt *a, const ip_attempt *b, bool first)
{
    if (first && a->guided != b->guided)
        return a->guided;
    return a->score > b->score || (a->score == b->score && a->guided && first);
}

ip_attempt *ip_replay_attempt_queue_best(ip_attempt_queue *queue, bool guided, bool first)
{
    ip_attempt *best = NULL;
    for (int i = 0; i < queue->attempts.count; i++) {
        ip_attempt *a = &queue->attempts.items[i];
        bool waits = a->done || (a->guided && !guided);
        if (!waits && (!best || comes_before(a, best, first)))
            best = a;
    }
    if (best)
        put_together(queue, best);
    return best;
}
