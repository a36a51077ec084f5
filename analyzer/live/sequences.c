/* Makes sequences return the predicted numbers. */
#include "live/sequences.h"

#include "base/words.h"

const char *ip_live_sequences_in_blocks(ip_arena *arena, const ip_schedule *schedule)
{
    const char *text = "";
    for (int i = 0; i < schedule->sequences.count; i++)
        text = ip_arena_printf(arena, "%s%sALTER SEQUENCE %s CACHE %lld", text, i ? "; " : "",
                               schedule->sequences.items[i].name, schedule->sequences.items[i].block);
    return text;
}

const char *ip_live_sequences_set(ip_arena *arena, const ip_schedule *schedule, int number)
{
    const char *text = "SELECT";
    for (int i = 0; i < schedule->sequences.count; i++)
        text = ip_arena_printf(arena, "%s%s setval(%s, %lld, false)", text, i ? "," : "",
                               ip_quoted(arena, schedule->sequences.items[i].name, '\''),
                               schedule->sequences.items[i].before[number - 1]);
    return text;
}

const char *ip_live_sequences_draw(ip_arena *arena, const ip_schedule *schedule)
{
    const char *text = "SELECT";
    for (int i = 0; i < schedule->sequences.count; i++)
        text = ip_arena_printf(arena, "%s%s nextval(%s)", text, i ? "," : "",
                               ip_quoted(arena, schedule->sequences.items[i].name, '\''));
    return text;
}

bool ip_live_is_of_block(const ip_schedule *schedule, long long number)
{
    bool found = false;
    for (int i = 0; i < schedule->sequences.count; i++)
        for (int n = 0; n < schedule->instances.count; n++) {
            const ip_schedule_sequence *sequence = &schedule->sequences.items[i];
            long long before = sequence->before[n];
            /* The block extends from one instance's number to the next one's, up or down by the sign of the sequence's
             * step. */
            long long next = n + 1 < schedule->instances.count ? sequence->before[n + 1]
                             : n > 0                           ? before + (before - sequence->before[n - 1])
                                                               : before + sequence->block;
            found = found || (next > before ? number > before && number < next : number < before && number > next);
        }
    return found;
}
