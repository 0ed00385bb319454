import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import { openedShare } from "../../../src/analytics/api-types/shares.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { dashboardBrowser, ownerBrowser } from "../../support/dashboard-browser.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { visitor } from "../../support/visitor.ts";

const DAY_MS = 86_400_000;
const PASSWORD = "a password of the link";

let analytics: TestAnalytics;
let owner: ReturnType<typeof dashboardBrowser>;

beforeEach(async () => {
	const dashboardFolder = temporaryFolder();
	mkdirSync(`${dashboardFolder}/assets`);
	writeFileSync(`${dashboardFolder}/index.html`, "<html>the page</html>");
	analytics = startAnalytics({ dashboardFolder });
	owner = ownerBrowser(analytics);
	await visitor().view(analytics.service, "https://site.example/docs");
	await owner.put("/api/v1/questions/views", {
		name: "Views",
		question: { kind: "trend", measure: { of: "views" }, from: "2020-01-01", to: "2020-02-01" },
	});
});

test("a link shows its question, or the overview, of the last 30 days, and only with its secret", async () => {
	for (const [question, titles] of [
		["views", ["Views"]],
		[null, ["Visitors", "Page views", "Pages", "Referrers"]],
	] as const) {
		const { id, secret } = await share({ question });

		const answer = await open(id, { secret });

		expect(answer.statusCode).toBe(200);
		expect(answer.headers["cache-control"]).toBe("no-store");
		expect(answer.headers["set-cookie"]).toBeUndefined();
		const { cards } = openedShare.parse(answer.json());
		expect(cards.map(({ title }) => title)).toEqual(titles);
		expect(cards[0]?.answer).toMatchObject({ kind: "trend", total: 1 });
		for (const body of [{ secret: `${secret}x` }, { secret: "" }, { secret: id }]) {
			expect((await open(id, body)).statusCode).toBe(404);
		}
	}
});

test("an overview is shown with the filters of its link", async () => {
	await visitor().view(analytics.service, "https://site.example/blog");
	const conditions = [{ dimension: "page", operator: "is", values: ["/docs"] }];
	const { id, secret } = await share({ question: null, filters: { conditions } });

	const { cards } = openedShare.parse((await open(id, { secret })).json());

	expect(cards.map(({ answer }) => "total" in answer && answer.total)).toEqual([1, 1, 1, 1]);
	expect((await owner.read("/api/v1/shares")).results[0].filters).toMatchObject({
		conditions,
	});
});

test("a link reads nothing else, and takes no question from its reader", async () => {
	const { id, secret } = await share({ question: "views" });

	for (const url of [
		"/api/v1/query",
		"/api/v1/stats",
		"/api/v1/events",
		"/api/v1/shares",
		"/api/v1/marks",
	]) {
		for (const headers of [{ authorization: `Bearer ${secret}` }, { cookie: `loggia=${secret}` }]) {
			expect((await analytics.service.inject({ url, headers })).statusCode).toBe(401);
		}
	}
	const question = { kind: "trend", measure: { of: "visitors" } };
	expect((await open(id, { secret, question })).statusCode).toBe(400);
	// Nor does the page of another site: it may frame the page, not ask in its place.
	const crossSite = { "sec-fetch-site": "cross-site" };
	expect((await open(id, { secret }, crossSite)).statusCode).toBe(403);
});

test("expired, revoked, unknown and emptied links are all the same", async () => {
	const [expired, revoked, emptied] = [
		await share({ expires_at: new Date(analytics.clock.now + DAY_MS).toISOString() }),
		await share({}),
		await share({ question: "views" }),
	];
	expect((await open(expired.id, { secret: expired.secret })).statusCode).toBe(200);
	await owner.remove(`/api/v1/shares/${revoked.id}`);
	// As earlier versions did.
	analytics.store.documents.delete("question", "views", analytics.clock.now);
	analytics.clock.now += DAY_MS;

	const answers = await Promise.all(
		[expired, revoked, emptied, { id: "unknown", secret: "unknown" }].map(({ id, secret }) =>
			open(id, { secret }),
		),
	);

	expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
	expect(new Set(answers.map((answer) => answer.json().problems[0])).size).toBe(1);
	expect((await owner.read("/api/v1/shares")).results).toMatchObject([{ question: "views" }]);
});

test("a password is asked for, and wrong ones have to wait as at the sign-in", async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: analytics.clock.now });
	const { id, secret } = await share({ password: PASSWORD });

	expect((await open(id, { secret })).json().problems).toEqual(["This link needs a password"]);
	expect((await open(id, { secret, password: PASSWORD })).statusCode).toBe(200);
	for (let failure = 0; failure < 5; failure += 1) {
		expect((await open(id, { secret, password: "guessed" })).statusCode).toBe(401);
	}
	const waiting = await open(id, { secret, password: PASSWORD });
	expect([waiting.statusCode, waiting.headers["retry-after"]]).toEqual([429, "60"]);
	vi.setSystemTime(analytics.clock.now + 60_000);
	expect((await open(id, { secret, password: PASSWORD })).statusCode).toBe(200);
	vi.useRealTimers();
});

test("neither file nor log nor list holds a secret or a password of a link", async () => {
	const { id, secret } = await share({ password: PASSWORD });
	const before = analytics.store.documents.revision();
	expect((await open(id, { secret, password: PASSWORD })).statusCode).toBe(200);
	expect(analytics.store.documents.revision()).toBe(before);

	const list = (await owner.get("/api/v1/shares")).body;
	const files = [analytics.path, `${analytics.path}-wal`].map((path) =>
		readFileSync(path, "latin1"),
	);

	for (const text of [list, ...files, analytics.logLines.join("")]) {
		expect(text).not.toContain(secret);
		expect(text).not.toContain(PASSWORD);
		expect(text).not.toContain("198.51.100.7");
		expect(text).not.toContain('_hash":"'.repeat(2));
	}
	expect(list).not.toContain("hash");
});

test("only the origins that a link names may frame it, and nothing else may be framed", async () => {
	const framed = await share({ origins: ["https://www.example.org", "http://localhost:3000"] });
	const plain = await share({});

	const { headers } = await analytics.service.inject(`/share/${framed.id}`);
	expect(headers["content-security-policy"]).toContain(
		"frame-ancestors https://www.example.org http://localhost:3000",
	);
	expect(headers).not.toHaveProperty("x-frame-options");
	for (const url of [
		`/share/${plain.id}`,
		"/share/unknown",
		"/dashboard/",
		`/dashboard/${framed.id}`,
	]) {
		const closed = (await analytics.service.inject(url)).headers;
		expect(closed["x-frame-options"]).toBe("DENY");
		expect(closed["content-security-policy"]).toContain("frame-ancestors 'none'");
	}
	for (const origin of [
		"https://a.example; script-src *",
		"*",
		"https://a.example/path",
		"javascript:x",
	]) {
		expect((await create({ origins: [origin] })).statusCode).toBe(400);
	}
});

function create(body: object) {
	const expires_at = new Date(analytics.clock.now + 30 * DAY_MS).toISOString();
	return owner.post("/api/v1/shares", { name: "For the team", expires_at, ...body });
}

async function share(body: object): Promise<{ readonly id: string; readonly secret: string }> {
	const { id, path } = (await create(body)).json();
	return { id, secret: path.split("#")[1] };
}

/** As a browser that is not signed in. */
function open(id: string, body: object, headers: Record<string, string> = {}) {
	return dashboardBrowser(analytics.service).call({
		method: "POST",
		url: `/api/share/${id}`,
		payload: JSON.stringify(body),
		headers,
	});
}
