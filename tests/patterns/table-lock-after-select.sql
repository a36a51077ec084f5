-- why: SELECT, whatever it asks for, has taken repeatable read's snapshot before LOCK TABLE waits
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: unsafe
-- postgresql/serializable: safe
CREATE TABLE booked (seat integer NOT NULL, passenger integer NOT NULL, PRIMARY KEY (seat, passenger));

-- name: book
BEGIN;
SELECT now();
LOCK TABLE booked IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO booked SELECT :seat, :passenger WHERE NOT EXISTS (SELECT FROM booked WHERE seat = :seat);
COMMIT;
