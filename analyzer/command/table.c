/* The table of commands. The parser, the help, the man page and docs/commands.md use it and the table of options. */
#include "command/commands.h"

#include <string.h>

#define TEXT (const char *const[])
#define OPTIONS (const ip_option[])

const ip_command ip_command_table[] = {
    {
        .name = "analyze",
        .operands = "FILE…",
        .summary = "decides whether each isolation level is safe for these transactions: a proof, or anomalies",
        .description =
            TEXT{"Reads the SQL code as it is: CREATE TABLE, CREATE FUNCTION and CREATE PROCEDURE in plpgsql or sql, "
                 "scripts with BEGIN … COMMIT for psql or pgbench, and clients of the isolation tester (.spec). - is "
                 "standard input. Placeholders may be :x or sqlc's @x, or $1, ? and %s, which are numbered per "
                 "statement unless a comment \"-- params: id, amount\" before the statement names them. A "
                 "comment \"-- expect: 1 row\" before a statement says that the client rolls back otherwise. A comment "
                 "\"-- transaction: NAME = QUERY(id: x), …\" composes a program of named queries, and sqlc.yaml stands "
                 "for the "
                 "files that it names, as docs/queries.md describes.",
                 "The schema is what the files create, also in routines and DO blocks that they run. The transaction "
                 "programs are every procedure and function that no other one calls, except those that the files run "
                 "to change the schema, and every BEGIN … COMMIT block. A block is named by a comment \"-- name: x\" "
                 "before it, else by file and line. A comment \"-- isoproof: level L\" before a program promises that "
                 "it "
                 "is safe at L: the run fails (exit status 1) where that is not proved.",
                 "For each level the answer is safe (every execution of any number of instances of these programs, "
                 "with any arguments, from any state that the schema allows, is serializable), unsafe (with an "
                 "anomaly: concrete instances, arguments and rows), or undecided. Code that was not understood is "
                 "assumed to do more than it does, and is listed with its place.",
                 NULL},
        .examples = TEXT{"isoproof analyze --level snapshot-isolation bank.sql", "decides snapshot isolation",
                         "isoproof analyze --level read-atomic,snapshot-isolation schema.sql procedures.sql",
                         "two levels, tables and code in two files",
                         "isoproof analyze --level snapshot-isolation --transactions withdraw,deposit bank.sql",
                         "only two of the programs",
                         "isoproof analyze --explain-conflicts --transactions withdraw,deposit bank.sql",
                         "which statements of the two do not commute",
                         "isoproof analyze --format json --output report.json bank.sql",
                         "a report as JSON, for other programs to read",
                         "isoproof analyze --report sarif=isoproof.sarif --report html=isoproof.html bank.sql",
                         "the text, and two reports in files", NULL},
        .options = OPTIONS{IP_OPT_LEVEL,
                           IP_OPT_MAX_CYCLE,
                           IP_OPT_TIMEOUT,
                           IP_OPT_JOBS,
                           IP_OPT_MEMORY,
                           IP_OPT_SHARD,
                           IP_OPT_SCHEMA,
                           IP_OPT_MIGRATIONS,
                           IP_OPT_DEFINE,
                           IP_OPT_TRANSACTIONS,
                           IP_OPT_IMPLICIT,
                           IP_OPT_COMPLETE,
                           IP_OPT_TRUSTED,
                           IP_OPT_MODULES,
                           IP_OPT_SERIALIZE,
                           IP_OPT_ASSIGN,
                           IP_OPT_AS_DECLARED,
                           IP_OPT_SESSIONS,
                           IP_OPT_ALL_ANOMALIES,
                           IP_OPT_FAIL_ON,
                           IP_OPT_BASELINE,
                           IP_OPT_WRITE_BASELINE,
                           IP_OPT_EXPLAIN_CONFLICTS,
                           IP_OPT_NO_REPLAY,
                           IP_OPT_WHOLE_ONLY,
                           IP_OPT_AT,
                           IP_OPT_NO_CACHE,
                           IP_OPT_PROOF,
                           IP_OPT_SAVE_QUERIES,
                           IP_OPT_FORMAT,
                           IP_OPT_OUTPUT,
                           IP_OPT_REPORT,
                           IP_OPT_SHOW,
                           IP_OPT_VERBOSE,
                           IP_OPT_NO_TIMINGS,
                           IP_OPT_QUIET,
                           IP_OPT_CONFIG,
                           IP_OPT_NO_CONFIG,
                           IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = -1,
        .run = ip_command_analyze,
    },
    {
        .name = "advise",
        .operands = "FILE…",
        .summary = "finds the weakest level for each transaction, and code changes that make a weaker one safe",
        .description =
            TEXT{
                "Decides every level of the engine for all programs together. Then it finds the weakest level for each "
                "program such that all programs together are safe. Then it looks for the fewest changes to the SQL "
                "text that make the engine's weakest level safe for all programs: row locks, one statement instead of "
                "two, constraints. Each change is shown, and has been verified by analyzing the changed text.",
                "A weaker level may be safe where a stronger one is not, so each level is decided separately.",
                "The exit status is that of the weakest level for all programs: 0 if it is safe without changes, 1 if "
                "there is an anomaly, 3 if it is undecided, 2 on errors. docs/advice.md says what is claimed and what "
                "is not.",
                NULL},
        .examples = TEXT{"isoproof advise bank.sql", "the weakest level for each transaction",
                         "isoproof advise --subsets schema.sql procedures.sql",
                         "also the largest safe sets of transactions for each level", NULL},
        .options =
            OPTIONS{IP_OPT_ENGINE,     IP_OPT_ASSIGN,     IP_OPT_AS_DECLARED,  IP_OPT_SUBSETS,  IP_OPT_SCHEMA,
                    IP_OPT_MIGRATIONS, IP_OPT_DEFINE,     IP_OPT_TRANSACTIONS, IP_OPT_IMPLICIT, IP_OPT_COMPLETE,
                    IP_OPT_TRUSTED,    IP_OPT_MODULES,    IP_OPT_MAX_CYCLE,    IP_OPT_TIMEOUT,  IP_OPT_JOBS,
                    IP_OPT_MEMORY,     IP_OPT_SHARD,      IP_OPT_FAIL_ON,      IP_OPT_BASELINE, IP_OPT_WRITE_BASELINE,
                    IP_OPT_NO_REPLAY,  IP_OPT_FORMAT,     IP_OPT_OUTPUT,       IP_OPT_REPORT,   IP_OPT_SHOW,
                    IP_OPT_VERBOSE,    IP_OPT_NO_TIMINGS, IP_OPT_QUIET,        IP_OPT_CONFIG,   IP_OPT_NO_CONFIG,
                    IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = -1,
        .run = ip_command_advise,
    },
    {
        .name = "explore",
        .operands = "CLIENT [FILE…]",
        .summary =
            "lists or counts every history of one concrete client at a level, and checks assertions at the end of each",
        .description =
            TEXT{"CLIENT is a file for PostgreSQL's isolation tester: setup {…}, session s1, step a {…}. The "
                 "transactions of a session are its steps, split at BEGIN … COMMIT; statements of one step outside of "
                 "BEGIN … COMMIT are one transaction. Each FILE is SQL that is read first: tables, routines, rows. "
                 "Teardown and permutations are ignored. A level given with BEGIN is used at PostgreSQL's levels only; "
                 "otherwise --level decides.",
                 "A history says for each read of a cell from which transaction it reads. Every history that the level "
                 "allows is found once (Bouajjani, Enea & Román-Calvo, PLDI 2023), and each assertion is checked at "
                 "its end. If the level leaves the order of commits open, the assertion is checked for every order.",
                 "With --robust histories are not counted. The exit status is 0 if every history is serializable, 1 if "
                 "one "
                 "is not, which is shown.",
                 "With --permutations nothing is explored: the client is run as the isolation tester runs it. If "
                 "something cannot be run, the place is reported and no transcript is printed.",
                 "The exit status is 0 if every assertion holds, 1 if one fails, 3 if a limit ended the exploration "
                 "before that or a permutation cannot be run, 2 on errors.",
                 NULL},
        .examples =
            TEXT{"isoproof explore --level causal-consistency client.spec", "the number of histories",
                 "isoproof explore --level snapshot-isolation --assert \"SELECT sum(v) = 10 FROM kv\" client.spec "
                 "bank.sql",
                 "checks that the sum is always 10", NULL},
        .options = OPTIONS{IP_OPT_LEVEL, IP_OPT_ASSIGN, IP_OPT_ASSERT, IP_OPT_BASE, IP_OPT_SHARD, IP_OPT_TIMEOUT,
                           IP_OPT_MAX_HISTORIES, IP_OPT_MAX_STEPS, IP_OPT_HISTORIES, IP_OPT_PLAIN, IP_OPT_ROBUST,
                           IP_OPT_PERMUTATIONS, IP_OPT_COMPLETE, IP_OPT_TRUSTED, IP_OPT_MODULES, IP_OPT_FORMAT,
                           IP_OPT_OUTPUT, IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = -1,
        .run = ip_command_explore,
    },
    {
        .name = "replay",
        .operands = "REPORT",
        .summary = "runs the anomalies of a report again: in memory, on a PostgreSQL server, or as scripts",
        .description =
            TEXT{"REPORT is the output of analyze --format json; - is standard input. The analyzed files must not have "
                 "changed. Without --dsn and --export each anomaly is run in memory again.",
                 "With --dsn each schedule runs on a server, step by step, with one connection for each instance. The "
                 "server's answers are shown next to the predicted ones. Each instance runs at the level of PostgreSQL "
                 "that behaves like the anomaly's level, as the level file states; --isolation sets another one.",
                 "The exit status is 0 if every anomaly happened as predicted, 1 if one did not (also if the server "
                 "refused it, as it should at serializable), 3 if one could not be run, 2 on errors.",
                 NULL},
        .examples = TEXT{"isoproof replay report.json", "runs them again in memory",
                         "isoproof replay --dsn \"dbname=test\" report.json", "runs them on this server",
                         "isoproof replay --dsn \"dbname=test\" --isolation serializable report.json",
                         "shows whether serializable prevents them", "isoproof replay --export anomalies report.json",
                         "writes scripts, to try them by hand", NULL},
        .options = OPTIONS{IP_OPT_DSN, IP_OPT_ISOLATION, IP_OPT_EXPORT, IP_OPT_ANOMALY, IP_OPT_WAIT, IP_OPT_FORMAT,
                           IP_OPT_OUTPUT, IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = 1,
        .run = ip_command_replay,
    },
    {
        .name = "levels",
        .operands = "[FILE…]",
        .summary = "lists the known isolation levels, their files, and which implies which",
        .description =
            TEXT{"Lists the installed levels, weakest first. For each: the file with its axioms, their source, and the "
                 "weaker levels that it implies; whatever is safe at one of those is safe at this one. Your own level "
                 "files, if given, are listed among them, and errors in them are reported.",
                 NULL},
        .examples = TEXT{"isoproof levels", "all installed levels", "isoproof levels ./my-level.smt2",
                         "compares your own level with them", "isoproof levels --graph | dot -Tsvg -o levels.svg",
                         "a picture of the hierarchy", "isoproof levels --graph --format html -o levels.html",
                         "the same as a page", NULL},
        .options = OPTIONS{IP_OPT_GRAPH, IP_OPT_FORMAT, IP_OPT_OUTPUT, IP_OPTION_COUNT},
        .least_operands = 0,
        .most_operands = -1,
        .run = ip_command_levels,
    },
    {
        .name = "explain",
        .operands = "[NAME…]",
        .summary = "shows a page on an anomaly, a level, a note, a verdict or a proof method",
        .description = TEXT{"NAME is a word from a report, in any spelling: an anomaly, a level, a note, a reason why "
                            "something is not decided, or an SQLSTATE. Without it, all names are listed. Pages on "
                            "anomalies and errors end with the smallest SQL that shows them.",
                            NULL},
        .examples = TEXT{"isoproof explain write-skew phantom", "what these are, and how to avoid them",
                         "isoproof explain 'READ COMMITTED'", "the level's axioms",
                         "isoproof explain --all --format html --output site.html", "all pages as one HTML file", NULL},
        .options = OPTIONS{IP_OPT_ALL, IP_OPT_FORMAT, IP_OPT_OUTPUT, IP_OPTION_COUNT},
        .least_operands = 0,
        .most_operands = -1,
        .run = ip_command_explain,
    },
    {
        .name = "programs",
        .operands = "FILE…",
        .summary = "shows how the files were understood: each program's parameters, variables and statements",
        .description = TEXT{"Prints every transaction program in the form that is analyzed: what each statement reads, "
                            "writes and depends on. Then it prints how many programs and statements were understood "
                            "exactly, over-approximated and not understood (with the reasons on standard error), and "
                            "which programs can be run in memory, so that their anomalies can be replayed.",
                            "With --format json the output is a report without results: for each transaction the parts "
                            "that cannot be run in memory, notes, and coverage, with every place and every routine.",
                            NULL},
        .examples =
            TEXT{"isoproof programs bank.sql", "all programs of bank.sql",
                 "isoproof programs --format json schema.sql procedures.sql", "what was understood, as JSON", NULL},
        .options = OPTIONS{IP_OPT_SCHEMA, IP_OPT_MIGRATIONS, IP_OPT_DEFINE, IP_OPT_TRANSACTIONS, IP_OPT_IMPLICIT,
                           IP_OPT_COMPLETE, IP_OPT_TRUSTED, IP_OPT_MODULES, IP_OPT_FORMAT, IP_OPT_OUTPUT, IP_OPT_CONFIG,
                           IP_OPT_NO_CONFIG, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = -1,
        .run = ip_command_programs,
    },
    {
        .name = "record",
        .operands = "[COMMAND…]",
        .summary = "records what an application sends to its server, while its tests run",
        .description =
            TEXT{"Listens as a server does, relays every connection to the server of --upstream, and writes what is "
                 "sent "
                 "into the file of --output: statements with parameters, first rows, counts and errors, a line each. "
                 "isoproof templates writes a script from it. The application sees nothing of it but the address.",
                 "COMMAND, after --, is run with PGHOST, PGPORT, PGUSER, PGDATABASE and DATABASE_URL set to the "
                 "address, "
                 "and its exit status is that of record. Without COMMAND the address is printed, and Ctrl-C ends the "
                 "recording.",
                 "Connections between the application and record are not encrypted. Those to the server are where "
                 "--upstream asks for it. Passwords are relayed and not recorded; other values are recorded as they "
                 "are, unless --redact is given.",
                 NULL},
        .examples = TEXT{"isoproof record --upstream 'host=localhost dbname=shop' --output trace.jsonl -- pytest",
                         "an application's tests", "isoproof templates --schema schema.sql trace.jsonl > app.sql",
                         "the transactions that they ran", NULL},
        .options = OPTIONS{IP_OPT_UPSTREAM, IP_OPT_LISTEN, IP_OPT_OUTPUT, IP_OPT_REDACT, IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 0,
        .most_operands = -1,
        .run = ip_command_record,
    },
    {
        .name = "serve",
        .operands = "",
        .summary = "a PostgreSQL in memory that answers with any value that an isolation level allows",
        .description =
            TEXT{"Listens as a PostgreSQL server does. Transactions run one after the other; each read gets any of the "
                 "values that keep the history consistent with --level, drawn from a seed that is printed. What is "
                 "not run in memory is an error with SQLSTATE 0A000, never a wrong answer. docs/rehearse.md says "
                 "more.",
                 "The files of --schema are definitions, and statements that set up rows. After SET isoproof.reads = "
                 "latest a connection reads the last writes; after CHECKPOINT every session sees everything committed. "
                 "Ctrl-C ends the server.",
                 NULL},
        .examples = TEXT{"isoproof serve --level causal --schema shop.sql", "on a Unix socket in a private folder",
                         "isoproof serve --level postgresql/read-committed --schema shop.sql --listen 5433",
                         "on port 5433 of 127.0.0.1", NULL},
        .options = OPTIONS{IP_OPT_LEVEL, IP_OPT_SCHEMA, IP_OPT_LISTEN, IP_OPT_SEED, IP_OPT_POLICY, IP_OPT_RECORD,
                           IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 0,
        .most_operands = 0,
        .run = ip_command_serve,
    },
    {
        .name = "rehearse",
        .operands = "COMMAND…",
        .summary = "runs a test against a PostgreSQL in memory with weak isolation until it fails, and explains",
        .description =
            TEXT{"Runs COMMAND again and again, each time with a fresh database (isoproof serve) that answers reads "
                 "with any value that --level allows: PGHOST, PGPORT, PGUSER, PGDATABASE and DATABASE_URL say where. "
                 "Stops at the first run that fails, and says which reads did not get what was written last, and why "
                 "no serial order explains them. Exit status 1 then; 0 if all runs passed; 2 if the command fails "
                 "without any weak behaviour, too.",
                 "docs/rehearse.md says more.", NULL},
        .examples = TEXT{"isoproof rehearse --level postgresql/read-committed --schema shop.sql -- pytest tests/buy.py",
                         "a test that should hold whatever the database does", NULL},
        .options = OPTIONS{IP_OPT_LEVEL, IP_OPT_RUNS, IP_OPT_SCHEMA, IP_OPT_LISTEN, IP_OPT_SEED, IP_OPT_POLICY,
                           IP_OPT_RECORD, IP_OPT_SCHEDULE, IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = -1,
        .run = ip_command_rehearse,
    },
    {
        .name = "templates",
        .operands = "LOG…",
        .summary = "writes a script to review of the transactions that a running application has sent to its server",
        .description =
            TEXT{"LOG is a recording by isoproof record, or a log of a PostgreSQL server, version 13 to 18, recorded "
                 "with "
                 "log_statement = 'all': a "
                 "jsonlog, a "
                 "csvlog, or what the server writes to standard error, whose log_line_prefix --log-line-prefix gives. "
                 "What a file is, is seen from its content; - is standard input. Several files are read as one, in the "
                 "order given.",
                 "The output is a script for analyze and advise: one block BEGIN … COMMIT for each kind of transaction "
                 "that was committed, with parameters for the values that varied, how often it was seen, and an "
                 "example's line. Statements that were repeated are a loop. Values that were always equal are one "
                 "parameter, each time with a comment \"-- assume: a = b (43 of 43)\": delete the comment and they are "
                 "two.",
                 "What is not in a template is counted, on standard error: transactions that were rolled back, failed, "
                 "or are not in the log as a whole, settings of clients and queries of the catalogs.",
                 NULL},
        .examples = TEXT{"isoproof templates --schema schema.sql postgresql.json > app.sql",
                         "the transactions of an application",
                         "isoproof templates --log-line-prefix '%m [%p] %c %v %d %a ' postgresql.log",
                         "a log without a format of its own", NULL},
        .options = OPTIONS{IP_OPT_SCHEMA, IP_OPT_DEFINE, IP_OPT_PREFIX, IP_OPT_DATABASE, IP_OPT_SUPPORT, IP_OPT_REDACT,
                           IP_OPT_OUTPUT, IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = -1,
        .run = ip_command_templates,
    },
    {
        .name = "check",
        .operands = "HISTORY",
        .summary = "checks a recorded history against isolation levels, and shows a cycle if it violates one",
        .description =
            TEXT{"HISTORY is a JSON file (- is standard input): sessions, their transactions, and for each transaction "
                 "the objects that it read and wrote, in order. history.schema.json describes the format, "
                 "docs/histories.md shows an example. A read gives the value that it returned, or the transaction that "
                 "it read from. Recordings of Plume, PolySI, AWDIT, dbcop and Elle are read, too, and those of "
                 "isoproof record; --input names the "
                 "format where the file's beginning does not tell it.",
                 "Up to 63 transactions are checked against any level; a history of any size against the levels on "
                 "commit orders that are installed, and others whose axioms have their form.",
                 "A level name means the level on commit orders of that name if there is one, else the level on "
                 "visibility (see isoproof levels). Without --level every level on commit orders is checked. If a "
                 "history violates a level, reads that contradict each other are shown as a cycle of session order "
                 "(so), dependencies (wr, ww, rw), and orders that an axiom forces (co).",
                 "Exit status 0: consistent with every level; 1: not; 3: interrupted before that was known.", NULL},
        .examples = TEXT{"isoproof check --level snapshot-isolation history.json", "one level",
                         "isoproof check --level read-committed,si,ser --format json history.json",
                         "three levels, as JSON; check.schema.json describes the output", NULL},
        .options = OPTIONS{IP_OPT_LEVEL, IP_OPT_INPUT, IP_OPT_FORMAT, IP_OPT_OUTPUT, IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = 1,
        .run = ip_command_check,
    },
    {
        .name = "merge",
        .operands = "REPORT…",
        .summary = "writes one report from the shards of a run",
        .description =
            TEXT{"Reads reports of isoproof analyze or advise --format json over the same files: those of all shards "
                 "(--shard 1/N to N/N), or of whole runs of analyze at different levels. Writes one report in the same "
                 "format, as a single run would have written it. Nothing is decided again.",
                 "A shard decides programs that share data with each other, at every level. What it proves holds for "
                 "its own programs, so its report alone calls no level safe.",
                 "Changes that shards of advise propose are each proved for the programs of that shard, beside the "
                 "others as they are. If a single shard proposes changes for a level, and the others need none, they "
                 "are proved for all programs.",
                 "Exit status: that of analyze, or advise, for the whole.", NULL},
        .examples = TEXT{"isoproof merge shard-*.json --output report.json", "one report of all shards",
                         "isoproof analyze --shard 2/8 --format json -o shard-2.json schema.sql procedures.sql",
                         "one of the shards, on one of eight machines", NULL},
        .options = OPTIONS{IP_OPT_OUTPUT, IP_OPT_FAIL_ON, IP_OPT_NO_TIMINGS, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = -1,
        .run = ip_command_merge,
    },
    {
        .name = "compare",
        .operands = "[A B]",
        .summary = "finds a smallest history that one isolation level allows and another forbids",
        .description =
            TEXT{
                "A and B are levels, by name as for isoproof check or as level files. Both directions are searched: "
                "what "
                "A allows and B forbids, and the reverse. So A is stronger, weaker, equivalent or incomparable, within "
                "the scope. Each history is a smallest one. It is printed with the order of commits that explains it "
                "at the level that allows it, and with the contradiction at the level that forbids it.",
                "With --allow and --forbid several levels are asked about at once.",
                "Transactions read an object at most once, before they write it, and each write has a value of its "
                "own. "
                "Without --blind-writes a transaction reads what it writes. Every history with more transactions, "
                "objects or values than the scope has is left out.",
                "Exit status 0: no such history within the scope (two levels: they are equivalent); 1: one was found; "
                "3: time ran out before.",
                NULL},
        .examples =
            TEXT{
                "isoproof compare snapshot-isolation serializability", "write skew, the smallest history of its kind",
                "isoproof compare ./mine.smt2 causal-consistency --scope 4,3,5", "a level of your own",
                "isoproof compare --allow si,biswas-enea/update-serializability --forbid ser --minimize --export found",
                "the read-only anomaly, written as found/history.json for isoproof check",
                "isoproof compare causal-consistency prefix-consistency --format html -o found.html",
                "a page with a picture of each history: sessions, the order of commits, the contradiction", NULL},
        .options = OPTIONS{IP_OPT_ALLOW, IP_OPT_FORBID, IP_OPT_SCOPE, IP_OPT_TRANSACTIONS, IP_OPT_OBJECTS,
                           IP_OPT_VALUES, IP_OPT_BLIND_WRITES, IP_OPT_MINIMIZE, IP_OPT_TIMEOUT, IP_OPT_EXPORT,
                           IP_OPT_FORMAT, IP_OPT_OUTPUT, IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 0,
        .most_operands = 2,
        .run = ip_command_compare,
    },
    {
        .name = "init",
        .operands = "",
        .summary = "writes isoproof.toml from what is in the folder",
        .description =
            TEXT{
                "Looks below the current folder for SQL: a dump of a schema (pg_dump, Rails's structure.sql), "
                "migrations "
                "of Supabase, Flyway, golang-migrate, goose, Prisma and others, queries named for sqlc, files with "
                "routines. The file that it writes is all that isoproof analyze needs. Where migrations are in another "
                "language (Django, Rails, Alembic, Laravel, Ecto), it says which commands generate the SQL.",
                "What is not used, such as a second folder of migrations, is named in a comment.", NULL},
        .examples = TEXT{"isoproof init", "a first configuration", NULL},
        .options = OPTIONS{IP_OPTION_COUNT},
        .least_operands = 0,
        .most_operands = 0,
        .run = ip_command_init,
    },
    {
        .name = "help",
        .operands = "[COMMAND]",
        .summary = "shows this overview, or the help of one command",
        .description = TEXT{"The same as isoproof COMMAND --help.", NULL},
        .examples = TEXT{"isoproof help analyze", "the options of analyze", NULL},
        .options = OPTIONS{IP_OPTION_COUNT},
        .least_operands = 0,
        .most_operands = 1,
        .run = ip_command_help,
    },
    {
        .name = "manual",
        .operands = "man|markdown|bash|zsh|fish",
        .summary = "writes the man page, docs/commands.md or completions for a shell",
        .description = TEXT{NULL},
        .examples = TEXT{NULL},
        .options = OPTIONS{IP_OPT_OUTPUT, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = 1,
        .hidden = true,
        .run = ip_command_manual,
    },
    {0},
};

const ip_command *ip_command_find(const char *name)
{
    for (const ip_command *command = ip_command_table; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}
