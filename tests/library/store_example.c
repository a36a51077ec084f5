/* A program of its own on libisoproof's store: a unit test of two sales, with keys and with SQL, at the level that it
 * is given. Prints at which seed something is lost, if it is at any of twenty. */
#include <libisoproof_store.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char schema[] = "CREATE TABLE item (id int PRIMARY KEY, stock int NOT NULL CHECK (stock >= 0));\n"
                             "INSERT INTO item VALUES (1, 10);\n";

static int problems;

static void expect(int condition, const char *what)
{
    if (!condition) {
        printf("FAILED: %s\n", what);
        problems++;
    }
}

static int stock_of(isoproof_store *store, int sql)
{
    const char *text;
    if (!sql)
        text = isoproof_store_get(store, "stock");
    else if (isoproof_store_run(store, "SELECT stock FROM item WHERE id = $1", (const char *const[]){"1"}, 1))
        text = isoproof_store_value(store, 0, 0);
    else
        text = NULL;
    return text ? atoi(text) : 0;
}

static int sell(isoproof_store *store, int session, int sql)
{
    for (int attempt = 0; attempt < 20; attempt++) {
        char text[16];
        isoproof_store_begin(store, session, ISOPROOF_READS_ANY);
        snprintf(text, sizeof text, "%d", stock_of(store, sql) - 4);
        if (sql)
            isoproof_store_run(store, "UPDATE item SET stock = $2 WHERE id = $1", (const char *const[]){"1", text}, 2);
        else
            isoproof_store_put(store, "stock", text);
        if (isoproof_store_commit(store))
            return 1;
        expect(strcmp(isoproof_store_sqlstate(store), "40001") == 0 ||
                   strcmp(isoproof_store_sqlstate(store), "25P02") == 0,
               "a sale fails otherwise");
    }
    return 0;
}

static int left_after_two(isoproof_store *store, unsigned long long seed, int sql)
{
    expect(isoproof_store_open(store, seed), "open");
    int one = isoproof_store_connect(store), two = isoproof_store_connect(store);
    if (!sql) {
        isoproof_store_begin(store, one, ISOPROOF_READS_LATEST);
        isoproof_store_put(store, "stock", "10");
        isoproof_store_commit(store);
        isoproof_store_settle(store);
    }
    expect(sell(store, one, sql) && sell(store, two, sql), "both sell");
    isoproof_store_begin(store, one, ISOPROOF_READS_LATEST);
    int left = stock_of(store, sql);
    isoproof_store_commit(store);
    return left;
}

static void count_line(void *data, const char *line)
{
    *(int *)data += strstr(line, "\"events\"") != NULL;
}

static void check_errors(isoproof_store *store)
{
    int lines = 0;
    expect(isoproof_store_open(store, 1), "open");
    isoproof_store_record(store, count_line, &lines);
    int session = isoproof_store_connect(store);
    expect(!isoproof_store_begin(store, session + 1, ISOPROOF_READS_ANY), "a session that there is not");
    expect(!isoproof_store_commit(store) && strcmp(isoproof_store_sqlstate(store), "25P01") == 0, "no transaction");
    expect(isoproof_store_begin(store, session, ISOPROOF_READS_ANY), "begin");
    expect(!isoproof_store_begin(store, session, ISOPROOF_READS_ANY), "begin twice");
    isoproof_store_rollback(store);
    isoproof_store_begin(store, session, ISOPROOF_READS_ANY);
    expect(!isoproof_store_get(store, "stock") && isoproof_store_message(store), "keys beside a schema");
    isoproof_store_rollback(store);
    isoproof_store_begin(store, session, ISOPROOF_READS_ANY);
    expect(!isoproof_store_run(store, "UPDATE item SET stock = -1", NULL, 0) &&
               strcmp(isoproof_store_sqlstate(store), "23514") == 0,
           "a constraint");
    expect(!isoproof_store_run(store, "SELECT 1", NULL, 0) && !isoproof_store_commit(store), "after an error");
    isoproof_store_begin(store, session, ISOPROOF_READS_ANY);
    expect(!isoproof_store_run(store, "SELECT $2::int", (const char *const[]){"1"}, 1), "a value that is missing");
    isoproof_store_rollback(store);
    isoproof_store_begin(store, session, ISOPROOF_READS_ANY);
    expect(isoproof_store_run(store, "SELECT id, stock, NULL FROM item", NULL, 0), "select");
    expect(isoproof_store_row_count(store) == 1 && isoproof_store_column_count(store) == 3, "a row of three columns");
    expect(strcmp(isoproof_store_column_name(store, 1), "stock") == 0, "a column's name");
    expect(strcmp(isoproof_store_value(store, 0, 1), "10") == 0, "a value");
    expect(!isoproof_store_value(store, 0, 2) && !isoproof_store_value(store, 1, 0) &&
               !isoproof_store_value(store, 0, 3),
           "no value");
    expect(isoproof_store_commit(store), "commit");
    expect(lines > 0, "lines of the history");
}

int main(int argc, char **argv)
{
    const char *level = argc > 1 ? argv[1] : "";
    isoproof_store *stores[2] = {isoproof_store_new(), isoproof_store_new()};
    isoproof_store_add_schema_text(stores[1], "shop", schema, strlen(schema));
    expect(!isoproof_store_open(stores[0], 1), "opened without a level");
    expect(!isoproof_store_add_schema(stores[0], "/no/such.sql"), "a schema that is not there");
    for (int sql = 0; sql < 2; sql++) {
        unsigned long long lost = 0;
        if (!isoproof_store_set_level(stores[sql], level)) {
            fputs(isoproof_store_message(stores[sql]), stderr);
            return 2;
        }
        for (unsigned long long seed = 1; seed <= 20 && !lost; seed++)
            if (left_after_two(stores[sql], seed, sql) != 2)
                lost = seed;
        printf("%s: %s\n", sql ? "SQL" : "keys", lost ? "lost" : "nothing lost");
        if (lost)
            expect(left_after_two(stores[sql], lost, sql) != 2 && isoproof_store_choices(stores[sql]) > 0,
                   "the same seed gives the same");
    }
    check_errors(stores[1]);
    isoproof_store_free(stores[0]);
    isoproof_store_free(stores[1]);
    isoproof_store_free(NULL);
    return problems > 0;
}
