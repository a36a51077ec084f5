/* Classifies settings (SET, set_config) by whether they change the meaning of values or statements. */
#include "catalog/settings.h"

#include <string.h>
#include <strings.h>

#include "catalog/level_setting.h"
#include "parse/lexer.h"
#include "parse/pg_parse.h"

enum { DEEPEST_TEXT = 8 };

typedef enum meaning { NO_MEANING, OF_VALUES, OF_STATEMENTS } meaning;

static bool one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcasecmp(name, *list) == 0)
            return true;
    return false;
}

/* PostgreSQL 15 documentation, section 20.11: the settings that conversions between texts, times and numbers depend
 * on. */
static meaning meaning_of(const char *name)
{
    static const char *const values[] = {"timezone",
                                         "datestyle",
                                         "intervalstyle",
                                         "extra_float_digits",
                                         "bytea_output",
                                         "timezone_abbreviations",
                                         "lc_time",
                                         "lc_monetary",
                                         "lc_numeric",
                                         "array_nulls",
                                         "xmlbinary",
                                         "xmloption",
                                         "client_encoding",
                                         "quote_all_identifiers",
                                         "default_text_search_config",
                                         NULL};
    static const char *const statements[] = {"session_replication_role",  "transform_null_equals",
                                             "plpgsql.variable_conflict", "standard_conforming_strings",
                                             "gin_fuzzy_search_limit",    NULL};
    return one_of(name, values) ? OF_VALUES : one_of(name, statements) ? OF_STATEMENTS : NO_MEANING;
}

/* PostgreSQL 15 documentation, section 43.9.2. */
static bool sets_asserts(const char *name)
{
    return strcasecmp(name, "plpgsql.check_asserts") == 0;
}

static bool sets_role(const char *name)
{
    return strcasecmp(name, "role") == 0 || strcasecmp(name, "session_authorization") == 0;
}

/* ------------------------------------------------------- texts that are run -- */

typedef struct scan {
    ip_arena *arena;
    bool values, locks_time_out, asserts, constraints, path, role;
    int own_depth;            /* of texts in quotes: that of the unit's own statements */
    bool resets_level, inner; /* resets_level: the level of its transaction; inner: in the text of a statement's text */
    const char *statements;   /* the setting, or how it is set */
    size_t configured;        /* the end of the current statement, if it only calls set_config */
} scan;

static ip_token next_token(const ip_source *source, ip_token token, size_t end)
{
    size_t at = token.end;
    return ip_parse_next_token(source, &at, end, false);
}

static void note(scan *s, const char *name)
{
    meaning m = meaning_of(name);
    s->values = s->values || m == OF_VALUES;
    s->locks_time_out = s->locks_time_out || strcasecmp(name, "lock_timeout") == 0;
    s->asserts = s->asserts || sets_asserts(name);
    s->role = s->role || sets_role(name);
    s->path = s->path || strcasecmp(name, "search_path") == 0 || strcasecmp(name, "schema") == 0 ||
              strcasecmp(name, "all") == 0; /* SET SCHEMA, RESET ALL */
    if (m == OF_STATEMENTS && !s->statements)
        s->statements = name;
}

/* SET [SESSION | LOCAL] name, SET TIME ZONE, SET CONSTRAINTS; token: SET or RESET. */
static void scan_set(scan *s, const ip_source *source, ip_token token, size_t end, int depth)
{
    bool reset = ip_parse_token_is(source, token, "reset");
    token = next_token(source, token, end);
    s->constraints = s->constraints || ip_parse_token_is(source, token, "constraints");
    bool scoped = ip_parse_token_is(source, token, "local") || ip_parse_token_is(source, token, "session");
    if (scoped)
        token = next_token(source, token, end);
    if (token.kind != IP_TOKEN_WORD && token.kind != IP_TOKEN_QUOTED) {
        s->values = s->values || scoped; /* a text of EXECUTE that continues elsewhere */
        return;
    }
    const char *name = ip_parse_token_name(s->arena, source, token);
    ip_token more = next_token(source, token, end);
    if (strcmp(name, "time") == 0 && ip_parse_token_is(source, more, "zone"))
        name = "timezone";
    if (strcmp(name, "transaction") == 0 && ip_parse_token_is(source, more, "snapshot"))
        s->statements = "its snapshot to that of another transaction";
    ip_token last = next_token(source, more, end);
    bool resets = reset || ip_parse_token_is(source, last, "default");
    if (resets && strcmp(name, "transaction_isolation") == 0) {
        s->resets_level = true;
        s->inner = s->inner || depth > 0;
    }
    if (ip_parse_token_is(source, more, ".") && (last.kind == IP_TOKEN_WORD || last.kind == IP_TOKEN_QUOTED))
        name = ip_arena_printf(s->arena, "%s.%s", name, ip_parse_token_name(s->arena, source, last));
    note(s, name);
}

