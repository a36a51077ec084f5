/* Values as PostgreSQL has them. Expected texts were taken from a PostgreSQL 15 server. */
#include "test.h"

#include "interpreter/interpreter.h"
#include "interpreter/value/decimal.h"

static ip_arena *arena;

static ip_code_type type_named(const char *name)
{
    return ip_value_code_type_of((ip_type){IP_OTHER, strstr(name, "[]") != NULL, name});
}

static ip_datum parse(const char *type, const char *text)
{
    const char *error;
    ip_code_type t = type_named(type);
    ip_datum result = ip_value_datum_parse(arena, &t, text, &error);
    CHECK(!error);
    return result;
}

static const char *round_trip(const char *type, const char *text)
{
    return ip_value_datum_text(arena, parse(type, text));
}

static const char *literal(const char *type, const char *text)
{
    ip_code_type t = type_named(type);
    return ip_value_datum_literal(arena, text ? parse(type, text) : (ip_datum){0}, &t);
}

static const char *error_of(const char *type, const char *text)
{
    const char *error;
    ip_code_type t = type_named(type);
    ip_value_datum_parse(arena, &t, text, &error);
    return error;
}

static const char *divide(const char *a, const char *b)
{
    ip_decimal result;
    if (!ip_value_decimal_divide(arena, ip_datum_decimal(parse("numeric", a)), ip_datum_decimal(parse("numeric", b)),
                                 &result))
        return "too long";
    return ip_value_datum_text(arena, ip_decimal_datum(result));
}

/* Reading and printing must agree with the server, or replayed rows differ from the server's. */
static void test_text(void)
{
    CHECK_TEXT(round_trip("integer", " -12 "), "-12");
    CHECK_TEXT(round_trip("numeric", "0012.3400"), "12.3400");
    CHECK_TEXT(round_trip("numeric", "-.5"), "-0.5");
    CHECK_TEXT(round_trip("numeric", "1.5e3"), "1500");
    CHECK_TEXT(round_trip("numeric(6,2)", "1234.565"), "1234.57");
    CHECK_TEXT(round_trip("numeric(6,2)", "-1234.565"), "-1234.57");
    CHECK_TEXT(round_trip("numeric", "12345678901234567890.123456789"), "12345678901234567890.123456789");
    CHECK_TEXT(round_trip("double precision", "0.1"), "0.1");
    CHECK_TEXT(round_trip("double precision", "1e15"), "1e+15");
    CHECK_TEXT(round_trip("double precision", "100000000000000"), "100000000000000");
    CHECK_TEXT(round_trip("real", "0.1"), "0.1");
    CHECK_TEXT(round_trip("boolean", "yes"), "t");
    CHECK_TEXT(round_trip("character(5)", "ab"), "ab   ");
    CHECK_TEXT(round_trip("date", "2024-02-29"), "2024-02-29");
    CHECK_TEXT(round_trip("timestamp without time zone", "1999-12-31T23:59:59.5"), "1999-12-31 23:59:59.5");
    CHECK_TEXT(round_trip("timestamp with time zone", "2000-01-01 01:00:00+02"), "1999-12-31 23:00:00+00");
    CHECK_TEXT(round_trip("interval", "1 year 2 mons -3 days 04:05:06"), "1 year 2 mons -3 days +04:05:06");
    CHECK_TEXT(round_trip("interval", "90 minutes"), "01:30:00");
    CHECK_TEXT(round_trip("integer[]", "{1, 2,NULL}"), "{1,2,NULL}");
    CHECK_TEXT(round_trip("text[]", "{a,\"b c\",\"\",\"NULL\"}"), "{a,\"b c\",\"\",\"NULL\"}");
    CHECK_TEXT(round_trip("jsonb", "{\"bb\": 1,\"a\":[1e2 ,null]}"), "{\"a\": [100, null], \"bb\": 1}");
    CHECK_TEXT(error_of("integer", "x"), "invalid input syntax for type integer: \"x\"");
    CHECK_TEXT(error_of("integer", "3000000000"), "value \"3000000000\" is out of range for type integer");
    CHECK_TEXT(error_of("numeric(4,2)", "100"), "numeric field overflow");
    CHECK_TEXT(error_of("character varying(2)", "abc"), "value too long for type character varying(2)");
    CHECK(error_of("xml", "a") != NULL);
    CHECK(error_of("bytea", "a") == NULL && error_of("bytea", "\\xf") != NULL);
}

