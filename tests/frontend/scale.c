/* Bodies in bodies multiply: the fewer are taken in the more programs a workload has, and whatever is left out stays
 * as what it may write. */
#include "frontend.h"
#include "test.h"

enum { LEVELS = 6, LEAF = 3, MANY = 400, LONGEST = 130 };

/* t0 to t5: each function writes its table and calls the next one twice, the last one writes its own some times more;
 * a trigger of t5 writes u. The two DELETEs let the bound be met within the last function. */
static const char *text_of(ip_arena *arena, int programs)
{
    size_t room = 4096 + (size_t)programs * 256, length = 0;
    char *text = IP_NEW_ARRAY(arena, char, room);
    length += (size_t)snprintf(text, room,
                               "CREATE TABLE u (id int PRIMARY KEY, n int);\n"
                               "CREATE FUNCTION g() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                               "UPDATE u SET n = NEW.n WHERE id = NEW.id; RETURN NEW; END $$;\n");
    for (int i = LEVELS - 1; i >= 0; i--) {
        length += (size_t)snprintf(text + length, room - length,
                                   "CREATE TABLE t%d (id int PRIMARY KEY, n int);\n"
                                   "CREATE FUNCTION f%d(i int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN "
                                   "UPDATE t%d SET n = i WHERE id = i; ",
                                   i, i, i);
        for (int k = 1; k <= 2 && i < LEVELS - 1; k++)
            length += (size_t)snprintf(text + length, room - length, "PERFORM f%d(i + %d); ", i + 1, k);
        for (int k = 1; k < LEAF && i == LEVELS - 1; k++)
            length += (size_t)snprintf(text + length, room - length, "UPDATE t%d SET n = %d WHERE id = i; ", i, k);
        length += (size_t)snprintf(text + length, room - length, "END $$;\n");
    }
    length += (size_t)snprintf(text + length, room - length,
                               "CREATE TRIGGER written AFTER UPDATE ON t5 FOR EACH ROW EXECUTE FUNCTION g();\n");
    for (int i = 0; i < programs; i++)
        length +=
            (size_t)snprintf(text + length, room - length,
                             "CREATE FUNCTION p%d() RETURNS void LANGUAGE plpgsql AS $$ BEGIN "
                             "DELETE FROM t0 WHERE id = 0; DELETE FROM t0 WHERE id = 1; PERFORM f0(%d); END $$;\n",
                             i, i);
    return text;
}

static bool may_write(const ip_program *p, const char *table)
{
    for (int i = 0; i < p->statements.count; i++) {
        const ip_statement *s = &p->statements.items[i];
        int written = s->kind == IP_UNKNOWN ? s->sources.count : s->kind == IP_UPDATE;
        for (int k = 0; k < written; k++)
            if (strcmp(s->sources.items[k].table->name, table) == 0 && !s->sources.items[k].reads_only)
                return true;
    }
    return false;
}

static int reported(const ip_diagnostics *diagnostics, const char *what)
{
    int count = 0;
    for (int i = 0; i < diagnostics->list.count; i++)
        count += strstr(diagnostics->list.items[i].message, what) != NULL;
    return count;
}

static void read_programs(int programs, bool whole)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const char *text = text_of(arena, programs);
    const ip_source *source = ip_source_from_text(arena, "scale.sql", text, strlen(text));
    const ip_workload *w = ip_frontend_read(arena, &source, 1, &diagnostics);
    CHECK_INT(w->programs.count, programs);
    for (int i = 0; i < w->programs.count; i++) {
        const ip_program *p = w->programs.items[i];
        CHECK(!p->broken);
        CHECK(may_write(p, "u"));
        for (int k = 0; k < LEVELS; k++)
            CHECK(may_write(p, ip_arena_printf(arena, "t%d", k)));
        CHECK(whole ? p->statements.count == 2 + 31 + 32 * 2 * LEAF : p->statements.count < LONGEST);
    }
    CHECK((reported(&diagnostics, "too long already") == 0) == whole);
    CHECK((reported(&diagnostics, "trigger written fires in a program that is too long already") == 0) == whole);
    ip_arena_free(arena);
}

TEST_SUITE(frontend_scale)
{
    read_programs(1, true);
    read_programs(MANY, false);
    return TEST_RESULT();
}