/* The end of a statement that consists of calls of set_config with constants, parameters or variables, from its first
 * call on; 0: it is another one. */
static size_t only_configures(const ip_source *source, ip_token token, size_t end)
{
    for (;; token = next_token(source, token, end)) {
        if (!ip_parse_token_is(source, token, "set_config"))
            return 0;
        for (int i = 0; i < 4; i++) {
            token = next_token(source, token, end); /* "(", "," and ")", and a token after each */
            if (!ip_parse_token_is(source, token, i == 0 ? "(" : i == 3 ? ")" : ","))
                return 0;
            if (i < 3)
                token = next_token(source, token, end);
        }
        token = next_token(source, token, end);
        if (token.kind == IP_TOKEN_END || ip_parse_token_is(source, token, ";"))
            return token.begin;
        if (!ip_parse_token_is(source, token, ","))
            return 0;
    }
}

static void scan_set_config(scan *s, const ip_source *source, ip_token token, size_t end)
{
    ip_token open = next_token(source, token, end), name = next_token(source, open, end);
    if (!ip_parse_token_is(source, open, "("))
        return;
    bool whole = name.kind == IP_TOKEN_STRING && source->text[name.begin] == '\'' &&
                 ip_parse_token_is(source, next_token(source, name, end), ",");
    const char *text =
        whole ? ip_arena_strndup(s->arena, source->text + name.begin + 1, name.end - name.begin - 2) : NULL;
    if (whole)
        note(s, text);
    else
        s->values = true;
    ip_token comma = next_token(source, name, end), value = next_token(source, comma, end);
    /* As dumps do: all their names include the schema. */
    bool emptied = value.end - value.begin == 2 && value.kind == IP_TOKEN_STRING;
    ip_token local = next_token(source, next_token(source, value, end), end);
    bool followed = token.begin < s->configured && value.kind == IP_TOKEN_STRING && source->text[value.begin] == '\'' &&
                    ip_parse_token_is(source, local, "true"); /* lower/body/statement.c */
    if (!s->statements && (!whole || (strcasecmp(text, "search_path") == 0 && !emptied && !followed)))
        s->statements = whole ? "search_path by set_config" : "any setting by set_config";
}

static const char *constant_of(const ip_tree *argument)
{
    return IP_TEXT(ip_const_sval(ip_as_a_const(argument)), sval);
}

bool ip_catalog_setting_empties_path(const ip_tree *statement)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    const ip_tree *targets = IP_ITEMS(select, target_list);
    if (!select || ip_parse_list_size(targets) != 1 || ip_parse_list_size(IP_ITEMS(select, from_clause)) > 0)
        return false;
    const PgQuery__ResTarget *target = ip_as_res_target(ip_parse_list_item(targets, 0));
    const PgQuery__FuncCall *call = ip_as_func_call(IP_GET(target, val));
    const ip_tree *names = IP_ITEMS(call, funcname), *args = IP_ITEMS(call, args);
    return call && strcmp(ip_parse_last_string(names), "set_config") == 0 && ip_parse_list_size(args) == 3 &&
           ip_as_a_const(ip_parse_list_item(args, 1)) &&
           strcasecmp(constant_of(ip_parse_list_item(args, 0)), "search_path") == 0 &&
           !*constant_of(ip_parse_list_item(args, 1));
}

