/* Computes the numbers that a sequence returns (PostgreSQL 15, CREATE SEQUENCE; sequence.c: nextval_internal). */
#include "catalog/sequence_rule.h"

#include "base/words.h"

#include "catalog/schema.h"

#include <ctype.h>
#include <string.h>

enum { MOST_OF_INSTANCE = 1000000, MOST_OF_NARROW = 1000, TEXT_LENGTH = 160 };

ip_sequence_rule ip_catalog_sequence_rule_plain(const char *name)
{
    return (ip_sequence_rule){
        .name = name, .first = 1, .start = 1, .increment = 1, .least = 1, .most = INT64_MAX, .cache = 1};
}

/* ---- numbers ---- */

/* The number of steps from this number on, in the sequence's direction; INT64_MAX: that many or more. */
static int64_t steps_from(const ip_sequence_rule *rule, int64_t number)
{
    bool up = rule->increment > 0;
    if (up ? number > rule->most : number < rule->least)
        return 0;
    uint64_t room = up ? (uint64_t)rule->most - (uint64_t)number : (uint64_t)number - (uint64_t)rule->least;
    uint64_t by = up ? (uint64_t)rule->increment : 0 - (uint64_t)rule->increment;
    uint64_t steps = room / by;
    return steps >= INT64_MAX ? INT64_MAX : (int64_t)steps + 1;
}

static int64_t again(const ip_sequence_rule *rule)
{
    return rule->increment > 0 ? rule->least : rule->most;
}

bool ip_catalog_sequence_number(const ip_sequence_rule *rule, int64_t position, int64_t *number)
{
    int64_t from = rule->first, steps = steps_from(rule, from);
    if (position >= steps) {
        if (!rule->cycle)
            return false;
        from = again(rule);
        position -= steps;
        steps = steps_from(rule, from);
        if (steps == 0) /* the server refuses such bounds */
            return false;
        position %= steps;
    }
    *number = (int64_t)((uint64_t)from + (uint64_t)position * (uint64_t)rule->increment);
    return true;
}

int64_t ip_catalog_sequence_taken(const ip_sequence_rule *rule, int64_t position)
{
    int64_t number, left = 0;
    if (ip_catalog_sequence_number(rule, position, &number))
        left = steps_from(rule, number);
    return left < rule->cache ? left : rule->cache;
}

int64_t ip_catalog_sequence_block(const ip_sequence_rule *rule, int instances)
{
    int64_t most = rule->narrow ? MOST_OF_NARROW : MOST_OF_INSTANCE, room = steps_from(rule, rule->first);
    int64_t block = room / (instances + 1), round = 1;
    if (block > most)
        return most;
    while (round * 10 <= block)
        round *= 10;
    return block < 10 ? block : round;
}

int64_t ip_catalog_sequence_of_block(const ip_sequence_rule *rule, int instances, int instance, int64_t drawn)
{
    int64_t block = ip_catalog_sequence_block(rule, instances);
    return drawn + 1 < block ? instance * block + drawn : -1;
}

/* ---- names ---- */

const char *ip_catalog_sequence_bare(const char *name)
{
    return ip_last_part(name);
}

/* The name without quotes, in lower case outside of quotes, without public. false: it is not a name, or too long. */
static bool fold(const char *text, char *name)
{
    size_t n = 0;
    bool quoted = false;
    for (; *text && n + 1 < TEXT_LENGTH; text++) {
        if (*text == '"' && text[1] == '"' && quoted)
            name[n++] = *text++;
        else if (*text == '"')
            quoted = !quoted;
        else
            name[n++] = quoted ? *text : (char)tolower((unsigned char)*text);
    }
    name[n] = '\0';
    if (n > strlen("public.") && memcmp(name, "public.", strlen("public.")) == 0)
        memmove(name, name + strlen("public."), strlen(name) + 1 - strlen("public."));
    return !*text && !quoted && n > 0;
}

const ip_sequence_rule *ip_catalog_sequence_rule_named(const ip_schema *schema, const char *text)
{
    char name[TEXT_LENGTH];
    const ip_sequence_rule *found = NULL;
    if (!text || !fold(text, name))
        return NULL;
    for (int i = 0; i < schema->sequences.count; i++)
        if (strcmp(schema->sequences.items[i]->name, name) == 0)
            return schema->sequences.items[i];
    for (int i = 0; i < schema->sequences.count && !strchr(name, '.'); i++) {
        const char *dot = strrchr(schema->sequences.items[i]->name, '.');
        if (!dot || strcmp(dot + 1, name) != 0)
            continue;
        if (found)
            return NULL;
        found = schema->sequences.items[i];
    }
    return found;
}
