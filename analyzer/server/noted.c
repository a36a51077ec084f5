/* Notes the statements of transactions, and their answers. */
#include "server/database_state.h"
#include "server/parameters.h"

#include <string.h>

enum { MOST_NOTED = 200, MOST_NOTED_TRANSACTIONS = 10000, MOST_VALUES = 100000 };

void ip_served_note_answers(ip_served *s)
{
    s->keeps_answers = true;
}

/* Returns the text with the value of each parameter in its place. */
static const char *with_values(ip_arena *arena, const char *text, const ip_code *code, const ip_datum *arguments)
{
    int most = 0;
    for (int i = 0; i < code->parameter_count; i++)
        most = ip_served_parameter_number(code, i) > most ? ip_served_parameter_number(code, i) : most;
    const char **literals = IP_NEW_ARRAY(arena, const char *, most + 1);
    for (int i = code->parameter_count; i-- > 0;)
        if (ip_served_parameter_number(code, i) > 0)
            literals[ip_served_parameter_number(code, i) - 1] = ip_value_datum_literal(arena, arguments[i], NULL);
    return ip_served_replaced_parameters(arena, text, literals, most);
}

static ip_noted_transaction *transaction_at(ip_served *s, long number)
{
    if (number < 1 || number > MOST_NOTED_TRANSACTIONS)
        return NULL;
    while (s->notes.count <= number)
        IP_PUSH(s->arena, &s->notes, (ip_noted_transaction){.session = 0});
    return &s->notes.items[number];
}

static ip_noted *added(ip_served *s)
{
    ip_noted_transaction *t = transaction_at(s, ip_store_running(s->store));
    s->touched = false;
    if (!t)
        return NULL;
    if (t->statements.count == MOST_NOTED) {
        t->left_out++;
        return NULL;
    }
    IP_PUSH(s->arena, &t->statements, (ip_noted){.answered = false});
    return &t->statements.items[t->statements.count - 1];
}

void ip_served_note(ip_served *s, const char *text, const ip_code *code, const ip_datum *arguments)
{
    ip_noted *noted = added(s);
    if (noted)
        noted->text = code && code->parameter_count && arguments ? with_values(s->arena, text, code, arguments)
                                                                 : ip_arena_strdup(s->arena, text);
}

void ip_served_note_other(ip_served *s, const char *text, const char *why_not)
{
    ip_noted *noted = added(s);
    if (!noted)
        return;
    noted->text = ip_arena_strdup(s->arena, text);
    noted->why_not = why_not;
}

void ip_served_note_no_change(ip_served *s)
{
    ip_noted_transaction *t = transaction_at(s, ip_store_running(s->store));
    if (t && t->statements.count && !t->left_out)
        t->statements.items[t->statements.count - 1].changes_nothing = true;
}

static bool changes_rows(const char *verb)
{
    static const char *const verbs[] = {"INSERT 0", "UPDATE", "DELETE", "MERGE"};
    for (size_t i = 0; verb && i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verb, verbs[i]) == 0)
            return true;
    return false;
}

void ip_served_note_answer(ip_served *s, const ip_served_result *result)
{
    ip_noted_transaction *t = s->keeps_answers ? transaction_at(s, ip_store_running(s->store)) : NULL;
    if (!t || !t->statements.count || t->left_out)
        return;
    ip_noted *noted = &t->statements.items[t->statements.count - 1];
    noted->answered = true;
    noted->touches = s->touched;
    ip_store_seen(s->store, &noted->least, &noted->most);
    if (result->error.sqlstate) {
        noted->sqlstate = ip_arena_strdup(s->arena, result->error.sqlstate);
        return;
    }
    noted->has_rows = result->has_rows;
    noted->row_count = result->row_count;
    noted->width = result->width;
    noted->changes = !result->has_rows && changes_rows(result->verb);
    if (!result->has_rows)
        return;
    if (result->row_count * result->width > MOST_VALUES) {
        noted->why_not = "its result is too large";
        return;
    }
    const char **values = IP_NEW_ARRAY(s->arena, const char *, result->row_count * result->width);
    for (long i = 0; i < result->row_count * result->width; i++) {
        const char *text = ip_value_datum_text(s->arena, result->values[i]);
        values[i] = text ? ip_arena_strdup(s->arena, text) : NULL;
    }
    noted->values = values;
}

void ip_served_note_begin(ip_served *s, long number, int session)
{
    ip_noted_transaction *t = transaction_at(s, number);
    if (!t)
        return;
    t->session = session;
    t->level = s->running;
}

void ip_served_note_end(ip_served *s, long number, bool committed)
{
    ip_noted_transaction *t = transaction_at(s, number);
    if (!t)
        return;
    t->ended = true;
    t->committed = committed;
}

long ip_served_noted_transactions(const ip_served *s)
{
    return s->notes.count;
}

const ip_noted_transaction *ip_served_noted_transaction(const ip_served *s, long number)
{
    return number > 0 && number < s->notes.count ? &s->notes.items[number] : NULL;
}
