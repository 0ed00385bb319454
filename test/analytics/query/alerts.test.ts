import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import type { Question } from "../../../src/analytics/api-types/question.ts";
import { type AlertsOptions, createAlerts } from "../../../src/analytics/query/alerts/alerts.ts";
import { webhookBody } from "../../../src/analytics/query/alerts/message-text.ts";
import type { AskQuestion } from "../../../src/analytics/query/questions/ask-engine.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { ownerBrowser } from "../../support/dashboard-browser.ts";
import { listenForTest } from "../../support/listen-for-test.ts";
import { receiver } from "../../support/webhook-receiver.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A Wednesday. */
const NOW = Date.UTC(2026, 0, 14, 12);
/** At an address at which nothing listens. */
const LIMIT = {
	...{ name: "Limit", question: "views", when: "above", value: 1, url: "http://127.0.0.1:1/" },
};

/** Of an alert about no question. */
const ALONE = { question: undefined, value: undefined };

test.each([
	["above", 10, [5, 11, 12, 3, 20], [1, 4]],
	["below", 10, [15, 11, 9, 8, 20], [2]],
	["changed_by", 50, [100, 140, 160, 120, 40], [2, 4]],
] as const)("%s %d is news when it begins to hold", async (when, value, figures, news) => {
	const { alerts, store, clock, put, figure } = await alerting();
	await put({ when, value });
	const sent: number[] = [];

	for (const [index, total] of figures.entries()) {
		figure.total = total;
		const before = store.deliveries.list().length;
		await alerts.run();
		if (store.deliveries.list().length > before) sent.push(index);
		clock.now += DAY_MS;
	}

	expect(sent).toEqual(news);
});

test("the digest of the last week is sent on Monday, once, and asks for whole days", async () => {
	const { alerts, store, clock, put, asked } = await alerting();
	await put({ name: "Week", when: "weekly", ...ALONE, url: "http://127.0.0.1:1/" });

	const sent: string[] = [];
	for (let day = 0; day < 8; day += 1) {
		const before = store.deliveries.list().length;
		await alerts.run();
		await alerts.run();
		if (store.deliveries.list().length > before)
			sent.push(new Date(clock.now).toUTCString().slice(0, 3));
		clock.now += DAY_MS;
	}

	expect(sent).toEqual(["Mon"]);
	expect(asked.at(-1)).toMatchObject({ from: "2026-01-12", to: "2026-01-19" });
	const body = JSON.parse(store.deliveries.list()[0]?.body ?? "");
	expect(body).toMatchObject({ type: "digest", timestamp: "2026-01-19T12:00:00.000Z" });
	expect(body.data.figures).toHaveLength(3);
});

test("what is not taken is tried again, later and later, and given up after a day; all is logged", async () => {
	const { url, received } = await receiver([500, 500, 200]);
	const allowedHosts = ["127.0.0.1"];
	const { alerts, store, clock, put, figure, deliveries, get } = await alerting({ allowedHosts });
	await put({ url });
	figure.total = 2;

	const waits: (number | null)[] = [];
	for (let attempt = 0; attempt < 3; attempt += 1) {
		await alerts.run();
		const next = store.deliveries.list()[0]?.nextAttemptAt ?? null;
		waits.push(next === null ? null : (next - clock.now) / MINUTE_MS);
		// Nothing is sent before its time.
		await alerts.run();
		expect(received).toHaveLength(attempt + 1);
		clock.now = next ?? clock.now;
	}

	expect(waits).toEqual([1, 5, null]);
	expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
	const { results, secret } = await deliveries();
	expect(secret).toMatch(/^whsec_/);
	expect(results).toMatchObject([{ alert: "Limit", attempts: 3, outcome: "delivered" }]);
	expect((await get("/api/v1/deliveries")).statusCode).toBe(403);
});

test("an error that was not seen before is news within a minute, once", async () => {
	const { alerts, store, clock, put, errors } = await alerting();
	const alert = { name: "Errors", when: "new_error", ...ALONE };
	expect(await put(alert)).toBe(201);
	errors.push("TypeError: of old");
	await alerts.run();

	for (const name of ["TypeError: new", "RangeError: newer"]) {
		errors.push(name);
		clock.now += MINUTE_MS;
		await alerts.run();
		clock.now += MINUTE_MS;
		await alerts.run();
	}

	const texts = store.deliveries.list().map(({ body }) => JSON.parse(body).text);
	expect(texts.toSorted()).toEqual([
		"Errors (errors seen for the first time)\nRangeError: newer",
		"Errors (errors seen for the first time)\nTypeError: new",
	]);
});

