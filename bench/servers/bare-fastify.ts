import Fastify from "fastify";
import { Pool } from "pg";

// What a profile read could cost at least: one route, one prepared select by primary key.
const [databaseUrl] = process.argv.slice(2);
const pool = new Pool({ connectionString: databaseUrl, max: 20 });
await pool.query("create schema if not exists bench");
await pool.query("create table if not exists bench.row (id text primary key, body jsonb not null)");
await pool.query(
  `insert into bench.row select 'row-' || n, jsonb_build_object('name', 'name ' || n, 'n', n)
   from generate_series(1, 10000) n on conflict do nothing`,
);

const app = Fastify();
app.get("/row/:id", async (request) => {
  const { id } = request.params as { id: string };
  const { rows } = await pool.query({
    name: "row",
    text: "select id, body from bench.row where id = $1",
    values: [id],
  });
  return rows[0];
});
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
process.send?.({ port: typeof address === "object" && address ? address.port : 0 });
process.once("disconnect", () => process.exit(0));
