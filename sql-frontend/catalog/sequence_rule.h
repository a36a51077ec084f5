/* Which numbers a sequence gives, one after the other, as its definition has it. */
#ifndef IP_SEQUENCE_RULE_H
#define IP_SEQUENCE_RULE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ip_schema ip_schema;

typedef struct ip_sequence_rule {
    const char *name; /* with its schema, unless that is public */
    int64_t first;    /* what it gives first: START, unless RESTART says otherwise */
    int64_t start, increment, least, most;
    int64_t cache; /* so many numbers a session takes at once */
    bool cycle;
    int made;    /* ip_definitions.made */
    bool narrow; /* the default of a smallint column draws from it, whatever its own type */
} ip_sequence_rule;

/* CREATE SEQUENCE name, of bigint. */
ip_sequence_rule ip_catalog_sequence_rule_plain(const char *name);

/* The number of that position, from 0 on. false: the sequence is exhausted before. */
bool ip_catalog_sequence_number(const ip_sequence_rule *rule, int64_t position, int64_t *number);
/* How many positions a session reserves at once, from that one on: CACHE, but no more than remain until the sequence is
 * exhausted (0: it is) or cycles. */
int64_t ip_catalog_sequence_taken(const ip_sequence_rule *rule, int64_t position);

/* Instances, counted from 1 on, that draw independently of each other have a block of positions each: instance i those
 * from i times its length on, but for the last, which a session needs to begin with the block. */
int64_t ip_catalog_sequence_block(const ip_sequence_rule *rule, int instances);
/* The position that an instance draws which has drawn so often; -1: its block has no more. */
int64_t ip_catalog_sequence_of_block(const ip_sequence_rule *rule, int instances, int instance, int64_t drawn);

/* Without its schema. */
const char *ip_catalog_sequence_bare(const char *name);

/* By the text of a regclass: nextval's argument. NULL: no file creates it, or it is not clear which is meant. */
const ip_sequence_rule *ip_catalog_sequence_rule_named(const ip_schema *schema, const char *text);

#endif
