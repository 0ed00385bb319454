import { fastify } from "fastify";
import { expect, test } from "vitest";
import { ICON_COLLECTIONS, openIconLibrary } from "../../../src/server/icons/icon-library.ts";
import { icons } from "../../../src/server/routes/icons.ts";

const ONE_WEEK = "public, max-age=604800";

test("known icons come in Iconify's JSON and may be kept for a week", async () => {
	const response = await iconService().inject("/api/_nuxt_icon/lucide.json?icons=menu,sun");

	expect(response.statusCode).toBe(200);
	expect(response.headers["cache-control"]).toBe(ONE_WEEK);
	expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
	expect(response.json()).toEqual({
		prefix: "lucide",
		lastModified: expect.any(Number),
		width: 24,
		height: 24,
		icons: {
			menu: { body: expect.stringContaining("<path") },
			sun: { body: expect.stringContaining("<") },
		},
	});
});

test("an alias comes with its parent", async () => {
	const response = await iconService().inject("/api/_nuxt_icon/lucide.json?icons=home");

	expect(response.json().aliases.home.parent).toBe("house");
	expect(response.json().icons.house.body).toContain("<path");
});

test.each([
	["some", "menu,nope,Bad..Name", ["menu"], ["nope", "Bad..Name"]],
	["all", "nope,constructor,__proto__", [], ["nope", "constructor", "__proto__"]],
])("%s unknown icons are named, and the answer is not kept", async (_which, names, known, unknown) => {
	const response = await iconService().inject(`/api/_nuxt_icon/lucide.json?icons=${names}`);

	expect(response.statusCode).toBe(200);
	expect(response.headers["cache-control"]).toBe("no-store");
	expect(Object.keys(response.json().icons)).toEqual(known);
	expect(response.json().not_found).toEqual(unknown);
});

test.each([
	["an unknown collection", "/api/_nuxt_icon/absent.json?icons=menu", 404],
	["a member of every object as collection", "/api/_nuxt_icon/__proto__.json?icons=menu", 404],
	["a path as collection", "/api/_nuxt_icon/..%2F..%2Fpackage.json?icons=menu", 404],
	["a deeper path as collection", "/api/_nuxt_icon/%2e%2e/lucide.json?icons=menu", 404],
	["a null byte in the collection", "/api/_nuxt_icon/lucide%00.json?icons=menu", 404],
	["a collection without its ending", "/api/_nuxt_icon/lucide?icons=menu", 404],
	["no names", "/api/_nuxt_icon/lucide.json", 400],
	["an empty list of names", "/api/_nuxt_icon/lucide.json?icons=", 400],
	["a list of commas", "/api/_nuxt_icon/lucide.json?icons=,,", 400],
	["2,000 names", `/api/_nuxt_icon/lucide.json?icons=${manyNames(2000)}`, 400],
	["a collection that cannot be read", "/api/_nuxt_icon/broken.json?icons=menu", 500],
])("%s is refused and never kept", async (_name, url, status) => {
	const service = iconService();

	const first = await service.inject(url);
	const second = await service.inject(url);

	expect([first.statusCode, second.statusCode]).toEqual([status, status]);
	expect(second.headers["cache-control"] ?? "no-store").toBe("no-store");
});

test("the same name twice is one icon, in one parameter or in two", async () => {
	const response = await iconService().inject(
		"/api/_nuxt_icon/lucide.json?icons=menu,menu&icons=sun%2Cmenu",
	);

	expect(Object.keys(response.json().icons)).toEqual(["menu", "sun"]);
});

function manyNames(count: number): string {
	return Array.from({ length: count }, (_, index) => index.toString(36)).join(",");
}

function iconService() {
	const library = openIconLibrary({
		names: [...ICON_COLLECTIONS, "broken"],
		siteIcons: { icon: () => undefined },
		log: { error: () => undefined },
	});
	const service = fastify();
	service.register(icons, {
		icons: library,
		sendAnswer: async (reply, { body, mediaType, cacheControl }) =>
			reply.type(mediaType).header("cache-control", cacheControl).send(body()),
	});
	return service;
}
