import fc from "fast-check";
import { expect, test } from "vitest";
import { createPreviewSigner } from "../../../src/server/authorization/preview-signer.ts";
import { createSearchSite, createSearchSiteOver } from "../../support/search-site.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { createTestSite } from "../../support/test-site.ts";
import { visit } from "../../support/visit.ts";
import {
	MARKER,
	PRIVATE,
	SIGNED_IN,
	signedInSite,
	VISITORS,
	type Visitor,
} from "./private-site.ts";

/** One folder for each way of saying who may read; each is for the group `staff`. */
const FILES = {
	"site.yaml": `name: Example
url: https://example.org
access:
  paths:
    /ruled/**: [staff]
    /ruled/open: public
    /other: [others]
    /api/private: [staff]
routeRules:
  /**: {prerender: true, headers: {cache-control: "public, max-age=600"}}
  /ruled/moved: {redirect: "/ruled/zebrafish-target"}
`,
	"pages/index.md": "# Welcome\n\n::island{page-list path=/}\n\n::island{recent-pages}\n",
	"pages/guide.md": "# Guide\n\nPublic words about a zebra.\n",
	"pages/rules.md": "# Rules\n",
	"pages/other.md": "# For others\n",
	"pages/ruled/index.md": "---\ndescription: Zebrafish summary\n---\n# Zebrafish index\n",
	"pages/ruled/deep.md": PRIVATE,
	"pages/ruled/open.md": "# Open below a rule\n",
	"pages/ruled/figure.txt": "Zebrafish figure\n",
	"pages/matter/deep.md": `---\naccess: [staff]\naliases: [/matter/former]\n---\n${PRIVATE}`,
	"pages/matter/figure.txt": "Zebrafish figure\n",
	"pages/matter/near.md": "# Near\n",
	"pages/folder/index.md": "---\naccess: [staff]\ntype: blog\n---\n# Zebrafish blog\n",
	"pages/folder/deep.md": `---\ntags: [zebrafish]\ndate: 2026-11-01\n---\n${PRIVATE}`,
	"pages/folder/figure.txt": "Zebrafish figure\n",
	"pages/folder/moved.md": "---\nslug: /elsewhere\n---\n# Zebrafish moved\n",
	"public/folder/download.txt": "Zebrafish download\n",
};

const FOLDERS = ["ruled", "matter", "folder"];

/** What no list may name. */
const PRIVATE_PATHS = /elsewhere|(?:ruled|matter|folder)\/(?:deep|moved|figure)/;

const PREVIEWS = createPreviewSigner("test-secret");

function previewOf(path: string): string {
	return PREVIEWS.sign(path, Date.parse("2026-11-21T12:00:00Z"));
}

/** Doors to one private page or file. */
const OWN_DOORS = FOLDERS.flatMap((folder) =>
	[
		"/deep",
		"/deep/_payload.json?test-build",
		"/deep.md",
		"/deep/",
		"/DEEP",
		"/deep.html",
		"/deep.md/_payload.json",
		`/deep?preview=${previewOf(`/${folder}/deep`)}`,
		`/deep/_payload.json?test-build&preview=${previewOf(`/${folder}/deep`)}`,
		"/figure.txt",
	].map((rest) => `/${folder}${rest}`),
).concat([
	"/matter/former",
	"/folder",
	"/folder/tags/zebra",
	"/folder/page/2",
	"/folder/feed.xml",
	"/folder/download.txt",
	"/elsewhere",
	"/ruled",
	"/ruled.md",
	"/ruled/feed.xml",
	"/ruled/moved",
	"/ruled/moved/_payload.json",
]);