test("the digest of a month is sent on its first day, by mail, to each address", async () => {
	const { port, mails } = await mailServer();
	const smtpUrl = `smtp://127.0.0.1:${port}`;
	const mail = { smtpUrl, from: "loggia@example.org" };
	const { alerts, clock, put, asked, deliveries } = await alerting({ mail });
	await put({ name: "März", when: "monthly", ...ALONE, url: "mailto:a@example.org,b@example.org" });
	await alerts.run();
	clock.now = Date.UTC(2026, 1, 1, 0, 1);

	await alerts.run();

	expect(asked.at(-1)).toMatchObject({ from: "2026-01-01", to: "2026-02-01" });
	const [sent = { to: [], content: "" }, ...others] = mails;
	expect([sent.to, others]).toEqual([["a@example.org", "b@example.org"], []]);
	expect(sent.content).toMatch(/^From: loggia@example\.org\r$/m);
	expect(sent.content).toMatch(/^Subject: =\?UTF-8\?Q\?M=C3=A4rz\?=\r$/m);
	expect(sent.content).toContain("visitors: 0 (before: 100, -100%)");
	const { results } = await deliveries();
	expect(results).toMatchObject([{ alert: "März", attempts: 1, outcome: "delivered" }]);
});

test("without a server, mail is refused with a sentence; other words than addresses are as well", async () => {
	const { alerts, store, clock, put } = await alerting();
	await put({ name: "Week", when: "weekly", ...ALONE, url: "mailto:a@example.org" });
	await alerts.run();
	clock.now += 7 * DAY_MS;
	await alerts.run();

	expect(store.deliveries.list()[0]?.outcome).toMatch(/^ANALYTICS_SMTP_URL is not set/);
	for (const url of ["mailto:a", "mailto:a@b?bcc=c@d", "mailto:a@b,c", "a@b"]) {
		expect(await put({ name: "No", when: "weekly", ...ALONE, url })).toBe(400);
	}
});

test("Teams gets a card, in which each line is a block", () => {
	const url = "https://prod-1.westeurope.logic.azure.com/workflows/1";

	const { type, attachments } = JSON.parse(webhookBody(url, { text: "One\nTwo" }));

	expect(type).toBe("message");
	const blocks = attachments[0].content.body;
	expect(blocks.map(({ text }: { text: string }) => text)).toEqual(["One", "Two"]);
});

test("a message holds figures and the words of its alert, and nothing else", async () => {
	const { alerts, store, put, figure } = await alerting();
	await put();
	figure.total = 2;

	await alerts.run();

	const { data, text } = JSON.parse(store.deliveries.list()[0]?.body ?? "");
	expect(data).toEqual({
		alert: "one",
		name: "Limit",
		question: "views",
		when: "above",
		value: 1,
		figures: [{ name: "Views", value: 2, previous: 100 }],
	});
	expect(text).toBe("Limit (2026-01-13, the limit is 1)\nViews: 2 (before: 100, -98%)");
	expect(await put({ question: undefined })).toBe(400);
	expect(await put({ name: "No", when: "weekly", ...ALONE, url: "ftp://example.org" })).toBe(400);
});

test("an alert whose question has no single figure is refused", async () => {
	const { store, put } = await alerting();
	const question = { kind: "funnel", steps: [{ event: "a" }, { event: "b" }] };
	store.documents.put({ kind: "question", key: "steps", body: { name: "Steps", question } }, 0);

	expect(await put({ question: "steps" })).toBe(400);
	expect(await put({ question: "gone" })).toBe(400);
	expect(await put()).toBe(201);
});

/** A store with a saved question, whose answer the test decides. */
async function alerting(options: Partial<Pick<AlertsOptions, "allowedHosts" | "mail">> = {}) {
	const analytics = startAnalytics();
	const { store, clock } = analytics;
	clock.now = NOW;
	const figure = { total: 0 };
	const errors: string[] = [];
	const asked: Question[] = [];
	const ask = (async (question: Question) => {
		asked.push(question);
		return { kind: "trend", total: figure.total, comparison: { total: 100 } };
	}) as unknown as AskQuestion;
	const alerts = createAlerts({
		store,
		ask,
		newErrors: async ({ after }) => ({ issues: errors.slice(after), last: errors.length }),
		allowedHosts: [],
		...options,
		log: { info: () => undefined, warn: () => undefined },
		now: () => clock.now,
		randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
	});
	const question = { kind: "trend", measure: { of: "views" } };
	await analytics.put("/api/v1/questions/views", { name: "Views", question });
	/** Of a limit, unless told. */
	const put = async (alert: object = {}) =>
		(await analytics.put("/api/v1/alerts/one", { ...LIMIT, ...alert })).statusCode;
	const owner = ownerBrowser({ ...analytics, clock: { now: Date.now() } });
	const deliveries = () => owner.read("/api/v1/deliveries");
	return { ...analytics, alerts, figure, errors, asked, put, deliveries };
}

/** Takes every mail, on a free port. */
async function mailServer() {
	const mails: { readonly to: readonly string[]; readonly content: string }[] = [];
	const server = new SMTPServer({
		...{ authOptional: true, disabledCommands: ["STARTTLS"], logger: false },
		async onData(stream, { envelope }, done) {
			const content = await text(stream);
			mails.push({ to: envelope.rcptTo.map(({ address }) => address), content });
			done();
		},
	});
	return { port: await listenForTest(server.server), mails };
}
