/* Reads CREATE INDEX for the database in memory, because the serializable level locks the index ranges that a query
 * searches. */
#ifndef IP_COMPILED_INDEX_H
#define IP_COMPILED_INDEX_H

#include "permutations/compiled.h"

/* Returns false if the statement creates no index, or creates the index of a key. */
bool ip_permutations_read_index(ip_arena *arena, ip_range statement, ip_compiled_index *index);

#endif
