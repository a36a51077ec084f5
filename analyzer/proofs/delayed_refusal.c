/* Where the proof by one delayed transaction does not apply (docs/proofs.md has the reason for each condition). */
#include "proofs/delayed.h"

static const char *place_of(ip_arena *arena, ip_range range)
{
    if (!range.source)
        return "";
    return ip_arena_printf(arena, " (%s:%d)", range.source->path, ip_range_position(range).line);
}

static const char *refused_statement(const bool *dropped, const ip_statement *s)
{
    bool outside = s->sources.count > 0 && s->sources.items[0].table->outside;
    if (s->kind == IP_UNKNOWN && !s->kept && !outside)
        return "a statement is not understood";
    if ((s->kept || s->early) && !dropped[IP_DELAYED_KEPT])
        return "a result may be kept from an earlier transaction";
    for (int q = 0; q < s->sources.count; q++) {
        const ip_row_source *source = &s->sources.items[q];
        if (source->table->outside && !dropped[IP_DELAYED_OUTSIDE])
            return "state outside of rows is read or written";
        if (source->passes_over)
            return "SKIP LOCKED depends on concurrent transactions";
    }
    return NULL;
}

static bool by_chance(const ip_free_choice *choice)
{
    for (int c = 0; c < IP_CHANCE_COUNT; c++)
        if (c != IP_CHANCE_UNCHECKED && choice->at[c])
            return true;
    return false;
}

static const char *refused_program(ip_arena *arena, const bool *dropped, const ip_program *program)
{
    if (program->broken)
        return ip_arena_printf(arena, "%s could not be read in full", program->name);
    if (ip_encoding_program_too_deep(program))
        return ip_arena_printf(arena, "the loops of %s are nested too deep", program->name);
    for (int l = 0; l < program->loops.count; l++)
        if (program->loops.items[l].kind == IP_LOOP_WHILE)
            return ip_arena_printf(arena, "%s has a loop without bound%s", program->name,
                                   place_of(arena, program->loops.items[l].range));
    for (int s = 0; s < program->statements.count; s++) {
        const char *why = refused_statement(dropped, &program->statements.items[s]);
        const char *what =
            program->statements.items[s].kind == IP_UNKNOWN ? program->statements.items[s].why_unknown : NULL;
        if (why)
            return ip_arena_printf(arena, "in %s, %s%s%s%s", program->name, why, what ? ": " : "", what ? what : "",
                                   place_of(arena, program->statements.items[s].range));
    }
    for (int c = 0; c < program->choices.count; c++)
        if (by_chance(&program->choices.items[c]))
            return ip_arena_printf(arena, "in %s, an outcome depends on concurrent transactions%s", program->name,
                                   place_of(arena, program->choices.items[c].range));
    return NULL;
}

const char *ip_proof_delayed_refusal(const ip_decision_input *in, const ip_part *part)
{
    if (part->encoding.selection_count && !in->dropped[IP_DELAYED_SERIALIZED])
        return "pairs of programs are serializable";
    bool any_level = in->dropped[IP_DELAYED_LEVEL];
    for (int p = 0; p < part->count && !any_level && !in->dropped[IP_DELAYED_ONE_LEVEL]; p++)
        if (part->encoding.levels[p] != part->encoding.levels[0])
            return "the programs run at different levels";
    if (part->count && !any_level && !ip_level_is_snapshot_isolation(part->encoding.levels[0]))
        return "the level is not snapshot isolation";
    for (int p = 0; p < part->count; p++) {
        const char *why = refused_program(in->arena, in->dropped, part->encoding.programs[p]);
        if (why)
            return why;
    }
    return NULL;
}
