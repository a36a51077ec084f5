/* Hashes of trials; rows count whatever their order. */
#include "replay/search/trial_hash.h"

static uint64_t mixed(uint64_t hash, uint64_t with)
{
    hash = (hash ^ with) * 0x9E3779B97F4A7C15ull;
    return hash ^ hash >> 29;
}

uint64_t ip_replay_hash_client(const ip_trial *trial)
{
    uint64_t hash = 1, rows = 0;
    for (int i = 0; i < trial->count; i++) {
        hash = mixed(hash, (uint64_t)trial->order[i]);
        hash = mixed(hash, trial->turns ? (uint64_t)trial->turns[i] : 0);
        for (int a = 0; a < trial->instances[i].argument_count; a++)
            hash = mixed(hash, ip_value_datum_hash(trial->instances[i].arguments[a]));
    }
    for (int r = 0; r < trial->rows.count; r++) {
        const ip_client_row *row = &trial->rows.items[r];
        uint64_t one = (uint64_t)row->table->id;
        for (int c = 0; c < row->table->columns.count; c++)
            one = mixed(one, ip_value_datum_hash(row->values[c]));
        rows += mixed(one, 1);
    }
    return mixed(hash, rows);
}

uint64_t ip_replay_hash_snapshots(uint64_t client, const ip_trial *trial)
{
    uint64_t hash = client;
    for (int i = 0; i < trial->count * trial->count; i++)
        hash = mixed(hash, trial->visible[i]);
    for (int i = 0; i < trial->count && trial->cuts; i++) {
        hash = mixed(hash, (uint64_t)trial->cuts[i].count);
        for (int c = 0; c < trial->cuts[i].count; c++)
            hash = mixed(hash, (uint64_t)trial->cuts[i].items[c]);
    }
    return hash;
}
