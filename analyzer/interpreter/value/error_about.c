/* Copies what an error was about. */
#include "interpreter/value/error_about.h"

static const char *kept(ip_arena *arena, const char *text)
{
    return text ? ip_arena_strdup(arena, text) : NULL;
}

ip_error_about ip_value_error_about_copy(ip_arena *arena, const ip_error_about *about)
{
    return (ip_error_about){.detail = kept(arena, about->detail),
                            .hint = kept(arena, about->hint),
                            .column = kept(arena, about->column),
                            .constraint = kept(arena, about->constraint),
                            .datatype = kept(arena, about->datatype),
                            .table = kept(arena, about->table),
                            .schema = kept(arena, about->schema)};
}
