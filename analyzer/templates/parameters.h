/* Which slots of a family are parameters, under which names, and what is assumed of them. */
#ifndef IP_TEMPLATE_PARAMETERS_H
#define IP_TEMPLATE_PARAMETERS_H

#include "catalog/schema.h"
#include "templates/family.h"

typedef struct ip_parameter_choice {
    bool constant;      /* written as it always was */
    bool each;          /* a value for each iteration of its loop */
    const char *name;   /* its own, whatever it is equal to */
    int equal_to;       /* the slot that it is assumed to be equal to; -1: none */
    int result_of;      /* the part whose result it is assumed to come from; -1: none */
    const char *column; /* of that result */
    bool recorded;      /* its values are known: they were equal */
    bool one_in_loop;   /* assumed to be the same in every iteration */
    const char *type;   /* of its column, as the schema has it; NULL: not known */
} ip_parameter_choice;

/* What all families together say of a form's slots. */
typedef struct ip_form_facts {
    long seen;
    bool varied;
    uint64_t first;
} ip_form_facts;

typedef struct ip_parameter_rules {
    const ip_schema *schema; /* or NULL */
    long support;
    bool unordered;        /* numbers are not those that were sent: that one is less than another says nothing */
    bool redact;           /* a value is no constant, but for LIMIT's and for true, false and NULL */
    ip_form_facts **facts; /* [forms][slots]; NULL: never seen */
} ip_parameter_rules;

/* By its name, where no schema tells; NULL does. */
bool ip_looks_like_key(const char *column);
/* Of a SELECT by a key whose row is written later in the transaction: it is assumed to find it. */
bool ip_row_is_written(const ip_family *family, int part, const ip_parameter_choice *choices, const ip_schema *schema);
void ip_form_facts_add(ip_arena *arena, ip_form_facts **facts, const ip_family *family);
/* [family's slots] */
ip_parameter_choice *ip_parameters_choose(ip_arena *arena, const ip_family *family, const ip_parameter_rules *rules);

#endif
