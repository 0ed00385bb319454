import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { backUpStore } from "../../../src/analytics/store/file/back-up-store.ts";
import { DAY_MS, dayOf } from "../../../src/analytics/store/totals/roll-up.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { callApi } from "../../support/call-api.ts";
import { lengthsOf } from "../../support/lengths.ts";
import { openFile } from "../../support/open-file.ts";
import { CHROME, pageView, visitor } from "../../support/visitor.ts";

const { visits } = lengthsOf("test/analytics/ingest/privacy.test.ts");

const SECRETS = ["203.0.113.", "PrivateBrowser", "s3cret", "cl1ck", "t0ken"];
const LIMITS = { retentionDays: 400, maxFileBytes: 1e12 };

test(`visits leave files that tell nothing about anyone: ${visits} of them`, async () => {
	const { service, store, path, logLines } = testAnalytics();
	for (let index = 0; index < visits; index += 1) {
		const visit = privateVisit(index);
		const response = await visitor(visit).send(service, visit.event);
		expect(response.statusCode).toBe(200);
	}

	const traces = tracesIn(path);

	expect(storedEvents(store)).toHaveLength(visits);
	for (const secret of SECRETS) {
		expect(traces).not.toContain(secret);
		expect(logLines.join("")).not.toContain(secret);
	}
});

describe("a large batch tells nothing about anyone either", () => {
	for (const size of [600, 2_500]) {
		test(`of ${size} events`, async () => {
			const { service, store, path, logLines } = testAnalytics();
			const { address, userAgent, event } = privateVisit(7);
			const batch = Array.from({ length: size }, () => ({ ...event, uuid: crypto.randomUUID() }));

			const response = await visitor({ address, userAgent }).send(service, batch);

			expect(response.statusCode).toBe(200);
			expect(storedEvents(store)).toHaveLength(size);
			const traces = tracesIn(path);
			for (const secret of SECRETS) {
				expect(traces).not.toContain(secret);
				expect(logLines.join("")).not.toContain(secret);
			}
		});
	}
});

test.each([
	"H&M",
	"R&D 2026",
])("the campaign %s stays whole, in the address and as a property", async (campaign) => {
	const { service, store, clock } = testAnalytics();
	const url = `https://site.example/?utm_campaign=${encodeURIComponent(campaign)}`;
	await visitor().view(service, url);
	await visitor({ address: "203.0.113.8" }).view(service, "https://site.example/", {
		utm_campaign: campaign,
	});

	const range = { from: dayOf(clock.now), to: dayOf(clock.now) + 1 };
	const rows = store.rollUps.breakdown({ dimension: "utm_campaign", range, limit: 9 });
	expect(rows).toMatchObject([{ value: campaign, visitors: 2 }]);
	expect(JSON.stringify(storedEvents(store)[0]?.properties)).toContain(url);
});

/** As an attacker, a careless program or a heatmap would write it. */
const MARKED = [
	"https://site.example/x?page=2&token=s3cret",
	"https://site.example/x?page=2`&token=s3cret",
	"https://site.example/x?page=2?token=s3cret",
	"https://site.example/x;jsessionid=s3cret",
	"https://site.example/x?page=2%26token=s3cret",
	"https://jo:s3cret@site.example/x",
	"https%3A%2F%2Fsite.example%2Fx%3Ftoken%3Ds3cret",
	"203.0.113.77, 10.0.0.1",
	"::ffff:203.0.113.77",
	"Mozilla/5.0 (X11) PrivateBrowser/7",
] as const;

describe("wherever a text can stand, the file, its log and a backup have nothing of it", () => {
	const places: Readonly<Record<string, (text: string) => object>> = {
		"a value": (text) => ({ properties: { note: text } }),
		"a key": (text) => ({ properties: { $heatmap_data: { [text]: [{ x: 1 }] } } }),
		"a list in a list": (text) => ({ properties: { list: [[text], { deep: [text] }] } }),
		"an exception": (text) => ({
			event: "$exception",
			properties: {
				$exception_list: [{ value: text, stacktrace: { frames: [{ filename: text }] } }],
			},
		}),
		"an element": (text) => ({ properties: { $elements_chain: `a:attr__href="${text}"text="x"` } }),
		"the name": (text) => ({ event: text }),
		"the page": (text) => ({ properties: { $current_url: text, $pathname: text } }),
		"the referrer": (text) => ({ properties: { $referrer: text, $referring_domain: text } }),
		"a campaign": (text) => ({ properties: { utm_campaign: text, utm_term: text } }),
		"the language": (text) => ({ properties: { $browser_language: text, $browser: text } }),
		"a person": (text) => ({ $set: { [text]: text, url: text }, $set_once: { first: text } }),
		"a group": (text) => ({ properties: { $groups: { [text]: text } } }),
		"a group's properties": (text) => ({
			event: "$groupidentify",
			properties: { $group_type: "company", $group_key: text, $group_set: { [text]: text } },
		}),
		"what is unset": (text) => ({ $unset: [text] }),
	};
	for (const [name, eventOf] of Object.entries(places)) {
		test(name, async () => {
			const { service, store, path } = testAnalytics();
			for (const text of MARKED) {
				const { properties = {}, ...parts } = eventOf(text) as { properties?: object };
				const event = pageView("https://site.example/", {
					distinct_id: "jo",
					$process_person_profile: true,
					...properties,
				});
				const response = await visitor().send(service, { ...event, ...parts });
				expect(response.statusCode).toBe(200);
			}

			const backup = new PassThrough();
			const [bytes] = await Promise.all([buffer(backup), backUpStore(path, backup)]);
			expect(storedEvents(store)).toHaveLength(MARKED.length);
			for (const trace of [tracesIn(path), bytes.toString("latin1")]) {
				for (const secret of ["s3cret", "203.0.113.77", "PrivateBrowser"]) {
					expect(trace).not.toContain(secret);
				}
			}
		});
	}
});

