import { beforeEach, describe, expect, test } from "vitest";
import type { CreatedKey, SettingsAnswer } from "../../../src/analytics/api-types/settings.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY, storedEvents } from "../../support/analytics-service.ts";
import { type dashboardBrowser, ownerBrowser } from "../../support/dashboard-browser.ts";
import { newPageView } from "../../support/new-event.ts";
import { visitor } from "../../support/visitor.ts";

let analytics: TestAnalytics;
let browser: ReturnType<typeof dashboardBrowser>;

beforeEach(() => {
	analytics = startAnalytics();
	browser = ownerBrowser(analytics, "203.0.113.7");
});

describe("settings", () => {
	test("say what holds, where it comes from, and how much there is", async () => {
		analytics.store.writeBatch([
			newPageView({ timestamp: 1_000, page: "/" }),
			newPageView({ timestamp: 5_000, page: "/" }),
		]);

		const settings = await read();

		expect(settings).toMatchObject({
			retention_days: { value: 400, from: "default", variable: "ANALYTICS_RETENTION_DAYS" },
			max_file_mb: { value: 10_240, from: "default" },
			ignored_addresses: [],
			own_address: "203.0.113.7",
			project_key: PROJECT_KEY,
			data: {
				events: 2,
				persons: 0,
				oldest_event_at: "1970-01-01T00:00:01.000Z",
				newest_event_at: "1970-01-01T00:00:05.000Z",
			},
		});
		expect(settings.data.file_bytes).toBeGreaterThan(0);
	});

	test("say that nothing is deleted after a leap of the clock, and end that", async () => {
		const { service, store, clock } = analytics;
		store.settings.set("retention-paused-until", String(clock.now + 60_000));

		const paused = await read();
		const ready = await service.inject("/readyz");
		const confirmed = await change({ retention_paused: false });

		expect(paused.retention_paused_until).toBe(new Date(clock.now + 60_000).toISOString());
		expect(ready.statusCode).toBe(200);
		expect(ready.body).toContain("The clock jumped by more than an hour");
		expect(confirmed.json()).toMatchObject({ retention_paused_until: null });
	});

	test("are changed while the service runs, and go back to the default", async () => {
		const changed = await change({ retention_days: 30, max_file_mb: 64 });
		const reset = await change({ retention_days: null });

		expect(changed.json()).toMatchObject({
			retention_days: { value: 30, from: "dashboard" },
			max_file_mb: { value: 64, from: "dashboard" },
		});
		expect(reset.json()).toMatchObject({
			retention_days: { value: 400, from: "default" },
			max_file_mb: { value: 64 },
		});
	});

	test("that stand in the environment are changed there", async () => {
		const fixed = startAnalytics({
			fixedLimits: { retentionDays: 7, maxFileMegabytes: undefined },
		});

		const response = await fixed.patch(
			"/api/v1/settings",
			'{"retention_days":30,"max_file_mb":64}',
		);

		expect(response.statusCode).toBe(409);
		expect(response.json().problems).toEqual([
			"retention_days is set by ANALYTICS_RETENTION_DAYS and must be changed there",
		]);
	});

	test.each([
		[{ retention_days: 0 }, "retention_days must be a whole number from 1 to 36500, or null"],
		[{ max_file_mb: "64" }, "max_file_mb must be a whole number from 16 to 1048576, or null"],
		[{ ignored_addresses: ["nowhere"] }, "ignored_addresses\\[0\\] must be an IP address"],
		[{ ignored_addresses: ["10.0.0.0/33"] }, "ignored_addresses\\[0\\] must be an IP address"],
		[{ ignored_addresses: ["192.168"] }, "ignored_addresses\\[0\\] must be an IP address"],
		[{ ignored_addresses: ["fe80::1%eth0"] }, "ignored_addresses\\[0\\] must be an IP address"],
	])("%j is refused with a sentence", async (body, sentence) => {
		const response = await change(body);

		expect(response.statusCode).toBe(400);
		expect(response.json().problems).toEqual([expect.stringMatching(new RegExp(`^${sentence}`))]);
	});
});

