/* Values replaced: the same one everywhere, the server's own words kept, authentication data never shown. */
#include "recorder/redaction.h"

#include "test.h"

#include <stdlib.h>
#include <string.h>

static ip_arena *arena;
static const ip_redaction *hides, *replaces;

/* A text with the replacements of others in place of {other}. */
static const char *expected(const char *form)
{
    const char *created = "";
    for (const char *at = form; *at;) {
        size_t plain = strcspn(at, "{"), name = at[plain] ? strcspn(at + plain, "}") : 0;
        created = ip_arena_printf(arena, "%s%.*s", created, (int)plain, at);
        if (name)
            created = ip_arena_printf(
                arena, "%s%s", created,
                ip_recorder_redacted_value(replaces, arena, ip_arena_strndup(arena, at + plain + 1, name - 1)));
        at += plain + name + (name > 0);
    }
    return created;
}

static void check_statement(const char *text, const char *form)
{
    CHECK_TEXT(ip_recorder_redacted_statement(replaces, arena, text), expected(form));
}

static void check_literals(void)
{
    check_statement("SELECT 5, '5', E'5', $$5$$, -5, $1", "SELECT {5}, '{5}', '{5}', '{5}', -{5}, $1");
    check_statement("UPDATE t SET n = 'it''s', m = E'it\\'s', k = NULL, b = true, c = 't' WHERE id IN (1,2)",
                    "UPDATE t SET n = '{it's}', m = '{it's}', k = NULL, b = true, c = 't' WHERE id IN ({1},{2})");
    CHECK_TEXT(
        ip_recorder_redacted_statement(replaces, arena, "SELECT '{1,\"a b\",NULL}'::text[]"),
        ip_arena_printf(arena, "SELECT '%s'::text[]", ip_recorder_redacted_value(replaces, arena, "{1,\"a b\",NULL}")));
    check_statement("SELECT 'never closed", "SELECT '{'never closed}'");
    check_statement("SELECT 1 -- to mr smith\n+ 2 /* card 4711 */", "SELECT {1}  \n+ {2}  ");
    check_statement("SELECT 1 /*action='pay',controller='orders',user='smith'*/",
                    "SELECT {1} /*controller='orders',action='pay'*/");
}

static void check_kept(void)
{
    check_statement("SELECT a::numeric(10,2), CAST(b AS character varying(80)) FROM t WHERE c IN (7)",
                    "SELECT a::numeric(10,2), CAST(b AS character varying(80)) FROM t WHERE c IN ({7})");
    check_statement("SELECT a, f(a, 3) FROM t GROUP BY 1, f(a, 3), 2 ORDER BY 1, (2), 3 LIMIT 21 OFFSET 40",
                    "SELECT a, f(a, {3}) FROM t GROUP BY 1, f(a, {3}), 2 ORDER BY 1, ({2}), 3 LIMIT 21 OFFSET 40");
    check_statement(
        "SELECT nextval('t_id_seq'), set_config('search_path', 'a', true), set_config('app.user', 'a', true)",
        "SELECT nextval('t_id_seq'), set_config('search_path', 'a', true), set_config('app.user', '{a}', true)");
    check_statement("SELECT pg_notify('news', 'a'), set_config($1, 'a', false)",
                    "SELECT pg_notify('news', '{a}'), set_config($1, '{a}', false)");
    check_statement(
        "SET search_path TO 'a'; SET LOCAL app.user = 'a'; SET statement_timeout = 5; FETCH 5 FROM c; SELECT 5",
        "SET search_path TO 'a'; SET LOCAL app.user = '{a}'; SET statement_timeout = 5; FETCH 5 FROM c; SELECT {5}");
}

static const char *value(const char *text)
{
    return ip_recorder_redacted_value(replaces, arena, text);
}

