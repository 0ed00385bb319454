import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ListedProject } from "../../../src/analytics/api-types/projects.ts";
import type { CreatedKey, InvitedUser } from "../../../src/analytics/api-types/settings.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import {
	dashboardBrowser,
	letUserIn,
	ownerBrowser,
	PASSWORD,
	setPassword,
} from "../../support/dashboard-browser.ts";
import { openFile } from "../../support/open-file.ts";

const STATS = "/api/v1/stats";
const DAY_MS = 86_400_000;
let analytics: TestAnalytics;
let admin: ReturnType<typeof dashboardBrowser>;

beforeEach(() => {
	analytics = startAnalytics();
	admin = ownerBrowser(analytics);
});

describe("an invitation", () => {
	test("lets its reader set name and password once, and sign in with the mail address", async () => {
		const { token, user } = await invite({ mail: "Ada@A.Example", role: "editor" });
		const [ada, again] = [stranger(), stranger()];

		const accepted = await accept(ada, token);
		const second = await accept(again, token);

		expect([accepted.statusCode, second.statusCode]).toEqual([204, 401]);
		expect(await ada.read("/api/session")).toMatchObject({
			signed_in: true,
			name: "Ada (ada@a.example)",
			role: "editor",
			project_paths: [""],
		});
		expect(await stranger().read("/api/session")).toMatchObject({ asks_mail: true });
		expect((await stranger().signIn(PASSWORD, " ADA@a.example")).statusCode).toBe(204);
		expect((await stranger().signIn(PASSWORD, "")).statusCode).toBe(401);
		expect((await admin.read("/api/v1/users")).results.at(-1)).toEqual({
			id: user.id,
			mail: "ada@a.example",
			name: "Ada",
			role: "editor",
			projects: null,
			is_first: false,
			invited_until: null,
		});
		const rows = JSON.stringify(openFile(analytics.path).prepare("SELECT * FROM users").all());
		expect(rows).not.toContain(PASSWORD);
		expect(rows).not.toContain(token.split(".")[1]);
	});

	test("ends after seven days, with a newer one, and with its user", async () => {
		const [old, replaced, deleted] = [
			await invite({ mail: "a@a.example" }),
			await invite({ mail: "b@a.example" }),
			await invite({ mail: "c@a.example" }),
		];
		const fresh = await admin.post(`/api/v1/users/${replaced.user.id}/invitation`, {});
		await admin.remove(`/api/v1/users/${deleted.user.id}`);
		expect((await accept(stranger(), replaced.token)).statusCode).toBe(401);
		expect((await accept(stranger(), tokenOf(fresh.json()))).statusCode).toBe(204);
		expect((await accept(stranger(), deleted.token)).statusCode).toBe(401);

		analytics.clock.now += 7 * DAY_MS;

		expect((await accept(stranger(), old.token)).statusCode).toBe(401);
	});

	test.each([
		[{ mail: "no address" }, 400],
		[{ mail: "ada@a.example", role: "owner" }, 400],
		[{ mail: "ada@a.example", projects: [] }, 400],
		[{ mail: "grace@a.example" }, 409],
	])("%j is refused with %i", async (user, status) => {
		await invite({ mail: "Grace@a.example" });

		const response = await admin.post("/api/v1/users", { role: "viewer", projects: null, ...user });

		expect(response.statusCode).toBe(status);
	});
});

test("the first admin stays an admin of everything, and may have a mail address", async () => {
	await setPassword(analytics.store);
	const change = (body: object) => admin.patch("/api/v1/users/1", body);

	const statuses = [
		(await change({ role: "viewer" })).statusCode,
		(await change({ projects: ["first"] })).statusCode,
		(await admin.remove("/api/v1/users/1")).statusCode,
		(await admin.post("/api/v1/users/1/invitation", {})).statusCode,
		(await change({ mail: "boss@a.example" })).statusCode,
	];

	expect(statuses).toEqual([409, 409, 409, 409, 200]);
	expect((await stranger().signIn(PASSWORD, "boss@a.example")).statusCode).toBe(204);
	expect((await stranger().signIn(PASSWORD)).statusCode).toBe(204);
});

