/* What is known of the levels that ship, from the literature, against what their files say.
 *
 *   levels              implications, properties, instantiation
 *   levels check FILE   loads one file and prints every message, as file:line:column: kind: message */
#include "suite.h"
#include "level/level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ip_arena *arena;
static ip_diagnostics diagnostics;
static int failures;

#define EXPECT(condition, ...)                                                                                         \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            failures++;                                                                                                \
            printf("%s:%d: ", __FILE__, __LINE__);                                                                     \
            printf(__VA_ARGS__);                                                                                       \
            putchar('\n');                                                                                             \
        }                                                                                                              \
    } while (0)

static void print_diagnostics(void)
{
    for (int i = 0; i < diagnostics.list.count; i++) {
        const ip_diagnostic *d = &diagnostics.list.items[i];
        ip_position at = ip_range_position(d->range);
        if (d->range.source)
            printf("%s:%d:%d: ", d->range.source->path, at.line, at.column);
        printf("%s: %s\n", ip_diagnostic_kind_name(d->kind), d->message);
    }
}

/* Every pair of levels: exactly these implications hold (Cerone, Bernardi & Gotsman 2015, figure 1). */
enum { RA, UA, CC, PC, PSI, SI, SER, LEVELS };
static const char *const names[LEVELS] = {
    "read-atomic",        "update-atomic",  "causal-consistency", "prefix-consistency", "parallel-snapshot-isolation",
    "snapshot-isolation", "serializability"};
static const bool implied[LEVELS][LEVELS] = {
    [RA] = {[RA] = true},
    [UA] = {[RA] = true, [UA] = true},
    [CC] = {[RA] = true, [CC] = true},
    [PC] = {[RA] = true, [CC] = true, [PC] = true},
    [PSI] = {[RA] = true, [UA] = true, [CC] = true, [PSI] = true},
    [SI] = {[RA] = true, [UA] = true, [CC] = true, [PC] = true, [PSI] = true, [SI] = true},
    [SER] = {[RA] = true, [UA] = true, [CC] = true, [PC] = true, [PSI] = true, [SI] = true, [SER] = true},
};
static const bool older_versions[LEVELS] = {[PC] = true, [PSI] = true, [SI] = true, [SER] = true};
static const bool conflict_visible[LEVELS] = {[UA] = true, [PSI] = true, [SI] = true, [SER] = true};

static const ip_level *load(const char *name)
{
    const ip_level *level = ip_level_load(arena, name, &diagnostics);
    if (!level) {
        print_diagnostics();
        exit(1);
    }
    return level;
}

static void test_implications(void)
{
    const ip_level *levels[LEVELS];
    for (int i = 0; i < LEVELS; i++)
        levels[i] = load(names[i]);
    for (int i = 0; i < LEVELS; i++)
        for (int j = 0; j < LEVELS; j++)
            EXPECT(ip_level_implies(levels[i], levels[j]) == implied[i][j], "%s implies %s: expected %d", names[i],
                   names[j], implied[i][j]);
    for (int i = 0; i < LEVELS; i++) {
        EXPECT(ip_level_has_older_versions(levels[i]) == older_versions[i], "older versions at %s", names[i]);
        EXPECT(ip_level_conflict_visible(levels[i]) == conflict_visible[i], "conflict visible at %s", names[i]);
    }
    /* A mixture has a property when it holds however the levels are spread: with a causal reader of a
     * read-atomic writer neither holds. */
    const ip_level *strong[] = {levels[SI], levels[SER]}, *weak[] = {levels[SI], levels[CC]};
    EXPECT(ip_level_levels_have_older_versions(strong, 2) && ip_level_levels_conflict_visible(strong, 2),
           "SI beside SER");
    EXPECT(!ip_level_levels_have_older_versions(weak, 2) && !ip_level_levels_conflict_visible(weak, 2), "SI beside CC");
}

/* PostgreSQL's are no chain: a lock makes visible to later statements what its holder did at read committed only. Nor
 * is any of them stronger than a level of theory, whose keys are not checked against what is committed. */
