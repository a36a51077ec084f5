/* The interpreter: PL/pgSQL's meaning on a handful of rows. */
#include "constraints.h"

#include <string.h>

enum { KEY_1 = 5, KEY_2 = 3, FREE_SLOTS = 4, SLOTS_EACH = 3, MAX_STEPS = 200 };

typedef enum flow { GO_ON, STOP_LOOP, LEAVE, ABORT } flow;

typedef struct machine {
    query_site site;
    view *view;
    const struct view *committed;
    outcome *out;
    int variables[VARIABLES];
    int instance, fresh, steps;
    query_watcher *watcher;
    void *data;
} machine;

int table_rows(const table *t)
{
    return t->key_count == 1 ? KEY_1 : t->key_count == 2 ? KEY_2 * KEY_2 : FREE_SLOTS + MAX_INSTANCES * SLOTS_EACH;
}

int table_row_key(const table *t, int row, int k)
{
    return t->key_count == 1 ? row : k ? row % KEY_2 : row / KEY_2;
}

static int compare(operator_kind kind, int a, int b)
{
    switch (kind) {
    case E_EQUAL:
        return a == b;
    case E_DIFFERENT:
        return a != b;
    case E_LESS:
        return a < b;
    case E_AT_MOST:
        return a <= b;
    case E_GREATER:
        return a > b;
    case E_AT_LEAST:
        return a >= b;
    case E_ADD:
        return a + b;
    default:
        return a - b;
    }
}

/* Booleans are 0, 1, SQL_NULL. row: within its table, and its cells; NONE, NULL outside a row. */
static int evaluate(const query_site *site, int index, int row, const int *cells)
{
    const expression *e = &site->set->expressions[index];
    int a, b;
    switch (e->kind) {
    case E_CONSTANT:
        return e->value;
    case E_PARAMETER:
        return site->parameters[e->value];
    case E_VARIABLE:
        return site->variables[e->value];
    case E_KEY:
        return table_row_key(&site->set->tables[site->statement->table], row, e->value);
    case E_COLUMN:
        return cells[1 + e->value];
    case E_FOUND:
        return site->found;
    case E_AND:
        a = evaluate(site, e->left, row, cells);
        b = evaluate(site, e->right, row, cells);
        return a == 0 || b == 0 ? 0 : a == SQL_NULL || b == SQL_NULL ? SQL_NULL : 1;
    case E_OR:
        a = evaluate(site, e->left, row, cells);
        b = evaluate(site, e->right, row, cells);
        return a == 1 || b == 1 ? 1 : a == SQL_NULL || b == SQL_NULL ? SQL_NULL : 0;
    case E_NOT:
        a = evaluate(site, e->left, row, cells);
        return a == SQL_NULL ? SQL_NULL : !a;
    case E_IS_NULL:
        return evaluate(site, e->left, row, cells) == SQL_NULL;
    case E_COALESCE:
        a = evaluate(site, e->left, row, cells);
        return a != SQL_NULL ? a : evaluate(site, e->right, row, cells);
    default:
        a = evaluate(site, e->left, row, cells);
        b = evaluate(site, e->right, row, cells);
        return a == SQL_NULL || b == SQL_NULL ? SQL_NULL : compare(e->kind, a, b);
    }
}

static unsigned columns_of(const program_set *set, int index)
{
    if (index == NONE)
        return 0;
    const expression *e = &set->expressions[index];
    return (e->kind == E_COLUMN ? 2u << e->value : 0) | columns_of(set, e->left) | columns_of(set, e->right);
}

unsigned query_items(const program_set *set, const statement *s)
{
    switch (s->kind) {
    case S_SELECT:
    case S_FIRST:
        if (s->of_key != NONE)
            return 0;
        return 2u << s->column | (s->second == NONE ? 0 : 2u << s->second);
    case S_UPDATE:
        return columns_of(set, s->values[0]) | columns_of(set, s->values[1]);
    case S_FOR_QUERY: {
        unsigned all = set->tables[s->table].column_count == 2 ? 6 : 2;
        if (!statement_insert_select(set, s))
            return all;
        int expressions[EXPRESSIONS_OF];
        unsigned used = 0;
        statement_expressions(&set->statements[s->body], expressions);
        for (int i = 0; i < EXPRESSIONS_OF; i++)
            used |= expression_variables(set, expressions[i]);
        return used >> (FIRST_FIELD + 4 * s->loop + 2) << 1 & all;
    }
    default:
        return 0;
    }
}