describe("ignored addresses", () => {
	test.each([
		["203.0.113.9", "203.0.113.9", true],
		["203.0.113.0/24", "203.0.113.77", true],
		["203.0.113.0/24", "203.0.114.1", false],
		["2001:db8::/32", "2001:db8:1::5", true],
		["2001:db8::/32", "2001:db9::5", false],
		["203.0.113.9", "::ffff:203.0.113.9", true],
		["::ffff:203.0.113.9", "203.0.113.9", true],
	])("%s against visits from %s", async (entry, address, isIgnored) => {
		await change({ ignored_addresses: [entry] });
		await visitor({ address }).view(analytics.service, "https://site.example/");

		const events = storedEvents(analytics.store);
		const drops = (await browser.read("/api/v1/problems")).drops;

		expect(events).toHaveLength(isIgnored ? 0 : 1);
		expect(drops).toMatchObject(isIgnored ? [{ reason: "ignored-address", count: 1 }] : []);
		expect(JSON.stringify([drops, events])).not.toContain(address);
	});

	test.each([
		["are remembered by the next start", '["203.0.113.9"]'],
		["that an earlier version took by mistake do not stop it", '["192.168","203.0.113.9"]'],
	])("%s", async (_name, stored) => {
		await change({ ignored_addresses: ["203.0.113.9"] });
		expect(analytics.store.settings.get("ignored-addresses")).toBe('["203.0.113.9"]');
		analytics.store.settings.set("ignored-addresses", stored);

		const next = startAnalytics({ storePath: analytics.path });
		await visitor({ address: "203.0.113.9" }).view(next.service, "https://site.example/");

		expect(storedEvents(next.store)).toEqual([]);
	});
});

describe("personal API keys", () => {
	test("are shown once, work, say when they were used, and can be removed", async () => {
		const created = (await browser.post("/api/v1/keys", { name: MARKUP })).json() as CreatedKey;
		const use = () =>
			analytics.service.inject({
				url: "/api/v1/first-run",
				headers: { authorization: `Bearer ${created.key}` },
			});
		const first = await use();
		const listed = (await browser.read("/api/v1/keys")).results;
		const removed = await browser.remove(`/api/v1/keys/${created.id}`);

		expect(created.key).toMatch(/^phx_[\w-]{43}$/);
		expect(first.statusCode).toBe(200);
		expect(listed.at(-1)).toEqual({
			...{ id: created.id, name: MARKUP, user: "First admin", role: "viewer", project: null },
			created_at: expect.any(String),
			expires_at: null,
			last_used_at: new Date(analytics.clock.now).toISOString(),
			is_from_environment: false,
		});
		expect(JSON.stringify(listed)).not.toContain(created.key);
		expect(removed.statusCode).toBe(204);
		expect((await use()).statusCode).toBe(401);
	});

	test("of the environment stay, and no other is called like it", async () => {
		const [seeded] = analytics.store.apiKeys.list();

		const removal = await browser.remove(`/api/v1/keys/${seeded?.id}`);
		const missing = await browser.remove("/api/v1/keys/999");
		const namesake = await browser.post("/api/v1/keys", { name: "ANALYTICS_API_KEY" });

		expect([removal.statusCode, missing.statusCode, namesake.statusCode]).toEqual([409, 404, 400]);
	});
});

test("the first run ends with the first event", async () => {
	const before = await browser.read("/api/v1/first-run");
	await visitor({ address: "203.0.113.9" }).view(analytics.service, "https://site.example/");
	const after = await browser.read("/api/v1/first-run");

	expect(before).toEqual({
		has_received_events: false,
		project_key: PROJECT_KEY,
		host: "http://localhost:80",
	});
	expect(after.has_received_events).toBe(true);
});

const MARKUP = "<b onclick=alert(1)>mine</b>";

async function read(): Promise<SettingsAnswer> {
	return await browser.read("/api/v1/settings");
}

function change(body: object) {
	return browser.patch("/api/v1/settings", body);
}
