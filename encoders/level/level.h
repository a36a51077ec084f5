/* Consistency levels as data: an SMT-LIB 2 file of universally quantified axioms
 * over a documented vocabulary (specs/README.md), parsed by Z3 and instantiated
 * over finitely many instances.
 *
 * Two vocabularies; a file says which with (set-info :vocabulary …).
 *
 * visibility (the default; Cerone, Bernardi & Gotsman 2015), all over the sort Txn:
 *   (vis t u)      the writes of t are in u's snapshot      (ar t u)  t commits before u
 *   (so t u)       t before u in one session                (conflict t u)  both write one row
 *   (wr t u) (ww t u) (rw t u)  dependencies                (at-level t)  t runs at this level
 *   (in-a t) (in-b t)  t is an instance of the programs A, B of --serialize A:B
 *   (changes t u)  t changes a row that u updates, deletes or locks in a mode that excludes t's change. That u inserts
 *                  the row does not count: engines check that by the key, against what is committed, not by the
 *                  snapshot (PostgreSQL's repeatable read inserts what a transaction that it does not see has deleted);
 *                  or t has a lock that excludes one which u waits for before it takes its snapshot (LOCK TABLE)
 * and over the sort Step, the statements of instances, (txn p) being the instance:
 *   (sees t p)     the writes of t are in the snapshot that p reads      (po p q)  p before q in one instance
 *   (locks t p)    t, at some time, gets a lock on a row (held until it ends) that excludes the lock that p gets on it
 * (set-info :snapshots statement) says that each statement has a snapshot of its own: vis then means "in all of
 * them". By default, transaction: an instance has one, and (sees t p) is (vis t (txn p)).
 * (set-info :locked-rows newest) says that a statement reads the rows that it locks once it has the lock: not the
 * version of its snapshot, but the last committed one. By default, snapshot.
 * (set-info :engine postgresql) names the engine whose level it is: only levels of one engine mix.
 *
 * commit-order (Biswas & Enea 2019), over the sorts Txn, Step (a statement that reads) and Object:
 *   (co t u)  t commits before u          (so t u)  t before u in one session
 *   (wr x t p) (wr x t u) (wr t u)  step p, transaction u reads the version of x, of some object, that t wrote
 *   (writes t x)  (conflict t u)  both write one row        (hb t u)  causal order: (so ∪ wr)+
 *   (po p q)  step p before q in one transaction, (txn p)   (at-level t)  t runs at this level
 * Such a level speaks of histories; its axioms have the one form of level/order.h.
 *
 * An axiom that does not mention at-level applies when all its quantified
 * transactions run at the level. A level of visibility may say that something
 * exists, or name objects, (writes t x): then it is one of whole histories, for
 * check and compare. The truth of such axioms is not preserved when an execution
 * is cut down to a few instances, which the bounded search does. */
#ifndef IP_LEVEL_H
#define IP_LEVEL_H

#include "base/diagnostic.h"
#include "level_file/folder.h"

#include <z3.h>

typedef struct ip_level ip_level; /* a parsed file, independent of any Z3 context */

/* Loads a level by name ("snapshot-isolation" → <specs>/snapshot-isolation.smt2, "folder/name"; also an alias that
 * a file declares; where two files have a name, the one in the vocabulary of visibility) or by path (contains '/' or
 * ends in .smt2). Parses it, checks the vocabulary and the quantifiers, and that it is consistent: some execution of 1,
 * 2, 3 and 4 instances satisfies it, and no serial execution is forbidden (the latter: a remark). NULL after reporting
 * what is wrong, with the place in the level file. */
const ip_level *ip_level_load(ip_arena *arena, const char *name_or_path, ip_diagnostics *diagnostics);
/* The same, for histories: where two files have a name, the one in the vocabulary of commit orders. */
const ip_level *ip_level_load_for_histories(ip_arena *arena, const char *name_or_path, ip_diagnostics *diagnostics);

/* The engine of the level file in the folder that has this name, "" if it is of none, without a look at its axioms.
 * NULL: it has errors, which ip_level_load reports. */
const char *ip_level_engine_named(ip_arena *arena, const char *name);

const char *ip_level_name(const ip_level *level); /* file's base name, or the path as given */
const char *ip_level_path(const ip_level *level);
const char *ip_level_title(const ip_level *level);    /* one line, from (set-info :title "…") */
const char *ip_level_citation(const ip_level *level); /* from (set-info :source "…"), may be "" */
const char *ip_level_family(const ip_level *level);   /* (set-info :family …): "abstract", "selective" */
/* PostgreSQL's level that behaves like this one, as BEGIN ISOLATION LEVEL spells it; from (set-info :postgresql "…").
 * "": PostgreSQL has none. */
const char *ip_level_postgresql(const ip_level *level);

/* The engine that has this level, from (set-info :engine …), "postgresql"; "": it is a theory's. Levels of an engine
 * say what locks and constraints do; others ignore locks. */
const char *ip_level_engine(const ip_level *level);
bool ip_level_has_statement_snapshots(const ip_level *level); /* (set-info :snapshots statement) */
bool ip_level_rereads_locked_rows(const ip_level *level);     /* (set-info :locked-rows newest) */
bool ip_level_tracks_overwriters(const ip_level *level);      /* its axioms speak of anti-dependencies (rw) */
/* May instances of the two run together? Those of one engine may, and those of no engine. */
bool ip_level_levels_mix(const ip_level *a, const ip_level *b);

/* What the level does, in words: paragraphs, from (set-info :explanation "…"); and does such a command cover this byte
 * of the file? */
int ip_level_explanation_count(const ip_level *level);
const char *ip_level_explanation(const ip_level *level, int paragraph);
bool ip_level_is_explanation(const ip_level *level, size_t offset);

