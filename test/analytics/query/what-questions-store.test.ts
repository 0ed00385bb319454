import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { startAnalytics } from "../../support/analytics.ts";
import { visitor } from "../../support/visitor.ts";

const GOAL = { name: "Docs", selector: { conditions: [{ dimension: "page", values: ["/docs"] }] } };
const QUESTIONS = [
	{ kind: "trend", measure: { of: "visitors" } },
	{ kind: "conversions", goals: ["docs"] },
	{ kind: "funnel", steps: [{ goal: "docs" }, { event: "signup" }] },
	{ kind: "retention" },
	{ kind: "paths", anchor: { goal: "docs" } },
];

test("goals and questions are stored as they are defined, and their answers are not", async () => {
	const { service, path, put, ask } = startAnalytics();
	await visitor().view(service, "https://site.example/docs");
	await put("/api/v1/goals/docs", GOAL);
	for (const [index, question] of QUESTIONS.entries()) {
		await put(`/api/v1/questions/q${index}`, { name: `Q${index}`, question });
	}
	const before = contentsOf(path);

	for (const question of QUESTIONS) await ask(question);

	expect(contentsOf(path)).toEqual(before);
	expect(JSON.stringify(before["documents"])).not.toContain("203.0.113");
});

test("a mark is a time, a kind, a text and the key of a version", async () => {
	const { path, post } = startAnalytics();
	await post("/api/v1/marks", { label: "Newsletter" });

	const [mark = {}] = contentsOf(path)["marks"] ?? [];

	expect(Object.keys(mark).toSorted()).toEqual(["at", "id", "key", "kind", "label"]);
});

/** Every row of every table; the time at which a key was last used is not of interest. */
function contentsOf(path: string): Record<string, readonly object[]> {
	const database = new DatabaseSync(path, { readOnly: true });
	const tables = database
		.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'api_keys'")
		.all();
	const rows = tables.map(({ name }) => [name, database.prepare(`SELECT * FROM ${name}`).all()]);
	database.close();
	return Object.fromEntries(rows);
}