static bool key_fits(const query_site *site, int row)
{
    return site->statement->key_where == NONE || evaluate(site, site->statement->key_where, row, NULL) == 1;
}

static uint32_t matching(const query_site *site, const view *v)
{
    const statement *s = site->statement;
    int base = s->table * ROWS, rows = table_rows(&site->set->tables[s->table]);
    uint32_t found = 0;
    for (int r = 0; r < rows; r++) {
        const int *cells = v->value[base + r];
        if (cells[EXISTS] && key_fits(site, r) &&
            (s->column_where == NONE || evaluate(site, s->column_where, r, cells) == 1))
            found |= 1u << r;
    }
    return found;
}

static int aggregate(const query_site *site, const view *v, uint32_t rows)
{
    const statement *s = site->statement;
    if (s->aggregate == A_COUNT)
        return __builtin_popcount(rows);
    int result = SQL_NULL;
    for (; rows; rows &= rows - 1) {
        int row = __builtin_ctz(rows);
        int value = s->of_key != NONE ? table_row_key(&site->set->tables[s->table], row, s->of_key)
                                      : v->value[s->table * ROWS + row][1 + s->column];
        if (value == SQL_NULL)
            continue;
        if (result == SQL_NULL)
            result = value;
        else if (s->aggregate == A_SUM)
            result += value;
        else if (s->aggregate == A_MIN ? value < result : value > result)
            result = value;
    }
    return result;
}

/* false: the key is NULL or out of the small domain. */
static bool insert_row(const query_site *site, int *row)
{
    const table *t = &site->set->tables[site->statement->table];
    int at = 0;
    for (int k = 0; k < t->key_count; k++) {
        int value = evaluate(site, site->statement->key[k], NONE, NULL), limit = t->key_count == 1 ? KEY_1 : KEY_2;
        if (value < 0 || value >= limit)
            return false;
        at = at * limit + value;
    }
    *row = at;
    return true;
}

static bool null_key(const query_site *site)
{
    for (int k = 0; k < site->set->tables[site->statement->table].key_count; k++)
        if (evaluate(site, site->statement->key[k], NONE, NULL) == SQL_NULL)
            return true;
    return false;
}

query_result query_evaluate(const query_site *site, const view *v)
{
    const statement *s = site->statement;
    int row;
    if (s->kind == S_INSERT) {
        if (!site->set->tables[s->table].key_count || !insert_row(site, &row))
            return (query_result){0, 0};
        return (query_result){0, v->value[s->table * ROWS + row][EXISTS]};
    }
    uint32_t rows = matching(site, v);
    switch (s->kind) {
    case S_AGGREGATE:
        return (query_result){0, aggregate(site, v, rows)};
    case S_FIRST:
        if (rows)
            rows = s->descending ? 1u << (31 - __builtin_clz(rows)) : rows & -rows;
        return (query_result){rows, 0};
    case S_IF_EXISTS:
        return (query_result){0, rows != 0};
    default:
        return (query_result){rows, 0};
    }
}

static void note(machine *m, int value)
{
    m->out->trace = (m->out->trace ^ (uint64_t)(int64_t)value) * 0x100000001b3u;
    m->out->trace ^= m->out->trace >> 29;
}

static void read_cells(machine *m, int row, unsigned cells)
{
    cells &= ~m->view->own[row];
    if (cells & 1u << EXISTS)
        m->out->saw_present[row] = m->view->value[row][EXISTS];
    m->out->read[row] |= (uint8_t)cells;
}

/* Records what the query reads by the broad definition (README.md) and returns its result. */
static query_result query(machine *m)
{
    const query_site *site = &m->site;
    const statement *s = site->statement;
    if (m->watcher)
        m->watcher(m->data, site);
    int base = s->table * ROWS, rows = table_rows(&site->set->tables[s->table]);
    uint32_t matched = matching(site, m->view);
    unsigned items = query_items(site->set, s), where = columns_of(site->set, s->column_where);
    if (s->kind == S_AGGREGATE && s->aggregate != A_COUNT && s->of_key == NONE)
        items |= 2u << s->column;
    for (int r = 0; r < rows; r++)
        if (key_fits(site, r)) {
            read_cells(m, base + r, 1u << EXISTS);
            if (m->view->value[base + r][EXISTS])
                read_cells(m, base + r, where | (matched & 1u << r ? items : 0));
        }
    return query_evaluate(site, m->view);
}

