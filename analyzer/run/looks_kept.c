/* The file of pairs of programs of which looks have shown nothing: digests, the latest last. */
#include "run/looks_kept.h"

#include "base/text_table.h"
#include "run/program_digests.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_KEPT = 1 << 16 }; /* pairs; the file then has 512 kB */

typedef IP_VEC(uint64_t) digests;

struct ip_kept_looks {
    const char *file;
    digests pairs;   /* as in the file, and those that were added */
    uint64_t *known; /* [known_count]: as in the file, ascending */
    int known_count;
    const uint64_t *programs; /* [programs]: of their texts, and of all else but the levels */
};

void ip_run_keep_looks(ip_run *run, const char *file, const char *settings)
{
    run->kept_looks = ip_arena_strdup(run->arena, file);
    run->look_settings = ip_arena_strdup(run->arena, settings);
}

static void read_pairs(ip_run *run, ip_kept_looks *kept)
{
    FILE *file = fopen(kept->file, "rb");
    uint64_t pair;
    while (file && kept->pairs.count < MOST_KEPT && fread(&pair, sizeof pair, 1, file) == 1)
        IP_PUSH(run->arena, &kept->pairs, pair);
    if (file)
        fclose(file);
    kept->known_count = kept->pairs.count;
    kept->known = IP_NEW_ARRAY(run->arena, uint64_t, kept->known_count);
    if (kept->known_count)
        memcpy(kept->known, kept->pairs.items, sizeof *kept->known * (size_t)kept->known_count);
    ip_proof_shown_nothing_sort(kept->known, kept->known_count);
}

ip_kept_looks *ip_run_kept_looks_read(ip_run *run)
{
    if (!run->kept_looks)
        return NULL;
    ip_kept_looks *kept = IP_NEW(run->arena, ip_kept_looks);
    kept->file = run->kept_looks;
    read_pairs(run, kept);
    kept->programs = ip_run_program_digests(run, run->look_settings);
    return kept;
}

ip_shown_nothing ip_run_kept_looks_at(ip_run *run, const ip_kept_looks *kept, const ip_level *const *levels)
{
    int n = run->workload->programs.count;
    uint64_t *programs = IP_NEW_ARRAY(run->arena, uint64_t, n);
    const ip_level *last = NULL;
    uint64_t text = 0;
    for (int p = 0; p < n; p++) {
        const ip_source *file = ip_level_info_range(levels[p], "").source;
        if (levels[p] != last)
            text = ip_hash(file->text, file->length);
        last = levels[p];
        uint64_t both[] = {kept->programs[p], text};
        programs[p] = ip_hash(both, sizeof both);
    }
    return (ip_shown_nothing){.programs = programs, .known = kept->known, .known_count = kept->known_count};
}

void ip_run_kept_looks_add(ip_run *run, ip_kept_looks *kept, const ip_shown_nothing *shown)
{
    for (int i = 0; i < shown->found.count; i++)
        IP_PUSH(run->arena, &kept->pairs, shown->found.items[i]);
}

/* Beside the file first: another run may read it. */
void ip_run_kept_looks_write(const ip_kept_looks *kept)
{
    int over = kept->pairs.count - MOST_KEPT, first = over > 0 ? over : 0;
    size_t count = (size_t)(kept->pairs.count - first);
    char beside[4096];
    if (kept->pairs.count == kept->known_count ||
        snprintf(beside, sizeof beside, "%s.%ld", kept->file, (long)getpid()) >= (int)sizeof beside)
        return;
    FILE *file = fopen(beside, "wb");
    if (!file)
        return;
    bool written = fwrite(kept->pairs.items + first, sizeof *kept->pairs.items, count, file) == count;
    written &= fclose(file) == 0;
    if (!written || rename(beside, kept->file) != 0)
        unlink(beside);
}
