/* Blocks with an EXCEPTION part (PostgreSQL 15 documentation, section 43.6.8). Whether an error occurs is unknown. If
 * none does, the body runs as usual, and none of its aborts has happened. If one does, the body's effects are rolled
 * back except for what it has read. For that case the body is lowered a second time: any of its statements may have run
 * or not, its writes become reads, and its locks are released. The handlers are then ordinary statements. */
#include "lower/body/at_any_moment.h"
#include "lower/body/concurrent_outcome.h"
#include "lower/body/raised.h"
#include "access_summary/side_channel.h"
#include "access_summary/chance.h"
#include "lower/lower.h"

static bool always_aborts(const ip_lowerer *l, ip_pl_statement *const *items, int count);

/* It may leave the handler, or the routine. */
static bool leaves(const ip_pl_statement *s)
{
    if (s->kind == IP_PL_EXIT || s->kind == IP_PL_CONTINUE || (s->kind == IP_PL_RETURN && !s->more_follows))
        return true;
    for (int i = 0; i < s->branches.count; i++)
        for (int k = 0; k < s->branches.items[i].body.count; k++)
            if (leaves(s->branches.items[i].body.items[k]))
                return true;
    for (int i = 0; i < s->body.count; i++)
        if (leaves(s->body.items[i]))
            return true;
    for (int i = 0; i < s->handlers.count; i++)
        if (leaves(s->handlers.items[i]))
            return true;
    return false;
}

/* ROLLBACK undoes a procedure's whole transaction; in a function it is an error. */
static bool always_aborts(const ip_lowerer *l, ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i];
        if (s->kind == IP_PL_RAISE && s->aborts)
            return true;
        if (s->kind == IP_PL_ROLLBACK && (!l->unit->procedure || l->calls.count == 0))
            return true;
        if (leaves(s))
            return false;
    }
    return false;
}

static bool all_abort(const ip_lowerer *l, const ip_pl_statement *block)
{
    for (int i = 0; i < block->handler_list.count; i++) {
        const ip_pl_handler *handler = &block->handler_list.items[i];
        if (!always_aborts(l, handler->body.items, handler->body.count))
            return false;
    }
    return true;
}

/* ---- the effects of a body that ends with an error ---- */
/* Whether a handler reads an error's text that may show the row that was being written. */
static bool shows_rows(ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i];
        const ip_channel *item =
            s->kind == IP_PL_DIAGNOSTICS && s->item ? ip_summary_channel_named(IP_CHANNEL_DIAGNOSTIC, s->item) : NULL;
        if (s->kind == IP_PL_DIAGNOSTICS && (!item || item->effect == IP_CHANNEL_ROW))
            return true;
        for (int b = 0; b < s->branches.count; b++)
            if (shows_rows(s->branches.items[b].body.items, s->branches.items[b].body.count))
                return true;
        if (shows_rows(s->body.items, s->body.count) || shows_rows(s->handlers.items, s->handlers.count))
            return true;
    }
    return false;
}

/* "Failing row contains (…)", "Key (…)=(…) conflicts with existing key (…)=(…)": all columns of the written or the
 * conflicting row. */
static void show_rows(ip_statement *s)
{
    bool changes = s->kind == IP_UPDATE || s->kind == IP_DELETE;
    for (int q = 0; q < s->sources.count && (changes || s->check != IP_CHECK_NONE || s->past_snapshot); q++)
        for (int i = 0; i < s->sources.items[q].table->columns.count; i++)
            s->sources.items[q].filter_columns[i] = true;
}

static void undo(ip_statement *s)
{
    bool inserts = s->kind == IP_INSERT;
    bool reads_nothing = inserts || s->kind == IP_TRUNCATE;
    if (s->kind != IP_UPDATE && s->kind != IP_DELETE && !reads_nothing)
        return;
    s->kind = IP_SELECT;
    s->assignments = NULL;
    if (reads_nothing) /* the checks of an INSERT's keys are separate statements */
        s->sources.count = 0;
}

typedef struct undone {
    int first, deferred, targets;
} undone;

