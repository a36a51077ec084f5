/* Cuts each session's statements into transactions. */
#include "templates/session.h"

#include "templates/open_transaction.h"
#include "templates/prepared.h"
#include "templates/temporary.h"

#include <stdlib.h>
#include <string.h>

typedef enum outcome { COMMITTED, ROLLED_BACK, FAILED, BEGUN_BEFORE, NOT_ENDED } outcome;

typedef struct session {
    char *name;
    ip_open_transaction *open; /* NULL if none */
    const char *options, *path;
    long number;
    long last; /* number of the session's last entry among all entries */
    bool seen; /* the log has the session from its beginning */
} session;

struct ip_sessions {
    ip_arena *arena, *scratch;
    ip_forms *forms;
    ip_transaction_sink sink;
    void *context;
    ip_session_counts counts;
    session **table;
    size_t room, count;
    IP_VEC(ip_open_transaction *) spare;
    IP_VEC(ip_open_transaction *) all;
    long taken;    /* number of entries so far */
    int most_open; /* limit of open transactions; beyond it, those of silent sessions are ended */
};

/* A log may have a session for each request, and not tell when a session ends (log_disconnections = off). */
enum { MOST_OPEN = 4096, QUIET = 100000 };

ip_sessions *ip_templates_sessions_new(ip_arena *arena, ip_forms *forms, ip_transaction_sink sink, void *context)
{
    ip_sessions *s = IP_NEW(arena, ip_sessions);
    s->arena = arena;
    s->scratch = ip_arena_new();
    s->forms = forms;
    s->sink = sink;
    s->context = context;
    s->most_open = MOST_OPEN;
    return s;
}

void ip_templates_sessions_free(ip_sessions *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->all.count; i++)
        ip_arena_free(s->all.items[i]->arena);
    ip_arena_free(s->scratch);
}

const ip_session_counts *ip_templates_sessions_counts(const ip_sessions *s)
{
    return &s->counts;
}

/* ------------------------------------------------------------- sessions -- */

static session **place_of(session **table, size_t room, const char *name)
{
    size_t i = ip_templates_hash_bytes(IP_HASH_BEGIN, name, strlen(name)) & (room - 1);
    while (table[i] && strcmp(table[i]->name, name) != 0)
        i = (i + 1) & (room - 1);
    return &table[i];
}

static session *session_of(ip_sessions *s, const char *name)
{
    if (s->room < 2 * s->count + 2) {
        size_t room = s->room ? 2 * s->room : 256;
        session **table = IP_NEW_ARRAY(s->arena, session *, room);
        for (size_t i = 0; i < s->room; i++)
            if (s->table[i])
                *place_of(table, room, s->table[i]->name) = s->table[i];
        s->table = table;
        s->room = room;
    }
    session **place = place_of(s->table, s->room, name);
    if (!*place) {
        *place = IP_NEW(s->arena, session);
        (*place)->name = ip_arena_strdup(s->arena, name);
        s->count++;
    }
    return *place;
}

/* --------------------------------------------------------- transactions -- */

static const char *kept(ip_arena *arena, const char *text)
{
    return text ? ip_arena_strdup(arena, text) : NULL;
}

static void open(ip_sessions *s, session *of, const ip_recorded *r, bool begun)
{
    ip_open_transaction *t;
    if (s->spare.count > 0) {
        t = s->spare.items[--s->spare.count];
    } else {
        t = IP_NEW(s->arena, ip_open_transaction);
        t->arena = ip_arena_new();
        IP_PUSH(s->arena, &s->all, t);
    }
    ip_arena *arena = t->arena;
    *t = (ip_open_transaction){.arena = arena, .begun = begun, .vxid = kept(arena, r->vxid)};
    t->head = (ip_transaction){.options = of->options,
                               .session_level = of->options != NULL,
                               .path = of->path,
                               .database = kept(arena, r->database),
                               .application = kept(arena, r->application),
                               .session = of->name,
                               .file = r->file,
                               .line = r->line};
    of->open = t;
}

static void count_statements(ip_sessions *s, const ip_open_transaction *t, bool sent)
{
    long work = t->statements - t->noise - t->control;
    s->counts.noise_statements += t->noise;
    s->counts.control_statements += t->control;
    *(sent ? &s->counts.work_statements : &s->counts.left_out_statements) += work;
}

static void send(ip_sessions *s, ip_open_transaction *t, bool rolled_back)
{
    t->head.begun = t->begun;
    t->head.rolled_back = rolled_back;
    ip_templates_open_transaction_settle(t, s->forms);
    s->sink(s->context, &t->head);
}

