/* Writes specs for PostgreSQL's isolation tester, and judges what it printed. */
#include "live.h"

#include "exhaust.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* What the server calls the level, and the one here that allows no less. */
static const struct live_level {
    const char *name;
    oracle_level level;
} live_levels[] = {{"REPEATABLE READ", SNAPSHOT_ISOLATION}, {"SERIALIZABLE", SERIALIZABILITY}};

enum { LIVE_LEVELS = 2, PERMUTATIONS = 8 };

static void make_set(uint64_t seed, program_set *set, random_state *random)
{
    *random = (random_state){seed};
    set_generate(set, random);
    for (int p = 0; p < set->program_count; p++)
        set->programs[p].form = FORM_PLPGSQL;
}

static void draw_client(const program_set *set, random_state *random, execution *x)
{
    x->count = 2 + random_chance(random, 50);
    for (int i = 0; i < x->count; i++)
        x->program[i] = random_below(random, set->program_count);
    search_draw(set, random, x);
}

static void put_value(int value, FILE *out)
{
    if (value == SQL_NULL)
        fputs("NULL", out);
    else
        fprintf(out, "%d", value);
}

static void put_setup(const program_set *set, const view *v, FILE *out)
{
    fprintf(out, "setup { TRUNCATE done, t0%s; }\n", set->table_count > 1 ? ", t1" : "");
    for (int t = 0; t < set->table_count; t++)
        for (int r = 0; r < table_rows(&set->tables[t]); r++) {
            const int *cells = v->value[t * ROWS + r];
            const char *glue = "";
            if (!cells[EXISTS])
                continue;
            fprintf(out, "setup { INSERT INTO t%d VALUES (", t);
            for (int k = 0; k < set->tables[t].key_count; k++, glue = ", ")
                fprintf(out, "%s%d", glue, table_row_key(&set->tables[t], r, k));
            for (int c = 0; c < set->tables[t].column_count; c++, glue = ", ") {
                fputs(glue, out);
                put_value(cells[1 + c], out);
            }
            fputs("); }\n", out);
        }
}

/* The whole program is one step, so instances overlap by when they begin and when they commit. */
static void put_session(const program_set *set, const execution *x, int i, const char *level, FILE *out)
{
    const program *p = &set->programs[x->program[i]];
    bool value = p->result != NONE;
    fprintf(out, "session s%d\nstep b%d { BEGIN ISOLATION LEVEL %s; SELECT 1; }\nstep r%d { %s", i, i, level, i,
            p->procedure ? "CALL "
            : value      ? "SELECT format('=T%s=', coalesce("
                         : "SELECT ");
    fprintf(out, "f%d(", x->program[i]);
    for (int a = 0; a < p->parameter_count; a++) {
        fputs(a ? ", " : "", out);
        put_value(x->parameters[i][a], out);
    }
    fprintf(out, "%s; INSERT INTO done VALUES (%d", value ? ")::text, 'N'))" : ")", i);
    fprintf(out, "); }\nstep c%d { COMMIT; }\n", i);
}

static void put_permutation(const execution *x, random_state *random, FILE *out)
{
    int left[MAX_INSTANCES], sum = 3 * x->count;
    for (int i = 0; i < x->count; i++)
        left[i] = 3;
    fputs("permutation", out);
    for (; sum; sum--) {
        int draw = random_below(random, sum), i = 0;
        while (draw >= left[i])
            draw -= left[i++];
        fprintf(out, " %c%d", "crb"[--left[i]], i);
    }
    fputs(" dump\n", out);
}

static void put_client(const program_set *set, const execution *x, uint64_t seed, int client, int level,
                       random_state *random, FILE *out)
{
    fprintf(out, "@client %llu %d %d\n", (unsigned long long)seed, client, level);
    put_setup(set, &x->initial, out);
    for (int i = 0; i < x->count; i++)
        put_session(set, x, i, live_levels[level].name, out);
    fputs("session d\nstep dump { SELECT format('=D%s=', i) FROM done; ", out);
    for (int t = 0; t < set->table_count; t++) {
        fprintf(out, "SELECT format('=R%d", t);
        for (int k = 0; k < set->tables[t].key_count + set->tables[t].column_count; k++)
            fputs(" %s", out);
        fputs("=', ", out);
        for (int k = 0; k < set->tables[t].key_count; k++)
            fprintf(out, "%sk%d", k ? ", " : "", k);
        for (int c = 0; c < set->tables[t].column_count; c++)
            fprintf(out, "%scoalesce(c%d::text, 'N')", set->tables[t].key_count + c ? ", " : "", c);
        fprintf(out, ") FROM t%d; ", t);
    }
    fputs("}\n", out);
    for (int n = 0; n < PERMUTATIONS; n++)
        put_permutation(x, random, out);
}

