\i ../include.sql
\i loop.sql