static void finish(ip_sessions *s, session *of, outcome how)
{
    ip_open_transaction *t = of->open;
    ip_session_counts *c = &s->counts;
    bool sent = false;
    if (t->begun_before)
        how = BEGUN_BEFORE;
    if (t->damaged)
        c->damaged++;
    else if (how == BEGUN_BEFORE)
        c->begun_before++;
    else if (how == NOT_ENDED)
        c->not_ended++;
    else if (how == ROLLED_BACK && !t->failed) {
        c->rolled_back++;
        ip_templates_open_transaction_count_rows(t, false);
        if (t->work && !t->schema && !t->unparsed && ip_templates_open_transaction_has_outcomes(t))
            send(s, t, true);
    } else if (how == FAILED || t->failed)
        c->failed++;
    else if (t->schema)
        c->schema++;
    else if (t->unparsed)
        c->unparsed++;
    else if (!t->work && t->upkeep)
        c->upkeep++;
    else if (!t->work) {
        c->noise++;
        t->noise = t->statements - t->control;
    } else {
        sent = true;
        c->committed++;
        ip_templates_open_transaction_count_rows(t, true);
        send(s, t, false);
    }
    count_statements(s, t, sent);
    ip_arena_reset(t->arena);
    of->open = NULL;
    IP_PUSH(s->arena, &s->spare, t);
}

/* Without virtual transaction numbers, statements at the beginning of a log may be the rest of a transaction. Once it
 * is clear that they are not, each becomes a transaction of its own. */
static void release_doubtful(ip_sessions *s, session *of)
{
    ip_open_transaction *t = of->open;
    ip_session_counts *c = &s->counts;
    for (int i = 0; i < t->steps.count; i++) {
        ip_transaction one = t->head;
        one.steps.items = NULL;
        one.steps.count = one.steps.capacity = 0;
        if (!t->steps.items[i].step.form || t->steps.items[i].step.form->role == IP_ROLE_SETTING)
            continue;
        IP_PUSH(t->arena, &one.steps, t->steps.items[i].step);
        c->committed++;
        s->sink(s->context, &one);
    }
    c->noise += t->noise;
    c->noise_statements += t->noise;
    c->work_statements += t->steps.count;
    c->left_out_statements += t->statements - t->noise - t->steps.count;
    ip_arena_reset(t->arena);
    of->open = NULL;
    IP_PUSH(s->arena, &s->spare, t);
}

/* ----------------------------------------------------------- statements -- */

enum { MOST_DOUBTFUL = 500 };

static void note_unparsed(ip_sessions *s, const ip_recorded *r)
{
    if (s->counts.unparsed_text)
        return;
    s->counts.unparsed_text = ip_arena_strndup(s->arena, r->text, strnlen(r->text, 200));
    s->counts.unparsed_file = r->file;
    s->counts.unparsed_line = r->line;
}

static void work(ip_sessions *s, session *of, const ip_recorded *r, const ip_statement_form *form,
                 const ip_log_literal *values, const ip_scan *scan)
{
    if (!of->open)
        open(s, of, r, false);
    ip_open_transaction *t = of->open;
    t->statements++;
    if (scan->note && !t->head.note)
        t->head.note = kept(t->arena, scan->note);
    if (form->role == IP_ROLE_NOISE) {
        t->noise++;
        return;
    }
    t->schema |= form->role == IP_ROLE_SCHEMA;
    t->upkeep |= form->role == IP_ROLE_UPKEEP;
    if (form->role == IP_ROLE_BROKEN) {
        t->unparsed = true;
        note_unparsed(s, r);
    }
    bool setting = form->role == IP_ROLE_SETTING;
    if ((form->role != IP_ROLE_WORK && !setting) || t->failed)
        return;
    t->work |= !setting;
    ip_templates_open_transaction_add(t, r, form, values);
}

