import java.sql.*;
import java.util.*;
import org.springframework.jdbc.core.*;
import org.springframework.jdbc.core.namedparam.*;
import org.springframework.jdbc.datasource.*;
import org.springframework.jdbc.support.*;
import org.springframework.transaction.*;
import org.springframework.transaction.support.*;
public class Spring {
    public static void main(String[] args) {
        SingleConnectionDataSource source = new SingleConnectionDataSource("jdbc:postgresql://" + System.getenv("PGHOST") + ":"
            + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE") + "?prepareThreshold=3", System.getenv("PGUSER"), "", true);
        JdbcTemplate jdbc = new JdbcTemplate(source);
        NamedParameterJdbcTemplate named = new NamedParameterJdbcTemplate(jdbc);
        TransactionTemplate tx = new TransactionTemplate(new DataSourceTransactionManager(source));
        TransactionTemplate strict = new TransactionTemplate(new DataSourceTransactionManager(source));
        strict.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        for (int n = 1; n < 10; n++) {
            int i = n;
            tx.execute(s -> { // a transfer, which locks both rows
                named.queryForList("SELECT id, bal FROM acc WHERE id IN (:ids) ORDER BY id FOR UPDATE",
                    Collections.singletonMap("ids", Arrays.asList(i, i % 9 + 1)));
                jdbc.update("UPDATE acc SET bal = bal - ? WHERE id = ?", i, i);
                return jdbc.update("UPDATE acc SET bal = bal + ? WHERE id = ?", i, i % 9 + 1);
            });
            Number key = tx.execute(s -> { // a key of the server's
                KeyHolder holder = new GeneratedKeyHolder();
                jdbc.update(c -> {
                    PreparedStatement p = c.prepareStatement("INSERT INTO entry (acc_id, n) VALUES (?, ?)", new String[] {"id"});
                    p.setInt(1, i);
                    p.setInt(2, 7);
                    return p;
                }, holder);
                jdbc.update("UPDATE entry SET n = n + 1 WHERE id = ?", holder.getKey());
                return holder.getKey();
            });
            System.out.println(key);
            tx.execute(s -> { // several rows in one batch
                List<Object[]> rows = new ArrayList<>();
                for (int k = 0; k <= i % 3; k++)
                    rows.add(new Object[] {i, k});
                return jdbc.batchUpdate("INSERT INTO entry (acc_id, n) VALUES (?, ?)", rows).length;
            });
            strict.execute(s -> {
                int bal = jdbc.queryForObject("SELECT bal FROM acc WHERE id = ?", Integer.class, i);
                return jdbc.update("UPDATE acc SET bal = ? WHERE id = ?", bal + 1, i);
            });
            tx.execute(s -> { // what a query has found, without those of one account
                List<Integer> found = jdbc.queryForList("SELECT id FROM entry WHERE acc_id = ? AND n < 3", Integer.class, i);
                return found.isEmpty() ? 0 : named.update("DELETE FROM entry WHERE id IN (:ids)",
                    Collections.singletonMap("ids", found));
            });
            try {
                tx.execute(s -> {
                    jdbc.update("UPDATE acc SET bal = 0 WHERE id = ?", i);
                    throw new IllegalStateException("no");
                });
            } catch (IllegalStateException refused) {
                System.out.println(refused.getMessage());
            }
        }
        System.out.println(jdbc.queryForList("SELECT id, bal FROM acc ORDER BY id"));
        source.destroy();
    }
}
