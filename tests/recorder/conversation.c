/* A conversation as a recorder reads it: the same whole, in pieces of any size, and without harm when damaged. */
#include "recorder/conversation.h"

#include "protocol/binary.h"
#include "protocol/writing.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------- what is said -- */

typedef struct side {
    ip_writing bytes;
} side;

static void start(side *client)
{
    ip_protocol_writing_begin(&client->bytes, 0);
    ip_protocol_writing_int32(&client->bytes, IP_PROTOCOL_3);
    ip_protocol_writing_text(&client->bytes, "user");
    ip_protocol_writing_text(&client->bytes, "u");
    ip_protocol_writing_text(&client->bytes, "application_name");
    ip_protocol_writing_text(&client->bytes, "app");
    ip_protocol_writing_byte(&client->bytes, 0);
    ip_protocol_writing_end(&client->bytes);
}

static void one_text(side *to, char type, const char *text)
{
    ip_protocol_writing_begin(&to->bytes, type);
    ip_protocol_writing_text(&to->bytes, text);
    ip_protocol_writing_end(&to->bytes);
}

static void empty(side *to, char type)
{
    ip_protocol_writing_begin(&to->bytes, type);
    ip_protocol_writing_end(&to->bytes);
}

static void ready(side *server, char status)
{
    ip_protocol_writing_begin(&server->bytes, 'Z');
    ip_protocol_writing_byte(&server->bytes, status);
    ip_protocol_writing_end(&server->bytes);
}

static void columns(side *server, const char *name, int type, int form)
{
    ip_protocol_writing_begin(&server->bytes, 'T');
    ip_protocol_writing_int16(&server->bytes, 1);
    ip_protocol_writing_text(&server->bytes, name);
    ip_protocol_writing_int32(&server->bytes, 0);
    ip_protocol_writing_int16(&server->bytes, 0);
    ip_protocol_writing_int32(&server->bytes, type);
    ip_protocol_writing_int16(&server->bytes, 4);
    ip_protocol_writing_int32(&server->bytes, -1);
    ip_protocol_writing_int16(&server->bytes, form);
    ip_protocol_writing_end(&server->bytes);
}

static void row(side *server, const char *bytes, int length)
{
    ip_protocol_writing_begin(&server->bytes, 'D');
    ip_protocol_writing_int16(&server->bytes, 1);
    ip_protocol_writing_int32(&server->bytes, length);
    ip_protocol_writing_bytes(&server->bytes, bytes, length < 0 ? 0 : (size_t)length);
    ip_protocol_writing_end(&server->bytes);
}

/* Parse, Describe, Bind of one integer in binary form, Execute, Sync. */
static void prepared(side *client, const char *name, const char *text, int value)
{
    ip_writing *out = &client->bytes;
    ip_protocol_writing_begin(out, 'P');
    ip_protocol_writing_text(out, name);
    ip_protocol_writing_text(out, text);
    ip_protocol_writing_int16(out, 0);
    ip_protocol_writing_end(out);
    ip_protocol_writing_begin(out, 'D');
    ip_protocol_writing_byte(out, 'S');
    ip_protocol_writing_text(out, name);
    ip_protocol_writing_end(out);
    empty(client, 'S');
    ip_protocol_writing_begin(out, 'B');
    ip_protocol_writing_text(out, "");
    ip_protocol_writing_text(out, name);
    ip_protocol_writing_int16(out, 1);
    ip_protocol_writing_int16(out, 1);
    ip_protocol_writing_int16(out, 1);
    ip_protocol_writing_int32(out, 4);
    ip_protocol_writing_int32(out, value);
    ip_protocol_writing_int16(out, 1);
    ip_protocol_writing_int16(out, 1);
    ip_protocol_writing_end(out);
    ip_protocol_writing_begin(out, 'E');
    ip_protocol_writing_text(out, "");
    ip_protocol_writing_int32(out, 0);
    ip_protocol_writing_end(out);
    empty(client, 'S');
}

/* The next rows of the portal that was bound last. */
static void fetch_more(side *client)
{
    ip_protocol_writing_begin(&client->bytes, 'E');
    ip_protocol_writing_text(&client->bytes, "");
    ip_protocol_writing_int32(&client->bytes, 1);
    ip_protocol_writing_end(&client->bytes);
    empty(client, 'S');
}

