/**
 * The baseline: the minimum of a durable route. Fastify parses the JSON and writes the body to one table,
 * with the same settings of SQLite and the same group commit. It answers after the commit.
 * No parsing of events, no steps, no index except the key, no totals.
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
