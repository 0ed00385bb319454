import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openPlaces } from "../../../src/analytics/ingest/places.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { callApi } from "../../support/call-api.ts";
import { placesDatabase } from "../../support/places-database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { visitor } from "../../support/visitor.ts";

const NETWORKS = {
	"203.0.113": {
		country: { iso_code: "DE" },
		subdivisions: [{ iso_code: "BY", names: { en: "Bavaria" } }],
	},
	"198.51.100": { country: { iso_code: "FR" } },
};

test("places are found by address, and nothing of what is no address or not in the database", () => {
	const find = openPlaces(databaseFile());

	expect(
		["203.0.113.7", "198.51.100.250", "192.0.2.1", "2001:db8::1", "unknown"].map(find),
	).toEqual([
		{ country: "DE", region: "Bavaria, DE" },
		{ country: "FR", region: undefined },
		{},
		{},
		{},
	]);
});

test("a file of another form is refused with a sentence", () => {
	const path = join(temporaryFolder(), "places.mmdb");
	writeFileSync(path, "<html>");

	expect(() => openPlaces(path)).toThrow(/^ANALYTICS_GEOIP_FILE must be a database in MMDB format/);
});

test("visits have the host, country and region of their address, and the address is not stored", async () => {
	const { service, store, path } = startAnalytics({ findPlace: openPlaces(databaseFile()) });
	await visitor({ address: "203.0.113.77" }).view(service, "https://docs.example/start");
	await visitor({ address: "192.0.2.77" }).view(service, "https://docs.example/");

	const { breakdowns } = (
		await callApi(service, "/api/v1/stats?breakdown=country,region,host&timezone=UTC")
	).json();
	const answer = await callApi(service, {
		...{ method: "POST", url: "/api/v1/query" },
		payload: {
			...{ kind: "trend", measure: { of: "visitors" }, breakdowns: [{ dimension: "region" }] },
			filters: { conditions: [{ dimension: "country", values: ["DE"] }] },
		},
	});
	store.checkpoint({ isIdle: true });

	expect(breakdowns).toMatchObject({
		country: [{ value: "DE", visitors: 1 }],
		region: [{ value: "Bavaria, DE", visitors: 1 }],
		host: [{ value: "docs.example", visitors: 2 }],
	});
	expect(answer.json()).toMatchObject({ total: 1, rows: [{ values: ["Bavaria, DE"] }] });
	const files = readdirSync(dirname(path)).map((name) =>
		readFileSync(join(dirname(path), name), "latin1"),
	);
	expect(files.some((text) => text.includes("docs.example"))).toBe(true);
	expect(files.some((text) => text.includes("203.0.113.77"))).toBe(false);
});

test("without a database nothing is known of places", async () => {
	const { service } = startAnalytics();
	await visitor({ address: "203.0.113.77" }).view(service, "https://docs.example/");

	const answer = await callApi(service, "/api/v1/stats?breakdown=country,region");

	expect(answer.json().breakdowns).toEqual({ country: [], region: [] });
});

function databaseFile(): string {
	const path = join(temporaryFolder(), "places.mmdb");
	writeFileSync(path, placesDatabase(NETWORKS));
	return path;
}
