/* Lines r(key,value,session,transaction) and w(…), in the order of events in each session, as Plume, PolySI and AWDIT
 * read them. Every key begins with 0. Writes of transaction -1 belong to an aborted transaction, in any session. */
#include "large_history/formats.h"
#include "large_history/intern.h"

#include <string.h>

enum { FIELDS = 4 };

typedef struct field {
    const char *text;
    size_t length;
} field;

typedef struct lines {
    ip_large_builder *builder;
    const ip_source *source;
    ip_intern transactions; /* names */
    IP_VEC(int) numbers;    /* [name]: the builder's number */
    IP_VEC(int) sessions;   /* [name] */
    int aborted;            /* the transaction of aborted writes; -1: none yet */
} lines;

static bool is_number(const field *f)
{
    size_t i = f->length > 1 && f->text[0] == '-';
    for (; i < f->length; i++)
        if (f->text[i] < '0' || f->text[i] > '9')
            return false;
    return f->length > 0;
}

/* Between the brackets. */
static bool split(const char *line, size_t length, field fields[FIELDS])
{
    size_t begin = 2;
    if (length < 4 || line[1] != '(' || line[length - 1] != ')' || (line[0] != 'r' && line[0] != 'w'))
        return false;
    for (int f = 0; f < FIELDS; f++) {
        size_t end = begin;
        while (end < length - 1 && line[end] != ',')
            end++;
        if ((f < FIELDS - 1) != (line[end] == ','))
            return false;
        fields[f] = (field){line + begin, end - begin};
        while (fields[f].length > 0 && *fields[f].text == ' ') {
            fields[f].text++;
            fields[f].length--;
        }
        if (!is_number(&fields[f]))
            return false;
        begin = end + 1;
    }
    return true;
}

static int transaction_of(lines *l, const field *name, int session, size_t offset)
{
    int known = ip_large_intern_text(&l->transactions, name->text, name->length);
    if (known == l->numbers.count) {
        const char *text = ip_arena_printf(l->transactions.arena, "T%s", l->transactions.items.items[known].text);
        int number = ip_large_transaction(l->builder, session, text, offset);
        IP_PUSH(l->transactions.arena, &l->numbers, number);
        IP_PUSH(l->transactions.arena, &l->sessions, session);
    } else if (l->sessions.items[known] != session) {
        ip_large_complain(l->builder, offset, "transaction %s is in two sessions",
                          l->transactions.items.items[known].text);
    }
    return l->numbers.items[known];
}

static int aborted_transaction(lines *l, size_t offset)
{
    if (l->aborted < 0) {
        l->aborted = ip_large_transaction(l->builder, ip_large_session(l->builder, "aborted", 7), "aborted", offset);
        ip_large_set_outcome(l->builder, l->aborted, IP_LARGE_ABORTED);
    }
    return l->aborted;
}

static void read_line(lines *l, size_t begin, size_t end)
{
    const char *line = l->source->text + begin;
    field f[FIELDS];
    if (!split(line, end - begin, f)) {
        ip_large_complain(l->builder, begin, "expected r(key,value,session,transaction) or w(…), with whole numbers");
        return;
    }
    bool aborted = f[3].length == 2 && memcmp(f[3].text, "-1", 2) == 0;
    if (aborted && line[0] == 'r')
        return; /* reads of a transaction that did not commit do not count */
    int t = aborted ? aborted_transaction(l, begin)
                    : transaction_of(l, &f[3], ip_large_session(l->builder, f[2].text, f[2].length), begin);
    ip_large_event event = {.transaction = t,
                            .object = ip_large_object(l->builder, f[0].text, f[0].length),
                            .value = ip_large_value(l->builder, f[1].text, f[1].length),
                            .step = -1,
                            .offset = begin};
    if (line[0] == 'w')
        ip_large_write(l->builder, &event);
    else
        ip_large_read_value(l->builder, &event);
}

bool ip_large_read_text(ip_large_builder *b, const ip_source *source)
{
    ip_arena *arena = ip_arena_new();
    lines l = {.builder = b, .source = source, .transactions.arena = arena, .aborted = -1};
    for (size_t begin = 0; begin < source->length;) {
        const char *newline = memchr(source->text + begin, '\n', source->length - begin);
        size_t next = newline ? (size_t)(newline - source->text) + 1 : source->length, end = next - (newline != NULL);
        while (end > begin && (source->text[end - 1] == '\r' || source->text[end - 1] == ' '))
            end--;
        while (begin < end && source->text[begin] == ' ')
            begin++;
        if (begin < end)
            read_line(&l, begin, end);
        begin = next;
    }
    ip_arena_free(arena);
    return true;
}
