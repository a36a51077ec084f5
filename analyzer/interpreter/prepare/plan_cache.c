/* Code is prepared once for the types of its untyped parameters, texts of EXECUTE once, tables once. */
#include "interpreter/prepare/prepare.h"

enum { BUCKETS = 256 };

typedef struct kept {
    struct kept *next;
    const ip_prepared *prepared;
} kept;

typedef struct kept_text {
    struct kept_text *next;
    const ip_prepared *prepared;
    const ip_code_statement *statement;
    const ip_query_plan *query; /* FETCH: the query of the cursor; else NULL */
    const ip_step *step;
} kept_text;

struct ip_plan_cache {
    kept *buckets[BUCKETS];
    kept_text *texts[BUCKETS];
    ip_table_plan *plans; /* by table id */
    IP_VEC(ip_table_plan *) own_plans;
    ip_polymorphic_instances instances;
};

struct ip_plan_cache *ip_prepare_plan_cache_new(ip_arena *arena, const ip_schema *schema)
{
    struct ip_plan_cache *cache = IP_NEW(arena, struct ip_plan_cache);
    cache->plans = IP_NEW_ARRAY(arena, ip_table_plan, schema->tables.count);
    return cache;
}

ip_polymorphic_instances *ip_prepare_instances_of(ip_interpreter *interpreter)
{
    return &interpreter->cache->instances;
}

/* ---- tables ---- */
static void find_children(ip_interpreter *interpreter, ip_table_plan *plan)
{
    IP_VEC(struct ip_child) children = {0};
    for (int t = 0; t < interpreter->schema->tables.count && plan->table->referenced; t++) {
        const ip_table *table = interpreter->schema->tables.items[t];
        for (int k = 0; k < table->foreign_keys.count; k++)
            if (table->foreign_keys.items[k].target == plan->table)
                IP_PUSH(interpreter->arena, &children, ((struct ip_child){table, &table->foreign_keys.items[k]}));
    }
    for (int i = 1; i < children.count; i++) /* as they were created */
        for (int k = i; k > 0 && children.items[k].key->made < children.items[k - 1].key->made; k--) {
            struct ip_child child = children.items[k];
            children.items[k] = children.items[k - 1];
            children.items[k - 1] = child;
        }
    plan->children = children.items;
    plan->child_count = children.count;
}

static ip_table_plan *plan_at(ip_interpreter *interpreter, const ip_table *table)
{
    if (!table->own)
        return &interpreter->cache->plans[table->id];
    while (interpreter->cache->own_plans.count <= table->id)
        IP_PUSH(interpreter->arena, &interpreter->cache->own_plans, IP_NEW(interpreter->arena, ip_table_plan));
    return interpreter->cache->own_plans.items[table->id];
}

bool ip_prepare_plan_own_table(ip_interpreter *interpreter, const ip_table *table, const ip_sqltype *types)
{
    ip_table_plan *plan = plan_at(interpreter, table);
    bool same = true;
    for (int i = 0; i < table->columns.count && plan->types; i++)
        same = same && ip_value_sqltype_same(plan->types[i], types[i]) &&
               plan->types[i].precision == types[i].precision && plan->types[i].scale == types[i].scale;
    if (!plan->types)
        plan->types = types;
    return same;
}

const ip_table_plan *ip_prepare_plan_of_table(ip_interpreter *interpreter, const ip_table *table)
{
    ip_table_plan *plan = plan_at(interpreter, table);
    if (plan->ready)
        return plan;
    int width = table->columns.count;
    int *position = IP_NEW_ARRAY(interpreter->arena, int, width);
    ip_sqltype *types = IP_NEW_ARRAY(interpreter->arena, ip_sqltype, width);
    plan->ready = true;
    plan->table = table;
    plan->key_count = ip_interpreter_rows_key_columns(table, &plan->key_columns);
    for (int i = 0; i < width; i++) {
        position[i] = -1;
        types[i] =
            plan->types ? plan->types[i] : ip_value_sqltype_of_field(interpreter->arena, &table->columns.items[i]);
    }
    for (int i = 0; i < plan->key_count; i++)
        position[plan->key_columns[i]] = i;
    plan->key_position = position;
    plan->types = types;
    find_children(interpreter, plan);
    ip_prepare_table(interpreter, plan);
    return plan;
}

/* ---- prepared code ---- */
static bool fits(const ip_prepared *prepared, const ip_datum *arguments)
{
    const ip_code *code = prepared->code;
    for (int i = 0, given = 0; i < code->parameter_count && arguments; i++) {
        if (prepared->untyped[i] != IP_DATUM_NULL && prepared->untyped[i] != arguments[given].kind)
            return false;
        given += code->in.items[i];
    }
    return true;
}

const ip_prepared *ip_prepare_prepared_of(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments)
{
    kept **bucket = &interpreter->cache->buckets[((uintptr_t)code >> 5) % BUCKETS];
    for (kept *k = *bucket; k; k = k->next)
        if (k->prepared->code == code && fits(k->prepared, arguments))
            return k->prepared;
    kept *new = IP_NEW(interpreter->arena, kept);
    *new = (kept){*bucket, ip_prepare_code(interpreter, code, arguments)};
    *bucket = new;
    return new->prepared;
}

static const ip_step *kept_step(ip_interpreter *interpreter, const ip_prepared *prepared,
                                const ip_code_statement *statement, const ip_query_plan *query)
{
    kept_text **bucket = &interpreter->cache->texts[((uintptr_t)statement >> 5) % BUCKETS];
    for (kept_text *k = *bucket; k; k = k->next)
        if (k->statement == statement && k->prepared == prepared && k->query == query)
            return k->step;
    kept_text *new = IP_NEW(interpreter->arena, kept_text);
    if (query)
        prepared->slot_queries[statement->cursor] = query;
    *new = (kept_text){*bucket, prepared, statement, query, ip_prepare_text(interpreter, prepared, statement)};
    *bucket = new;
    return new->step;
}

const ip_step *ip_prepare_step_of_text(ip_interpreter *interpreter, const ip_prepared *prepared,
                                       const ip_code_statement *statement)
{
    return kept_step(interpreter, prepared, statement, NULL);
}

const ip_step *ip_prepare_step_of_fetch(ip_interpreter *interpreter, const ip_prepared *prepared,
                                        const ip_code_statement *statement, const ip_query_plan *query)
{
    return kept_step(interpreter, prepared, statement, query);
}
