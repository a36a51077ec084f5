/* COPY … FROM STDIN in a file that sets up rows: the data after it, in the text format, as INSERT. */
#include "parse/quoted_name.h"
#include "workload/definition_pieces.h"

#include <string.h>

enum { ROWS_AT_ONCE = 200 }; /* of one INSERT */

typedef IP_VEC(char) text;

static void put(ip_arena *arena, text *to, const char *bytes)
{
    for (; *bytes; bytes++)
        IP_PUSH(arena, to, *bytes);
}

static int digit(char c, int base)
{
    int value = c >= '0' && c <= '9' ? c - '0' : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : base;
    return value < base ? value : -1;
}

/* The character that a backslash begins: \n, \101, \x41 (PostgreSQL 15, COPY). *at is the one after the backslash, and
 * moves after the sequence. */
static char escaped(const char **at, const char *end)
{
    static const char letters[] = "bfnrtv", meant[] = "\b\f\n\r\t\v";
    const char *c = *at, *letter = strchr(letters, *c);
    bool hex = *c == 'x' && c + 1 < end && digit(c[1], 16) >= 0;
    int base = hex ? 16 : 8, most = hex ? 2 : 3, value = 0, count = 0;
    c += hex;
    for (; c < end && count < most && digit(*c, base) >= 0; c++, count++)
        value = value * base + digit(*c, base);
    if (count) {
        *at = c;
        return (char)value;
    }
    (*at)++;
    return letter ? meant[letter - letters] : (*at)[-1];
}

/* A field as a literal. */
static void put_field(ip_arena *arena, text *to, const char *at, const char *end)
{
    if (end - at == 2 && memcmp(at, "\\N", 2) == 0) {
        put(arena, to, "NULL");
        return;
    }
    IP_PUSH(arena, to, '\'');
    while (at < end) {
        char c = *at++;
        if (c == '\\' && at < end)
            c = escaped(&at, end);
        if (c == '\'')
            IP_PUSH(arena, to, c);
        IP_PUSH(arena, to, c);
    }
    IP_PUSH(arena, to, '\'');
}

static void put_row(ip_arena *arena, text *to, const char *line, const char *end)
{
    IP_PUSH(arena, to, '(');
    for (;;) {
        const char *tab = memchr(line, '\t', (size_t)(end - line));
        put_field(arena, to, line, tab ? tab : end);
        if (!tab)
            break;
        IP_PUSH(arena, to, ',');
        line = tab + 1;
    }
    IP_PUSH(arena, to, ')');
}

/* INSERT INTO "t" ("a", "b") OVERRIDING SYSTEM VALUE VALUES */
static const char *head_of(ip_arena *arena, const PgQuery__CopyStmt *copy)
{
    const PgQuery__RangeVar *relation = copy->relation;
    const char *schema = IP_TEXT(relation, schemaname), *columns = "";
    size_t i;
    const ip_tree *name;
    IP_LIST_EACH(IP_ITEMS(copy, attlist), i, name)
    columns = ip_arena_printf(arena, "%s%s%s", columns, *columns ? ", " : "",
                              ip_parse_quoted_name(arena, ip_parse_string_node(name)));
    return ip_arena_printf(arena, "INSERT INTO %s%s%s %s%s%s OVERRIDING SYSTEM VALUE VALUES ",
                           *schema ? ip_parse_quoted_name(arena, schema) : "", *schema ? "." : "",
                           ip_parse_quoted_name(arena, IP_TEXT(relation, relname)), *columns ? "(" : "", columns,
                           *columns ? ")" : "");
}

static void insert(ip_reader *reader, ip_script *script, const ip_sql_item *item, text *rows)
{
    ip_parse_error error;
    IP_PUSH(reader->arena, rows, '\0');
    ip_sql_item one = *item;
    one.range = ip_source_generated(reader->arena, rows->items, item->place);
    one.text = rows->items;
    const ip_tree *tree = ip_parse_pg_parse(reader->arena, one.text, &error);
    ip_workload_script_statement(reader, script, &one, tree ? ip_parse_statement_at(tree, 0) : NULL, false);
    *rows = (text){0};
}

bool ip_workload_copied_rows(ip_reader *reader, ip_script *script, const ip_sql_item *item, const ip_tree *statement)
{
    const PgQuery__CopyStmt *copy = ip_as_copy_stmt(statement);
    const ip_source *source = item->place.source;
    if (!copy || !copy->is_from || !copy->relation || copy->is_program || *IP_TEXT(copy, filename) ||
        IP_ITEMS(copy, options) || copy->where_clause)
        return false;
    const char *head = head_of(reader->arena, copy), *all = source->text + source->length;
    const char *line = memchr(source->text + item->place.end, '\n', source->length - item->place.end);
    text rows = {0};
    int count = 0;
    for (line = line ? line + 1 : all; line < all && (all - line < 2 || memcmp(line, "\\.", 2) != 0);) {
        const char *end = memchr(line, '\n', (size_t)(all - line));
        put(reader->arena, &rows, count++ % ROWS_AT_ONCE ? ", " : head);
        put_row(reader->arena, &rows, line, end ? end : all);
        if (count % ROWS_AT_ONCE == 0)
            insert(reader, script, item, &rows);
        line = end ? end + 1 : all;
    }
    if (rows.count)
        insert(reader, script, item, &rows);
    return true;
}