static void write_cell(machine *m, int row, int cell, int value)
{
    m->view->value[row][cell] = value;
    m->view->writer[row][cell] = (int8_t)m->instance;
    m->view->own[row] |= (uint8_t)(1u << cell);
    m->out->wrote[row] |= (uint8_t)(1u << cell);
}

static bool legal(const table *t, const int *cells)
{
    for (int c = 0; c < t->column_count; c++)
        if (t->not_null[c] && cells[1 + c] == SQL_NULL)
            return false;
    return !t->positive || cells[1] == SQL_NULL || cells[1] >= 0;
}

/* GET DIAGNOSTICS … ROW_COUNT */
static void count_rows(machine *m, uint32_t rows)
{
    int variable = m->site.statement->second_variable;
    if (variable == NONE)
        return;
    m->variables[variable] = __builtin_popcount(rows);
    note(m, m->variables[variable]);
}

/* Another row that is there has a unique key of the row at, which is to have these cells. Weak snapshots may break the
 * key elsewhere: that is no statement's doing. */
static bool breaks_unique(const machine *m, int at, const int *cells)
{
    const table *t = &m->site.set->tables[at / ROWS];
    int base = at / ROWS * ROWS;
    for (int r = base; r < base + table_rows(t); r++)
        if (r != at && m->view->value[r][EXISTS] && constraint_same_key(t->unique, m->view->value[r], cells))
            return true;
    return false;
}

/* The statement's end, when an engine looks at keys and references. */
static void check_committed(const machine *m)
{
    const table *tables = m->site.set->tables;
    if (!m->committed ||
        !(tables[0].unique || (m->site.set->table_count > 1 && (tables[1].unique || tables[1].reference))))
        return;
    view merged = *m->committed;
    for (int r = 0; r < ALL_ROWS; r++)
        for (int c = 0; c < CELLS; c++)
            if (m->view->own[r] & 1u << c)
                merged.value[r][c] = m->view->value[r][c];
    m->out->refused |= !view_unique(m->site.set, &merged) || !view_references(m->site.set, &merged);
}

static void write_referring(void *data, int row, int cell, int value)
{
    write_cell(data, row, cell, value);
}

/* Rows of t0 were deleted, or changed what t1 refers to. */
static flow change_referring(machine *m, const int *referred, uint32_t rows, bool deleted)
{
    const program_set *set = m->site.set;
    if (m->site.statement->table != 0 || set->table_count < 2 || set->tables[1].reference == REFERENCE_NONE)
        return GO_ON;
    referring_rows done = refer_act(set, m->view, referred, rows, deleted, write_referring, m);
    m->out->left_domain |= done.unknown;
    if (done.refused || done.unknown)
        return ABORT;
    for (uint32_t left = done.changed; left; left &= left - 1) {
        int at = ROWS + __builtin_ctz(left);
        const int *cells = m->view->value[at];
        if (cells[EXISTS] &&
            (!legal(&set->tables[1], cells) || breaks_unique(m, at, cells) || refer_dangling(set, m->view, at)))
            return ABORT;
    }
    return GO_ON;
}

static flow run_update(machine *m)
{
    const statement *s = m->site.statement;
    const table *t = &m->site.set->tables[s->table];
    const uint32_t found = query(m).rows;
    uint32_t rows = found, referring = 0, updated = found, moved = 0;
    int referred[ROWS];
    refer_before(m->site.set, m->view, referred);
    m->site.found = found != 0;
    if (!rows && s->variable != NONE)
        m->variables[s->variable] = SQL_NULL;
    for (; rows; rows &= rows - 1) {
        int r = __builtin_ctz(rows), at = s->table * ROWS + r, created[MAX_COLUMNS] = {0};
        for (int c = 0; c < t->column_count; c++)
            if (s->values[c] != NONE)
                created[c] = evaluate(&m->site, s->values[c], r, m->view->value[at]);
        if (t->reference == REFERENCE_COLUMN && s->values[0] != NONE && created[0] != m->view->value[at][1])
            referring |= 1u << r;
        if (s->table == 0 && s->values[0] != NONE && created[0] != m->view->value[at][1])
            moved |= 1u << r;
        for (int c = 0; c < t->column_count; c++)
            if (s->values[c] != NONE)
                write_cell(m, at, 1 + c, created[c]);
        if (!legal(t, m->view->value[at]))
            return ABORT;
        if (s->variable != NONE) {
            if (s->values[s->column] == NONE)
                read_cells(m, at, 2u << s->column);
            m->variables[s->variable] = m->view->value[at][1 + s->column];
            note(m, m->variables[s->variable]);
        }
    }
    for (; referring; referring &= referring - 1)
        if (refer_dangling(m->site.set, m->view, ROWS + __builtin_ctz(referring)))
            return ABORT;
    if (m->site.set->tables[1].to_column && change_referring(m, referred, moved, false) == ABORT)
        return ABORT;
    for (; updated; updated &= updated - 1) {
        int at = s->table * ROWS + __builtin_ctz(updated);
        if (breaks_unique(m, at, m->view->value[at]))
            return ABORT;
    }
    count_rows(m, found); /* only now: the values that were set may be of the variable */
    check_committed(m);
    return GO_ON;
}

