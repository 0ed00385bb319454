import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import type { Question } from "../../../src/analytics/api-types/question.ts";
import { type AlertsOptions, createAlerts } from "../../../src/analytics/query/alerts/alerts.ts";
import { webhookBody } from "../../../src/analytics/query/alerts/message-text.ts";
import { sendWebhook } from "../../../src/analytics/query/alerts/send-webhook.ts";
import type { AskQuestion } from "../../../src/analytics/query/questions/ask-engine.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { ownerBrowser } from "../../support/dashboard-browser.ts";
import { listenForTest } from "../../support/listen-for-test.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A Wednesday. */
const NOW = Date.UTC(2026, 0, 14, 12);
const SECRET = `whsec_${Buffer.from("a secret for tests").toString("base64")}`;

/** At an address at which nothing listens. */
const LIMIT = {
	...{ name: "Limit", question: "views", when: "above", value: 1, url: "http://127.0.0.1:1/" },
};

/** Of an alert about no question. */
const ALONE = { question: undefined, value: undefined };

/** The forms in which an IPv6 address holds one of version 4. */
const WRAPPED: readonly ((dotted: string, hex: string) => string)[] = [
	(dotted) => `::${dotted}`,
	(dotted) => `::ffff:${dotted}`,
	(dotted) => `::ffff:0:${dotted}`,
	(dotted) => `64:ff9b::${dotted}`,
	(dotted) => `64:ff9b:1::${dotted}`,
	(_dotted, hex) => `2002:${hex}::1`,
	(_dotted, hex) => `2001:0:${hex}::1`,
	(dotted) => `2606:4700::5efe:${dotted}`,
	(dotted) => `2606:4700::200:5efe:${dotted}`,
];

test("a message is signed, and arrives at a receiver on loopback that is allowed", async () => {
	const { url, received } = await receiver([200]);

	expect(await sendTo(url)).toMatch(/not public/);
	expect(received).toEqual([]);
	expect(await sendTo(url, { allowedHosts: ["127.0.0.1"] })).toBeUndefined();

	const [{ headers, body } = { headers: {}, body: "" }] = received;
	expect(body).toBe('{"a":1}');
	const text = `msg_1.${NOW / 1_000}.{"a":1}`;
	const signature = createHmac("sha256", "a secret for tests").update(text).digest("base64");
	expect(headers).toMatchObject({
		"webhook-id": "msg_1",
		"webhook-timestamp": String(NOW / 1_000),
		"webhook-signature": `v1,${signature}`,
		"content-type": "application/json",
	});
});

const LOOPBACK = WRAPPED.map((wrap) => wrap("127.0.0.1", "7f00:1"));
const PRIVATE =
	"127.0.0.1 10.0.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 ::1 fd00::1 fe80::1".split(
		" ",
	);

test.each([
	...PRIVATE,
	...LOOPBACK,
])("a name with the address %s beside a public one is refused", async (address) => {
	const resolve = async () => ["93.184.215.14", address];

	expect(await sendTo("http://hooks.example/", { resolve })).toBe(
		"hooks.example has an address that is not public: ANALYTICS_WEBHOOK_HOSTS must name it",
	);
});

test.each(LOOPBACK)("the host [%s] is refused", async (address) => {
	expect(await sendTo(`http://[${address}]/`)).toMatch(/has an address that is not public/);
});

test("a name is resolved once, the connection goes where that led, and a redirect is not followed", async () => {
	const { port, received } = await receiver([302], { location: "/elsewhere" });
	let asked = 0;
	const resolve = async () => {
		asked += 1;
		return ["127.0.0.1"];
	};
	const options = { allowedHosts: ["hooks.example"], resolve };

	const problem = await sendTo(`http://hooks.example:${port}/`, options);

	expect([problem, asked, received.length]).toEqual(["status 302", 1, 1]);
	expect(received[0]?.headers["host"]).toBe(`hooks.example:${port}`);
});

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

function sendTo(url: string, options: Partial<Parameters<typeof sendWebhook>[1]> = {}) {
	const message = { id: "msg_1", url, body: '{"a":1}' };
	return sendWebhook(message, { secret: SECRET, now: () => NOW, allowedHosts: [], ...options });
}

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

async function receiver(statuses: readonly number[], answer: Record<string, string> = {}) {
	const left = [...statuses];
	const received: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }[] =
		[];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
			response.writeHead(left.shift() ?? 200, answer).end("thanks");
		});
	});
	const port = await listenForTest(server);
	return { url: `http://127.0.0.1:${port}/hook`, port, received };
}
