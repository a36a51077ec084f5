/* Transactions with the same statements, and what their values have in common. A family's sequence is that of its
 * transactions, with repeated stretches of statements as one loop. While the log is read, a family keeps which of its
 * slots were equal in every transaction so far, but no transaction. */
#ifndef IP_TEMPLATE_FAMILY_H
#define IP_TEMPLATE_FAMILY_H

#include "templates/result.h"
#include "templates/value_set.h"

/* A statement of a sequence. */
typedef struct ip_template_part {
    const ip_statement_form *form;
    int first_slot; /* index of the statement's first slot among the family's */
    int loop;       /* index of the enclosing loop; -1 if none */
    long seen;      /* transactions with this part */
    long iterated;  /* transactions with this part and at least two iterations of some loop */
} ip_template_part;

typedef struct ip_repeat {
    int first, count;  /* parts */
    bool not_by_rows;  /* at least once, it had not as many iterations as the SELECT before it has found rows */
    long known_rows;   /* transactions of which all these rows are known, */
    bool several_rows; /* and there were at least two in one */
} ip_repeat;

/* The types of values by their digits, as those of SQL's literals are. */
enum { IP_VALUE_INTEGER = 1, IP_VALUE_BIGINT = 2, IP_VALUE_NUMERIC = 4, IP_VALUE_OTHER = 8 };

/* What is known about a slot's values in all transactions. */
typedef struct ip_fact {
    bool varied;      /* it had two different values */
    bool loop_varied; /* it had two different values within one transaction's loop */
    bool unknown;     /* the log lacked its value at least once */
    bool has_first;
    unsigned kinds;    /* set of IP_VALUE_…: those that were seen */
    bool repeated;     /* after an INSERT with RETURNING: two transactions or iterations had the same value */
    ip_value_set seen; /* values seen, if the slot is one after an INSERT with RETURNING */
    uint64_t first;    /* hash of the first value */
    const char *text;  /* the first value as written; NULL if not kept */
    const char *sent;  /* the first value, if it was sent as a parameter; NULL if not kept */
    /* Of lists: */
    bool mixed;     /* of a column of VALUES: two rows had different values at least once; if not, varied and first are
                       about the value of all rows */
    bool uncovered; /* the values of its members were not all of its elements at least once */
    bool too_many;  /* there were more elements than are compared at least once */
    int length;     /* number of elements; -1 if not always the same */
    int most;       /* largest number of elements */
} ip_fact;

/* Two slots that were equal in every transaction, and in every iteration of a loop. */
typedef struct ip_equal {
    int a, b; /* a < b */
} ip_equal;

/* A list outside of loops and a slot whose value was always among its elements. */
typedef struct ip_list_member {
    int list, slot;
    int place; /* the element's index, from 0, or one of the following */
} ip_list_member;

enum {
    IP_SOME_PLACE = -1,    /* the order of the list means nothing, and the slot's value is an element */
    IP_EACH_ITERATION = -2 /* the values of the slot in all iterations are the elements, in their order if it matters */
};

/* A slot that was always another one of its statement plus a constant. */
typedef struct ip_increment {
    int slot, other;
    int by; /* not 0 */
} ip_increment;

/* A slot in a loop that always had, in each iteration, the value of this column in the next row that the SELECT before
 * the loop has found. */
typedef struct ip_row_cell {
    int slot;
    const char *column;
} ip_row_cell;

/* A list outside of loops whose elements were always values of this column in the rows of an earlier SELECT. */
typedef struct ip_row_list {
    int list, part;
    const char *column;
    bool some;         /* at least once, not all of these values */
    long known_rows;   /* transactions of which all rows are known, */
    bool several_rows; /* and there were at least two in one */
} ip_row_list;

/* A slot that always had the value of a column in the one-row result of an earlier part, which is outside of loops, or
 * in the slot's loop: then in the same iteration. */
typedef struct ip_template_cell {
    int part, slot;
    const char *column;
} ip_template_cell;

/* A condition on a result that distinguishes two branches. Parts and slots are the family's. */
typedef struct ip_condition {
    enum { IP_NO_ROW, IP_SOME_ROW, IP_IS_NULL, IP_IS_NOT_NULL, IP_IS_VALUE, IP_COMPARED } kind;
    int part;
    const char *column; /* of the part's result */
    const char *value;  /* for IP_IS_VALUE */
    const char *sign;   /* for IP_COMPARED: as in "<"; compares with a slot, or with a cell if slot is -1 */
    int slot, other_part;
    const char *other_column;
} ip_condition;

/* Two alternatives for the rest of a sequence: parts [at, otherwise) if the condition holds, else [otherwise, end).
 * Nested branches come later in the list. */
typedef struct ip_branch {
    int at, otherwise, end;
    int within;                       /* index of the enclosing branch; -1 if none */
    bool in_else;                     /* in the second alternative of the enclosing branch */
    bool rolls_back, else_rolls_back; /* the alternative rolls back without a part of its own */
    ip_condition condition;
    long seen, else_seen;
} ip_branch;

typedef struct ip_family {
    uint64_t hash;
    IP_VEC(ip_template_part) parts;
    IP_VEC(ip_repeat) loops;
    int slot_count;
    ip_fact *facts;     /* [slot_count] */
    const int *part_of; /* [slot_count] the part of the slot */
    IP_VEC(ip_equal) equal;
    IP_VEC(ip_list_member) members;
    IP_VEC(ip_template_cell) cells;
    IP_VEC(ip_row_cell) row_cells;
    IP_VEC(ip_row_list) row_lists;
    IP_VEC(ip_increment) increments;
    ip_result_fact *results; /* [part] */
    IP_VEC(ip_seen_relation) relations;
    IP_VEC(ip_branch) branches;
    bool rolled_back;
    long seen;     /* transactions */
    long iterated; /* transactions with at least two iterations of some loop */
    bool begun;
    const char *options;
    bool session_level;
    const char *path, *database, *application, *note;
    const char *file; /* of the first transaction */
    long line;
    struct ip_family *exact; /* for a family with loops: the family with its loops unrolled, if all transactions had the
                                same number of iterations; otherwise NULL */
    bool several_lengths;    /* transactions had different numbers of iterations */
    int results_before;      /* numbers of results that templates written before it use */
} ip_family;

typedef struct ip_families ip_families;

ip_families *ip_templates_families_new(ip_arena *arena);
void ip_templates_families_add(ip_families *families, const ip_transaction *transaction);
/* Joins families that differ only in how often loops ran. Call after the last transaction. Families that were rolled
 * back come last in the list afterwards. */
void ip_templates_families_settle(ip_families *families);
void ip_templates_families_free(ip_families *families);
void ip_templates_families_replace(ip_families *families, ip_family *const *list, int count);
const ip_template_slot *ip_templates_slot_at(const ip_family *family, int slot);
int ip_templates_loop_of(const ip_family *family, int slot); /* -1 if none */
/* Tells whether the slot is a column of VALUES whose rows had one value in every transaction. */
bool ip_templates_has_one_value(const ip_family *family, int slot);
/* Tells whether the slots were equal in every transaction; a column of VALUES and another slot: in every row. */
bool ip_templates_are_equal(const ip_family *family, int a, int b);
/* Returns the number of transactions that had the part of the slot. */
long ip_templates_seen_with(const ip_family *family, int slot);
/* Tells whether every transaction with the part also has the other one before it. Parts of different branches do not.
 */
bool ip_templates_part_precedes(const ip_family *family, int before, int part);
int ip_templates_families_count(const ip_families *families);
ip_family *ip_templates_families_item(const ip_families *families, int i);

#endif
