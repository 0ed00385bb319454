/**
 * The yardstick: the least that a durable route can do. Fastify parses the JSON, the body
 * goes into one table with the same settings of SQLite and the same group commit, and the
 * answer leaves after it. No reading, no steps, no index but the key, no totals.
 */
import { DatabaseSync } from "node:sqlite";
import Fastify from "fastify";

/** As in `src/analytics/ingest/capture.ts`. */
const MAX_AGE_MS = 4;

const [path = "", port = "0"] = process.argv.slice(2);
const database = new DatabaseSync(path);
database.exec(`
	PRAGMA journal_mode = WAL;
	PRAGMA synchronous = FULL;
	PRAGMA wal_autocheckpoint = 8000;
	CREATE TABLE events (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
`);
const insert = database.prepare("INSERT INTO events (body) VALUES (?)");

let waiting: { readonly body: unknown; readonly resolve: () => void }[] = [];

const service = Fastify();
service.post("/e/", async (request) => {
	const { promise, resolve } = Promise.withResolvers<void>();
	if (waiting.length === 0) setTimeout(flush, MAX_AGE_MS);
	waiting.push({ body: request.body, resolve });
	await promise;
	return { status: "Ok" };
});
service.get("/healthz", async () => ({ status: "ok" }));
await service.listen({ port: Number(port), host: "127.0.0.1" });

function flush(): void {
	const group = waiting;
	waiting = [];
	database.exec("BEGIN IMMEDIATE");
	for (const { body } of group) insert.run(JSON.stringify(body));
	database.exec("COMMIT");
	for (const { resolve } of group) resolve();
}
