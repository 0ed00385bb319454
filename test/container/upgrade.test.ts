import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SCHEMA_VERSION } from "../../src/analytics/store/migrations/migrations.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { settleIn } from "./support/operator.ts";
import { sendEvent } from "./support/send-event.ts";
import { API_KEY, storedEvents } from "./support/stored-events.ts";

const STORE = "/data/analytics/events.sqlite";

test("an upgrade migrates the store after a trial, or changes nothing; a roll-back puts the copy back, with the events since", async () => {
	const stack = await createStack({ environment: { ANALYTICS_API_KEY: API_KEY } });
	const operator = await settleIn(stack);
	await operator.run("docker compose up --detach --no-build --wait");
	expect(await sendEvent(stack, { event: "before" })).toBe(200);
	const [first, site] = [await operator.version(), await stack.containerOf("site")];

	// A store that no version migrates: neither the site nor .env may change.
	await inStore(stack, "PRAGMA user_version = 12");
	expect(await operator.complaintOf("./loggia upgrade")).toMatch(
		/version 12 of the schema .+ "\.\/loggia upgrade set-aside".+ nothing has changed/s,
	);
	expect([await operator.version(), await stack.containerOf("site")]).toEqual([first, site]);
	await inStore(stack, `PRAGMA user_version = ${SCHEMA_VERSION}`);

	// A version with one more migration.
	const migrations = join(operator.folder, "src/analytics/store/migrations/migrations.ts");
	await writeFile(migrations, withOneMore(await readFile(migrations, "utf8")));
	await operator.run("./loggia upgrade");
	const second = await operator.version();
	expect(second).not.toBe(first);
	expect(await sendEvent(stack, { event: "after" })).toBe(200);
	expect(await versionOf(stack)).toBe(SCHEMA_VERSION + 1);
	expect(await names(stack)).toEqual(["before", "after"]);

	await operator.run("./loggia roll-back");

	expect(await operator.version()).toBe(first);
	expect(await versionOf(stack)).toBe(SCHEMA_VERSION);
	expect(await names(stack)).toEqual(["before", "after"]);
	const files = await stack.evaluateIn(
		"analytics",
		`console.log(fs.readdirSync("/data/analytics"))`,
	);
	expect(files).toContain(`events.sqlite.version-${SCHEMA_VERSION + 1}`);

	// Events of a person are no longer text outside of the stores.
	expect(await operator.run("ls backups")).toBe("");

	// And up again, from the copy.
	await operator.run(`./loggia roll-back ${second}`);
	expect(await versionOf(stack)).toBe(SCHEMA_VERSION + 1);
	expect(await names(stack)).toEqual(["before", "after"]);
});

/** Adds a migration to the text of `migrations.ts`. */
function withOneMore(text: string): string {
	const migration = `{
		title: "Add a table",
		run: (database) => database.exec("CREATE TABLE added (id INTEGER PRIMARY KEY) STRICT"),
	}`;
	const start = "export const SCHEMA_VERSION";
	const changed = text.replace(
		start,
		`(MIGRATIONS as Migration[]).push(${migration});\n\n${start}`,
	);
	expect(changed).not.toBe(text);
	return changed;
}

async function inStore(stack: Stack, sql: string): Promise<string> {
	return stack.evaluateIn(
		"analytics",
		`const { DatabaseSync } = require("node:sqlite");
		console.log(JSON.stringify(new DatabaseSync("${STORE}").prepare("${sql}").get() ?? {}));`,
	);
}

async function versionOf(stack: Stack): Promise<number> {
	return JSON.parse(await inStore(stack, "PRAGMA user_version")).user_version;
}

async function names(stack: Stack): Promise<readonly string[]> {
	return (await storedEvents(stack)).map(({ event }) => event);
}
