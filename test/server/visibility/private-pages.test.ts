import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createProxySignIn } from "../../../src/platform/sign-in/proxy-sign-in.ts";
import { createPreviewSigner } from "../../../src/server/visibility/preview-signer.ts";
import { createSearchSite, createSearchSiteOver } from "../../support/search-site.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { startLiveSite } from "../../support/start-live-site.ts";
import { createTestSite } from "../../support/test-site.ts";
import { visit } from "../../support/visit.ts";

const SIGN_IN = createProxySignIn({
	headers: ["remote-user", "remote-name", "remote-email", "remote-groups"],
	trustedProxies: ["loopback"],
	url: "https://auth.example.org/?rd={url}",
});

/** In every private page, file and title, and in no address. */
const MARKER = /zebrafish/i;

const PRIVATE =
	"# Zebrafish plan\n\n## Zebrafish heading\n\nZebrafish text. ![Figure](figure.txt)\n";

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

const VISITORS = {
	outsider: {},
	"signed in": { "remote-user": "ann" },
	"wrong group": { "remote-user": "ben", "remote-groups": "others" },
	"right group": { "remote-user": "cid", "remote-groups": "others,staff" },
} as const;

const OWN_PAGES = FOLDERS.map((folder) => `/${folder}/deep`);

type Visitor = keyof typeof VISITORS;

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

async function privateSite() {
	return createSearchSite(FILES, {
		dependencies: { signIn: SIGN_IN, trustedProxies: ["loopback"] },
	});
}

test.each(Object.keys(VISITORS) as Visitor[])("%s: every door", async (visitor) => {
	const { service, errors } = await privateSite();
	const headers = VISITORS[visitor];
	const mayRead = visitor === "right group";
	const seen: string[] = [];

	for (const url of [...SHARED_DOORS, ...OWN_DOORS]) {
		for (const accept of ["text/html", "application/json", "text/markdown"]) {
			const response = await service.inject({ url, headers: { ...headers, accept } });
			const text = response.body + JSON.stringify(response.headers);
			if (MARKER.test(text)) seen.push(url);
			if (!mayRead) expect(text, `${url} as ${accept}`).not.toMatch(MARKER);
			if (!mayRead && SHARED_DOORS.includes(url)) expect(text, url).not.toMatch(PRIVATE_PATHS);
			if (visitor !== "outsider" && !url.includes("/_nuxt/") && response.statusCode < 300) {
				const isFile = url.endsWith(".txt") && url !== "/llms.txt" && url !== "/robots.txt";
				const expected = url === "/robots.txt" || isFile ? /./ : /^private, no-store$/;
				expect(response.headers["cache-control"], url).toMatch(expected);
			}
		}
	}
	for (const [name, words] of MCP_CALLS) {
		const payload = {
			jsonrpc: "2.0",
			id: 1,
			method: "tools/call",
			params: { name, arguments: words },
		};
		const { body } = await service.inject({ method: "POST", url: "/mcp", headers, payload });
		if (MARKER.test(body)) seen.push(JSON.stringify(words));
		if (!mayRead) expect(body, JSON.stringify(words)).not.toMatch(MARKER);
	}

	expect(errors).toEqual([]);
	if (mayRead) {
		for (const door of ["/", "/sitemap.xml", "/feed.xml", "/llms-full.txt", "/api/search?q=plan"]) {
			expect(seen, door).toContain(door === "/sitemap.xml" ? "/" : door);
		}
		for (const folder of FOLDERS) {
			for (const rest of ["deep", "deep.md", "deep/_payload.json?test-build", "figure.txt"]) {
				expect(seen).toContain(`/${folder}/${rest}`);
			}
			expect(seen).toContain(JSON.stringify({ path: `/${folder}/deep` }));
		}
	} else expect(seen).toEqual([]);
});

test.each(
	FOLDERS,
)("%s: an outsider is sent to sign in, and others find nothing", async (folder) => {
	const { service } = await createTestSite({
		files: FILES,
		dependencies: { signIn: SIGN_IN, trustedProxies: ["loopback"] },
	});
	const url = `/${folder}/deep`;

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
});

/** Without times of files, which differ between two folders. */
function comparable(status: number, body: string): string {
	return `${status} ${body.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "")}`;
}