/* Handles a statement that begins, ends or changes a transaction. */
static void control(ip_sessions *s, session *of, const ip_recorded *r, const ip_statement_form *form,
                    const ip_scan *scan)
{
    ip_open_transaction *t = of->open;
    bool ends = form->role == IP_ROLE_COMMIT || form->role == IP_ROLE_ROLLBACK || form->role == IP_ROLE_TWO_PHASE;
    if (form->role == IP_ROLE_BEGIN) {
        if (!t)
            open(s, of, r, true);
        t = of->open;
        t->begun = true;
        if (form->level) {
            t->head.options = form->level;
            t->head.session_level = false;
        }
    } else if (ends && !t && of->seen) { /* libraries also end transactions that they have not begun */
        s->counts.statements++;
        s->counts.noise_statements++;
        return;
    } else if (ends && !t) {
        open(s, of, r, true);
        t = of->open;
        t->begun_before = true;
    } else if (ends && !t->begun) {
        t->begun_before = true;
    }
    if (!t) {
        s->counts.statements++;
        s->counts.noise_statements++;
        return;
    }
    s->counts.statements++;
    t->statements++;
    t->control++;
    if (scan->note && !t->head.note)
        t->head.note = kept(t->arena, scan->note);
    if (form->role == IP_ROLE_LEVEL && form->level) {
        t->head.options = form->level;
        t->head.session_level = false;
    } else if (form->role == IP_ROLE_SAVEPOINT) {
        ip_templates_open_transaction_savepoint(t, form->savepoint);
    } else if (form->role == IP_ROLE_RELEASE || form->role == IP_ROLE_ROLLBACK_TO) {
        ip_templates_open_transaction_leave(t, form->savepoint, form->role == IP_ROLE_ROLLBACK_TO);
    }
    if (!ends)
        return;
    const char *options = t->head.options;
    of->seen = true;
    finish(s, of, form->role == IP_ROLE_ROLLBACK ? ROLLED_BACK : COMMITTED);
    if (form->chains) {
        open(s, of, r, true);
        of->open->head.options = options;
    }
}

static void session_setting(ip_sessions *s, session *of, const ip_statement_form *form, const ip_scan *scan)
{
    s->counts.statements++;
    s->counts.noise_statements++;
    if (form->role == IP_ROLE_SESSION_LEVEL)
        of->options = form->level;
    else if (form->role == IP_ROLE_SESSION_PATH)
        of->path = ip_arena_strndup(s->arena, scan->source.text, scan->source.length);
    else
        of->options = of->path = NULL;
}

/* -------------------------------------------------------------- entries -- */

/* Tells whether the number is that of a transaction; "3/0" is none. */
static bool in_vxid(const char *vxid)
{
    const char *slash = vxid ? strchr(vxid, '/') : NULL;
    return slash && strcmp(slash, "/0") != 0;
}

/* Ends the session's open transaction if the entry shows that it has ended without a logged statement. */
static void look_whether_it_ended(ip_sessions *s, session *of, const ip_recorded *r)
{
    ip_open_transaction *t = of->open;
    if (!t || t->doubtful)
        return;
    bool known = r->vxid && *r->vxid && t->vxid;
    bool same = known && strcmp(r->vxid, t->vxid) == 0;
    if (!t->begun) {
        if (!(same && in_vxid(r->vxid)))
            finish(s, of, COMMITTED);
        return;
    }
    if (known && !same && in_vxid(r->vxid) && in_vxid(t->vxid))
        finish(s, of, NOT_ENDED);
}

static bool is_control(ip_role role)
{
    return role >= IP_ROLE_BEGIN && role <= IP_ROLE_LEVEL;
}

static void one_statement(ip_sessions *s, session *of, const ip_recorded *r, const ip_scan *scan,
                          const ip_recorded_values *given)
{
    const ip_log_literal *values;
    const ip_statement_form *form = ip_templates_forms_find(s->forms, s->scratch, scan, given, &values);
    bool within = of->open && of->open->begun;
    if (of->open && of->open->doubtful && form->role == IP_ROLE_BEGIN)
        release_doubtful(s, of);
    if (is_control(form->role)) {
        control(s, of, r, form, scan);
    } else if (form->role == IP_ROLE_RESET || form->role == IP_ROLE_SESSION_LEVEL ||
               (form->role == IP_ROLE_SESSION_PATH && !within)) {
        session_setting(s, of, form, scan);
    } else {
        s->counts.statements++;
        work(s, of, r, form, values, scan);
    }
}

static void statements(ip_sessions *s, session *of, const ip_recorded *r)
{
    size_t at = 0, length = strlen(r->text);
    ip_scan scan;
    ip_temporary_function function = {0};
    look_whether_it_ended(s, of, r);
    bool not_seen_before = !r->vxid && !of->seen && !r->before;
    if (!of->open && (r->before || not_seen_before)) {
        open(s, of, r, r->before);
        of->open->begun_before = r->before;
        of->open->doubtful = not_seen_before;
    }
    while (ip_templates_scan_next(s->scratch, r->text, length, &at, &scan)) {
        ip_recorded_values given = r->values;
        if (r->prepared)
            ip_templates_prepared_fill(s->scratch, r->prepared, &scan, &given);
        ip_templates_temporary_function_see(s->scratch, &function, &scan);
        one_statement(s, of, r, &scan, &given);
    }
    ip_open_transaction *t = of->open;
    if (!t)
        return;
    t->last_text = ip_templates_hash_bytes(IP_HASH_BEGIN, r->text, length);
    if (t->doubtful && (t->steps.count > MOST_DOUBTFUL)) {
        release_doubtful(s, of);
        of->seen = true;
    } else if (!t->begun && !t->doubtful && r->finished && !in_vxid(r->vxid)) {
        finish(s, of, COMMITTED);
    }
}

