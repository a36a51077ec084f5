/* Writes a view of the catalog over constant rows. A column in which all rows have the same value stands once, in the
 * SELECT list, and not in every row: of pg_class and pg_attribute, which have thousands of rows, most columns do. */
#include "server/catalog/catalog_writing.h"
#include "server/types.h"

#include "base/words.h"

#include <string.h>

void ip_served_catalog_begin(ip_catalog_writing *w, const char *name, const char *columns)
{
    (void)columns;
    w->view = name;
    w->values.count = w->same.count = 0;
}

void ip_served_catalog_row(ip_catalog_writing *w, const char *letters, const char *const *texts, const long *numbers)
{
    for (int i = 0; letters[i]; i++) {
        const char *value = letters[i] == 'n'   ? ip_arena_printf(w->arena, "%ld", *numbers++)
                            : letters[i] == 'b' ? (*numbers++ ? "true" : "false")
                                                : *texts++;
        if (letters[i] == 't')
            value = value ? ip_quoted(w->arena, value, '\'') : "NULL";
        IP_PUSH(w->arena, &w->values, value);
    }
}

void ip_served_catalog_same(ip_catalog_writing *w, const char *name, const char *value)
{
    const char *text = ip_arena_printf(w->arena, "%s AS %s", value, name);
    IP_PUSH(w->arena, &w->same, text);
}

typedef struct view_column {
    const char *name, *type;
    bool same; /* in all rows */
} view_column;

/* The server's "char" and int2vector are domains, which values become at last. */
static const char *domain_of(const char *type)
{
    return strcmp(type, "letter") == 0 ? IP_LETTER : strcmp(type, "vector") == 0 ? IP_VECTOR : NULL;
}

static const char *base_of(const char *type)
{
    return strcmp(type, "letter") == 0 ? "text" : strcmp(type, "vector") == 0 ? "smallint[]" : type;
}

static int columns_of(ip_arena *arena, const char *text, view_column *columns)
{
    int count = 0;
    while (*text) {
        size_t name = strcspn(text, " "), all = strcspn(text, ",");
        columns[count++] = (view_column){.name = ip_arena_strndup(arena, text, name),
                                         .type = ip_arena_strndup(arena, text + name + 1, all - name - 1)};
        text += all;
        text += strspn(text, ", ");
    }
    return count;
}

/* Beside integer constants VALUES makes numbers of smallint integers: they become smallint at last, too. */
static void write_selected(FILE *out, const view_column *column, const char *value)
{
    const char *domain = domain_of(column->type);
    const char *last = domain ? domain : strcmp(column->type, "smallint") == 0 ? column->type : NULL;
    if (column->same)
        fprintf(out, "(%s)::%s%s%s AS %s", value, base_of(column->type), domain ? "::" : "", domain ? domain : "",
                column->name);
    else if (last)
        fprintf(out, "%s::%s AS %s", column->name, last, column->name);
    else
        fputs(column->name, out);
}

/* The first row of the constant ones consists of typed NULLs, which give the columns their types; it is left out. */
void ip_served_catalog_end(ip_catalog_writing *w, const char *text)
{
    view_column columns[64];
    int width = columns_of(w->arena, text, columns), rows = w->values.count / width;
    for (int c = 1; c < width; c++) {
        columns[c].same = true;
        for (int r = 1; columns[c].same && r < rows; r++)
            columns[c].same = strcmp(w->values.items[r * width + c], w->values.items[c]) == 0;
    }
    fprintf(w->out, "CREATE VIEW %s AS SELECT ", w->view);
    for (int c = 0; c < width; c++) {
        fputs(c ? ", " : "", w->out);
        write_selected(w->out, &columns[c], rows ? w->values.items[c] : "NULL");
    }
    for (int i = 0; i < w->same.count; i++)
        fprintf(w->out, ", %s", w->same.items[i]);
    for (int r = -1; r < rows; r++) {
        fputs(r < 0 ? " FROM (VALUES (" : "), (", w->out);
        for (int c = 0; c < width; c++) {
            if (columns[c].same)
                continue;
            fputs(c ? ", " : "", w->out);
            if (r < 0)
                fprintf(w->out, "NULL::%s", base_of(columns[c].type));
            else
                fputs(w->values.items[r * width + c], w->out);
        }
    }
    fputs(")) AS v(", w->out);
    for (int c = 0; c < width; c++)
        if (!columns[c].same)
            fprintf(w->out, "%s%s", c ? ", " : "", columns[c].name);
    fprintf(w->out, ") WHERE %s IS NOT NULL;\n", columns[0].name);
}

void ip_served_catalog_empty(ip_catalog_writing *w, const char *name, const char *columns)
{
    ip_served_catalog_begin(w, name, columns);
    ip_served_catalog_end(w, columns);
}