/* Statements lowered from here on are undone, except for their reads. */
static undone begin_undone(ip_lowerer *l)
{
    undone u = {l->program->statements.count, l->deferred.count, l->first_undone_target};
    if (l->undone_depth == 0) {
        l->first_undone_target = l->targets.count;
        ip_lower_watch_raisers(l);
    }
    l->undone_depth++;
    l->handlers++;
    return u;
}

static void end_undone(ip_lowerer *l, undone u, bool shows)
{
    l->handlers--;
    l->undone_depth--;
    l->first_undone_target = u.targets;
    l->deferred.count = u.deferred;
    for (int i = u.first; i < l->program->statements.count; i++) {
        if (shows)
            show_rows(&l->program->statements.items[i]);
        undo(&l->program->statements.items[i]);
    }
}

/* Does a handler go on after the error of a unique key's check? A script goes back to a savepoint after any error. */
static bool takes_duplicates(const ip_pl_statement *block)
{
    bool takes = block->handler_list.count == 0;
    for (int i = 0; i < block->handler_list.count; i++)
        takes = takes || !block->handler_list.items[i].range.source ||
                ip_summary_takes_denial(&block->handler_list.items[i], IP_DENIED_DUPLICATE);
    return takes;
}

static void lower_guarded(ip_lowerer *l, const ip_pl_statement *block)
{
    const bool takes = takes_duplicates(block);
    l->guarded++;
    l->duplicates_taken += takes;
    const int count = ip_lower_last_left(l, block);
    ip_lower_statements(l, block->body.items, count);
    if (count < block->body.count) { /* a block without statements has no array of them */
        const ip_unobserved rest = ip_lower_begin_unobserved(l);
        ip_lower_statements(l, block->body.items + count, block->body.count - count);
        ip_lower_end_unobserved(l, rest);
    }
    l->duplicates_taken -= takes;
    l->guarded--;
}

static void lower_undone(ip_lowerer *l, const ip_pl_statement *block)
{
    undone u = begin_undone(l);
    lower_guarded(l, block);
    ip_lower_cut_after_raisers(l, block);
    end_undone(l, u, shows_rows(block->handlers.items, block->handlers.count));
}

/* ---- ROLLBACK of procedures ---- */
/* Whether code uses values that were read before a ROLLBACK in the list. outer: after the list; gives: the procedure
 * returns values. */
static bool goes_on_after(ip_pl_statement *const *items, int count, bool outer, bool gives)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i];
        bool last = i + 1 == count, goes_on = last ? outer : items[i + 1]->kind == IP_PL_RETURN ? gives : true;
        if (s->kind == IP_PL_ROLLBACK && goes_on)
            return true;
        bool loops = s->kind != IP_PL_BLOCK && s->kind != IP_PL_IF;
        if (goes_on_after(s->body.items, s->body.count, goes_on || loops, gives) ||
            goes_on_after(s->handlers.items, s->handlers.count, goes_on, gives))
            return true;
        for (int b = 0; b < s->branches.count; b++)
            if (goes_on_after(s->branches.items[b].body.items, s->branches.items[b].body.count, goes_on, gives))
                return true;
    }
    return false;
}

static bool outlives_rollback(const ip_unit *unit)
{
    if (unit->kind != IP_UNIT_ROUTINE || !unit->procedure)
        return false;
    bool gives = false;
    for (int i = 0; i < unit->parameters.count; i++)
        gives = gives || unit->parameters.items[i].out;
    ip_pl_statement *const root = (ip_pl_statement *)unit->tree; /* its handlers may roll back, too */
    return goes_on_after(&root, 1, gives, gives);
}

void ip_lower_rolled_back(ip_lowerer *l, const ip_unit *unit, void (*lower)(ip_lowerer *l, const ip_unit *unit))
{
    if (!outlives_rollback(unit))
        return;
    const ip_expr *base = l->base, *rel = l->rel, *rolled_back = ip_lower_unknown_condition(l, "rolled_back");
    ip_values before = ip_lower_copy(l, &l->values);
    l->base = ip_program_expr_and(l->arena, base, rolled_back);
    undone u = begin_undone(l);
    l->rolled_back = true;
    l->outlives = l->visible.count;
    lower(l, unit);
    l->rolled_back = false;
    end_undone(l, u, false);
    l->values = before;
    l->base = ip_program_expr_and(l->arena, base, ip_program_expr_not(l->arena, rolled_back));
    l->rel = rel;
    l->aborted = false;
}

