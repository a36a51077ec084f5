// A shop on node-pg, and its own test of two sales at a time: test_node_shop.js [repaired].
"use strict";

const assert = require("assert");
const { Pool } = require("pg");

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
const repaired = process.argv.includes("repaired");

async function sell(item, amount) {
    for (let attempt = 0; attempt < 20; attempt++) {
        const client = await pool.connect();
        try {
            await client.query("BEGIN");
            const found = await client.query(
                "SELECT stock FROM item WHERE id = $1" + (repaired ? " FOR UPDATE" : ""), [item]);
            const left = found.rows[0].stock - amount;
            await client.query("UPDATE item SET stock = $2 WHERE id = $1", [item, left]);
            await client.query("INSERT INTO sale (item, amount) VALUES ($1, $2)", [item, amount]);
            await client.query("COMMIT");
            return;
        } catch (error) {
            await client.query("ROLLBACK");
            if (error.code !== "40001" && error.code !== "40P01") throw error;
        } finally {
            client.release();
        }
    }
    throw new Error("refused twenty times");
}

async function main() {
    await Promise.all([sell(1, 4), sell(1, 4)]);
    const client = await pool.connect();
    await client.query("SET isoproof.reads = latest");
    const { rows } = await client.query(
        "SELECT i.stock + (SELECT sum(amount) FROM sale WHERE item = 1) AS total FROM item i WHERE i.id = $1", [1]);
    client.release();
    await pool.end();
    assert.strictEqual(Number(rows[0].total), 10, "something was lost");
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
