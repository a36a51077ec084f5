/* A client by number. */
#include "explorer/numbered.h"

static int widest(const ip_schema *schema)
{
    int width = 0;
    for (int i = 0; i < schema->tables.count; i++)
        if (schema->tables.items[i]->columns.count > width)
            width = schema->tables.items[i]->columns.count;
    return width + 1;
}

static bool number_transactions(const ip_client *client, ip_numbered *n, ip_diagnostics *diagnostics)
{
    n->count = 1;
    for (int s = 0; s < client->sessions.count; s++) {
        const ip_client_session *session = &client->sessions.items[s];
        ip_transactions before = 1;
        for (int i = 0; i < session->transactions.count; i++) {
            const ip_client_transaction *t = &session->transactions.items[i];
            if (n->count == IP_MAX_TRANSACTIONS) {
                ip_diagnostics_add(diagnostics, IP_ERROR, (ip_range){0}, NULL,
                                   "too many transactions: histories of up to %d can be explored",
                                   IP_MAX_TRANSACTIONS - 1);
                return false;
            }
            if (t->code->why_not) {
                ip_diagnostics_add(diagnostics, IP_ERROR, t->code->why_not_range, t->name, "is not run in memory: %s",
                                   t->code->why_not);
                return false;
            }
            n->sessions = n->sessions || i;
            n->transactions[n->count] = t;
            n->session[n->count] = s;
            n->index[n->count] = i;
            n->sessions_before[n->count] = before;
            before |= (ip_transactions)1 << n->count++;
        }
    }
    return true;
}

static bool add_rows(ip_arena *arena, const ip_client *client, ip_numbered *n, ip_diagnostics *diagnostics)
{
    n->rows = ip_interpreter_rows_new(arena, client->schema);
    int *ordinals = IP_NEW_ARRAY(arena, int, client->schema->tables.count);
    for (int i = 0; i < client->rows.count; i++) {
        const ip_client_row *row = &client->rows.items[i];
        const int *columns;
        int count = ip_interpreter_rows_key_columns(row->table, &columns);
        ip_datum *key = IP_NEW_ARRAY(arena, ip_datum, count + 1);
        key[0] = ip_interpreter_rows_hidden_key(0, ++ordinals[row->table->id]);
        for (int c = 0; c < count; c++)
            key[c] = row->values[columns[c]];
        if (ip_interpreter_rows_find(n->rows, row->table, key) >= 0) {
            ip_diagnostics_add(diagnostics, IP_ERROR, (ip_range){0}, NULL, "two initial rows of %s have one key",
                               row->table->name);
            return false;
        }
        ip_interpreter_rows_find_or_add(n->rows, row->table, key);
        IP_PUSH(arena, &n->present, row);
    }
    return true;
}

bool ip_explore_number_client(ip_arena *arena, const ip_client *client, ip_numbered *n, ip_diagnostics *diagnostics)
{
    n->width = widest(client->schema);
    return number_transactions(client, n, diagnostics) && add_rows(arena, client, n, diagnostics);
}

ip_datum ip_explore_numbered_initial(const ip_numbered *n, int object)
{
    int row = object / n->width, column = object % n->width - 1;
    const ip_client_row *present = row < n->present.count ? n->present.items[row] : NULL;
    if (column == IP_EXISTS)
        return ip_value_datum_boolean(present != NULL);
    return present ? present->values[column] : (ip_datum){.kind = IP_DATUM_NULL};
}

void ip_explore_report_run(const ip_client_transaction *transaction, const ip_run_outcome *outcome,
                           ip_diagnostics *diagnostics)
{
    if (outcome->end == IP_RUN_TOO_LONG)
        ip_diagnostics_add(diagnostics, IP_ERROR, outcome->range, transaction->name,
                           "does not end: it was stopped after too many steps");
    else
        ip_diagnostics_add(diagnostics, IP_ERROR, outcome->range, transaction->name, "%s",
                           outcome->message ? outcome->message : "is not run in memory");
}