void live_print(int sets, uint64_t seed, FILE *out)
{
    for (int s = 0; s < sets; s++) {
        static program_set set;
        static execution x;
        random_state random;
        make_set(seed + (uint64_t)s, &set, &random);
        fputs("@set\nCREATE TABLE done (i int);\n", out);
        set_print(&set, out);
        for (int c = 0; c < LIVE_CLIENTS; c++) {
            draw_client(&set, &random, &x);
            random_state order = {seed ^ (uint64_t)c};
            for (int l = 0; l < LIVE_LEVELS; l++)
                put_client(&set, &x, seed + (uint64_t)s, c, l, &order, out);
        }
    }
    fputs("@end\n", out);
}

/* What the server did: which instances committed, their values, the rows at the end. */
typedef struct live_outcome {
    unsigned committed;
    int value[MAX_INSTANCES];
    uint64_t state;
} live_outcome;

static int parse_value(const char *word)
{
    return strcmp(word, "N") == 0 ? SQL_NULL : atoi(word);
}

static void parse_row(char *word, live_outcome *o)
{
    int fields[MAX_KEY + MAX_COLUMNS], count = 0, table = word[1] - '0';
    char *rest = NULL;
    (void)strtok_r(word, " ", &rest);
    for (char *field; (field = strtok_r(NULL, " ", &rest)) && count < MAX_KEY + MAX_COLUMNS;)
        fields[count++] = parse_value(field);
    o->state += row_hash(table, fields, count);
}

/* "D0" committed, "T0 5" its value, "R0 1 2 N" a row; semicolons between. */
static void parse_outcome(char *text, live_outcome *o)
{
    char *rest = NULL;
    *o = (live_outcome){0};
    for (int i = 0; i < MAX_INSTANCES; i++)
        o->value[i] = SQL_NULL;
    for (char *word = strtok_r(text, ";\n", &rest); word; word = strtok_r(NULL, ";\n", &rest)) {
        if (*word == 'D')
            o->committed |= 1u << (word[1] - '0');
        else if (*word == 'T')
            o->value[word[1] - '0'] = parse_value(word + 3);
        else if (*word == 'R')
            parse_row(word, o);
    }
}

/* Those that did not commit have left nothing. */
static bool possible(const program_set *set, const execution *client, oracle_level level, const live_outcome *o)
{
    static execution x;
    static observations all;
    int value[MAX_INSTANCES] = {0};
    x = *client;
    x.count = 0;
    for (int i = 0; i < client->count; i++)
        if (o->committed >> i & 1) {
            x.program[x.count] = client->program[i];
            memcpy(x.parameters[x.count], client->parameters[i], sizeof x.parameters[i]);
            value[x.count++] = o->value[i];
        }
    exhaust(set, &x, &all);
    observation *found = observation_find(&all, x.count, value, &o->state);
    return !all.complete || (found && found->checked >> level & 1);
}

int live_judge(FILE *in, FILE *out)
{
    static program_set set;
    static execution clients[LIVE_CLIENTS];
    unsigned long long seed, known = 0;
    int client, level, wrong = 0, lines = 0, refused = 0;
    char line[4096], outcome[4096];
    while (fgets(line, sizeof line, in)) {
        if (sscanf(line, "%llu %d %d %4095[^\n]", &seed, &client, &level, outcome) != 4)
            continue;
        if (!lines++ || seed != known) {
            random_state random;
            make_set(seed, &set, &random);
            for (int c = 0; c < LIVE_CLIENTS; c++)
                draw_client(&set, &random, &clients[c]);
            known = seed;
        }
        live_outcome o;
        parse_outcome(outcome, &o);
        refused += o.committed != (1u << clients[client].count) - 1;
        if (possible(&set, &clients[client], live_levels[level].level, &o))
            continue;
        wrong++;
        fprintf(out, "seed %llu, client %d: %s does what %s forbids: %s", seed, client, live_levels[level].name,
                level_names[live_levels[level].level], strchr(line, ' '));
    }
    fprintf(out, "%d executions on the server, %d of them with instances that did not commit, %d not possible here\n",
            lines, refused, wrong);
    return lines ? wrong : 1;
}