/* COPY by libpq in the extended protocol: the Sync after Execute comes while the server reads rows, and is ignored. */
static void copy_in(side *client, side *server)
{
    ip_writing *out = &client->bytes;
    ip_protocol_writing_begin(out, 'P');
    ip_protocol_writing_text(out, "");
    ip_protocol_writing_text(out, "COPY t FROM STDIN");
    ip_protocol_writing_int16(out, 0);
    ip_protocol_writing_end(out);
    ip_protocol_writing_begin(out, 'B');
    ip_protocol_writing_bytes(out, "\0\0\0\0\0\0\0\0", 8);
    ip_protocol_writing_end(out);
    ip_protocol_writing_begin(out, 'E');
    ip_protocol_writing_bytes(out, "\0\0\0\0\0", 5);
    ip_protocol_writing_end(out);
    empty(client, 'S');
    empty(server, '1');
    empty(server, '2');
    ip_protocol_writing_begin(&server->bytes, 'G');
    ip_protocol_writing_bytes(&server->bytes, "\0\0\0", 3);
    ip_protocol_writing_end(&server->bytes);
}

static void copied(side *client, side *server)
{
    one_text(client, 'd', "1");
    empty(client, 'c');
    empty(client, 'S');
    one_text(server, 'C', "COPY 1");
    ready(server, 'I');
}

/* FunctionCall, with a number in binary form. */
static void call(side *client, int function, int value)
{
    ip_writing *out = &client->bytes;
    ip_protocol_writing_begin(out, 'F');
    ip_protocol_writing_int32(out, function);
    ip_protocol_writing_int16(out, 1);
    ip_protocol_writing_int16(out, 1);
    ip_protocol_writing_int16(out, 1);
    ip_protocol_writing_int32(out, 4);
    ip_protocol_writing_int32(out, value);
    ip_protocol_writing_int16(out, 1);
    ip_protocol_writing_end(out);
}

static void converse(side *client, side *server)
{
    static const char seven[] = {0, 0, 0, 7};
    start(client);
    ready(server, 'I');
    one_text(client, 'Q', "BEGIN; SELECT 1");
    one_text(server, 'C', "BEGIN");
    columns(server, "one", 23, 0);
    row(server, "1", 1);
    row(server, NULL, -1);
    one_text(server, 'C', "SELECT 2");
    ready(server, 'T');
    prepared(client, "", "SELECT bal FROM acc WHERE id = $1", 5);
    empty(server, '1');
    ip_protocol_writing_begin(&server->bytes, 't');
    ip_protocol_writing_int16(&server->bytes, 1);
    ip_protocol_writing_int32(&server->bytes, 23);
    ip_protocol_writing_end(&server->bytes);
    columns(server, "bal", 23, 0);
    ready(server, 'T');
    empty(server, '2');
    row(server, seven, 4);
    empty(server, 's');
    ready(server, 'T');
    fetch_more(client);
    row(server, seven, 4);
    one_text(server, 'C', "SELECT 1");
    ready(server, 'T');
    one_text(client, 'Q', "SELECT 1/0");
    ip_protocol_writing_error(&server->bytes, "ERROR", "22012", "division by zero");
    ready(server, 'E');
    one_text(client, 'Q', "ROLLBACK");
    one_text(server, 'C', "ROLLBACK");
    ready(server, 'I');
    empty(client, 'X');
}

/* -------------------------------------------------------------- what is read -- */

typedef struct reading {
    ip_arena *arena;
    const char *text;
} reading;

static void take(void *context, const ip_said *said)
{
    reading *r = context;
    r->text = ip_arena_printf(r->arena, "%s%d %s/%s %s", r->text, (int)said->kind, said->user, said->application,
                              said->text ? said->text : "-");
    for (int i = 0; i < said->parameters.count; i++)
        r->text = ip_arena_printf(r->arena, "%s [%s]", r->text,
                                  said->parameters.items[i].known ? said->parameters.items[i].text : "?");
    for (int i = 0; i < said->columns.count; i++)
        r->text = ip_arena_printf(r->arena, "%s <%s>", r->text, said->columns.items[i]);
    for (int i = 0; i < said->rows.count; i++)
        for (int v = 0; v < said->rows.items[i].values.count; v++) {
            const char *value = said->rows.items[i].values.items[v].text;
            r->text = ip_arena_printf(r->arena, "%s (%s)", r->text, value ? value : "NULL");
        }
    for (int i = 0; i < said->tags.count; i++)
        r->text = ip_arena_printf(r->arena, "%s {%s}", r->text, said->tags.items[i]);
    r->text = ip_arena_printf(r->arena, "%s %s%s%s %c %ld\n", r->text, said->suspended ? "suspended " : "",
                              said->unread ? "unread " : "", said->sqlstate ? said->sqlstate : "",
                              said->status ? said->status : '.', said->transaction);
}