test("another role holds from the next request on, and a deleted user is out with sessions and keys", async () => {
	const browser = stranger();
	const { id } = letUserIn(browser, analytics, { role: "admin" });
	const { key } = await createKey({ user: id, role: "admin" });
	const note = { label: "A note", at: new Date(analytics.clock.now).toISOString() };
	expect((await browser.post("/api/v1/marks", note)).statusCode).toBe(201);

	const payload = JSON.stringify({ role: "viewer" });
	await admin.call({ method: "PATCH", url: `/api/v1/users/${id}`, payload });

	expect((await browser.post("/api/v1/marks", note)).statusCode).toBe(403);
	expect(await statusWith(key, "/api/v1/keys")).toBe(403);
	expect(await statusWith(key, "/api/v1/secure-key")).toBe(403);
	expect([(await browser.get(STATS)).statusCode, await statusWith(key, STATS)]).toEqual([200, 200]);
	await admin.remove(`/api/v1/users/${id}`);
	expect([(await browser.get(STATS)).statusCode, await statusWith(key, STATS)]).toEqual([401, 401]);
});

test("a password is changed for its user alone, whose other sessions end", async () => {
	await setPassword(analytics.store);
	const { token } = await invite({ mail: "ada@a.example" });
	const [ada, other] = [stranger(), stranger()];
	await accept(ada, token);
	await other.signIn(PASSWORD, "ada@a.example");

	const body = { current: PASSWORD, new: "another password" };
	const response = await ada.post("/api/password", body);

	expect(response.statusCode).toBe(204);
	expect((await ada.get(STATS)).statusCode).toBe(200);
	expect((await other.get(STATS)).statusCode).toBe(401);
	expect((await other.signIn(PASSWORD, "ada@a.example")).statusCode).toBe(401);
	expect((await other.signIn(body.new, "ada@a.example")).statusCode).toBe(204);
	expect((await admin.get(STATS)).statusCode).toBe(200);
	expect((await stranger().signIn(PASSWORD)).statusCode).toBe(204);
});

describe("a user or a key of one project", () => {
	let shop: ListedProject;

	beforeEach(async () => {
		shop = (await admin.post("/api/v1/projects", { name: "Shop" })).json();
	});

	test("gets nothing of another, by any door", async () => {
		const browser = stranger();
		const { id } = letUserIn(browser, analytics, { role: "admin", projects: [shop.id] });
		const { key } = await createKey({ user: 1, role: "admin", project: shop.id });
		const { key: own } = await createKey({ user: id, role: "viewer" });
		const local = "/api/feature_flag/local_evaluation";

		for (const path of [STATS, "/api/v1/export/events.jsonl", "/api/v1/live", "/api/v1/settings"]) {
			expect((await browser.get(path)).statusCode).toBe(403);
			expect([await statusWith(key, path), await statusWith(own, path)]).toEqual([403, 403]);
		}
		expect((await browser.get(shop.path + STATS)).statusCode).toBe(200);
		expect(await statusWith(key, shop.path + STATS)).toBe(200);
		expect([await statusWith(own, local), await statusWith(own, shop.path + local)]).toEqual([
			401, 200,
		]);
		expect((await browser.read("/api/v1/projects")).results).toEqual([shop]);
		for (const url of ["/api/v1/users", "/api/v1/keys", "/api/v1/changes"]) {
			expect((await browser.get(url)).statusCode).toBe(403);
		}
	});

	test.each([
		["a role above the owner's", { role: "editor" }],
		["a project that the owner may not use", { project: "first" }],
		["a project that does not exist", { project: "none" }],
		["an end in the past", { expires_at: "2020-01-01T00:00:00Z" }],
		["an owner who does not exist", { user: 999 }],
	])("%s is refused for a key", async (_what, rights) => {
		const { id: user } = letUserIn(stranger(), analytics, { projects: [shop.id] });

		const response = await admin.post("/api/v1/keys", { name: "key", user, ...rights });

		expect(response.statusCode).toBe(400);
	});
});

test("a key ends at its date", async () => {
	const expires_at = new Date(analytics.clock.now + DAY_MS).toISOString();
	const { key } = await createKey({ expires_at });

	const before = await statusWith(key, STATS);
	analytics.clock.now += DAY_MS;

	expect([before, await statusWith(key, STATS)]).toEqual([200, 401]);
	// Another key of the environment replaces the one before.
	analytics.store.apiKeys.setFromEnvironment("the next key", "ANALYTICS_API_KEY", 0);
	expect(analytics.store.apiKeys.list().filter(({ user }) => user === null)).toHaveLength(1);
});