/* A literal that loses the type would change what the server computes: 1::bigint * 3000000000. */
static void test_literals(void)
{
    CHECK_TEXT(literal("integer", "5"), "5");
    CHECK_TEXT(literal("integer", "-5"), "(-5)");
    CHECK_TEXT(literal("bigint", "5"), "5::bigint");
    CHECK_TEXT(literal("numeric", "5"), "5::numeric");
    CHECK_TEXT(literal("numeric(5,2)", "-5.5"), "(-5.50)");
    CHECK_TEXT(literal("text", "it's"), "'it''s'");
    CHECK_TEXT(literal("text", "a\\b"), "E'a\\\\b'");
    CHECK_TEXT(literal("date", NULL), "NULL::date");
    CHECK_TEXT(literal("date", "2020-01-02"), "'2020-01-02'::date");
    CHECK_TEXT(literal("integer[]", "{1,2}"), "('{1,2}'::integer[])");
    CHECK_TEXT(literal("boolean", "f"), "false");
}

static void test_decimals(void)
{
    CHECK_TEXT(divide("1", "3"), "0.33333333333333333333");
    CHECK_TEXT(divide("10", "4"), "2.5000000000000000");
    CHECK_TEXT(divide("2", "3"), "0.66666666666666666667");
    CHECK_TEXT(divide("100000", "3"), "33333.333333333333");
    CHECK_TEXT(divide("1", "10000000"), "0.000000100000000000000000");
    CHECK_TEXT(divide("-7.50", "2"), "-3.7500000000000000");
    CHECK(ip_value_datum_equal(parse("numeric", "1.0"), parse("numeric", "1.00")));
    CHECK(ip_value_datum_hash(parse("numeric", "1.0")) == ip_value_datum_hash(parse("numeric", "1.00")));
    CHECK(ip_value_datum_compare(parse("numeric", "1.01"), ip_value_datum_integer(1)) > 0);
}

/* Keys must find their rows again, and rows must stay in key order whatever the order they came in. */
static void test_rows(void)
{
    int key_column = 0;
    ip_key key = {.name = "p", .primary = true, .column_count = 1, .columns = &key_column};
    ip_table table = {.name = "t", .primary_key = 0, .keys = {&key, 1, 1}};
    ip_table *tables[] = {&table};
    ip_schema schema = {.tables = {tables, 1, 1}};
    ip_rows *rows = ip_interpreter_rows_new(arena, &schema);
    for (int i = 0; i < 500; i++) {
        ip_datum value = ip_value_datum_integer(i * 7919 % 500);
        CHECK_INT(ip_interpreter_rows_find(rows, &table, &value), -1);
        CHECK_INT(ip_interpreter_rows_find_or_add(rows, &table, &value), i);
        CHECK_INT(ip_interpreter_rows_find_or_add(rows, &table, &value), i);
    }
    const int *order;
    CHECK_INT(ip_interpreter_rows_of(rows, &table, &order), 500);
    for (int i = 0; i < 500; i++)
        CHECK_INT(ip_interpreter_rows_key(rows, order[i])[0].as.integer, i);
}

TEST_SUITE(interpreter_datum)
{
    arena = ip_arena_new();
    test_text();
    test_literals();
    test_decimals();
    test_rows();
    ip_arena_free(arena);
    return TEST_RESULT();
}