static const char expected[] = "0 u/app -  . 1\n"
                               "1 u/app BEGIN; SELECT 1 <one> (1) (NULL) {BEGIN} {SELECT 2}  T 2\n"
                               "1 u/app SELECT bal FROM acc WHERE id = $1 [5] <bal> (7) suspended  . 2\n"
                               "1 u/app SELECT 1/0 22012 E 2\n"
                               "1 u/app ROLLBACK {ROLLBACK}  I 2\n"
                               "3 u/app -  . 3\n";

/* Both sides in turn, as a client that waits for each answer. */
static void check_turns(ip_arena *arena)
{
    static const char nine[] = {0, 0, 0, 4, 0, 0, 0, 9};
    reading r = {arena, ""};
    ip_conversation *c = ip_recorder_conversation_new(take, &r);
    side client = {0}, server = {0};
#define TURN()                                                                                                         \
    ip_recorder_conversation_client(c, client.bytes.bytes, client.bytes.length);                                       \
    ip_recorder_conversation_server(c, server.bytes.bytes, server.bytes.length);                                       \
    client.bytes.length = server.bytes.length = 0
    start(&client);
    ready(&server, 'I');
    TURN();
    copy_in(&client, &server);
    TURN();
    copied(&client, &server);
    one_text(&client, 'Q', "SELECT no");
    ip_protocol_writing_error(&server.bytes, "ERROR", "42703", "no column");
    ready(&server, 'I');
    TURN();
    call(&client, 953, 9);
    ip_protocol_writing_begin(&server.bytes, 'V');
    ip_protocol_writing_bytes(&server.bytes, nine, 8);
    ip_protocol_writing_end(&server.bytes);
    ready(&server, 'I');
    call(&client, 16385, 9);
    ip_protocol_writing_error(&server.bytes, "ERROR", "22000", "no");
    ready(&server, 'I');
    TURN();
    fetch_more(&client);
    ip_protocol_writing_error(&server.bytes, "ERROR", "34000", "no portal");
    ready(&server, 'I');
    TURN();
    one_text(&client, 'Q', "COMMIT");
    one_text(&server, 'C', "COMMIT");
    ready(&server, 'I');
    TURN();
    one_text(&client, 'Q', "SELECT 2");
    ip_protocol_writing_error(&server.bytes, "FATAL", "57P01", "shut down");
    TURN();
#undef TURN
    CHECK_TEXT(r.text, "0 u/app -  . 1\n"
                       "1 u/app COPY t FROM STDIN {COPY 1}  . 2\n"
                       "1 u/app SELECT no 42703 I 3\n"
                       "1 u/app SELECT lo_close($1) [9] <lo_close> (9) {SELECT 1}  I 4\n"
                       "1 u/app SELECT \"function 16385\"($1) [?] 22000 I 5\n"
                       "2 u/app - 34000 . 6\n"
                       "1 u/app COMMIT {COMMIT}  I 7\n"
                       "1 u/app SELECT 2 57P01 . 8\n");
    CHECK(!ip_recorder_conversation_is_broken(c));
    one_text(&server, 'C', "SELECT 1"); /* of nothing that was sent */
    ip_recorder_conversation_server(c, server.bytes.bytes, server.bytes.length);
    CHECK(ip_recorder_conversation_is_broken(c));
    ip_recorder_conversation_free(c);
    ip_protocol_writing_free(&client.bytes);
    ip_protocol_writing_free(&server.bytes);
}

/* What is sent and not answered may have been done; a session that an error has ended has done nothing. */
static void check_ends(ip_arena *arena)
{
    static const char *const ends[] = {"", "answered", "sent", "refused", "streams"};
    for (int i = 0; i < 5; i++) {
        reading r = {arena, ""};
        ip_conversation *c = ip_recorder_conversation_new(take, &r);
        side client = {0}, server = {0};
        start(&client);
        if (i > 0)
            ready(&server, 'I');
        if (i > 0)
            one_text(&client, 'Q', "COMMIT");
        if (i == 1) {
            one_text(&server, 'C', "COMMIT");
            ready(&server, 'I');
        } else if (i == 4) {
            empty(&server, 'W');
        } else if (i == 3) {
            ip_protocol_writing_error(&server.bytes, "FATAL", "57P01", "shut down");
        }
        ip_recorder_conversation_client(c, client.bytes.bytes, client.bytes.length);
        ip_recorder_conversation_server(c, server.bytes.bytes, server.bytes.length);
        ip_recorder_conversation_end(c);
        CHECK(ip_recorder_conversation_lacks_some(c) == (strcmp(ends[i], "sent") == 0));
        CHECK((strstr(r.text, "unread") != NULL) == (i == 2));
        ip_recorder_conversation_free(c);
        ip_protocol_writing_free(&client.bytes);
        ip_protocol_writing_free(&server.bytes);
    }
}

