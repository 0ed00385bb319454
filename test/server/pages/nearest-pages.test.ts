import { expect, test } from "vitest";
import { createNearestPages } from "../../../src/server/pages/nearest-pages.ts";
import { createTestSite } from "../../support/test-site.ts";

const PATHS = [
	"/",
	"/guide/install",
	"/guide/upgrade",
	"/deploy/docker",
	"/api/installation",
	"/größe",
];

test.for([
	["/guide/instal", "/guide/install"],
	["/install.html", "/guide/install"],
	["/old/docs/docker", "/deploy/docker"],
	["/guide/upgrading", "/guide/upgrade"],
	["/größen", "/größe"],
])("%s is most like %s", ([wanted = "", nearest]) => {
	expect(find(wanted)[0]).toBe(nearest);
});

test("an address like no other is offered nothing", () => {
	expect(find("/wp-login.php")).toEqual([]);
});

test("pages that are equally alike have one order, whichever was saved first", () => {
	const paths = ["/de/v1/start", "/guide/start", "/api/start"];
	const inOrder = (order: readonly string[]) =>
		createNearestPages(order)("/nowhere/start", offer).map(({ path }) => path);

	expect(inOrder(paths)).toEqual(["/api/start", "/de/v1/start", "/guide/start"]);
	expect(inOrder(paths.toReversed())).toEqual(inOrder(paths));
});

test("a page that is not there offers what may have been meant, hidden pages never", async () => {
	const { service } = await createTestSite({
		files: {
			"pages/index.md": "# Home\n",
			"pages/guide/install.md": "# Installing it\n",
			"pages/guide/installed.md": "---\ndraft: true\n---\n# Secret\n",
			"pages/guide/installer.md": "---\nnavigation: false\n---\n# Secret\n",
		},
		environment: { BASE_PATH: "/docs" },
	});

	const absent = await service.inject({
		url: "/docs/guide/instal",
		headers: { accept: "text/html" },
	});
	const hidden = await service.inject({
		url: "/docs/guide/installed",
		headers: { accept: "text/html" },
	});

	expect(absent.statusCode).toBe(404);
	for (const { body } of [absent, hidden]) {
		expect(body).toContain('<a href="/docs/guide/install">Installing it</a>');
		expect(body).not.toContain("Secret");
	}
});

function offer(path: string): { readonly path: string; readonly title: string } {
	return { path, title: "" };
}

function find(path: string): readonly string[] {
	return createNearestPages(PATHS)(path, offer).map((link) => link.path);
}
