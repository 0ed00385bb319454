import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHANNELS, sourceOf, withChannel } from "../../../src/analytics/ingest/channel.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { CHROME } from "../../support/visitor.ts";

const DIRECT = "$direct";

test.each([
	["Direct", { referrer: DIRECT }],
	["Organic search", { referrer: "google.co.uk" }],
	["Organic search", { referrer: "de.search.yahoo.com" }],
	["Email", { referrer: "mail.google.com" }],
	["AI assistant", { referrer: "gemini.google.com" }],
	["AI assistant", { referrer: DIRECT, utm_source: "chatgpt.com" }],
	["Social", { referrer: "m.facebook.com" }],
	["Social", { referrer: DIRECT, utm_source: "Facebook", utm_campaign: "spring" }],
	["Paid", { referrer: "google.com", utm_source: "google", utm_medium: "CPC" }],
	["Paid", { referrer: "t.co", utm_source: "x", utm_medium: "paid_social" }],
	["Email", { referrer: DIRECT, utm_source: "letter-12", utm_medium: "email" }],
	["Campaign", { referrer: "google.com", utm_source: "poster", utm_medium: "print" }],
	["Campaign", { referrer: DIRECT, utm_campaign: "R&D 2026" }],
	["Referral", { referrer: "google.example.org" }],
	["Referral", { referrer: "notgoogle.com" }],
	["Referral", { referrer: DIRECT, utm_source: "partner-7", utm_medium: "affiliate" }],
])("%s: %j", (channel, traits) => {
	expect(withChannel(traits).channel).toBe(channel);
});

test.each([
	["l.facebook.com", "facebook.com"],
	["m.facebook.com", "facebook.com"],
	["google.co.uk", "google.com"],
	["mail.google.com", "mail.google.com"],
	["www.example.org", "example.org"],
])("the source of %s is %s", (hostname, source) => {
	expect(sourceOf(hostname)).toBe(source);
});

test("the handbook has the table of the source", () => {
	const page = readFileSync("site/pages/5.analytics/10.channels.md", "utf8");
	const cell = (texts = ""): string => [...texts.matchAll(/[^\s`]+/g)].join(" ");

	const rows = [...page.matchAll(/^\| ([^|]+) \|(.*)\|(.*)\|$/gm)]
		.slice(2)
		.map(([, name, media, sites]) => [name, cell(media), cell(sites)]);

	expect(rows).toEqual(
		Object.values(CHANNELS).map(({ name, media, ...more }) => [
			name,
			media,
			cell("sites" in more ? more.sites : ""),
		]),
	);
});

test("visits are counted and filtered by the channel of their first event", async () => {
	const { capture, clock, read } = startAnalytics();
	const view = (id: string, $referrer: string) => {
		// Of two events of one moment, the ids decide which is the first.
		clock.now += 1_000;
		const properties = { $current_url: "https://site.example/", $referrer };
		return capture({ event: "$pageview", distinct_id: id, properties }, `${CHROME} ${id}`);
	};
	await view("a", "https://www.google.com/");
	await view("a", "https://www.reddit.com/");
	await view("b", "https://www.reddit.com/");

	const all = await read("/api/v1/stats?breakdown=channel");
	const filtered = await read("/api/v1/stats?filter=channel:is:Social");

	expect(all.breakdowns.channel).toMatchObject([
		{ value: "Organic search", visitors: 1, views: 2 },
		{ value: "Social", visitors: 1, views: 1 },
	]);
	expect(filtered.totals).toMatchObject({ visitors: 1, views: 1 });
});