/** Doors to the whole site, which are open to every visitor. */
const SHARED_DOORS = [
	"/",
	"/_payload.json?test-build",
	"/index.md",
	"/guide",
	"/guide/_payload.json?test-build",
	"/matter/near",
	"/matter/near/_payload.json",
	"/ruled/open",
	"/ruled/open/_payload.json",
	"/ruled/opne",
	"/matter/deap",
	"/deep",
	"/deep/_payload.json",
	"/sitemap.xml",
	"/feed.xml",
	"/matter/feed.xml",
	"/llms.txt",
	"/llms-full.txt",
	"/robots.txt",
	"/__nuxt_island/page-list.json?path=/",
	"/__nuxt_island/page-list.json?path=/ruled",
	"/__nuxt_island/page-list.json?path=/matter",
	"/__nuxt_island/recent-pages.json",
	"/api/search?q=zebra",
	"/api/search?q=plan",
	"/search?q=plan",
	"/search/_payload.json?q=plan",
	"/_nuxt/builds/meta/test-build.json",
];

const MCP_CALLS = [
	["search", { query: "plan" }],
	["list_pages", {}],
	...FOLDERS.map((folder) => ["read_page", { path: `/${folder}/deep` }] as const),
] as const;

/** Where a visitor of the group finds what is private. */
const SEEN_BY_GROUP = [
	...["/", "/feed.xml", "/llms-full.txt", "/api/search?q=plan"],
	...FOLDERS.flatMap((folder) => [
		...["deep", "deep.md", "deep/_payload.json?test-build", "figure.txt"].map(
			(rest) => `/${folder}/${rest}`,
		),
		JSON.stringify({ path: `/${folder}/deep` }),
	]),
];

test("behind every door, only the group of a page finds it, and no cache keeps what it finds", async () => {
	const { service, errors } = await createSearchSite(FILES, { dependencies: SIGNED_IN });

	for (const [visitor, headers] of Object.entries(VISITORS)) {
		const seen: string[] = [];
		for (const url of [...SHARED_DOORS, ...OWN_DOORS]) {
			for (const accept of ["text/html", "application/json", "text/markdown"]) {
				const response = await service.inject({ url, headers: { ...headers, accept } });
				const text = response.body + JSON.stringify(response.headers);
				const what = `${visitor}: ${url} as ${accept}`;
				if (MARKER.test(text)) seen.push(url);
				if (visitor !== "right group" && SHARED_DOORS.includes(url)) {
					expect(text, what).not.toMatch(PRIVATE_PATHS);
				}
				if (visitor !== "outsider" && !url.includes("/_nuxt/") && response.statusCode < 300) {
					const isFile = url.endsWith(".txt") && url !== "/llms.txt" && url !== "/robots.txt";
					const expected = url === "/robots.txt" || isFile ? /./ : /^private, no-store$/;
					expect(response.headers["cache-control"], what).toMatch(expected);
				}
			}
		}
		for (const [name, words] of MCP_CALLS) {
			const params = { name, arguments: words };
			const payload = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
			const { body } = await service.inject({ method: "POST", url: "/mcp", headers, payload });
			if (MARKER.test(body)) seen.push(JSON.stringify(words));
		}
		if (visitor === "right group") expect(seen).toEqual(expect.arrayContaining(SEEN_BY_GROUP));
		else expect(seen, visitor).toEqual([]);
	}
	expect(errors).toEqual([]);
});

test("an outsider is sent to sign in, and others find nothing", async () => {
	const { service } = await signedInSite(FILES);

	for (const url of FOLDERS.map((folder) => `/${folder}/deep`)) {
		const outsider = await service.inject(`${url}?a=1`);
		const payload = await service.inject(`${url}/_payload.json`);
		const other = await service.inject({ url, headers: VISITORS["wrong group"] });
		const absent = await service.inject({ url: "/absent", headers: VISITORS["wrong group"] });

		expect(outsider.statusCode).toBe(302);
		expect(outsider.headers.location).toBe(
			`https://auth.example.org/?rd=${encodeURIComponent(`https://example.org${url}?a=1`)}`,
		);
		expect(outsider.headers["cache-control"]).toBe("private, no-store");
		expect([payload.statusCode, payload.json()]).toEqual([200, { kind: "document" }]);
		expect(other.statusCode).toBe(404);
		expect(other.body.replaceAll(url, "/absent")).toContain(
			absent.body.match(/<h1[\s\S]*?<\/h1>/)?.[0],
		);
	}
	// A rule says nothing of what is there.
	for (const url of ["/ruled/absent", "/ruled/a/b.txt", "/RULED/absent", "/ruled/absent.md"]) {
		expect((await service.inject(url)).statusCode, url).toBe(302);
	}
});

