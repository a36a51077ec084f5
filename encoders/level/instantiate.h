/* From axioms to quantifier-free terms. */
#ifndef IP_LEVEL_INSTANTIATE_H
#define IP_LEVEL_INSTANTIATE_H

#include "level/axiom.h"
#include "level/level.h"

/* What query.c has answered about sets of levels. An analysis asks about few sets, for each formula again. */
enum { IP_LEVELS_OF_SET = 4, IP_SETS_KEPT = 8 };

typedef struct ip_set_answers {
    struct {
        const ip_level *levels[IP_LEVELS_OF_SET]; /* each once, in any order */
        int count;
        bool answer;
    } items[IP_SETS_KEPT];
    int count;
} ip_set_answers;

struct ip_level {
    const char *name;
    const ip_level_file *file;
    ip_axioms axioms;
    ip_set_answers *older_versions, *conflict_visible; /* about sets that were asked about with this level first */
    signed char *snapshot_isolation; /* of executions at this level alone: -1 no, 1 yes, 0 not asked yet */
    ip_whole_reason whole;
};

/* Those of the level's axioms that come from one assertion; -1: all. Otherwise as ip_level_instantiate. */
Z3_ast ip_level_instantiate_assertion(const ip_level *level, int assertion, const ip_relations *relations,
                                      const Z3_ast *at_level, int fresh_from);

#endif