/* ---- handlers ---- */
static void enter(ip_lowerer *l, const ip_pl_handler *handler, const ip_expr *entered)
{
    if (entered && l->handlers == 0) {
        l->range = handler->range;
        l->text = ip_lower_folded_text(l, ip_range_text(l->arena, handler->range));
        ip_lower_emit_abort(l, ip_program_expr_not(l->arena, entered));
    }
    ip_lower_statements(l, handler->body.items, handler->body.count);
}

/* One of the handlers has matched: otherwise the error would propagate. entered: the condition of each, or NULL. */
static void lower_handlers(ip_lowerer *l, const ip_pl_statement *block, const ip_expr *const *entered, int number)
{
    const ip_pl_handler *handler = &block->handler_list.items[number];
    if (number + 1 == block->handler_list.count) {
        enter(l, handler, entered[number]);
        return;
    }
    const ip_expr *condition = ip_lower_unknown_condition(l, "handles");
    const ip_expr *base = l->base, *rel = l->rel, *here = ip_lower_path(l);
    ip_values before = ip_lower_copy(l, &l->values);
    l->base = ip_program_expr_and(l->arena, here, condition);
    l->rel = NULL;
    enter(l, handler, entered[number]);
    ip_branch_end this_one = ip_lower_end_of_branch(l);
    l->values = before;
    l->base = ip_program_expr_and(l->arena, here, ip_program_expr_not(l->arena, condition));
    l->rel = NULL;
    l->aborted = false;
    lower_handlers(l, block, entered, number + 1);
    ip_branch_end later = ip_lower_end_of_branch(l);
    ip_lower_join_branches(l, condition, &this_one, &later, base, rel);
}

static void enter_handlers(ip_lowerer *l, const ip_pl_statement *block)
{
    int count = block->handler_list.count;
    const ip_expr **entered = IP_NEW_ARRAY(l->arena, const ip_expr *, count);
    bool known = count > 0;
    for (int i = 0; i < count; i++) {
        entered[i] = ip_lower_entered_if(l, &block->handler_list.items[i]);
        known = known && entered[i];
    }
    if (!known)
        ip_diagnostics_add(l->diagnostics, IP_APPROXIMATION, block->range, l->program->name,
                           "block with EXCEPTION: an error may come at any of its statements, whatever they are");
    l->handling++;
    if (count > 0)
        lower_handlers(l, block, entered, 0);
    l->handling--;
}

/* RAISE; alone, or first: the error that was caught. */
static bool raises_again(const ip_pl_handler *handler)
{
    const ip_pl_statement *s = handler->body.count ? handler->body.items[0] : NULL;
    return s && s->kind == IP_PL_RAISE && s->aborts &&
           (!s->raise || (!s->raise->format && !s->raise->condition && s->raise->options.count == 0));
}

/* Marks the handlers that do not fail themselves, or whose error an enclosing block catches. */
static const bool *which_go_on(ip_lowerer *l, const ip_pl_statement *block)
{
    bool *goes_on = IP_NEW_ARRAY(l->arena, bool, block->handler_list.count);
    for (int i = 0; i < block->handler_list.count; i++) {
        const ip_pl_handler *handler = &block->handler_list.items[i];
        goes_on[i] =
            !always_aborts(l, handler->body.items, handler->body.count) || (l->guarded > 0 && !raises_again(handler));
    }
    return goes_on;
}