static unsigned state = 1;

static unsigned draw(unsigned below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

/* The client's bytes first or both in turn, in pieces of up to so many bytes. The answers never come before the
 * questions. */
static const char *read_in_pieces(ip_arena *arena, const side *client, const side *server, unsigned most)
{
    reading r = {arena, ""};
    ip_conversation *c = ip_recorder_conversation_new(take, &r);
    for (size_t at = 0; at < client->bytes.length;) {
        size_t left = client->bytes.length - at, piece = 1 + draw(most);
        piece = piece > left ? left : piece;
        ip_recorder_conversation_client(c, client->bytes.bytes + at, piece);
        at += piece;
    }
    for (size_t at = 0; at < server->bytes.length;) {
        size_t left = server->bytes.length - at, piece = 1 + draw(most);
        piece = piece > left ? left : piece;
        ip_recorder_conversation_server(c, server->bytes.bytes + at, piece);
        at += piece;
    }
    ip_recorder_conversation_end(c);
    CHECK(!ip_recorder_conversation_is_broken(c));
    ip_recorder_conversation_free(c);
    return r.text;
}

static void read_damaged(const side *client, const side *server)
{
    ip_arena *arena = ip_arena_new();
    reading r = {arena, ""};
    ip_conversation *c = ip_recorder_conversation_new(take, &r);
    const side *sides[] = {client, server};
    for (int s = 0; s < 2; s++) {
        size_t length = sides[s]->bytes.length - (draw(4) == 0 ? draw((unsigned)sides[s]->bytes.length) : 0);
        char *bytes = malloc(length + 1);
        memcpy(bytes, sides[s]->bytes.bytes, length);
        for (unsigned n = draw(5); n > 0 && length; n--)
            bytes[draw((unsigned)length)] = (char)draw(256);
        if (s == 0)
            ip_recorder_conversation_client(c, bytes, length);
        else
            ip_recorder_conversation_server(c, bytes, length);
        free(bytes);
    }
    ip_recorder_conversation_end(c);
    ip_recorder_conversation_free(c);
    ip_arena_free(arena);
}

/* Records of one field each, one within the other: more of them than the stack has room for. */
static void check_nesting(ip_arena *arena)
{
    enum { DEEP = 200000, HEADER = 12 };
    char *bytes = ip_arena_alloc(arena, DEEP * HEADER);
    for (int i = 0; i < DEEP; i++) {
        static const char header[] = "\0\0\0\1\0\0\x08\xc9";
        unsigned size = (unsigned)(DEEP - i - 1) * HEADER;
        memcpy(bytes + (size_t)i * HEADER, header, 8);
        for (int k = 0; k < 4; k++)
            bytes[i * HEADER + 8 + k] = (char)(size >> (8 * (3 - k)));
    }
    CHECK(!ip_protocol_binary_text(arena, NULL, 2249, bytes, DEEP * HEADER));
}

static void check_binary(void)
{
    static const struct {
        unsigned type;
        int length;
        const char *bytes, *text;
    } cases[] = {
        {16, 1, "\1", "t"},
        {21, 2, "\xff\xfd", "-3"},
        {20, 8, "\0\0\1\0\0\0\0\0", "1099511627776"},
        {701, 8, "\x3f\xb9\x99\x99\x99\x99\x99\x9a", "0.1"},
        {1082, 4, "\0\0\0\0", "2000-01-01"},
        {1114, 8, "\0\0\0\0\0\0\0\1", "2000-01-01 00:00:00.000001"},
        {1184, 8, "\xff\xff\xff\xff\xff\xff\xff\xff", "1999-12-31 23:59:59.999999+00"},
        {1700, 10, "\0\1\0\0\x40\0\0\2\0\1", "-1.00"},
        {1700, 12, "\0\2\0\1\0\0\0\0\0\1\0\2", "10002"},
        {1700, 10, "\0\1\xff\xff\0\0\0\3\0\x0a", "0.001"},
        {1700, 8, "\0\0\0\0\xc0\0\0\0", "NaN"},
        {2950, 16, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\5", "00000000-0000-0000-0000-000000000005"},
        {17, 2, "\0\xff", "\\x00ff"},
        {3802, 3, "\1{}", "{}"},
        {18, 1, "r", "r"},
        {1083, 8, "\0\0\0\x08\x61\xc4\x68\0", "10:00:00"},
        {1083, 8, "\0\0\0\0\0\x16\xe3\x60", "00:00:01.5"},
        {1186, 16, "\0\0\0\0\x03\x93\x87\0\0\0\0\0\0\0\0\0", "00:01:00"},
        {1186, 16, "\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\x0e", "1 year 2 mons 1 day"},
        {1186, 16, "\0\0\0\0\0\x16\xe3\x60\xff\xff\xff\xfe\0\0\0\1", "1 mon -2 days +00:00:01.5"},
        {1186, 16, "\xff\xff\xff\xff\xff\xf0\xbd\xc0\0\0\0\0\0\0\0\0", "-00:00:01"},
        {1186, 16, "\0\0\0\0\0\0\0\0\0\0\0\3\xff\xff\xff\xff", "-1 mons +3 days"},
        {16385, 4, "paid", "paid"},
        {16385, 16, "\0\0\0\1\0\0\0\x17\0\0\0\4\0\0\0\5", "(5)"},
        {2249, 24, "\0\0\0\2\0\0\0\x19\0\0\0\4a,\"\\\0\0\0\x17\xff\xff\xff\xff", "(\"a,\"\"\\\\\",)"},
        {2249, 4, "\0\0\0\0", "()"},
        {3904, 17, "\2\0\0\0\4\0\0\0\1\0\0\0\4\0\0\0\5", "[1,5)"},
        {3904, 1, "\x18", "(,)"},
        {3904, 1, "\1", "empty"},
        {1560, 5, "\0\0\0\3\xa0", "101"},
        {1562, 4, "\0\0\0\0", ""},
        {790, 8, "\xff\xff\xff\xff\xff\xff\xff\xe7", "-$0.25"},
        {3807, 29, "\0\0\0\1\0\0\0\0\0\0\x0e\xda\0\0\0\1\0\0\0\1\0\0\0\5\1null", "{\"null\"}"},
        {16386, 28, "\0\0\0\1\0\0\0\0\0\0\x40\1\0\0\0\1\0\0\0\1\0\0\0\4paid", "{paid}"},
    };
    ip_arena *arena = ip_arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = ip_protocol_binary_text(arena, NULL, cases[i].type, cases[i].bytes, (size_t)cases[i].length);
        CHECK_TEXT(text, cases[i].text);
        for (size_t length = 0; length < 8; length++) /* of other lengths, whatever they give */
            ip_protocol_binary_text(arena, NULL, cases[i].type, cases[i].bytes,
                                    length < (size_t)cases[i].length ? length : 0);
    }
    CHECK(!ip_protocol_binary_text(arena, NULL, 600, "\0\0", 2));
    CHECK(!ip_protocol_binary_text(arena, NULL, 16385, "\0\0\0\5", 4));                   /* a domain over integer */
    CHECK(!ip_protocol_binary_text(arena, NULL, 16385, "\2\0\0\0\4\0\0\0\5", 9));         /* a range */
    CHECK(!ip_protocol_binary_text(arena, NULL, 2249, "\0\0\0\1\0\0\0\x19\0\0\0\4", 12)); /* ends early */
    CHECK(!ip_protocol_binary_text(arena, NULL, 3904, "\x0c\0\0\0\4\0\0\0", 8));
    CHECK(!ip_protocol_binary_text(arena, NULL, 16385, "", 0));
    check_nesting(arena);
    ip_arena_free(arena);
}

TEST_SUITE(recorder_conversation)
{
    side client = {0}, server = {0};
    ip_arena *arena = ip_arena_new();
    converse(&client, &server);
    for (unsigned most = 1; most < 300; most += most < 20 ? 1 : 40)
        CHECK_TEXT(read_in_pieces(arena, &client, &server, most), expected);
    for (int i = 0; i < 20000; i++)
        read_damaged(&client, &server);
    check_turns(arena);
    check_ends(arena);
    check_binary();
    ip_protocol_writing_free(&client.bytes);
    ip_protocol_writing_free(&server.bytes);
    ip_arena_free(arena);
    return TEST_RESULT();
}