static void test_postgresql(void)
{
    enum { RC, RR, SSI, PG };
    static const char *const pg[PG] = {"postgresql/read-committed", "postgresql/repeatable-read",
                                       "postgresql/serializable"};
    const ip_level *l[PG], *all = load("serializability");
    for (int i = 0; i < PG; i++)
        l[i] = load(pg[i]);
    for (int i = 0; i < PG; i++) {
        EXPECT(ip_level_implies(all, l[i]), "serializability implies %s", pg[i]);
        EXPECT(!ip_level_implies(load("snapshot-isolation"), l[i]), "snapshot isolation knows no locks: %s", pg[i]);
        EXPECT(!ip_level_implies(l[i], load("read-atomic")), "%s is stronger than a level of theory", pg[i]);
        for (int j = 0; j < PG; j++)
            EXPECT(ip_level_implies(l[i], l[j]) == (i == j || (i == SSI && j == RR)), "%s implies %s", pg[i], pg[j]);
        EXPECT(ip_level_has_older_versions(l[i]), "%s: snapshots are prefixes", pg[i]);
        EXPECT(ip_level_conflict_visible(l[i]) == (i != RC), "%s: the first updater wins", pg[i]);
        EXPECT(strcmp(ip_level_engine(l[i]), "postgresql") == 0, "%s: its engine", pg[i]);
        EXPECT(ip_level_has_statement_snapshots(l[i]) == (i == RC), "%s: whose snapshots", pg[i]);
        EXPECT(ip_level_rereads_locked_rows(l[i]) == (i == RC), "%s: locked rows", pg[i]);
    }
    EXPECT(ip_level_levels_have_older_versions(l, PG) && !ip_level_levels_conflict_visible(l, PG), "all three");
    EXPECT(ip_level_levels_have_older_versions(l + RR, 2) && ip_level_levels_conflict_visible(l + RR, 2),
           "without read committed");
    EXPECT(load("read-committed") && strcmp(ip_level_name(load("read-committed")), pg[RC]) == 0, "short name, analyze");
    EXPECT(strcmp(ip_level_name(load("repeatable-read")), pg[RR]) == 0, "short name");
    EXPECT(strcmp(ip_level_name(load("serializable")), pg[SSI]) == 0, "short name");
}

static const ip_level *load_own(const char *name)
{
    return load(ip_arena_printf(arena, "%s/../tests/levels/statements/%s.smt2", ip_level_file_folder(), name));
}

/* What is said of statements, beside what is said of transactions: one snapshot is several that are the same. */
static void test_statements(void)
{
    const ip_level *all = load_own("all-seen"), *prefixes = load_own("prefixes"), *one = load_own("one-prefix");
    const ip_level *steady = load_own("steady"), *growing = load_own("growing"), *ra = load("read-atomic");
    const ip_level *prefix = load("prefix-consistency"), *serializable = load("serializability");
    struct {
        const ip_level *a, *b;
        bool implied, reverse;
    } pairs[] = {
        {all, serializable, true, true},
        {one, prefix, true, true},
        {prefixes, prefix, false, true},
        {growing, ra, false, true},
        {growing, prefixes, false, false},
        {steady, growing, true, false},
        {steady, prefix, false, true},
        {all, growing, true, false},
        {load("postgresql/read-committed"), prefixes, false, false},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const char *a = ip_level_name(pairs[i].a), *b = ip_level_name(pairs[i].b);
        EXPECT(ip_level_implies(pairs[i].a, pairs[i].b) == pairs[i].implied, "%s implies %s", a, b);
        EXPECT(ip_level_implies(pairs[i].b, pairs[i].a) == pairs[i].reverse, "%s implies %s", b, a);
    }
    EXPECT(ip_level_has_older_versions(prefixes) && !ip_level_has_older_versions(growing), "older versions");
    EXPECT(ip_level_conflict_visible(all) && !ip_level_conflict_visible(prefixes), "conflict visible");
}

/* Levels of commit orders form a chain (Biswas & Enea 2019, section 2); which are causally extensible: Bouajjani, Enea
 * & Román-Calvo 2023, theorem 3.4. Names that both families have mean the one or the other by use. */
static void test_commit_orders(void)
{
    static const char *const chain[] = {"true", "rc", "ra", "causal", "prefix", "si", "ser"};
    enum { CHAIN = sizeof chain / sizeof *chain, EXTENSIBLE = 4 };
    const ip_level *levels[CHAIN];
    for (int i = 0; i < CHAIN; i++) {
        levels[i] = ip_level_load_for_histories(arena, chain[i], &diagnostics);
        if (!levels[i])
            print_diagnostics();
        EXPECT(levels[i] && ip_level_vocabulary(levels[i]) == IP_COMMIT_ORDER, "%s", chain[i]);
        if (!levels[i])
            return;
    }
    for (int i = 0; i < CHAIN; i++) {
        EXPECT(ip_level_causally_extensible(levels[i]) == (i < EXTENSIBLE), "%s: causally extensible", chain[i]);
        for (int j = 0; j < CHAIN; j++)
            EXPECT(ip_level_implies(levels[i], levels[j]) == (i >= j), "%s implies %s: expected %d", chain[i], chain[j],
                   i >= j);
    }
    EXPECT(!ip_level_implies(levels[CHAIN - 1], load("read-atomic")), "two vocabularies are not compared");
    EXPECT(ip_level_vocabulary(load("snapshot-isolation")) == IP_VISIBILITY, "a name of both, for analyze");
    EXPECT(ip_level_vocabulary(load("biswas-enea/snapshot-isolation")) == IP_COMMIT_ORDER, "a name with its folder");
    EXPECT(ip_level_vocabulary(ip_level_load_for_histories(arena, "read-committed", &diagnostics)) == IP_COMMIT_ORDER &&
               ip_level_vocabulary(load("read-committed")) == IP_VISIBILITY,
           "an alias of both");
    EXPECT(ip_level_vocabulary(load("rc")) == IP_COMMIT_ORDER, "a name of one family");
    EXPECT(ip_level_vocabulary(ip_level_load_for_histories(arena, "update-atomic", &diagnostics)) == IP_VISIBILITY,
           "a name of the other family");
}

