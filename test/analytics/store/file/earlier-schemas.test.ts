import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openStore } from "../../../../src/analytics/store/open-store.ts";
import { DAY_MS } from "../../../../src/analytics/store/visits/roll-up.ts";
import { temporaryFolder } from "../../../support/analytics-service.ts";
import { openFile } from "../../../support/open-file.ts";

const FIXTURES = new URL("../../../fixtures/stores/", import.meta.url);
const DAY = Date.UTC(2026, 0, 10) / DAY_MS;

const DIMENSIONS = [
	"page",
	"exit_page",
	"browser",
	"referrer",
	"utm_campaign",
	"status",
	"event",
	"bot",
] as const;

test.each([
	1, 2, 3, 4, 5,
])("a store of version %i of the schema opens with its figures", (version) => {
	const path = fileOfVersion(version);
	const expected = JSON.parse(readFileSync(new URL("figures.json", FIXTURES), "utf8"));

	const store = openStore(path, (DAY + 3) * DAY_MS);

	const range = { from: DAY - 1, to: DAY + 5 };
	expect(store.rollUps.totals(range)).toEqual(expected.totals);
	for (const dimension of DIMENSIONS) {
		const rows = store.rollUps.breakdown({ dimension, range, limit: 100 });
		const inOrder = (list: readonly { readonly value: string }[]) =>
			list.toSorted((a, b) => (a.value < b.value ? -1 : 1));
		expect(inOrder(rows)).toEqual(inOrder(expected.breakdowns[dimension]));
	}
	expect(store.events.count()).toBe(expected.events);
	const all = { from: 0, to: 8e15, order: "oldest-first", limit: 1_000 } as const;
	const urls = store.events.page(all).map(({ properties }) => properties["$current_url"]);
	expect(urls.filter((url) => String(url).startsWith("https://site.example/"))).toHaveLength(
		expected.events,
	);
	store.close();
});

test("a start that breaks off while it moves events goes on at the next, and says how far it is", () => {
	const path = fileOfVersion(5);
	const file = openFile(path);
	const columns =
		"timestamp, received_at, name, distinct_id, session, bot, template, property_values";
	const count = () => Number(file.prepare("SELECT count(*) AS count FROM events").get()?.["count"]);
	while (count() < 2_500) {
		file.exec(`
			INSERT INTO events (uuid, ${columns}, person_change, page, status)
				SELECT randomblob(16), ${columns}, person_change, page, status FROM events
		`);
	}
	const all = count();
	file.exec(`
		CREATE TRIGGER break_off BEFORE DELETE ON events WHEN OLD.id = 1500
			BEGIN SELECT RAISE(ABORT, 'broken off'); END
	`);
	const messages: string[] = [];
	const options = { log: (message: string) => void messages.push(message) };

	expect(() => openStore(path, (DAY + 3) * DAY_MS, options)).toThrow("broken off");
	expect(count()).toBe(1_000);
	file.exec("DROP TRIGGER break_off");
	const store = openStore(path, (DAY + 3) * DAY_MS, options);

	const version = store.status().schemaVersion;
	const copy = `${path}.before-version-${version}`;
	expect(messages).toEqual([
		expect.stringContaining(`version ${version} of its schema; it is copied to "${copy}"`),
		expect.stringContaining(`${all} at most are left`),
		expect.stringContaining(`${all - 1_000} at most are left`),
	]);
	const urls = store.events
		.page({ from: 0, to: 8e15, order: "oldest-first", limit: all + 1 })
		.map(({ properties }) => String(properties["$current_url"]));
	expect(urls.filter((url) => url.startsWith("https://site.example/"))).toHaveLength(all);
	store.close();
});

function fileOfVersion(version: number): string {
	const path = `${temporaryFolder()}/events.sqlite`;
	writeFileSync(path, gunzipSync(readFileSync(new URL(`version-${version}.sqlite.gz`, FIXTURES))));
	return path;
}