static void error(ip_sessions *s, session *of, const ip_recorded *r)
{
    ip_open_transaction *t = of->open;
    bool same = t && (!r->vxid || !t->vxid || !in_vxid(t->vxid) || strcmp(r->vxid, t->vxid) == 0);
    if (t && t->doubtful) {
        if (t->steps.count > 0 && r->text &&
            t->last_text == ip_templates_hash_bytes(IP_HASH_BEGIN, r->text, strlen(r->text))) {
            t->steps.count--;
            s->counts.failed++;
        }
        return;
    }
    if (t && !same) {
        finish(s, of, t->begun ? NOT_ENDED : COMMITTED);
        t = NULL;
    }
    if (!t) {
        s->counts.failed += r->text != NULL;
        return;
    }
    bool added = r->text && t->last_text == ip_templates_hash_bytes(IP_HASH_BEGIN, r->text, strlen(r->text));
    if (t->begun && t->savepoints.count > 0 && !t->failed && r->text && !added) {
        ip_recorded failed = *r; /* where statements are logged at their end, failed ones are logged as errors only */
        const ip_log_literal *values;
        ip_scan scan;
        size_t at = 0;
        while (ip_templates_scan_next(s->scratch, failed.text, strlen(failed.text), &at, &scan)) {
            const ip_statement_form *form =
                ip_templates_forms_find(s->forms, s->scratch, &scan, &failed.values, &values);
            if (form->role == IP_ROLE_WORK || form->role == IP_ROLE_SETTING)
                ip_templates_open_transaction_add(t, &failed, form, values);
        }
    }
    t->failed = true;
    if (!t->begun)
        finish(s, of, FAILED);
}

static int open_count(const ip_sessions *s)
{
    return s->all.count - s->spare.count;
}

/* Statements outside of a block form a transaction until the session begins another one. A session that has been silent
 * for QUIET entries is assumed not to continue its transaction. */
static void end_quiet(ip_sessions *s)
{
    for (size_t i = 0; i < s->room; i++) {
        session *of = s->table[i];
        if (of && of->open && !of->open->begun && !of->open->doubtful && s->taken - of->last > QUIET)
            finish(s, of, COMMITTED);
    }
    s->most_open = open_count(s) < MOST_OPEN / 2 ? MOST_OPEN : 2 * open_count(s);
}

void ip_templates_sessions_take(ip_sessions *s, const ip_recorded *r)
{
    session *of = session_of(s, r->session);
    of->last = ++s->taken;
    if (open_count(s) > s->most_open)
        end_quiet(s);
    ip_arena_reset(s->scratch);
    if (r->kind == IP_RECORDED_CONNECT && of->open)
        finish(s, of, of->open->begun ? ROLLED_BACK : COMMITTED); /* a new process has the same number */
    if (r->kind == IP_RECORDED_CONNECT || r->number == 1) {
        of->seen = true;
        of->options = of->path = NULL;
    } else if (r->number > 0 && of->number > 0 && r->number != of->number + 1 && of->open) {
        of->open->damaged = true;
    }
    of->number = r->number;
    if (r->kind == IP_RECORDED_STATEMENT) {
        statements(s, of, r);
    } else if (r->kind == IP_RECORDED_ERROR) {
        error(s, of, r);
    } else if (r->kind == IP_RECORDED_END) {
        if (of->open && of->open->doubtful)
            release_doubtful(s, of);
        else if (of->open)
            finish(s, of, r->unread ? NOT_ENDED : of->open->begun ? ROLLED_BACK : COMMITTED);
        of->seen = true; /* a later session with the same number begins there */
    }
}

void ip_templates_sessions_gap(ip_sessions *s)
{
    for (size_t i = 0; i < s->room; i++)
        if (s->table[i] && s->table[i]->open)
            s->table[i]->open->damaged |= s->table[i]->open->begun;
        else if (s->table[i])
            s->table[i]->seen = false; /* what follows may be in a transaction */
}

void ip_templates_sessions_end(ip_sessions *s)
{
    for (size_t i = 0; i < s->room; i++) {
        session *of = s->table[i];
        if (of && of->open && of->open->doubtful)
            release_doubtful(s, of);
        else if (of && of->open)
            finish(s, of, of->open->begun ? NOT_ENDED : COMMITTED);
    }
}
