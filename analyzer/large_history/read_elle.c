/* Histories of Jepsen's Elle (Kingsbury & Alvaro 2020): operations {:type :ok, :process 3, :value [[:r 5 2] [:w 6 1]]}
 * of rw-register, or [[:append 6 1] [:r 6 [3 1]]] of list-append. A process is a session. :ok has committed, :fail has
 * not; :info, or an :invoke without an answer, has if another operation has read from it. Registers begin with nil,
 * lists empty. Operations other than transactions, such as a nemesis's, are skipped. */
#include "large_history/formats.h"

#include "large_history/edn.h"
#include "large_history/intern.h"

#include <string.h>

typedef struct elle {
    ip_large_builder *builder;
    const ip_source *source;
    ip_arena *scratch, *arena;
    ip_intern processes;
    IP_VEC(size_t) pending; /* [process]: where its invocation without an answer yet is, plus one; 0: none */
    size_t other;           /* where the first operation that is no transaction is, plus one; 0: there is none */
    bool transactions;      /* some operation is one */
} elle;

static int object_of(elle *e, const ip_edn *key)
{
    return ip_large_object(e->builder, key->text, key->length);
}

/* A value that is a vector, or anything else, as it is written. */
static int value_of(elle *e, const ip_edn *value)
{
    return ip_large_value(e->builder, value->text, value->length);
}

static void read_list(elle *e, const ip_large_event *event, const ip_edn *list)
{
    int *values = IP_NEW_ARRAY(e->scratch, int, list->items.count);
    for (int i = 0; i < list->items.count; i++)
        values[i] = value_of(e, list->items.items[i]);
    ip_large_read_list(e->builder, event, values, list->items.count);
}

static void read_step(elle *e, const ip_edn *step, int transaction, bool committed)
{
    bool triple = step->kind == IP_EDN_LIST && step->items.count == 3;
    const ip_edn *kind = triple ? step->items.items[0] : NULL, *value = triple ? step->items.items[2] : NULL;
    bool read = ip_large_edn_is(kind, ":r"), write = ip_large_edn_is(kind, ":w") || ip_large_edn_is(kind, ":append");
    if (!read && !write) {
        ip_large_complain(e->builder, step->offset, "expected [:r key value], [:w key value] or [:append key value]");
        return;
    }
    if (read && !committed)
        return; /* its results are unknown, or do not count */
    ip_large_event event = {
        .transaction = transaction, .object = object_of(e, step->items.items[1]), .step = -1, .offset = step->offset};
    if (read && value->kind == IP_EDN_LIST) {
        read_list(e, &event, value);
        return;
    }
    event.value = value_of(e, value);
    if (write)
        ip_large_write(e->builder, &event);
    else
        ip_large_read_value(e->builder, &event);
}

static int session_of(elle *e, const ip_edn *process)
{
    if (!process)
        return ip_large_unnamed_session(e->builder);
    const char *name = ip_arena_printf(e->scratch, "process %.*s", (int)process->length, process->text);
    return ip_large_session(e->builder, name, strlen(name));
}

static void add_transaction(elle *e, const ip_edn *operation, ip_large_outcome outcome)
{
    const ip_edn *steps = ip_large_edn_get(operation, ":value"), *index = ip_large_edn_get(operation, ":index");
    if (!steps || steps->kind != IP_EDN_LIST) {
        ip_large_complain(e->builder, operation->offset, "expected :value with a vector of reads and writes");
        return;
    }
    const char *name = index ? ip_arena_printf(e->scratch, "T%.*s", (int)index->length, index->text) : NULL;
    int session = session_of(e, ip_large_edn_get(operation, ":process"));
    int transaction = ip_large_transaction(e->builder, session, name, operation->offset);
    ip_large_set_outcome(e->builder, transaction, outcome);
    for (int i = 0; i < steps->items.count; i++)
        read_step(e, steps->items.items[i], transaction, outcome == IP_LARGE_COMMITTED);
}

static size_t *pending_of(elle *e, const ip_edn *process)
{
    size_t none = 0;
    int known = ip_large_intern_text(&e->processes, process->text, process->length);
    if (known == e->pending.count)
        IP_PUSH(e->arena, &e->pending, none);
    return &e->pending.items[known];
}

static void read_operation(elle *e, const ip_edn *operation)
{
    const ip_edn *type = ip_large_edn_get(operation, ":type"), *f = ip_large_edn_get(operation, ":f");
    const ip_edn *process = ip_large_edn_get(operation, ":process");
    if (!type) {
        ip_large_complain(e->builder, operation->offset, "expected an operation, a map with :type and :value");
        return;
    }
    if (ip_large_edn_is(process, ":nemesis"))
        return;
    if (f && !ip_large_edn_is(f, ":txn")) {
        e->other = e->other ? e->other : operation->offset + 1;
        return;
    }
    e->transactions = true;
    if (process)
        *pending_of(e, process) = ip_large_edn_is(type, ":invoke") ? operation->offset + 1 : 0;
    if (ip_large_edn_is(type, ":ok"))
        add_transaction(e, operation, IP_LARGE_COMMITTED);
    else if (ip_large_edn_is(type, ":fail"))
        add_transaction(e, operation, IP_LARGE_ABORTED);
    else if (ip_large_edn_is(type, ":info"))
        add_transaction(e, operation, IP_LARGE_UNKNOWN);
    else if (!ip_large_edn_is(type, ":invoke"))
        ip_large_complain(e->builder, type->offset, "expected :invoke, :ok, :fail or :info");
}

static void read_all(elle *e, size_t at)
{
    for (;;) {
        const char *error;
        ip_arena_reset(e->scratch);
        const ip_edn *operation = ip_large_edn_next(e->scratch, e->source, &at, &error);
        if (error)
            ip_large_complain(e->builder, at, "%s", error);
        if (!operation)
            return;
        read_operation(e, operation);
    }
}

static void add_unanswered(elle *e)
{
    for (int p = 0; p < e->pending.count; p++) {
        size_t at = e->pending.items[p] - 1;
        const char *error;
        ip_arena_reset(e->scratch);
        if (e->pending.items[p])
            add_transaction(e, ip_large_edn_next(e->scratch, e->source, &at, &error), IP_LARGE_UNKNOWN);
    }
}

/* One vector of operations, or one operation after the other. */
bool ip_large_read_elle(ip_large_builder *b, const ip_source *source)
{
    elle e = {.builder = b, .source = source, .scratch = ip_arena_new(), .arena = ip_arena_new()};
    size_t at = 0;
    const char *error = NULL;
    e.processes.arena = e.arena;
    const ip_edn *first = ip_large_edn_next(e.scratch, source, &at, &error);
    if (error)
        ip_large_complain(b, at, "%s", error);
    else if (first && first->kind == IP_EDN_LIST)
        for (int i = 0; i < first->items.count; i++)
            read_operation(&e, first->items.items[i]);
    else
        read_all(&e, 0);
    if (e.other && !e.transactions)
        ip_large_complain(b, e.other - 1,
                          "expected transactions, :f :txn with a vector of reads and writes; this history has none");
    if (!ip_large_failed(b))
        add_unanswered(&e);
    ip_arena_free(e.arena);
    ip_arena_free(e.scratch);
    return true;
}