/* Texts in quotes count, too: EXECUTE may run them. UPDATE's SET names columns. */
static void scan_text(scan *s, const ip_source *source, size_t begin, size_t end, int depth)
{
    static const char *const ends[] = {"then", "else", "loop", "begin", "atomic", NULL};
    bool update = false, starts = true;
    ip_token token = {IP_TOKEN_COMMENT, begin, begin};
    while ((token = next_token(source, token, end)).kind != IP_TOKEN_END) {
        size_t first, last;
        if (token.kind == IP_TOKEN_STRING && depth < DEEPEST_TEXT && token.end - token.begin > 2) {
            bool dollar = ip_parse_token_dollar(source, token, &first, &last);
            const char *quote = memchr(source->text + token.begin, '\'', token.end - token.begin);
            if (!dollar && quote) {
                first = (size_t)(quote - source->text) + 1;
                last = token.end > first ? token.end - 1 : first;
            }
            if (dollar || quote)
                scan_text(s, source, first, last, depth + 1);
        } else if (token.kind == IP_TOKEN_WORD) {
            const char *word = ip_parse_token_name(s->arena, source, token);
            if (starts && s->own_depth == depth && (strcmp(word, "select") == 0 || strcmp(word, "perform") == 0))
                s->configured = only_configures(source, next_token(source, token, end), end);
            if (strcmp(word, "update") == 0 || one_of(word, ends))
                update = strcmp(word, "update") == 0;
            else if ((strcmp(word, "set") == 0 && !update) || strcmp(word, "reset") == 0)
                scan_set(s, source, token, end, depth);
            else if (strcmp(word, "set_config") == 0)
                scan_set_config(s, source, token, end);
        } else if (ip_parse_token_is(source, token, ";")) {
            update = false;
        }
        starts = ip_parse_token_is(source, token, ";") || ip_parse_token_is(source, token, "begin");
    }
}

static void break_unit(ip_unit *unit, const char *reason, ip_diagnostics *diagnostics)
{
    if (unit->broken)
        return;
    unit->broken = reason;
    unit->broken_range = unit->range;
    ip_diagnostics_add(diagnostics, IP_UNSUPPORTED, unit->range, unit->name, "%s", unit->broken);
}

static void refuse(ip_unit *unit, ip_arena *arena, const char *setting, ip_diagnostics *diagnostics)
{
    break_unit(unit, ip_arena_printf(arena, "it sets %s, which decides what statements do", setting), diagnostics);
}

static bool same_path(const ip_path *a, const ip_path *b)
{
    bool same = (a ? a->schemas.count : 0) == (b ? b->schemas.count : 0);
    for (int i = 0; a && same && i < a->schemas.count; i++)
        same = strcmp(a->schemas.items[i], b->schemas.items[i]) == 0;
    return same;
}

void ip_catalog_settings_read(ip_definitions *d, ip_diagnostics *diagnostics)
{
    for (int i = 0; i < d->units.count; i++) {
        ip_unit *unit = d->units.items[i];
        scan s = {.arena = d->arena, .own_depth = unit->kind == IP_UNIT_SCRIPT ? 0 : 1};
        if (unit->range.source)
            scan_text(&s, unit->range.source, unit->range.begin, unit->range.end, 0);
        d->settings_change = d->settings_change || s.values;
        d->locks_time_out = d->locks_time_out || s.locks_time_out;
        d->asserts_change = d->asserts_change || s.asserts;
        d->several_roles = d->several_roles || s.role;
        d->constraints_set = d->constraints_set || s.constraints;
        d->paths_differ =
            d->paths_differ || s.path || unit->sets_path || !same_path(unit->path, d->units.items[0]->path);
        if (d->databases)
            break_unit(unit,
                       ip_arena_printf(d->arena,
                                       "the files define or run something in two databases, %s, as \\connect says; "
                                       "expected those of one database",
                                       d->databases),
                       diagnostics);
        /* Files read after the unit may define them. */
        if (unit->guarded && (d->user_operators.count > 0 || d->equates_texts))
            break_unit(unit,
                       "a guard of its EXECUTE compares texts, by an operator or collation that may be user-defined",
                       diagnostics);
        if (!s.statements && unit->kind == IP_UNIT_SCRIPT)
            s.statements = d->session_decides;
        if (!s.statements)
            s.statements = d->sessions_decide;
        if (s.statements)
            refuse(unit, d->arena, s.statements, diagnostics);
        /* PostgreSQL 15 resets the level at any place, also after queries; for a script's own statements see
         * workload/definition_item.c. */
        if (s.resets_level && (s.inner || unit->kind != IP_UNIT_SCRIPT))
            break_unit(unit, "it sets the level of its transaction back, within it", diagnostics);
    }
}

/* --------------------------------------------------------------- statements -- */

/* The value is the server's default; dumps set it. */
static bool is_usual(const PgQuery__VariableSetStmt *set)
{
    static const char *const usual[][2] = {{"session_replication_role", "origin"},
                                           {"standard_conforming_strings", "on"},
                                           {"standard_conforming_strings", "true"},
                                           {"transform_null_equals", "off"},
                                           {"transform_null_equals", "false"}};
    const PgQuery__AConst *value = ip_as_a_const(ip_parse_list_item(IP_ITEMS(set, args), 0));
    const char *text = IP_TEXT(ip_const_sval(value), sval);
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (strcasecmp(IP_TEXT(set, name), usual[i][0]) == 0 && strcasecmp(text, usual[i][1]) == 0)
            return true;
    return false;
}