test("analytics does not get the titles of private pages", async () => {
	const { service } = await privateSite();
	const headers = VISITORS["right group"];

	for (const [path, isPrivate] of [
		...OWN_PAGES.map((own) => [own, true] as const),
		["/guide", undefined],
		["/ruled/open", undefined],
	] as const) {
		const payload = await service.inject({ url: `${path}/_payload.json`, headers });
		expect(payload.json().page.isPrivate, path).toBe(isPrivate);
	}
});

test("a path rule says nothing of what is there", async () => {
	const { service } = await privateSite();

	for (const url of ["/ruled/absent", "/ruled/a/b.txt", "/RULED/absent", "/ruled/absent.md"]) {
		expect((await service.inject(url)).statusCode, url).toBe(302);
	}
});

test.each([
	["from an address that is no proxy", "192.0.2.1", { "remote-groups": "staff" }],
	["sent twice", "127.0.0.1", { "remote-groups": ["others", "staff"] }],
	["without a name", "127.0.0.1", { "remote-user": "", "remote-groups": "staff" }],
])("headers are not believed: %s", async (_, remoteAddress, headers) => {
	const { service } = await privateSite();

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

test.each([
	["access: [1]"],
	["access:"],
	["access: []"],
	["access: yes"],
	["access: {groups: [staff]}"],
	["access: singed-in"],
	["acces: [staff]"],
	["Access: [staff]"],
	["access: [staff"],
])("a rule that cannot be read lets no visitor in: %s", async (line) => {
	const { service, revision } = await createTestSite({
		files: {
			"pages/index.md": "# Welcome\n",
			"pages/board/index.md": `---\n${line}\n---\n# Zebrafish board\n`,
			"pages/board/deep.md": PRIVATE,
		},
		dependencies: { signIn: SIGN_IN, trustedProxies: ["loopback"] },
	});

	for (const headers of Object.values(VISITORS)) {
		for (const url of ["/board", "/board/deep", "/sitemap.xml", "/"]) {
			const { body } = await service.inject({ url, headers });
			expect(body, url).not.toMatch(MARKER);
		}
	}
	if (line !== "access: singed-in") expect(revision.problems).not.toEqual([]);
});

test.each([
	"accent: green",
	"success: true",
	"excess: 1",
])("a key that is only similar to a rule hides nothing: %s", async (line) => {
	const files = { "index.md": "# Welcome\n", "page.md": `---\n${line}\n---\n# Page\n` };
	const { service } = await createTestSite({ files });

	expect((await service.inject("/page")).statusCode).toBe(200);
});

test.each([
	"ruled/**: [staff]",
	"/a/*/b: [staff]",
	"/ruled/**: {}",
	"/ruled/**: []",
	"/ruled/**:",
])("a site.yaml with a rule that cannot be read is refused: %s", async (line) => {
	const files = { "site.yaml": `access:\n  paths:\n    ${line}\n`, "pages/index.md": "# Hi\n" };

	await expect(createTestSite({ files })).rejects.toThrow("must be");
});

test("a rule holds in all languages and versions, and the narrowest of a path counts", async () => {
	const { service } = await createTestSite({
		files: {
			"site.yaml": `locales:
  - {code: en, label: English}
  - {code: de, label: Deutsch}
access:
  paths:
    /ruled/**: [staff]
    /ruled/all/**: public
    /ruled/:name/secret: [board]
`,
			"pages/index.md": "# Welcome\n",
			"pages/ruled/deep.md": PRIVATE,
			"pages/de/ruled/deep.md": PRIVATE,
			"pages/matter.md": `---\naccess: signed-in\n---\n${PRIVATE}`,
			"pages/de/matter.md": PRIVATE,
			"pages/plain.md": `---\naccess: [staff]\n---\n${PRIVATE}`,
			"pages/ruled/all/page.md": "# For all\n",
			"pages/ruled/all/secret.md": PRIVATE,
			"pages/ruled/all/matter.md": `---\naccess: [board]\n---\n${PRIVATE}`,
		},
		dependencies: { signIn: SIGN_IN, trustedProxies: ["loopback"] },
	});
	const statusOf = async (url: string, visitor: Visitor): Promise<number> =>
		(await service.inject({ url, headers: VISITORS[visitor] })).statusCode;

	for (const url of ["/ruled/deep", "/de/ruled/deep", "/plain", "/de/plain"]) {
		expect(await statusOf(url, "outsider"), url).toBe(302);
		expect(await statusOf(url, "wrong group"), url).toBe(404);
		expect(await statusOf(url, "right group"), url).toBe(200);
	}
	for (const url of ["/matter", "/de/matter"]) {
		expect(await statusOf(url, "outsider"), url).toBe(302);
		expect(await statusOf(url, "signed in"), url).toBe(200);
	}
	expect(await statusOf("/ruled/all/page", "outsider")).toBe(200);
	expect(await statusOf("/ruled/all/secret", "right group")).toBe(404);
	expect(await statusOf("/ruled/all/matter", "right group")).toBe(404);
});

test("caches give no visitor what is another's, in whatever order they ask", async () => {
	// The same folder: feeds are in the order of the files' times.
	const folder = await writeSiteFolder(FILES);
	const dependencies = { signIn: SIGN_IN, trustedProxies: ["loopback"] };
	const { service } = await createSearchSiteOver(folder, { dependencies });
	const plain = await createSearchSiteOver(folder, {
		dependencies: { ...dependencies, pageCacheBytes: 0 },
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

test("code of the site folder knows the visitor, and the same rules hold for it", async () => {
	const page = (meta: string, loader: string, text = ""): string =>
		`import { useLoaderData } from "react-router";\nexport const meta = ${meta};\n${loader}\nexport default function Page() { return <p id="data">{JSON.stringify(useLoaderData())} ${text}</p>; }\n`;
	const loader = "export const loader = ({ user }) => ({ who: user ?? 'outsider' });";
	const site = await startLiveSite(
		{
			"site.yaml": "access:\n  paths:\n    /ruled/**: [staff]\n    /api/ruled: [staff]\n",
			"pages/index.md": "# Welcome\n",
			"pages/open.tsx": page('{ title: "Open" }', loader),
			"pages/cached.tsx": page('{ title: "Cached" }', `${loader}\nexport const cacheSeconds = 60;`),
			"pages/ruled/one.tsx": page('{ title: "Zebrafish" }', loader, "Zebrafish text"),
			"pages/ruled/[name].tsx": page('{ title: "Zebrafish" }', loader, "Zebrafish text"),
			"pages/matter/[name].tsx": page(
				'{ title: "Zebrafish", access: ["staff"] }',
				loader,
				"Zebrafish text",
			),
			"middleware/named.ts":
				"export default ({ user }) => (user?.name === 'Ann Ü' ? undefined : new Response('No', { status: 403 }));",
			"pages/named.md": "---\nmiddleware: named\n---\n# Named\n",
			"api/who.ts":
				"export const GET = (request, { user }) => Response.json({ user: user ?? null, sent: request.headers.get('remote-groups') }, { headers: { 'cache-control': 'public, max-age=60' } });",
			"api/ruled.ts": "export const GET = () => new Response('Zebrafish');",
		},
		{
			SITE_CODE: "true",
			SIGN_IN_HEADERS: "Remote-User,Remote-Name,Remote-Email,Remote-Groups",
			SIGN_IN_URL: "/auth?rd={url}",
			TRUSTED_PROXIES: "loopback",
		},
	);
	const staff = { "remote-user": "cid", "remote-groups": "staff" };
	const ann = { "remote-user": "ann", "remote-name": Buffer.from("Ann Ü").toString("latin1") };
	const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
		const response = await fetch(site.url + path, { headers, redirect: "manual" });
		const cache = response.headers.get("cache-control");
		return { status: response.status, text: await response.text(), cache };
	};

	for (const path of ["/ruled/one", "/ruled/two", "/matter/two", "/api/ruled"]) {
		expect(await ask(path), path).toMatchObject({ status: 302 });
		expect(await ask(path, ann), path).toMatchObject({ status: 404 });
		const read = await ask(path, staff);
		expect(read, path).toMatchObject({ status: 200, cache: "private, no-store" });
		expect(read.text, path).toMatch(MARKER);
		const payload = await ask(`${path}/_payload.json`, ann);
		expect(payload.text, path).not.toMatch(MARKER);
	}
	const loaded: Set<string>[] = [];
	const scriptsOf = async (
		headers: Readonly<Record<string, string>>,
	): Promise<readonly string[]> => {
		const known = new Set<string>();
		loaded.push(known);
		let texts = [(await ask("/", headers)).text, (await ask("/ruled/one", headers)).text];
		const seen: string[] = [];
		// Each script names others.
		while (texts.length > 0) {
			const names = texts.flatMap((text) => text.match(/[\w-]+\.[\w-]+\.js/g) ?? []);
			const fresh = [...new Set(names)].filter((name) => !known.has(name));
			for (const name of fresh) known.add(name);
			const answers = await Promise.all(fresh.map((name) => ask(`/_nuxt/${name}`, headers)));
			texts = answers.filter(({ status }) => status === 200).map(({ text }) => text);
			for (const answer of answers) {
				if (answer.status === 200 && MARKER.test(answer.text)) seen.push(String(answer.cache));
			}
		}
		return seen;
	};
	expect(await scriptsOf({})).toEqual([]);
	expect(await scriptsOf(ann)).toEqual([]);
	expect(new Set(await scriptsOf(staff))).toEqual(new Set(["private, no-store"]));
	expect(await scriptsOf({})).toEqual([]);
	await writeFile(
		join(site.folder, "pages/ruled/one.tsx"),
		page('{ title: "Zebrafish" }', loader, "Zebrafish again"),
	);
	await expect.poll(async () => (await ask("/ruled/one", staff)).text).toContain("again");
	// The scripts of the build before.
	for (const name of loaded.flatMap((names) => [...names])) {
		expect((await ask(`/_nuxt/${name}`)).text, name).not.toMatch(MARKER);
	}
	expect((await ask("/open", ann)).text).toContain("&quot;id&quot;:&quot;ann&quot;");
	expect(await ask("/open/_payload.json", staff)).toMatchObject({
		cache: "private, no-store",
		text: expect.stringContaining('{"who":{"id":"cid","groups":["staff"]}}'),
	});
	expect((await ask("/open")).text).toContain("outsider");
	expect((await ask("/cached", staff)).text).toContain("outsider");
	expect([(await ask("/named")).status, (await ask("/named", ann)).status]).toEqual([403, 200]);
	expect(await ask("/api/who", staff)).toEqual({
		status: 200,
		cache: "private, no-store",
		text: '{"user":{"id":"cid","groups":["staff"]},"sent":"staff"}',
	});
	expect((await ask("/api/who")).cache).toBe("public, max-age=60");
});

test("private pages take no places of public ones in search", async () => {
	const many = Array.from({ length: 60 }, (_, index) => [
		`p${index}.md`,
		`# Plan plan\n\nplan ${index}\n`,
	]);
	const { find } = await createSearchSite({
		"site.yaml": "access:\n  paths:\n    /many/**: [staff]\n",
		"pages/open.md": `# Open\n\n${"words ".repeat(300)} plan\n`,
		...Object.fromEntries(many.map(([name, text]) => [`pages/many/${name}`, text])),
	});

	expect((await find("plan")).results.map(({ url }) => url)).toEqual(["/open"]);
});

test("what was made while a page became private is not kept for the time after", async () => {
	const [before, after] = await Promise.all(
		["", "---\naccess: [staff]\n---\n"].map((head) =>
			createTestSite({ files: { "index.md": "# Welcome\n", "plan.md": `${head}# Zebrafish\n` } }),
		),
	);
	let current = before?.revision;
	let asked = 0;
	const { service } = await createTestSite({
		files: {},
		dependencies: {
			revision: () => current ?? expect.unreachable(),
			search: {
				async search() {
					asked += 1;
					current = after?.revision;
					return { json: JSON.stringify({ results: asked < 4 ? "Zebrafish" : "" }), isFinal: true };
				},
			},
		},
	});

	for (let times = 0; times < 3; times += 1) {
		current = before?.revision;
		await service.inject("/api/search?q=plan");
	}
	const { body } = await service.inject("/api/search?q=plan");

	expect(body).not.toMatch(MARKER);
});

test("cached answers of public pages are sent before the framework, to outsiders alone", async () => {
	const { service } = await createTestSite({
		files: FILES,
		dependencies: { signIn: SIGN_IN, trustedProxies: ["loopback"] },
	});
	const heard: string[] = [];
	service.addHook("onRequest", async ({ url }) => void heard.push(url));

	for (const headers of [{}, {}, VISITORS["right group"], VISITORS["right group"], {}]) {
		expect((await visit(service, { url: "/guide", headers })).statusCode).toBe(200);
	}

	expect(heard).toEqual(["/guide", "/guide", "/guide"]);
});
