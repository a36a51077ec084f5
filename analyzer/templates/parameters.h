/* Decides which slots of a family are parameters, names them, and states what is assumed about them. */
#ifndef IP_TEMPLATE_PARAMETERS_H
#define IP_TEMPLATE_PARAMETERS_H

#include "catalog/schema.h"
#include "templates/family.h"

typedef struct ip_parameter_choice {
    bool constant;      /* its only value is written into the script */
    bool each;          /* has a value for each iteration of its loop */
    const char *always; /* a parameter that is assumed to have this value always, as SQL; NULL if it is not */
    const char *name;   /* its own name, even if it is equal to another slot */
    int equal_to;       /* the slot to which it is assumed to be equal; -1 if none */
    int increment_of;   /* the slot of which it is assumed to be a constant more; -1 if none */
    int by;             /* that constant */
    int result_of;      /* the part whose result is assumed to give its value; -1 if none */
    const char *column; /* of that result */
    const char
        *row_column; /* in a loop: the column of each row of the SELECT before it that is assumed to give its value */
    long rows_seen;  /* how often that was observed of all rows */
    int rows_of;     /* a list: the part whose rows are assumed to give its elements; -1 if none */
    const char *rows_column; /* of these rows */
    bool some_rows;          /* not all of them */
    bool recorded;           /* the equality was observed in recorded values */
    int member_count;        /* a list: of the following */
    const int *members; /* the slots whose values are assumed to be its elements; one of a loop has all its values */
    bool in_order;      /* the elements are in this order, as far as it matters */
    long members_seen;  /* how often that was observed */
    /* A column of VALUES, each row of which is assumed to have one value: that of equal_to or result_of, or else one
     * with the name row_name, or the literal row_value. */
    bool every_row;
    const char *row_name, *row_value;
    bool one_in_loop; /* assumed to be the same in every iteration */
    const char *type; /* of its column in the schema, of lists that of an element; NULL if not known */
} ip_parameter_choice;

/* What is known about a slot of a form over all families. */
typedef struct ip_form_facts {
    long seen;
    bool varied;
    uint64_t first;
} ip_form_facts;

typedef struct ip_parameter_rules {
    const ip_schema *schema; /* may be NULL */
    long support;
    bool unordered;        /* values were replaced, so that comparisons of numbers mean nothing */
    bool redact;           /* write no constants except those of LIMIT and true, false and NULL */
    ip_form_facts **facts; /* [form][slot]; NULL if never seen */
} ip_parameter_rules;

/* Tells whether values of the two slots have compatible types. */
bool ip_templates_slots_fit(const ip_family *family, int a, int b, const ip_schema *schema);
/* Returns the slot whose name the slot's value has. */
int ip_templates_choice_leader(const ip_parameter_choice *choices, int slot);
/* Tells whether the slot was seen often enough, here or in all families if it never varied there, and is no key. */
bool ip_templates_is_settled(const ip_family *family, int slot, const ip_parameter_rules *rules);
/* Returns a value that was sent as a parameter, as SQL: a literal; digits alone if it may be a number. NULL if it has
 * control characters. */
const char *ip_templates_sent_as_sql(ip_arena *arena, const char *value, bool may_be_number);
/* Judges by the name of the column, which may be NULL. For use without a schema. */
bool ip_templates_looks_like_key(const char *column);
/* Returns the number of rows that a SELECT by a key, or by a list of keys, is assumed to find because each of them is
 * written later in the transaction. 0: not known, or it is no such SELECT. */
int ip_templates_rows_written(const ip_family *family, int part, const ip_parameter_choice *choices,
                              const ip_schema *schema);
void ip_templates_form_facts_add(ip_arena *arena, ip_form_facts **facts, const ip_family *family);
/* Returns [slot of the family], allocated in the arena. */
ip_parameter_choice *ip_templates_parameters_choose(ip_arena *arena, const ip_family *family,
                                                    const ip_parameter_rules *rules);

#endif
