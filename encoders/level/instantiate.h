/* From axioms to quantifier-free terms. */
#ifndef IP_LEVEL_INSTANTIATE_H
#define IP_LEVEL_INSTANTIATE_H

#include "level/axiom.h"
#include "level/level.h"

struct ip_level {
    const char *name;
    const ip_level_file *file;
    ip_axioms axioms;
    /* What query.c has answered about executions at this level alone: -1 no, 1 yes, 0 not asked yet. */
    signed char *older_versions, *conflict_visible, *snapshot_isolation;
    ip_whole_reason whole;
};

/* Those of the level's axioms that come from one assertion; -1: all. Otherwise as ip_level_instantiate. */
Z3_ast ip_level_instantiate_assertion(const ip_level *level, int assertion, const ip_relations *relations,
                                      const Z3_ast *at_level, int fresh_from);

#endif