/* SET lock_timeout to a limit: 0, as in dumps, is none. */
static bool limits_waits(const PgQuery__VariableSetStmt *set)
{
    const PgQuery__AConst *value = ip_as_a_const(ip_parse_list_item(IP_ITEMS(set, args), 0));
    const PgQuery__Integer *number = ip_const_ival(value);
    bool zero = strcmp(IP_TEXT(ip_const_sval(value), sval), "0") == 0 || (number && IP_GET(number, ival) == 0);
    return strcasecmp(IP_TEXT(set, name), "lock_timeout") == 0 &&
           IP_GET(set, kind) == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_VALUE && !zero;
}

void ip_catalog_setting_of_session(ip_definitions *d, const PgQuery__VariableSetStmt *set, ip_range range)
{
    const char *name = ip_arena_strdup(d->arena, IP_TEXT(set, name));
    const char *text = ip_range_text(d->arena, range);
    meaning m = meaning_of(name);
    d->locks_time_out = d->locks_time_out || limits_waits(set);
    d->asserts_change = d->asserts_change || sets_asserts(name);
    d->several_roles = d->several_roles || sets_role(name);
    if (m == OF_STATEMENTS && IP_GET(set, kind) == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_VALUE && !is_usual(set))
        d->session_decides = name;
    if (m != OF_VALUES)
        return;
    /* Scripts before it ran with another value. */
    for (int i = 0; i < d->units.count; i++)
        d->settings_change = d->settings_change || d->units.items[i]->kind == IP_UNIT_SCRIPT;
    for (int i = 0; i < d->session_settings.count; i++) {
        const ip_session_setting *other = &d->session_settings.items[i];
        d->settings_change = d->settings_change || (strcmp(other->name, name) == 0 && strcmp(other->text, text) != 0);
    }
    IP_PUSH(d->arena, &d->session_settings, ((ip_session_setting){name, text}));
}

void ip_catalog_setting_by_statement(ip_definitions *d, ip_range range)
{
    scan s = {.arena = d->arena};
    scan_text(&s, range.source, range.begin, range.end, 0);
    d->settings_change = d->settings_change || s.values;
    d->locks_time_out = d->locks_time_out || s.locks_time_out;
    d->asserts_change = d->asserts_change || s.asserts;
    d->several_roles = d->several_roles || s.role;
    if (s.statements)
        d->session_decides = s.statements;
}

void ip_catalog_setting_of_later_sessions(ip_definitions *d, const PgQuery__VariableSetStmt *set, ip_whose whose,
                                          ip_range range, ip_diagnostics *diagnostics)
{
    const char *name = IP_TEXT(set, name);
    const char *before = d->session_decides;
    d->session_decides = NULL;
    ip_catalog_setting_of_session(d, set, range);
    d->sessions_decide = d->session_decides ? d->session_decides : d->sessions_decide;
    d->session_decides = before;
    d->settings_change = d->settings_change || (whose != IP_OF_ALL_SESSIONS && meaning_of(name) == OF_VALUES);
    d->path_varies = d->path_varies || strcmp(name, "search_path") == 0;
    const char *level;
    if (ip_catalog_level_said(set, &level) != IP_LEVEL_OF_SESSION || strcmp(name, "default_transaction_isolation") != 0)
        return;
    if (whose == IP_OF_ONE_ROLE)
        ip_diagnostics_add(
            diagnostics, IP_ASSUMPTION, range, NULL,
            "one role's sessions have a level of their own: no transaction is assumed to be run by that role");
    else
        d->default_level = (ip_declared){.level = level && *level ? level : NULL,
                                         .range = range,
                                         .unclear = level && !*level ? "the database's level is not known" : NULL};
}

void ip_catalog_setting_of_unit(ip_definitions *d, ip_unit *unit, const PgQuery__VariableSetStmt *set,
                                ip_diagnostics *diagnostics)
{
    const char *name = ip_arena_strdup(d->arena, IP_TEXT(set, name));
    meaning m = meaning_of(name);
    unit->sets = true;
    d->settings_change = d->settings_change || m == OF_VALUES;
    d->locks_time_out = d->locks_time_out || limits_waits(set);
    d->asserts_change = d->asserts_change || sets_asserts(name);
    if (m == OF_STATEMENTS)
        refuse(unit, d->arena, name, diagnostics);
}
