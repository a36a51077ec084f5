/* Describes the histories of toy clients, for messages of failed tests. */
#include "toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void toy_describe(const toy_client *client, const toy_history *history, char *text)
{
    char *at = text, *end = text + TOY_TEXT;
    for (int t = 1; t <= client->count; t++) {
        at += snprintf(at, (size_t)(end - at), "T%d%s:", t, history->aborted[t] ? "!" : "");
        for (int r = 0; r < history->read_count[t]; r++) {
            const toy_read *read = &history->reads[t][r];
            at += snprintf(at, (size_t)(end - at), " %d/%d<%d", read->object, read->step, read->from);
        }
        at += snprintf(at, (size_t)(end - at), "; ");
    }
}

void toy_set_add(toy_set *set, const char *text)
{
    if (set->count == set->capacity) {
        set->capacity = set->capacity ? set->capacity * 2 : 64;
        set->texts = realloc(set->texts, sizeof *set->texts * (size_t)set->capacity);
    }
    set->texts[set->count++] = strdup(text);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void toy_set_sort(toy_set *set)
{
    if (set->count)
        qsort(set->texts, (size_t)set->count, sizeof *set->texts, compare);
}

void toy_set_free(toy_set *set)
{
    for (int i = 0; i < set->count; i++)
        free(set->texts[i]);
    free(set->texts);
    *set = (toy_set){0};
}

unsigned toy_draw(unsigned long *seed, unsigned below)
{
    *seed = *seed * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(*seed >> 33) % below;
}

static toy_op random_op(toy_client *client, unsigned long *seed)
{
    static const toy_kind kinds[] = {TOY_READ, TOY_READ, TOY_READ, TOY_READ,  TOY_WRITE,     TOY_WRITE,
                                     TOY_ADD,  TOY_ADD,  TOY_SKIP, TOY_ABORT, TOY_SAVEPOINT, TOY_ROLLBACK,
                                     TOY_SCAN, TOY_SKIP, TOY_READ, TOY_WRITE};
    return (toy_op){kinds[toy_draw(seed, 16)], (int)toy_draw(seed, (unsigned)client->objects), (int)toy_draw(seed, 3)};
}

/* Small enough to be enumerated naively. Every other client has sessions that are copies of each other. */
void toy_random(toy_client *client, bool large, unsigned long *seed)
{
    *client = (toy_client){.count = large ? 4 + (int)toy_draw(seed, 2) : 2 + (int)toy_draw(seed, 3),
                           .objects = 1 + (int)toy_draw(seed, 3)};
    client->objects_per_row = 1 + (int)toy_draw(seed, 2);
    bool copies = toy_draw(seed, 2);
    int session = 0, most = client->count > 3 ? 3 : 5;
    for (int t = 0; t < client->count; t++) {
        toy_transaction *transaction = &client->transactions[t];
        if (t && toy_draw(seed, 2))
            session++;
        transaction->session = session;
        if (copies && t && toy_draw(seed, 3)) {
            int kept = transaction->session;
            *transaction = client->transactions[t - 1];
            transaction->session = kept;
            continue;
        }
        transaction->op_count = 1 + (int)toy_draw(seed, (unsigned)most);
        for (int o = 0; o < transaction->op_count; o++)
            transaction->ops[o] = random_op(client, seed);
    }
}

void toy_print(const toy_client *client)
{
    static const char *const names[] = {"read", "write", "add", "skip", "abort", "savepoint", "rollback", "scan"};
    fprintf(stderr, "%d objects, %d a row\n", client->objects, client->objects_per_row);
    for (int t = 0; t < client->count; t++) {
        const toy_transaction *transaction = &client->transactions[t];
        fprintf(stderr, "T%d session %d:", t + 1, transaction->session);
        for (int o = 0; o < transaction->op_count; o++)
            fprintf(stderr, " %s(%d,%d)", names[transaction->ops[o].kind], transaction->ops[o].object,
                    transaction->ops[o].value);
        fprintf(stderr, "\n");
    }
}
