/* On text that pg_query_scan accepts, ip_parse_lex gives the same tokens. The oracle's answer is a
 * protobuf message (its ends of n'…', U&'…' and U&"…" are wrong, so those are left out): ScanResult { version = 1;
 * repeated ScanToken tokens = 2 { start = 1; end = 2 } }. */
#include "parse/lexer.h"
#include "test.h"

#include <pg_query.h>

static unsigned long long varint(const unsigned char *bytes, size_t *at)
{
    unsigned long long value = 0;
    for (int shift = 0;; shift += 7) {
        unsigned char byte = bytes[(*at)++];
        value |= (unsigned long long)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
}

static void token(const unsigned char *bytes, size_t at, size_t end, size_t *start, size_t *stop)
{
    *start = *stop = 0;
    while (at < end) {
        unsigned long long field = varint(bytes, &at) >> 3, value = varint(bytes, &at);
        if (field == 1)
            *start = value;
        else if (field == 2)
            *stop = value;
    }
}

static void compare(const char *sql)
{
    PgQueryScanResult scanned = pg_query_scan(sql);
    CHECK(!scanned.error);
    if (scanned.error) {
        fprintf(stderr, "not accepted: %s\n", sql);
        pg_query_free_scan_result(scanned);
        return;
    }
    ip_arena *arena = ip_arena_new();
    const ip_source *source = ip_source_from_text(arena, "text", sql, strlen(sql));
    const unsigned char *bytes = (const unsigned char *)scanned.pbuf.data;
    size_t at = 0, reached = 0;
    while (at < scanned.pbuf.len) {
        unsigned long long tag = varint(bytes, &at), length = varint(bytes, &at);
        if (tag >> 3 != 2)
            continue;
        size_t start, stop;
        token(bytes, at, at + length, &start, &stop);
        at += length;
        ip_token own = ip_parse_lex(source, reached, source->length, false);
        if (own.begin != start || own.end != stop)
            fprintf(stderr, "%s: %zu-%zu, not %zu-%zu\n", sql, own.begin, own.end, start, stop);
        CHECK(own.begin == start && own.end == stop);
        reached = stop;
    }
    CHECK(ip_parse_lex(source, reached, source->length, false).kind == IP_TOKEN_END);
    ip_arena_free(arena);
    pg_query_free_scan_result(scanned);
}

TEST_SUITE(frontend_lexer)
{
    static const char *const texts[] = {
        "SELECT a.b, \"q\"\"x\", 1, 1.5, .5, 1e3, 1.5e-3, $1 FROM t WHERE a<>b AND c<=-1 OR d>=+2",
        "x:=-1; y := a::int; FOR i IN 1..10 LOOP f(x => 1); z[1:2]",
        "'it''s' E'a\\'b' B'01' x'1F' 'a'\n  'b' $$x$$ $t$ $$ $t$ $_1$a$_1$",
        "a /* one /* two */ still */ b -- end\nc--\n/**/ d */* x */e",
        "a @> b #>> c || d !~~* e -> f ->> g @-1 %- 2 *-3 ~-4 <<a>> |/ 25 a?b a^b",
        "Été caf\xc3\xa9$1 _x$y Select SELECT sElEcT",
        "a=-b a<-b a<>-b a!=b a+-b a-+b a/-b",
        "(a,[b];c.d .. e) \\ :x",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        compare(texts[i]);
    return TEST_RESULT();
}