/* ip_level_file_names puts no level before one it implies strictly: theory's levels first, then each engine's. */
static void test_order(void)
{
    const char *const *all = ip_level_file_names(arena);
    IP_VEC(const ip_level *) levels = {0};
    for (int i = 0; all[i]; i++)
        IP_PUSH(arena, &levels, load(all[i]));
    int count = levels.count;
    EXPECT(count >= LEVELS, "%d levels found", count);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            EXPECT(strcmp(ip_level_engine(levels.items[i]), ip_level_engine(levels.items[j])) != 0 ||
                       !ip_level_implies(levels.items[i], levels.items[j]) ||
                       ip_level_implies(levels.items[j], levels.items[i]),
                   "%s is stronger than %s but listed before it", all[i], all[j]);
    EXPECT(strcmp(ip_level_name(load("eventual-consistency")), "read-atomic") == 0, "alias");
    EXPECT(diagnostics.list.count == 0, "the levels that ship load without a message");
}

static Z3_ast *constants(Z3_context z3, const char *name, int count)
{
    Z3_ast *terms = IP_NEW_ARRAY(arena, Z3_ast, count);
    for (int i = 0; i < count; i++) {
        terms[i] =
            Z3_mk_const(z3, Z3_mk_string_symbol(z3, ip_arena_printf(arena, "%s%d", name, i)), Z3_mk_bool_sort(z3));
        Z3_inc_ref(z3, terms[i]);
    }
    return terms;
}

enum { STEPS = 3 };

static ip_relations new_relations(Z3_context z3, int n)
{
    return (ip_relations){.z3 = z3,
                          .count = n,
                          .vis = constants(z3, "vis", n * n),
                          .ar = constants(z3, "ar", n * n),
                          .wr = constants(z3, "wr", n * n),
                          .ww = constants(z3, "ww", n * n),
                          .rw = constants(z3, "rw", n * n),
                          .conflict = constants(z3, "conflict", n * n),
                          .changes = constants(z3, "changes", n * n),
                          .in_a = constants(z3, "a", n),
                          .in_b = constants(z3, "b", n),
                          .steps = STEPS,
                          .sees = constants(z3, "sees", n * n * STEPS),
                          .locks = constants(z3, "locks", n * n * STEPS),
                          .single_snapshot = constants(z3, "single", n)};
}

static ip_relations first_of(const ip_relations *whole, int n)
{
    ip_relations r = *whole;
    r.count = n;
    Z3_ast **fields[] = {&r.vis, &r.ar, &r.wr, &r.ww, &r.rw, &r.conflict, &r.changes};
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
        Z3_ast *larger = *fields[f];
        *fields[f] = IP_NEW_ARRAY(arena, Z3_ast, n * n);
        for (int i = 0; i < n * n; i++)
            (*fields[f])[i] = larger[i / n * whole->count + i % n];
    }
    Z3_ast **by_statement[] = {&r.sees, &r.locks};
    for (size_t f = 0; f < sizeof by_statement / sizeof *by_statement; f++) {
        Z3_ast *larger = *by_statement[f];
        *by_statement[f] = IP_NEW_ARRAY(arena, Z3_ast, n * n * STEPS);
        for (int i = 0; i < n * n * STEPS; i++) {
            int t = i / STEPS / n, u = i / STEPS % n;
            (*by_statement[f])[i] = larger[(t * whole->count + u) * STEPS + i % STEPS];
        }
    }
    return r;
}

static unsigned conjuncts(Z3_context z3, Z3_ast term)
{
    return Z3_get_app_num_args(z3, Z3_to_app(z3, term));
}

/* Growing from one instance to n, step by step, says the same as all at once. In a reference-counted
 * context, where a term that is not kept in time is lost. */