describe("the record of changes", () => {
	test("says who changed what and when, and names no person, no secret and no reading", async () => {
		const { token } = await invite({ mail: "ada@a.example", role: "admin" });
		const ada = stranger();
		await accept(ada, token);
		const created = await createKey({ name: "export" });
		await ada.remove("/api/v1/persons/secret-person");
		await analytics.capture({ event: "$identify", distinct_id: "secret-person" });
		await ada.remove("/api/v1/persons/secret-person");
		const payload = '{"retention_days":30}';
		await ada.call({ method: "PATCH", url: "/api/v1/settings", payload });
		await ada.post("/api/v1/query", { kind: "trend", measure: { of: "views" } });
		await ada.post("/api/password", { current: "wrong", new: "another password" });

		const { results, next_cursor } = await ada.read("/api/v1/changes?limit=5");

		const who = "Ada (ada@a.example)";
		expect(results).toMatchObject([
			{ who, what: expect.stringMatching(/^Change settings/), target: "retention_days" },
			{ who, what: expect.stringMatching(/^Erase a person/), target: "" },
			{ who: "First admin", what: expect.stringMatching(/API key/), target: "export" },
			{ who, what: expect.stringMatching(/^Accept an invitation/), project: "first" },
			{
				who: "First admin",
				what: "Invite a user",
				target: "ada@a.example",
				at: expect.any(String),
			},
		]);
		expect(await ada.read(`/api/v1/changes?cursor=${next_cursor}`)).toEqual({
			results: [],
			next_cursor: null,
		});
		const text = JSON.stringify(results);
		for (const secret of ["secret-person", created.key, token, "another password"]) {
			expect(text).not.toContain(secret);
		}
	});

	test("is of the last 400 days", async () => {
		await createKey({ name: "old" });
		analytics.clock.now += 400 * DAY_MS + 1;
		admin.letIn(analytics.store, analytics.clock.now);

		expect((await admin.read("/api/v1/changes")).results).toEqual([]);
		await createKey({ name: "new" });
		const rows = openFile(analytics.path).prepare("SELECT target FROM changes").all();
		expect(rows).toEqual([{ target: "new" }]);
	});
});

describe("guessing", () => {
	test("is counted per account, and an unknown mail address gets the same answers", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		onTestFinished(() => void vi.useRealTimers());
		await setPassword(analytics.store);
		await accept(stranger(), (await invite({ mail: "ada@a.example" })).token);
		let host = 0;
		const guess = async (mail: string, password = "wrong") => {
			host += 1;
			const response = await stranger(`203.0.113.${host}`).signIn(password, mail);
			const { statusCode, headers } = response;
			return { statusCode, wait: headers["retry-after"], problems: response.json().problems };
		};

		for (let count = 0; count < 35; count += 1) {
			expect(await guess("ada@a.example")).toStrictEqual(await guess("unknown@a.example"));
		}
		expect(await guess("ada@a.example", PASSWORD)).toMatchObject({ statusCode: 429 });
		expect((await stranger("198.51.100.99").signIn(PASSWORD)).statusCode).toBe(204);
	});

	test("tokens of invitations and sessions is slowed down", async () => {
		const { user } = await invite({ mail: "ada@a.example" });
		const statuses: number[] = [];
		for (let count = 0; count < 6; count += 1) {
			statuses.push((await accept(stranger(), `${user.id}.guess-${count}`)).statusCode);
		}
		const withCookie = async () =>
			(await stranger().call({ url: STATS, headers: { cookie: "loggia=guess" } })).statusCode;
		for (let count = 0; count < 300; count += 1) await withCookie();

		expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
		expect([await withCookie(), (await admin.get(STATS)).statusCode]).toEqual([429, 200]);
	});
});

function stranger(address?: string) {
	return dashboardBrowser(analytics.service, address);
}

async function invite(user: object) {
	const response = await admin.post("/api/v1/users", { role: "viewer", projects: null, ...user });
	const invited: InvitedUser = response.json();
	return { user: invited, token: tokenOf(invited) };
}

function tokenOf({ path }: InvitedUser): string {
	return path.split("#")[1] ?? "";
}

function accept(browser: ReturnType<typeof dashboardBrowser>, token: string) {
	return browser.post("/api/invitation", { token, name: "Ada", password: PASSWORD });
}

async function createKey(rights: object): Promise<CreatedKey> {
	return (await admin.post("/api/v1/keys", { name: "key", ...rights })).json();
}

async function statusWith(key: string, url: string): Promise<number> {
	const headers = { authorization: `Bearer ${key}` };
	return (await analytics.service.inject({ url, headers })).statusCode;
}
