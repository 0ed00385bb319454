import { expect, test } from "vitest";
import { DAY_MS, dayOf } from "../../../src/analytics/store/totals/roll-up.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { CHROME, pageView, visitor } from "../../support/visitor.ts";

const SECRETS = ["203.0.113.", "PrivateBrowser", "s3cret", "cl1ck", "t0ken"];
const LIMITS = { retentionDays: 400, maxFileBytes: 1e12 };

test.each([600, 2_500])("a large batch of %i events tells nothing about anyone", async (size) => {
	const { service, store, traces, logLines } = testAnalytics();
	const { address, userAgent, event } = privateVisit(7);
	const batch = Array.from({ length: size }, () => ({ ...event, uuid: crypto.randomUUID() }));

	const response = await visitor({ address, userAgent }).send(service, batch);

	expect(response.statusCode).toBe(200);
	expect(storedEvents(store)).toHaveLength(size);
	for (const text of [traces(), logLines.join("")]) {
		for (const secret of SECRETS) expect(text).not.toContain(secret);
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
	const rows = store.rollUps.breakdown("utm_campaign", range);
	expect([...rows]).toMatchObject([[campaign, { visitors: 2 }]]);
	expect(JSON.stringify(storedEvents(store)[0]?.properties)).toContain(url);
});

test("a salt is gone from the files within 48 hours", async () => {
	const { service, store, clock, traces } = testAnalytics();
	await visitor().view(service, "https://site.example/");
	const salt = Buffer.from(store.salts.forDay(dayOf(clock.now), () => new Uint8Array()));
	const isInFiles = () => traces().includes(salt.toString("latin1"));
	expect(isInFiles()).toBe(true);

	clock.now += 2 * DAY_MS;
	store.maintain(LIMITS, clock.now);

	expect(isInFiles()).toBe(false);
});

test("with ip=0 the address is neither stored nor hashed, and only looked for among those that do not count", async () => {
	const { send, totals, patch, traces } = startAnalytics();
	const sendFrom = (distinct_id: string, address: string) =>
		send("/e/?ip=0", pageView("https://site.example/", { distinct_id }), {
			"user-agent": CHROME,
			"x-forwarded-for": address,
		});
	await sendFrom("one", "203.0.113.7");
	await sendFrom("two", "203.0.113.7");
	await patch("/api/v1/settings", { ignored_addresses: ["198.51.100.9"] });
	await sendFrom("three", "198.51.100.9");

	expect(totals()).toMatchObject({ visitors: 2 });
	expect(traces()).not.toContain("203.0.113.7");
	expect(traces()).toContain("198.51.100.9");
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