/** Without times of files, which differ between two folders. */
function comparable(status: number, body: string): string {
	return `${status} ${body.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "")}`;
}

test("analytics does not get the titles of private pages", async () => {
	const { service } = await signedInSite(FILES);
	const headers = VISITORS["right group"];

	for (const [path, isPrivate] of [
		...FOLDERS.map((folder) => [`/${folder}/deep`, true] as const),
		["/guide", undefined],
		["/ruled/open", undefined],
	] as const) {
		const payload = await service.inject({ url: `${path}/_payload.json`, headers });
		expect(payload.json().page.isPrivate, path).toBe(isPrivate);
	}
});

test.each([
	["from an address that is no proxy", "192.0.2.1", { "remote-groups": "staff" }],
	["sent twice", "127.0.0.1", { "remote-groups": ["others", "staff"] }],
	["without a name", "127.0.0.1", { "remote-user": "", "remote-groups": "staff" }],
])("headers are not believed: %s", async (_, remoteAddress, headers) => {
	const { service } = await signedInSite(FILES);

	const response = await service.inject({
		url: "/ruled/deep",
		remoteAddress,
		headers: { "remote-user": "eve", ...headers },
	});

	expect(response.statusCode).toBe(302);
});

test("without a way to sign in, private pages are hidden from every visitor", async () => {
	const { service } = await createTestSite({ files: FILES });

	for (const url of OWN_DOORS.filter((door) => door.includes("deep"))) {
		const response = await service.inject({ url, headers: VISITORS["right group"] });
		expect(response.statusCode, url).toBe(404);
		expect(response.body, url).not.toMatch(MARKER);
	}
});

test("caches give no visitor what is another's, in whatever order they ask", async () => {
	// The same folder: feeds are in the order of the files' times.
	const folder = await writeSiteFolder(FILES);
	const { service } = await createSearchSiteOver(folder, { dependencies: SIGNED_IN });
	const plain = await createSearchSiteOver(folder, {
		dependencies: { ...SIGNED_IN, pageCacheBytes: 0 },
	});
	const doors = [...SHARED_DOORS, ...OWN_DOORS];
	const visitors = Object.keys(VISITORS) as Visitor[];
	const expected = new Map<string, string>();
	for (const visitor of visitors) {
		for (const url of doors) {
			const { statusCode, body } = await visit(plain.service, { url, headers: VISITORS[visitor] });
			expected.set(`${visitor} ${url}`, comparable(statusCode, body));
		}
	}

	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.tuple(fc.constantFrom(...visitors), fc.constantFrom(...doors)), {
				minLength: 20,
				maxLength: 20,
			}),
			async (requests) => {
				await Promise.all(
					requests.map(async ([visitor, url]) => {
						const { statusCode, body } = await visit(service, { url, headers: VISITORS[visitor] });
						expect(comparable(statusCode, body), `${visitor} ${url}`).toBe(
							expected.get(`${visitor} ${url}`),
						);
					}),
				);
			},
		),
		{ numRuns: 40 },
	);
});

test("cached answers of public pages are sent before the framework, to outsiders alone", async () => {
	const { service } = await signedInSite(FILES);
	const heard: string[] = [];
	service.addHook("onRequest", async ({ url }) => void heard.push(url));

	for (const headers of [{}, {}, VISITORS["right group"], VISITORS["right group"], {}]) {
		expect((await visit(service, { url: "/guide", headers })).statusCode).toBe(200);
	}

	expect(heard).toEqual(["/guide", "/guide", "/guide"]);
});
