import { existsSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import type { ListedProject } from "../../src/analytics/api-types/projects.ts";
import { PERSONAL_KEY, startAnalytics, type TestAnalytics } from "../support/analytics.ts";
import { PROJECT_KEY } from "../support/analytics-service.ts";
import { ownerBrowser } from "../support/dashboard-browser.ts";
import { CHROME } from "../support/visitor.ts";

let analytics: TestAnalytics;
let owner: ReturnType<typeof ownerBrowser>;
let shop: ListedProject;

beforeEach(async () => {
	analytics = startAnalytics();
	owner = ownerBrowser(analytics);
	shop = (await owner.post("/api/v1/projects", { name: "Shop" })).json();
});

test("an event, its person and its figures are in the project of its key, and in no other", async () => {
	for (const [key, name] of [
		[shop.key, "of the shop"],
		[PROJECT_KEY, "of the first"],
	] as const) {
		expect((await send(key, name)).json()).toEqual({ status: "Ok" });
	}

	for (const [path, own, other] of [
		[shop.path, "of the shop", "of the first"],
		["", "of the first", "of the shop"],
	] as const) {
		const { results: people } = await owner.read(`${path}/api/v1/persons`);
		expect(people).toHaveLength(1);
		for (const url of ["/api/v1/events", "/api/v1/export/events.jsonl", "/api/v1/persons"]) {
			const { statusCode, body } = await owner.get(path + url);
			expect(statusCode).toBe(200);
			expect(body).toContain(own);
			expect(body).not.toContain(other);
		}
		const question = { kind: "trend", measure: { of: "views" } };
		const answer = await owner.post(`${path}/api/v1/query`, question);
		expect(answer.json()).toMatchObject({ total: 1 });
	}
});

test("flags are those of the key's project, in whatever way the key comes", async () => {
	const filters = { groups: [{ rollout_percentage: 100 }] };
	const definition = { key: "only-here", active: true, filters };
	await owner.put(`${shop.path}/api/v1/flags/only-here`, definition);
	const ask = async (token: string) => {
		const flags = await analytics.send("/flags?v=2", { token, distinct_id: "ada" });
		const config = await analytics.service.inject(`/array/${token}/config`);
		return [Object.keys(flags.json().flags), config.json().token, config.json().hasFeatureFlags];
	};

	expect(await ask(shop.key)).toEqual([["only-here"], shop.key, true]);
	expect(await ask(PROJECT_KEY)).toEqual([[], PROJECT_KEY, false]);
	expect((await analytics.service.inject("/array/phc_unknown/config")).statusCode).toBe(404);
});

test("a key, a share link and a setting are one project's", async () => {
	const created = await owner.post("/api/v1/keys", { name: "export", project: shop.id });
	const { key } = created.json();
	const share = await owner.post(`${shop.path}/api/v1/shares`, {
		name: "For the board",
		expires_at: new Date(analytics.clock.now + 86_400_000).toISOString(),
	});
	const { id, path } = share.json();
	const secret = String(path).split("#")[1];
	await owner.patch(`${shop.path}/api/v1/settings`, { retention_days: 7 });
	const statusWith = async (bearer: string, url: string) =>
		(await analytics.service.inject({ url, headers: { authorization: `Bearer ${bearer}` } }))
			.statusCode;
	const open = (at: string) =>
		owner.post(`${at}/api/share/${id}`, { secret }).then(({ statusCode }) => statusCode);

	expect(await statusWith(key, `${shop.path}/api/v1/stats`)).toBe(200);
	expect(await statusWith(key, "/api/v1/stats")).toBe(403);
	expect(await statusWith(PERSONAL_KEY, `${shop.path}/api/v1/stats`)).toBe(200);
	expect([await open(shop.path), await open("")]).toEqual([200, 404]);
	const days = async (at: string) =>
		(await owner.get(`${at}/api/v1/settings`)).json().retention_days.value;
	expect([await days(shop.path), await days("")]).toEqual([7, 400]);
});

test("a key lists projects, and the password is asked for in one place", async () => {
	expect((await analytics.read("/api/v1/projects")).results).toMatchObject([
		{ id: "first" },
		{ id: shop.id },
	]);
	for (const url of ["/api/session", "/api/password", "/api/v1/projects", "/api/v1/users"]) {
		expect((await owner.get(shop.path + url)).statusCode).toBe(404);
	}
	expect((await owner.get("/projects/none/api/v1/stats")).statusCode).toBe(404);
	expect((await owner.post("/api/v1/projects", { name: " " })).json().problems).toEqual([
		'name must be a name of 1 to 100 characters: current value is " "',
	]);
});

test("a name can be changed, and there is an end to how many there are", async () => {
	await owner.patch("/api/v1/projects/first", { name: "Handbook" });
	const { results } = await owner.read("/api/v1/projects");
	expect(results).toEqual([{ id: "first", name: "Handbook", key: PROJECT_KEY, path: "" }, shop]);
	const others = Array.from({ length: 20 }, (_, id) => ({ id: `${id}`, name: "x", key: `x${id}` }));
	analytics.store.settings.set("projects", JSON.stringify(others));

	const full = startAnalytics({ store: analytics.store });
	const refused = await ownerBrowser(full).post("/api/v1/projects", { name: "One more" });

	expect(refused.statusCode).toBe(409);
	expect(refused.json().problems).toEqual(["There can be at most 20 projects: delete one first"]);
});

test("a project is there after a restart, with what it has stored", async () => {
	await send(shop.key, "before");
	await analytics.service.close();
	const { path } = analytics;

	const again = startAnalytics({ storePath: path });

	await again.service.ready();
	const { results } = await ownerBrowser(again).read(`${shop.path}/api/v1/events`);
	expect(results).toMatchObject([{ distinct_id: "before" }]);
});

test("deleting asks for the name, takes the file, and leaves the others", async () => {
	const folder = join(analytics.path, "..", "projects", shop.id);
	const remove = (id: string, name: string) => owner.remove(`/api/v1/projects/${id}?name=${name}`);

	expect((await remove(shop.id, "shop")).statusCode).toBe(409);
	expect((await remove("first", "First%20project")).statusCode).toBe(409);
	expect((await remove("none", "Shop")).statusCode).toBe(404);
	expect(existsSync(folder)).toBe(true);
	expect((await remove(shop.id, "Shop")).statusCode).toBe(204);

	expect(existsSync(folder)).toBe(false);
	expect((await owner.get(`${shop.path}/api/v1/stats`)).statusCode).toBe(404);
	const after = await send(shop.key, "too late");
	const never = await send(shop.key, "too late", startAnalytics());
	expect([after.statusCode, after.body]).toEqual([never.statusCode, never.body]);
	expect((await send(PROJECT_KEY, "still here")).statusCode).toBe(200);
	expect((await owner.get("/api/v1/events")).json().results).toHaveLength(1);
});

function send(key: string, distinctId: string, to = analytics) {
	const $current_url = "https://site.example/docs";
	const properties = { distinct_id: distinctId, $current_url, $set: { named: distinctId } };
	const batch = [{ event: "$pageview", properties }];
	const payload = gzipSync(JSON.stringify({ api_key: key, batch }));
	return to.send("/batch/?compression=gzip", payload, { "user-agent": CHROME });
}
