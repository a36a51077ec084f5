/* Which reads are dependencies. */
#include "history/read_order.h"

static int row_of(const ip_history *h, const ip_history_read *read)
{
    return h->row_of ? h->row_of[read->object] : read->object;
}

/* The statement has re-read the row after it had locked it. */
static bool is_reread(const ip_history *h, const ip_history_transaction *reader, const ip_history_read *read)
{
    for (int r = 0; read->chooses && r < reader->read_count; r++) {
        const ip_history_read *other = &reader->reads[r];
        if (other->newest && !other->check && other->step == read->step && row_of(h, other) == row_of(h, read))
            return true;
    }
    return false;
}

ip_read_order ip_history_read_order(const ip_history *h, int transaction, const ip_history_read *read)
{
    const ip_history_transaction *reader = &h->transactions[transaction];
    if (!h->newest_apart)
        return (ip_read_order){true, true};
    if (reader->aborted || is_reread(h, reader, read))
        return (ip_read_order){false, false};
    return (ip_read_order){true, !read->check};
}

bool ip_history_read_recorded(const ip_history *h, int transaction, const ip_history_read *read, bool one_snapshot)
{
    return !h->transactions[transaction].aborted && !(read->newest && one_snapshot);
}