static flow run_delete(machine *m)
{
    uint32_t rows = query(m).rows;
    int referred[ROWS];
    refer_before(m->site.set, m->view, referred);
    m->site.found = rows != 0;
    count_rows(m, rows);
    for (uint32_t left = rows; left; left &= left - 1)
        write_cell(m, m->site.statement->table * ROWS + __builtin_ctz(left), EXISTS, 0);
    flow went = change_referring(m, referred, rows, true);
    check_committed(m);
    return went;
}

/* Every row, whether it is there or not, and without a look; CASCADE: those that may refer to them, too. */
static flow run_truncate(machine *m)
{
    const program_set *set = m->site.set;
    for (int t = m->site.statement->table; t < set->table_count; t++)
        if (t == m->site.statement->table || set->tables[t].reference != REFERENCE_NONE)
            for (int r = 0; r < table_rows(&set->tables[t]); r++)
                write_cell(m, t * ROWS + r, EXISTS, 0);
    return GO_ON;
}

static flow run_insert(machine *m)
{
    const statement *s = m->site.statement;
    const table *t = &m->site.set->tables[s->table];
    int row;
    if (t->key_count) {
        if (!insert_row(&m->site, &row)) {
            m->out->left_domain = !null_key(&m->site);
            return ABORT;
        }
    } else {
        m->out->left_domain = m->fresh == SLOTS_EACH;
        if (m->out->left_domain)
            return ABORT;
        row = FREE_SLOTS + m->instance * SLOTS_EACH + m->fresh++;
    }
    int at = s->table * ROWS + row;
    int cells[CELLS] = {1};
    for (int c = 0; c < t->column_count; c++)
        cells[1 + c] = evaluate(&m->site, s->values[c], NONE, NULL);
    if (!legal(t, cells))
        return ABORT; /* even where ON CONFLICT would do nothing */
    if (t->key_count) {
        if (m->watcher)
            m->watcher(m->data, &m->site);
        read_cells(m, at, 1u << EXISTS);
        if (m->view->value[at][EXISTS]) {
            m->site.found = false;
            return s->or_nothing ? GO_ON : ABORT;
        }
        if (!(m->view->own[at] & 1u << EXISTS))
            m->out->inserted_absent |= 1u << at;
    }
    if (s->or_nothing && breaks_unique(m, at, cells)) {
        m->site.found = false;
        return GO_ON;
    }
    write_cell(m, at, EXISTS, 1);
    for (int c = 0; c < t->column_count; c++)
        write_cell(m, at, 1 + c, cells[1 + c]);
    m->site.found = true;
    check_committed(m);
    return !breaks_unique(m, at, cells) && !refer_dangling(m->site.set, m->view, at) ? GO_ON : ABORT;
}

static flow run_select(machine *m)
{
    const statement *s = m->site.statement;
    if (s->kind == S_AGGREGATE) {
        m->variables[s->variable] = query(m).value;
        if (!s->assigned)
            m->site.found = true;
    } else {
        uint32_t rows = query(m).rows;
        const int *cells = rows ? m->view->value[s->table * ROWS + __builtin_ctz(rows)] : NULL;
        m->variables[s->variable] = !cells ? SQL_NULL
                                    : s->of_key != NONE
                                        ? table_row_key(&m->site.set->tables[s->table], __builtin_ctz(rows), s->of_key)
                                        : cells[1 + s->column];
        if (s->second != NONE) {
            m->variables[s->second_variable] = cells ? cells[1 + s->second] : SQL_NULL;
            note(m, m->variables[s->second_variable]);
        }
        if (!s->assigned)
            m->site.found = rows != 0;
    }
    note(m, m->variables[s->variable]);
    return GO_ON;
}

