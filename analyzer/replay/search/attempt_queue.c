#include "replay/search/attempt_queue.h"

#include <string.h>

enum { MOST_DIFFERENCES = 24, MOST_ATTEMPTS = 16384, SEEN = 4 * MOST_ATTEMPTS, MOST_FACTS = 4096 };

void ip_attempt_queue_init(ip_attempt_queue *queue, ip_arena *arena)
{
    *queue = (ip_attempt_queue){.arena = arena, .seen = IP_NEW_ARRAY(arena, uint64_t, SEEN)};
}

void ip_attempt_queue_clear(ip_attempt_queue *queue)
{
    memset(&queue->attempts, 0, sizeof queue->attempts);
    memset(queue->seen, 0, sizeof *queue->seen * SEEN);
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
    int n = ip_rows_key_columns(table, &columns);
    return n ? n : 1;
}

static uint64_t hash_attempt(const ip_attempt *a)
{
    uint64_t sum = scramble(a->draw);
    for (int i = 0; i < a->choices.count; i++)
        sum += scramble(a->choices.items[i].decision + (uint64_t)a->choices.items[i].option * 31);
    for (int f = 0; f < a->facts.count; f++) {
        const ip_fixed_value *fact = &a->facts.items[f];
        uint64_t x = ip_datum_hash(fact->value) + (uint64_t)fact->column * 7 + (uint64_t)fact->instance * 131;
        int width = fact->key ? key_width(fact->table) : 0;
        for (int k = 0; k < width; k++)
            x = scramble(x) + ip_datum_hash(fact->key[k]) + (uint64_t)fact->table->id;
        sum += scramble(x);
    }
    return sum | 1;
}

/* Once only. */
static void add(ip_attempt_queue *queue, const ip_attempt *a)
{
    if (a->choices.count > MOST_DIFFERENCES || a->facts.count > MOST_FACTS || queue->attempts.count >= MOST_ATTEMPTS)
        return;
    uint64_t hash = hash_attempt(a), at = hash >> 16;
    for (; queue->seen[at % SEEN]; at++)
        if (queue->seen[at % SEEN] == hash)
            return;
    queue->seen[at % SEEN] = hash;
    IP_PUSH(queue->arena, &queue->attempts, *a);
}

void ip_attempt_queue_change(ip_attempt_queue *queue, const ip_attempt *from, ip_choice change, int worth)
{
    ip_attempt a = {.score = worth, .facts = from->facts, .draw = from->draw};
    bool changed = false;
    for (int i = 0; i < from->choices.count; i++) {
        ip_choice choice = from->choices.items[i];
        if (choice.decision == change.decision) {
            choice.option = change.option;
            choice.cost += change.cost;
            changed = true;
        }
        a.score -= choice.cost;
        IP_PUSH(queue->arena, &a.choices, choice);
    }
    if (!changed) {
        a.score -= change.cost;
        IP_PUSH(queue->arena, &a.choices, change);
    }
    add(queue, &a);
}

static bool same_place(const ip_fixed_value *a, const ip_fixed_value *b)
{
    if (a->table != b->table || a->column != b->column || a->instance != b->instance || !a->key != !b->key)
        return false;
    int width = a->key ? key_width(a->table) : 0;
    for (int k = 0; k < width; k++)
        if (!ip_datum_equal(a->key[k], b->key[k]))
            return false;
    return true;
}

void ip_attempt_queue_set_values(ip_attempt_queue *queue, const ip_attempt *from, const ip_fixed_values *move,
                                 int worth)
{
    /* Rows by the hundred are one idea: what a guard's limit asks for. */
    int cost = move->count < MOST_DIFFERENCES ? move->count : MOST_DIFFERENCES;
    ip_attempt a = {.score = worth - cost, .choices = from->choices, .draw = from->draw, .guided = true};
    for (int f = 0; f < from->facts.count; f++) {
        bool replaced = false;
        for (int m = 0; m < move->count; m++)
            replaced = replaced || same_place(&from->facts.items[f], &move->items[m]);
        if (!replaced)
            IP_PUSH(queue->arena, &a.facts, from->facts.items[f]);
    }
    for (int m = 0; m < move->count; m++)
        IP_PUSH(queue->arena, &a.facts, move->items[m]);
    add(queue, &a);
}

/* The latest of equals among guided ones. */
static bool comes_before(const ip_attempt *a, const ip_attempt *b, bool first)
{
    if (first && a->guided != b->guided)
        return a->guided;
    return a->score > b->score || (a->score == b->score && a->guided && first);
}

ip_attempt *ip_attempt_queue_best(ip_attempt_queue *queue, bool guided, bool first)
{
    ip_attempt *best = NULL;
    for (int i = 0; i < queue->attempts.count; i++) {
        ip_attempt *a = &queue->attempts.items[i];
        bool waits = a->done || (a->guided && !guided);
        if (!waits && (!best || comes_before(a, best, first)))
            best = a;
    }
    return best;
}
