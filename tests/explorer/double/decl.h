#include "level.h"
const ip_level *ip_level_load_for_histories(ip_arena *arena, const char *name, ip_diagnostics *d);
