/* Levels of whole histories: of visibility, with existential quantifiers or objects (ip_level_whole_only). */
#ifndef IP_LEVEL_WHOLE_H
#define IP_LEVEL_WHOLE_H

#include "level/structure.h"

/* Relations of visibility as a structure, for any level of visibility: each transaction is one statement, whose
 * snapshot is the transaction's and which locks nothing. writes [transaction, object]. The relations' arrays are
 * shared. */
ip_structure *ip_level_structure_of_relations(ip_arena *arena, const ip_relations *relations, int objects,
                                              Z3_ast *writes);

/* As ip_level_check_consistency, which the level's axioms are not in the form for: serial executions of up to four
 * transactions and two objects are tried. */
bool ip_level_whole_check_consistency(ip_arena *arena, const ip_level *level, ip_diagnostics *diagnostics);

#endif