ip_vocabulary ip_level_vocabulary(const ip_level *level);
/* (set-info :causally-extensible true): prefix-closed and causally extensible, so that EXPLORE-CE explores it
 * without waste (Bouajjani, Enea & Román-Calvo 2023, section 3). Declared; history/claims.h tries it. */
bool ip_level_causally_extensible(const ip_level *level);
/* A causally extensible level, by name, that allows every history that this one does: (set-info :explored-from …) where
 * no session has two transactions, (set-info :explored-from-with-sessions …) otherwise. "": none is declared. Levels of
 * visibility do not speak of sessions unless they say so, those of commit orders always do. */
const char *ip_level_explored_from(const ip_level *level, bool sessions);

/* Where the file says (set-info :KEY …); its beginning where it does not. */
ip_range ip_level_info_range(const ip_level *level, const char *key);

/* Not NULL: the level is for whole histories (check, compare), and no analysis may use it, since the search cuts
 * executions down to a few transactions: what in its axioms would be lost by that, with the place (where may be NULL).
 */
const char *ip_level_whole_only(const ip_level *level, ip_range *where);

/* Levels of visibility: the relations over n instances that axioms are instantiated with. Each is an n×n row-major
 * array of Bool terms (the diagonal is never read: all relations are irreflexive) or n Bool terms.
 *
 * so, in_a and in_b may be NULL: empty. changes may be NULL: nothing is known of locks and inserts, and changes equals
 * conflict. Statements have places 0 … steps-1 in their instance, and (po p q) is the order of the places.
 * [(t*n+u)*steps+s] of sees and locks is about t and the statement of u at place s. steps 0: statements are not
 * distinguished. Each instance then counts as one statement that sees what is visible and locks nothing, and sees,
 * locks and single_snapshot may be NULL.
 *
 * A loop may take two places, for its first and its last statement: what holds of both ends then holds of those
 * between (snapshots grow only where the level says so). */
typedef struct ip_relations {
    Z3_context z3;
    int count;
    Z3_ast *vis, *ar, *so, *wr, *ww, *rw, *conflict, *changes;
    Z3_ast *in_a, *in_b;
    int steps;
    Z3_ast *sees, *locks;
    Z3_ast *present;         /* [n*steps] "u has a statement at this place": from the first on; NULL: at every one */
    Z3_ast *single_snapshot; /* [n] "the level of u has one snapshot a transaction"; NULL: all of them */
} ip_relations;

/* The level's axioms instantiated over the instances, those between first and count-1 only in new
 * combinations: every instantiation that uses at least one instance ≥ fresh_from (0: all).
 * at_level[i]: Bool term "instance i runs at this level"; NULL: all do. Result: conjunction, a Bool term;
 * in a reference-counted context, to be kept with Z3_inc_ref like any result of Z3_mk_and. */
Z3_ast ip_level_instantiate(const ip_level *level, const ip_relations *relations, const Z3_ast *at_level,
                            int fresh_from);

/* What holds of every execution at any level: ar is a strict total order on the instances; vis and so
 * lie within ar; wr within vis; ww within ar; rw(t,u) excludes vis(u,t); ww implies conflict; conflict is
 * symmetric. Cerone, Bernardi & Gotsman 2015, section 2. Where the reader has a snapshot a statement: wr within ar
 * (it may re-read what it locks), sees within ar, vis within sees at every place. With one snapshot: sees is vis.
 * Same fresh_from. */
Z3_ast ip_level_relations_axioms(const ip_relations *relations, int fresh_from);

/* Does a's axiom set imply b's, where every instance runs at the level? Exact for any number of instances
 * (visibility): axioms are universal, so an execution that breaks one of b's can be cut down to the few instances that
 * break it and still satisfies a's. For commit orders: does every commit order that satisfies a's axioms satisfy b's?
 * true is sound; false may be wrong where another commit order would do. Two vocabularies are not compared: false.
 * Nor is a level of an engine stronger than one of a theory or of another engine: no axiom covers what the engine
 * re-reads to check constraints. Nor are levels of whole histories compared (ip_level_whole_only): false. */
bool ip_level_implies(const ip_level *a, const ip_level *b);

/* Facts that a proof or an encoding rule may need. Each holds if it does for every assignment of the
 * levels to the instances (mixed levels), in executions of any size (by the same argument).
 *
 * older versions: a snapshot, of whatever statement, that has one version of a row has every older one:
 *   conflict(w,w2) ∧ ar(w,w2) ∧ sees(w2,p) ⇒ sees(w,p)
 * This is about snapshots only: a row that a statement re-reads may be newer than its snapshot.
 * conflict visible: of two writers of a row, the later, if it does not insert the row, has the earlier in its snapshot,
 * in those of all its statements if there are several:
 *   conflict(t,u) ∧ changes(t,u) ∧ ar(t,u) ⇒ vis(t,u) */
bool ip_level_levels_have_older_versions(const ip_level *const *levels, int count);
bool ip_level_levels_conflict_visible(const ip_level *const *levels, int count);
bool ip_level_has_older_versions(const ip_level *level);
bool ip_level_conflict_visible(const ip_level *level);

/* The level is snapshot isolation, by its axioms: they say that snapshots are prefixes of the commit order, and that of
 * two writers of a row the later sees the earlier, and nothing else. */
bool ip_level_is_snapshot_isolation(const ip_level *level);
/* A session sees its own earlier transactions, by the axioms: (so t u) implies (vis t u). */
bool ip_level_sees_sessions(const ip_level *level);
/* The level allows nothing that snapshot isolation forbids, by its axioms, and is no engine's; sessions: also where a
 * session has several transactions, each of which sees the earlier ones. true is sound. */
bool ip_level_within_snapshot_isolation(const ip_level *level, bool sessions);

#endif
