#include "sequence.h"

#include <string.h>
#include <strings.h>

#include "pg_parse.h"
#include "unit_index.h"

void ip_sequence_options(ip_definitions *definitions, const char *name, const json_t *options)
{
    size_t i;
    json_t *option;
    json_array_foreach(options, i, option)
    {
        const json_t *element = ip_node_as(option, "DefElem");
        const json_t *value = ip_node_body(ip_field(element, "arg"));
        bool no = value && !ip_field_bool(value, "boolval") && !ip_field_int(value, "ival");
        if (strcmp(ip_field_text(element, "defname"), "cycle") == 0 && !no) {
            definitions->numbers_return = true;
            IP_PUSH(definitions->arena, &definitions->cycling, (const char *)ip_arena_strdup(definitions->arena, name));
        }
    }
}

void ip_sequence_of_column(ip_definitions *d, const ip_table *table, int column, const json_t *options)
{
    ip_sequence_options(
        d, ip_arena_printf(d->arena, "%s_%s_seq", ip_last_part(table->name), table->columns.items[column].name),
        options);
}

bool ip_sequence_is(const ip_definitions *d, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < d->sequences.count; i++)
        if (strcmp(d->sequences.items[i], name) == 0)
            return true;
    if (length < 4 || strcmp(name + length - 4, "_seq") != 0)
        return false;
    for (int t = 0; t < d->schema->tables.count; t++) {
        const ip_table *table = d->schema->tables.items[t];
        const char *last = ip_last_part(table->name);
        size_t begin = strlen(last);
        for (int c = 0; c < table->columns.count && strncmp(name, last, begin) == 0 && name[begin] == '_'; c++) {
            const char *column = table->columns.items[c].name;
            if (table->columns.items[c].sequence && strlen(column) == length - begin - 5 &&
                strncmp(name + begin + 1, column, strlen(column)) == 0)
                return true;
        }
    }
    return false;
}

static bool mentions(ip_range text, const char *word)
{
    size_t length = strlen(word);
    for (size_t at = text.begin; text.source && at + length <= text.end; at++)
        if (strncasecmp(text.source->text + at, word, length) == 0)
            return true;
    return false;
}

/* Texts of EXECUTE count, too; what is only a name or a comment may do so without harm. */
void ip_sequences_read(ip_definitions *d)
{
    for (int i = 0; i < d->units.count && !d->numbers_return; i++) {
        ip_range range = d->units.items[i]->range;
        d->numbers_return = mentions(range, "setval") || mentions(range, "restart") ||
                            (mentions(range, "sequence") && mentions(range, "cycle"));
    }
}