static flow run_body(machine *m, int index);

static flow run_query_loop(machine *m)
{
    const statement *s = m->site.statement;
    const table *t = &m->site.set->tables[s->table];
    uint32_t rows = query(m).rows;
    view *now = m->view;
    int fields[ROWS][4], count = 0;
    for (uint32_t left = rows; left; left &= left - 1, count++) {
        int r = __builtin_ctz(left);
        for (int k = 0; k < t->key_count; k++)
            fields[count][k] = table_row_key(t, r, k);
        for (int c = 0; c < t->column_count; c++)
            fields[count][2 + c] = now->value[s->table * ROWS + r][1 + c];
    }
    for (int i = 0; i < count && !statement_insert_select(m->site.set, s); i++)
        for (int f = 0; f < 4; f++)
            if (f < 2 ? f < t->key_count : f - 2 < t->column_count)
                note(m, fields[i][f]);
    for (int i = 0; i < count; i++) {
        for (int f = 0; f < 4; f++)
            m->variables[FIRST_FIELD + 4 * s->loop + f] = fields[i][f];
        flow went = run_body(m, s->body);
        if (went == STOP_LOOP)
            break;
        if (went != GO_ON)
            return went;
    }
    m->site.found = count > 0;
    return GO_ON;
}

static flow run_range_loop(machine *m)
{
    const statement *s = m->site.statement;
    int low = evaluate(&m->site, s->low, NONE, NULL), high = evaluate(&m->site, s->high, NONE, NULL);
    if (low == SQL_NULL || high == SQL_NULL)
        return ABORT;
    for (int i = low; i <= high; i++) {
        m->variables[FIRST_INDEX + s->loop] = i;
        flow went = run_body(m, s->body);
        if (went == STOP_LOOP)
            break;
        if (went != GO_ON)
            return went;
    }
    m->site.found = low <= high;
    return GO_ON;
}

static flow run_statement(machine *m)
{
    const statement *s = m->site.statement;
    switch (s->kind) {
    case S_SELECT:
    case S_AGGREGATE:
    case S_FIRST:
        return run_select(m);
    case S_UPDATE:
        return run_update(m);
    case S_INSERT:
        return run_insert(m);
    case S_DELETE:
        return run_delete(m);
    case S_ASSIGN:
        m->variables[s->variable] = evaluate(&m->site, s->values[0], NONE, NULL);
        return GO_ON;
    case S_IF:
        return run_body(m, evaluate(&m->site, s->condition, NONE, NULL) == 1 ? s->body : s->other);
    case S_IF_EXISTS: {
        int exists = query(m).value;
        note(m, exists);
        return run_body(m, exists != s->negated ? s->body : s->other);
    }
    case S_RAISE:
        return ABORT;
    case S_RETURN:
        return LEAVE;
    case S_EXIT:
        return STOP_LOOP;
    case S_FOR_RANGE:
        return run_range_loop(m);
    case S_FOR_QUERY:
        return run_query_loop(m);
    case S_TRUNCATE:
        return run_truncate(m);
    }
    return ABORT;
}

static flow run_body(machine *m, int index)
{
    const statement *outer = m->site.statement;
    flow went = GO_ON;
    for (; index != NONE && went == GO_ON; index = m->site.set->statements[index].next) {
        m->site.statement = &m->site.set->statements[index];
        m->out->left_domain = ++m->steps > MAX_STEPS;
        went = m->out->left_domain ? ABORT : run_statement(m);
    }
    m->site.statement = outer;
    return went;
}

bool run_program(const program_set *set, int program, int instance, const int *parameters, view *v,
                 const view *committed, outcome *out, query_watcher *watcher, void *data)
{
    machine m = {.view = v, .committed = committed, .out = out, .instance = instance, .watcher = watcher, .data = data};
    m.site = (query_site){.set = set, .parameters = parameters, .variables = m.variables, .view = v};
    memset(out, 0, sizeof *out);
    for (int i = 0; i < VARIABLES; i++)
        m.variables[i] = SQL_NULL;
    if (run_body(&m, set->programs[program].first) == ABORT)
        return false;
    out->result = SQL_NULL;
    if (set->programs[program].result != NONE)
        note(&m, out->result = m.variables[set->programs[program].result]);
    return true;
}
