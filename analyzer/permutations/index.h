/* CREATE INDEX as the database in memory has to know it: serializable locks what is searched. */
#ifndef IP_COMPILED_INDEX_H
#define IP_COMPILED_INDEX_H

#include "permutations/compiled.h"

/* false: the statement makes none, or one of a key. */
bool ip_read_index(ip_arena *arena, ip_range statement, ip_compiled_index *index);

#endif
