/* Draws numbers of sequences: callbacks of the interpreter. A rollback does not give numbers back. */
#include "server/database_state.h"

#include "catalog/sequence_rule.h"

#include <string.h>

int64_t ip_served_draws(void *data, const ip_sequence_rule *rule, int64_t drawn_so_far)
{
    ip_served *s = data;
    (void)drawn_so_far;
    for (int i = 0; i < s->now.sequences.count; i++)
        if (strcmp(s->now.sequences.items[i].name, rule->name) == 0)
            return s->now.sequences.items[i].count++;
    IP_PUSH(s->arena, &s->now.sequences, ((drawn){ip_arena_strdup(s->arena, rule->name), 1}));
    return 0;
}

bool ip_served_restarts(void *data, const ip_sequence_rule *rule, int64_t position, bool undone)
{
    ip_served *s = data;
    int at = 0;
    while (at < s->now.sequences.count && strcmp(s->now.sequences.items[at].name, rule->name) != 0)
        at++;
    if (at == s->now.sequences.count)
        IP_PUSH(s->arena, &s->now.sequences, ((drawn){ip_arena_strdup(s->arena, rule->name), 0}));
    if (undone)
        IP_PUSH(s->arena, &s->restarted, s->now.sequences.items[at]);
    s->now.sequences.items[at].count = position;
    return true;
}

void ip_served_undo_restarts(ip_served *s, int count)
{
    while (s->restarted.count > count) {
        drawn before = s->restarted.items[--s->restarted.count];
        for (int i = 0; i < s->now.sequences.count; i++)
            if (strcmp(s->now.sequences.items[i].name, before.name) == 0)
                s->now.sequences.items[i].count = before.count;
    }
}