static void check_values(void)
{
    static const char *const same[] = {"t", "f", "true", "NULL", "{}", ""};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        CHECK_TEXT(value(same[i]), same[i]);
    CHECK(!value(NULL));
    CHECK_TEXT(value("5.00"), ip_arena_printf(arena, "%s.00", value("5")));
    CHECK_TEXT(value("-5"), ip_arena_printf(arena, "-%s", value("5")));
    CHECK_TEXT(value("7.250"), ip_arena_printf(arena, "%s0", value("7.25")));
    CHECK_TEXT(value("{1,2}"), ip_arena_printf(arena, "{%s,%s}", value("1"), value("2")));
    CHECK_TEXT(value("{\"it\\\"s\",b}"), ip_arena_printf(arena, "{%s,%s}", value("it\"s"), value("b")));
    CHECK(value("{\"a\": 1}")[0] == 'x');
    CHECK(strcmp(value("5"), value("6")) != 0);
    CHECK(strcmp(value("7.25"), value("7.26")) != 0);
    CHECK(strcmp(value("a"), value("A")) != 0);
    CHECK(strcmp(value("5"), ip_recorder_redacted_value(ip_recorder_redaction_new(arena, true), arena, "5")) != 0);
    for (long number = 0; number < 20000; number++) {
        const char *text = ip_arena_printf(arena, "%ld", number), *created = value(text);
        CHECK(strlen(created) == 15 && strspn(created, "0123456789") == 15);
    }
    CHECK_TEXT(
        ip_recorder_redacted_message(replaces, "SELECT 'a'::int", "invalid input syntax for type integer: \"a\""), "");
}

static void check_hidden(const char *text, const char *wanted)
{
    CHECK_TEXT(ip_recorder_redacted_statement(hides, arena, text), wanted);
}

static void check_secrets(void)
{
    check_hidden("CREATE ROLE a LOGIN PASSWORD 'secret' VALID UNTIL '2030-01-01'",
                 "CREATE ROLE a LOGIN PASSWORD '***' VALID UNTIL '2030-01-01'");
    check_hidden("ALTER ROLE a ENCRYPTED PASSWORD E'sec\\'ret'", "ALTER ROLE a ENCRYPTED PASSWORD '***'");
    check_hidden("CREATE USER MAPPING FOR a SERVER s OPTIONS (user 'b', password 'secret')",
                 "CREATE USER MAPPING FOR a SERVER s OPTIONS (user 'b', password '***')");
    check_hidden("CREATE SUBSCRIPTION s CONNECTION 'host=h password = secret' PUBLICATION p",
                 "CREATE SUBSCRIPTION s CONNECTION '***' PUBLICATION p");
    check_hidden("SELECT dblink_connect('postgresql://a:secret@h/d')", "SELECT dblink_connect('***')");
    check_hidden("UPDATE account SET password = 'hash of the application' WHERE id = 5",
                 "UPDATE account SET password = 'hash of the application' WHERE id = 5");
    CHECK_TEXT(ip_recorder_redacted_value(hides, arena, "host=h password=secret"), "***");
    CHECK_TEXT(ip_recorder_redacted_value(hides, arena, "SCRAM-SHA-256$4096:salt$stored:server"), "***");
    CHECK_TEXT(ip_recorder_redacted_value(hides, arena, "md5a3556571e93b0d20722ba62be61e8c2d"), "***");
    CHECK_TEXT(ip_recorder_redacted_value(hides, arena, "md5 is not safe"), "md5 is not safe");
    CHECK_TEXT(ip_recorder_redacted_value(hides, arena, "5"), "5");
    CHECK_TEXT(
        ip_recorder_redacted_message(hides, "ALTER ROLE a PASSWORD secret", "syntax error at or near \"secret\""), "");
    CHECK_TEXT(ip_recorder_redacted_message(hides, "SELECT a", "no column"), "no column");
    CHECK_TEXT(value("host=h password=secret"), "***");
}

/* Any bytes are survived, and no value is left. */
static void check_any_bytes(void)
{
    static const char bytes[] = "'\"$E(),;.-/*5a \\\n\xe4{}[]";
    srand(7);
    for (int i = 0; i < 20000; i++) {
        char text[24] = {0};
        for (int k = 0; k < 23; k++)
            text[k] = bytes[rand() % (int)(sizeof bytes - 1)];
        ip_recorder_redacted_statement(replaces, arena, text);
        ip_recorder_redacted_value(replaces, arena, text);
        ip_arena_reset(arena);
    }
}

TEST_SUITE(recorder_redaction)
{
    ip_arena *of_redaction = ip_arena_new();
    arena = ip_arena_new();
    hides = ip_recorder_redaction_new(of_redaction, false);
    replaces = ip_recorder_redaction_new(of_redaction, true);
    check_literals();
    check_kept();
    check_values();
    check_secrets();
    check_any_bytes();
    ip_arena_free(arena);
    ip_arena_free(of_redaction);
    return TEST_RESULT();
}