test("a salt is gone from the files within 48 hours", async () => {
	const { service, store, clock, path } = testAnalytics();
	await visitor().view(service, "https://site.example/");
	const salt = Buffer.from(store.salts.forDay(dayOf(clock.now), () => new Uint8Array()));
	const isInFiles = (): boolean =>
		[path, `${path}-wal`].some((file) => readFileSync(file).includes(salt));
	expect(isInFiles()).toBe(true);

	clock.now += 2 * DAY_MS;
	store.maintain(LIMITS, clock.now);

	expect(isInFiles()).toBe(false);
	clock.now += DAY_MS;
	store.maintain(LIMITS, clock.now);
	const keys = openFile(path).prepare("SELECT count(*) AS count FROM visitor_days").get();
	expect(keys).toEqual({ count: 0 });
});

test("with ip=0 the address is neither stored nor hashed, and only looked for among those that do not count", async () => {
	const { service, store, path, clock } = startAnalytics();
	const send = (distinct_id: string, address: string) =>
		service.inject({
			method: "POST",
			url: "/e/?ip=0",
			headers: { "user-agent": CHROME, "x-forwarded-for": address },
			payload: JSON.stringify(pageView("https://site.example/", { distinct_id })),
		});
	await send("one", "203.0.113.7");
	await send("two", "203.0.113.7");
	await callApi(service, {
		method: "PATCH",
		url: "/api/v1/settings",
		payload: { ignored_addresses: ["198.51.100.9"] },
	});
	await send("three", "198.51.100.9");

	const today = dayOf(clock.now);
	expect(store.rollUps.totals({ from: today, to: today + 1 })).toMatchObject({ visitors: 2 });
	const traces = tracesIn(path);
	expect(traces).not.toContain("203.0.113.7");
	expect(traces).toContain("198.51.100.9");
});

test("a person's properties tell no more than an event's", async () => {
	const { service, store } = testAnalytics();
	const userAgent = "Mozilla/5.0 PrivateBrowser/1";

	await visitor({ userAgent }).send(service, {
		...pageView("https://site.example/?secret=s3cret", {
			distinct_id: "user-1",
			$process_person_profile: true,
			$raw_user_agent: userAgent,
		}),
		$set: { email: "a@b.example", $ip: "203.0.113.7", agent: userAgent },
		$set_once: { $initial_current_url: "https://site.example/?secret=s3cret" },
	});

	expect(store.persons.find("user-1")?.properties).toEqual({
		email: "a@b.example",
		$current_url: "https://site.example/",
		$initial_current_url: "https://site.example/",
	});
});

test("a person who is erased is gone from the files, and the events of others stay", async () => {
	const { service, store, path } = testAnalytics();
	const identified = { distinct_id: "jo@site.example", $process_person_profile: true };
	await visitor().view(service, "https://site.example/", identified);
	await visitor().view(service, "https://site.example/");

	expect(tracesIn(path)).toContain("jo@site.example");

	const erased = store.erasePerson("jo@site.example");

	const traces = tracesIn(path);
	expect(erased).toMatchObject({ distinctIds: ["jo@site.example"], events: 1 });
	expect(store.persons.find("jo@site.example")).toBeUndefined();
	expect(storedEvents(store)).toHaveLength(1);
	expect(traces).not.toContain("jo@site.example");
});

test("a cookieless client gets an id for the day that is not its own", async () => {
	const { service, store, clock } = testAnalytics();
	const event = () => pageView("https://site.example/", { distinct_id: "$posthog_cookieless" });

	await visitor().send(service, event());
	await visitor().send(service, event());
	clock.now += DAY_MS;
	await visitor().send(service, event());

	const ids = storedEvents(store).map(({ distinctId }) => distinctId);
	expect(new Set(ids).size).toBe(2);
	expect(ids.every((id) => id.startsWith("cookieless_"))).toBe(true);
});

/** Of a log, nothing is gone: all that was ever written stands in it. */
function tracesIn(path: string): string {
	return [path, `${path}-wal`].map((file) => readFileSync(file, "latin1")).join("");
}

/** A visit that carries its secrets wherever clients put them. */
function privateVisit(index: number) {
	const address = `203.0.113.${index % 250}`;
	const userAgent = `Mozilla/5.0 PrivateBrowser/${index}`;
	const url = `https://site.example/p${index % 10}?secret=s3cret&page=2&gclid=cl1ck#access_token=t0ken`;
	const properties = {
		$ip: address,
		$raw_user_agent: userAgent,
		nested: { agent: userAgent, addresses: [address] },
		gclid: "cl1ck",
		$initial_gclid: "cl1ck",
		$referrer: "https://search.example/?q=s3cret&secret=s3cret".replace("q=", "query="),
		$initial_person_info: { r: "$direct", u: url },
		$elements_chain: `a:attr__href="${url}"text="x"`,
		title: "Page",
	};
	return { address, userAgent, event: pageView(url, properties) };
}
