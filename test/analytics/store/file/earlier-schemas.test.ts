import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openStore } from "../../../../src/analytics/store/open-store.ts";
import { DAY_MS } from "../../../../src/analytics/store/visits/roll-up.ts";
import { temporaryFolder } from "../../../support/analytics-service.ts";

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
	const path = `${temporaryFolder()}/events.sqlite`;
	writeFileSync(path, gunzipSync(readFileSync(new URL(`version-${version}.sqlite.gz`, FIXTURES))));
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