static void test_growth(const char *name)
{
    enum { N = 4 };
    const ip_level *level = load(name);
    Z3_config config = Z3_mk_config();
    Z3_context z3 = Z3_mk_context_rc(config);
    Z3_del_config(config);
    ip_relations whole = new_relations(z3, N);
    Z3_ast *at = constants(z3, "at", N);
    Z3_solver grown = Z3_mk_simple_solver(z3);
    Z3_solver_inc_ref(z3, grown);
    Z3_solver once = Z3_mk_simple_solver(z3);
    Z3_solver_inc_ref(z3, once);
    Z3_ast parts[2 * N + 2];
    int count = 0;
    for (int n = 1; n <= N; n++) {
        ip_relations r = first_of(&whole, n);
        Z3_inc_ref(z3, parts[count++] = ip_level_instantiate(level, &r, at, n - 1));
        Z3_inc_ref(z3, parts[count++] = ip_level_relations_axioms(&r, n - 1));
    }
    Z3_inc_ref(z3, parts[count++] = ip_level_instantiate(level, &whole, at, 0));
    Z3_inc_ref(z3, parts[count++] = ip_level_relations_axioms(&whole, 0));
    Z3_ast left = Z3_mk_and(z3, 2 * N, parts);
    Z3_inc_ref(z3, left);
    Z3_ast right = Z3_mk_and(z3, 2, parts + 2 * N);
    Z3_inc_ref(z3, right);
    Z3_ast differ = Z3_mk_xor(z3, left, right);
    Z3_inc_ref(z3, differ);
    Z3_solver_assert(z3, once, differ);
    EXPECT(Z3_solver_check(z3, once) == Z3_L_FALSE, "%s: growing differs from the whole", name);
    Z3_solver_assert(z3, grown, left);
    EXPECT(Z3_solver_check(z3, grown) == Z3_L_TRUE, "%s: no execution", name);
    Z3_solver_dec_ref(z3, grown);
    Z3_solver_dec_ref(z3, once);
    Z3_del_context(z3);
}

/* vis transitive over 3 different instances of 4: of the 64 assignments those with a repeated
 * transaction fold away (a = c leaves ¬vis(a,b) ∨ ¬vis(b,a), which says something). */
static void test_count(void)
{
    Z3_config config = Z3_mk_config();
    Z3_context z3 = Z3_mk_context(config);
    Z3_del_config(config);
    ip_relations r = new_relations(z3, 4);
    EXPECT(conjuncts(z3, ip_level_instantiate(load("causal-consistency"), &r, NULL, 0)) == 24 + 12, "causal, 4");
    EXPECT(conjuncts(z3, ip_level_instantiate(load("serializability"), &r, NULL, 0)) == 12, "serializability, 4");
    EXPECT(conjuncts(z3, ip_level_instantiate(load("serializability"), &r, NULL, 3)) == 6, "serializability, fresh");
    EXPECT(Z3_get_bool_value(z3, ip_level_instantiate(load("read-atomic"), &r, NULL, 0)) == Z3_L_TRUE, "read-atomic");
    /* Per transaction and statement of another one: snapshots are prefixes, of each of two more and of the reader
     * itself; what the last statement does not end, the next one sees, once seen and once locked. */
    EXPECT(conjuncts(z3, ip_level_instantiate(load("postgresql/read-committed"), &r, NULL, 0)) ==
               12 * STEPS * 3 + 12 * (STEPS - 1) * 2,
           "read committed, 4: %u",
           conjuncts(z3, ip_level_instantiate(load("postgresql/read-committed"), &r, NULL, 0)));
    Z3_del_context(z3);
}

TEST_SUITE(levels)
{
    arena = ip_arena_new();
    diagnostics.arena = arena;
    if (argc == 3 && strcmp(argv[1], "check") == 0) {
        const ip_level *level = ip_level_load(arena, argv[2], &diagnostics);
        ip_range where;
        const char *whole = level ? ip_level_whole_only(level, &where) : NULL;
        print_diagnostics();
        if (whole)
            printf("line %d: of whole histories only: %s\n", ip_range_position(where).line, whole);
        ip_arena_free(arena);
        return level ? 0 : 1;
    }
    test_implications();
    test_postgresql();
    test_statements();
    test_commit_orders();
    test_order();
    test_count();
    for (int i = 0; i < LEVELS; i++)
        test_growth(names[i]);
    test_growth("selective-serializability");
    test_growth("postgresql/read-committed");
    test_growth("postgresql/repeatable-read");
    test_growth("postgresql/serializable");
    ip_arena_free(arena);
    printf("%d failures\n", failures);
    return failures > 0;
}