/* The statements of the block's body, from the first on: refusals by the database are caught here. */
static void mark_handled(ip_lowerer *l, const ip_pl_statement *block, int first)
{
    if (!block->handler_list.count || !block->handler_list.items[0].range.source)
        return;
    const bool *goes_on = which_go_on(l, block);
    unsigned handled = 0;
    for (ip_denial denial = 0; denial < IP_DENIAL_COUNT; denial++) {
        int i = 0;
        while (i < block->handler_list.count && !ip_summary_takes_denial(&block->handler_list.items[i], denial))
            i++;
        if (i < block->handler_list.count && goes_on[i])
            handled |= 1u << denial;
    }
    for (int s = first; s < l->program->statements.count; s++)
        l->program->statements.items[s].handled |= handled;
}

/* Where anything may have happened anyway, the handlers may, too. */
static void lower_uncertain(ip_lowerer *l, const ip_pl_statement *block)
{
    ip_effects effects = {0};
    ip_lower_raises_any(l);
    ip_lower_effects(l, block->body.items, block->body.count, NULL, &effects);
    ip_lower_effects(l, block->handlers.items, block->handlers.count, NULL, &effects);
    const ip_expr *base = l->base, *rel = l->rel;
    bool shows = shows_rows(block->handlers.items, block->handlers.count);
    int first = l->program->statements.count;
    l->base = ip_lower_path(l);
    l->handling++;
    for (int part = 0; part < 2; part++) {
        l->rel = NULL;
        l->aborted = false;
        for (int i = 0; part == 1 && i < effects.slots.count; i++)
            ip_lower_forget(l, effects.slots.items[i], l->loop);
        if (part == 0)
            lower_guarded(l, block);
        else
            ip_lower_statements(l, block->handlers.items, block->handlers.count);
        if (part == 0)
            mark_handled(l, block, first);
        for (int i = first; part == 0 && shows && i < l->program->statements.count; i++)
            show_rows(&l->program->statements.items[i]);
    }
    l->handling--;
    for (int i = 0; i < effects.slots.count; i++)
        ip_lower_forget(l, effects.slots.items[i], l->loop);
    l->base = base;
    l->rel = rel;
    l->aborted = false;
    if (effects.leaves || effects.stops)
        l->rel = ip_program_expr_and(l->arena, rel, ip_lower_unknown_condition(l, "goes_on"));
}

/* A handler that always fails is no choice, unless an enclosing block catches its error. */
static void report_choices(ip_lowerer *l, const ip_pl_statement *block, int first, int nowaits)
{
    mark_handled(l, block, first);
    /* A script rolls back to a savepoint explicitly, with or without an error. */
    if (!block->handler_list.count || !block->handler_list.items[0].range.source)
        return;
    ip_lower_choice_of_handlers(l, block, which_go_on(l, block), first, nowaits);
}

void ip_lower_with_handlers(ip_lowerer *l, const ip_pl_statement *block)
{
    if (l->undone_depth > 0) {
        lower_uncertain(l, block);
        return;
    }
    int first = l->program->statements.count, nowaits = l->nowaits;
    if (all_abort(l, block)) {
        lower_guarded(l, block);
        report_choices(l, block, first, nowaits);
        return;
    }
    ip_effects effects = {0};
    ip_lower_effects(l, block->body.items, block->body.count, NULL, &effects);
    const ip_expr *no_error = ip_lower_unknown_condition(l, "no_error");
    const ip_expr *base = l->base, *rel = l->rel, *here = ip_lower_path(l);
    ip_values before = ip_lower_copy(l, &l->values);
    l->base = ip_program_expr_and(l->arena, here, no_error);
    l->rel = NULL;
    lower_guarded(l, block);
    report_choices(l, block, first, nowaits);
    ip_branch_end good = ip_lower_end_of_branch(l);
    l->values = before;
    l->base = ip_program_expr_and(l->arena, here, ip_program_expr_not(l->arena, no_error));
    l->rel = NULL;
    l->aborted = false;
    lower_undone(l, block);
    mark_handled(l, block, first);
    l->rel = NULL;
    l->aborted = false;
    /* Variables keep the values assigned before the error. */
    for (int i = 0; i < effects.slots.count; i++)
        ip_lower_forget(l, effects.slots.items[i], l->loop);
    enter_handlers(l, block);
    ip_branch_end handled = ip_lower_end_of_branch(l);
    ip_lower_join_branches(l, no_error, &good, &handled, base, rel);
}
