/* Names the functions that clients call by their numbers. */
#include "recorder/function_call.h"

enum { INT4 = 23, INT8 = 20, OID = 26, BYTEA = 17, MOST_ARGUMENTS = 3 };

/* pg_proc.dat: the numbers of built-in functions never change. */
static const struct {
    uint32_t number;
    const char *name;
    uint32_t result, types[MOST_ARGUMENTS];
} known[] = {
    {715, "lo_create", OID, {OID}},
    {952, "lo_open", INT4, {OID, INT4}},
    {953, "lo_close", INT4, {INT4}},
    {954, "loread", BYTEA, {INT4, INT4}},
    {955, "lowrite", INT4, {INT4, BYTEA}},
    {956, "lo_lseek", INT4, {INT4, INT4, INT4}},
    {957, "lo_creat", OID, {INT4}},
    {958, "lo_tell", INT4, {INT4}},
    {964, "lo_unlink", INT4, {OID}},
    {1004, "lo_truncate", INT4, {INT4, INT4}},
    {3170, "lo_lseek64", INT8, {INT4, INT8, INT4}},
    {3171, "lo_tell64", INT8, {INT4}},
    {3172, "lo_truncate64", INT4, {INT4, INT8}},
};

ip_prepared_text *ip_recorder_function_call(ip_arena *arena, uint32_t number, int arguments)
{
    ip_prepared_text *of = IP_NEW(arena, ip_prepared_text);
    const char *name = ip_arena_printf(arena, "function %u", (unsigned)number);
    uint32_t result = 0;
    const char *text = ip_arena_printf(arena, "SELECT \"%s\"(", name);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].number != number)
            continue;
        name = known[i].name;
        result = known[i].result;
        text = ip_arena_printf(arena, "SELECT %s(", name);
        for (int a = 0; a < arguments && a < MOST_ARGUMENTS; a++)
            IP_PUSH(arena, &of->types, known[i].types[a]);
    }
    for (int a = 0; a < arguments; a++)
        text = ip_arena_printf(arena, "%s%s$%d", text, a ? ", " : "", a + 1);
    of->name = "";
    of->text = ip_arena_printf(arena, "%s)", text);
    IP_PUSH(arena, &of->columns, name);
    IP_PUSH(arena, &of->column_types, result);
    return of;
}
