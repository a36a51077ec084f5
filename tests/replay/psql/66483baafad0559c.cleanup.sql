-- What 66483baafad0559c.setup.sql has created.
SET client_min_messages = warning;
DROP SCHEMA isoproof_replay CASCADE;
