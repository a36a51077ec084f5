/* Transactions with the same statements, loops counted as loops: what their values have in common.
 *
 * A family's sequence is that of its transactions with repeated stretches of statements as one loop. While the log is
 * read, a family keeps which of its slots were equal in every transaction so far, and nothing of the transactions. */
#ifndef IP_TEMPLATE_FAMILY_H
#define IP_TEMPLATE_FAMILY_H

#include "templates/result.h"

/* A statement of a sequence. */
typedef struct ip_part {
    const ip_statement_form *form;
    int first_slot; /* of its values among the family's */
    int loop;       /* index of the loop it stands in; -1: none */
    long seen;      /* transactions that had it */
    long iterated;  /* transactions that had it, and some loop with two iterations or more */
} ip_part;

typedef struct ip_repeat {
    int first, count; /* parts */
} ip_repeat;

/* Values, up to a limit. */
typedef struct ip_value_set {
    uint64_t *slots; /* 0: free */
    size_t room, count;
} ip_value_set;

/* What is known of a slot's values in all transactions. */
typedef struct ip_fact {
    bool varied;      /* it had two values */
    bool loop_varied; /* it had two values in the iterations of one transaction */
    bool unknown;     /* the log did not have its value at least once */
    bool has_first;
    bool repeated;     /* after an INSERT with RETURNING: two transactions, or iterations, had the same value */
    ip_value_set seen; /* of such a slot */
    uint64_t first;    /* hash of the first value, */
    const char *text;  /* and how it was written; NULL: not kept */
} ip_fact;

/* Two slots that were equal in every transaction, in a loop in every iteration. */
typedef struct ip_equal {
    int a, b; /* a < b */
} ip_equal;

/* A slot that was in every transaction what an earlier part, with a result of one row, had in that column. Neither is
 * in a loop. */
typedef struct ip_cell {
    int part, slot;
    const char *column;
} ip_cell;

/* What tells two ways apart, after a result; parts and slots are the family's. */
typedef struct ip_condition {
    enum { IP_NO_ROW, IP_SOME_ROW, IP_IS_NULL, IP_IS_NOT_NULL, IP_IS_VALUE, IP_COMPARED } kind;
    int part;
    const char *column; /* of its result */
    const char *value;  /* IS_VALUE */
    const char *sign;   /* COMPARED: "<", with the value of a slot, or, if that is -1, a cell */
    int slot, other_part;
    const char *other_column;
} ip_condition;

/* From a part on, one of two ways to the end: [at, otherwise) if the condition holds, else [otherwise, end). Branches
 * within a way come after it in their list. */
typedef struct ip_branch {
    int at, otherwise, end;
    int within;                       /* the branch of whose way it is a part; -1: none */
    bool in_else;                     /* of its second way */
    bool rolls_back, else_rolls_back; /* with nothing of its own before */
    ip_condition condition;
    long seen, else_seen;
} ip_branch;

typedef struct ip_family {
    uint64_t hash;
    IP_VEC(ip_part) parts;
    IP_VEC(ip_repeat) loops;
    int slot_count;
    ip_fact *facts;     /* [slot_count] */
    const int *part_of; /* [slot_count] the part that has the slot */
    IP_VEC(ip_equal) equal;
    IP_VEC(ip_cell) cells;
    ip_result_fact *results; /* [parts] */
    IP_VEC(ip_relation) relations;
    IP_VEC(ip_branch) branches;
    bool rolled_back;
    long seen;     /* transactions */
    long iterated; /* transactions in which some loop had two iterations or more */
    bool begun;
    const char *options;
    bool session_level;
    const char *path, *database, *application, *note;
    const char *file; /* of the first */
    long line;
    struct ip_family *exact; /* of a family with loops: the same with the loops written out, as long as all
                                transactions had as many iterations; NULL */
    bool several_lengths;    /* they had not */
} ip_family;

typedef struct ip_families ip_families;

ip_families *ip_families_new(ip_arena *arena);
void ip_families_add(ip_families *families, const ip_transaction *transaction);
/* One iteration is a loop, too, where others had more. After the last transaction. Families that were rolled back come
 * last in the list then. */
void ip_families_settle(ip_families *families);
void ip_families_free(ip_families *families);
void ip_families_replace(ip_families *families, ip_family *const *list, int count);
/* In how many transactions its part was, whose values it has. */
long ip_seen_with(const ip_family *family, int slot);
/* Does a transaction that has the part have that one before it? Not if they stand in different ways. */
bool ip_part_precedes(const ip_family *family, int before, int part);
int ip_families_count(const ip_families *families);
ip_family *ip_families_item(const ip_families *families, int i);

#endif
