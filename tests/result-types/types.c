/* Prints, for each statement of a file's programs, its line and the types of what it gives, "?" where none is known:
 *   LINE<TAB>type<TAB>type…
 * usage: types FILE */
#include "frontend.h"
#include "test.h"

static const char *spelled(ip_type type)
{
    return type.name ? type.name : "?";
}

TEST_SUITE(result_types_of)
{
    ip_arena *arena = ip_arena_new();
    const char *error = NULL;
    const ip_source *source = argc == 2 ? ip_source_read(arena, argv[1], &error) : NULL;
    if (!source) {
        fprintf(stderr, "%s\n", error ? error : "usage: types FILE");
        return 2;
    }
    ip_diagnostics diagnostics = {.arena = arena};
    const ip_workload *workload = ip_frontend_read_as(arena, &source, 1, 0, &diagnostics);
    for (int p = 0; p < workload->programs.count; p++)
        for (int s = 0; s < workload->programs.items[p]->statements.count; s++) {
            const ip_statement *statement = &workload->programs.items[p]->statements.items[s];
            printf("%d", ip_range_position(statement->range).line);
            for (int o = 0; o < statement->outputs.count; o++) {
                const ip_output *output = &statement->outputs.items[o];
                bool plain = output->aggregate == IP_AGG_NONE;
                printf("\t%s%s", spelled(plain ? output->expr->type : output->type), output->type.array ? "\t[]" : "");
            }
            printf("\n");
        }
    ip_arena_free(arena);
    return 0;
}
