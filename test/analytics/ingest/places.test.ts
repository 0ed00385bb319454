import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openPlaces } from "../../../src/analytics/ingest/places.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { placesDatabase } from "../../support/places-database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { visitor } from "../../support/visitor.ts";

const NETWORKS = {
	"203.0.113": {
		country: { iso_code: "DE" },
		subdivisions: [{ iso_code: "BY", names: { en: "Bavaria" } }],
	},
	"198.51.100": { country: { iso_code: "FR" } },
	// Flat, as @ip-location-db and IPinfo write them.
	"192.0.3": { country_code: "AT", state1: "Tyrol" },
	"192.0.4": { country: "CH", region: "Bern" },
	"192.0.5": { country_code: "" },
};

test("places are found by address, and nothing of what is no address or not in the database", () => {
	const find = openPlaces(databaseFile());

	expect(
		[
			"203.0.113.7",
			"198.51.100.250",
			"192.0.3.1",
			"192.0.4.1",
			"192.0.5.1",
			"192.0.2.1",
			"2001:db8::1",
			"unknown",
		].map(find),
	).toEqual([
		{ country: "DE", region: "Bavaria, DE" },
		{ country: "FR", region: undefined },
		{ country: "AT", region: "Tyrol, AT" },
		{ country: "CH", region: "Bern, CH" },
		{},
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

test("a database without countries is refused with the fields that it has", () => {
	const path = databaseFile({ "8.8.8": { autonomous_system_number: 7, name: "Example" } });

	expect(() => openPlaces(path)).toThrow(
		/^ANALYTICS_GEOIP_FILE must be a database of countries.* autonomous_system_number, name$/,
	);
});

test("without a file of the operator's, the countries that come along are looked up", () => {
	const find = openPlaces(undefined);

	expect(["193.0.6.139", "2001:67c:2e8:22::c100:68b", "10.0.0.1"].map(find)).toEqual([
		{ country: "NL", region: undefined },
		{ country: "NL", region: undefined },
		{},
	]);
});

test("visits have the host, country and region of their address, and the address is not stored", async () => {
	const { service, store, path, read, ask } = startAnalytics({
		findPlace: openPlaces(databaseFile()),
	});
	await visitor({ address: "203.0.113.77" }).view(service, "https://docs.example/start");
	await visitor({ address: "192.0.2.77" }).view(service, "https://docs.example/");

	const { breakdowns } = await read("/api/v1/stats?breakdown=country,region,host&timezone=UTC");
	const answer = await ask({
		kind: "trend",
		measure: { of: "visitors" },
		breakdowns: [{ dimension: "region" }],
		filters: { conditions: [{ dimension: "country", values: ["DE"] }] },
	});
	store.checkpoint({ isIdle: true });

	expect(breakdowns).toMatchObject({
		country: [{ value: "DE", visitors: 1 }],
		region: [{ value: "Bavaria, DE", visitors: 1 }],
		host: [{ value: "docs.example", visitors: 2 }],
	});
	expect(answer).toMatchObject({ total: 1, rows: [{ values: ["Bavaria, DE"] }] });
	const files = readdirSync(dirname(path)).map((name) =>
		readFileSync(join(dirname(path), name), "latin1"),
	);
	expect(files.some((text) => text.includes("docs.example"))).toBe(true);
	expect(files.some((text) => text.includes("203.0.113.77"))).toBe(false);
});

test("without a database nothing is known of places", async () => {
	const { service, read } = startAnalytics();
	await visitor({ address: "203.0.113.77" }).view(service, "https://docs.example/");

	const { breakdowns } = await read("/api/v1/stats?breakdown=country,region");

	expect(breakdowns).toEqual({ country: [], region: [] });
});

function databaseFile(networks: Parameters<typeof placesDatabase>[0] = NETWORKS): string {
	const path = join(temporaryFolder(), "places.mmdb");
	writeFileSync(path, placesDatabase(networks));
	return path;
}
