import { expect, test } from "vitest";
import { startLiveSite } from "../../support/start-live-site.ts";
import { MARKER } from "./private-site.ts";

// Which scripts a visitor gets: `private-files.test.ts`.
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
	expect((await ask("/open", ann)).text).toContain("&quot;id&quot;:&quot;ann&quot;");
	expect(await ask("/open/_payload.json", staff)).toMatchObject({
		cache: "private, no-store",
		text: expect.stringMatching(/cid.*staff/),
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

test("a style sheet, and its images, are for those who may read a page that needs it", async () => {
	const component = (name: string): string =>
		`import "./${name}.css";\nimport names from "./${name}.module.css";\nexport default () => <p className={names.${name}}>${name}</p>;\n`;
	const sheet = (name: string, text: string) => ({
		[`components/${name}.tsx`]: component(name),
		[`components/${name}.css`]: `.${name}::after { content: "${text} sheet"; background: url("./${name}.png"); }\n`,
		[`components/${name}.module.css`]: `.${name}::before { content: "${text} module"; }\n`,
		[`components/${name}.png`]: `not a picture: ${text}`,
	});
	const site = await startLiveSite(
		{
			"site.yaml": "access:\n  paths:\n    /staff/**: [staff]\n",
			"pages/index.md": "# Welcome\n",
			"pages/open.md": "# Open\n\n<Common />\n",
			"pages/staff/boxed.md": "# Boxed\n\n<Secret />\n",
			"pages/staff/plan.tsx": `import "./plan.css";\nexport default () => <p className="plan">Plan</p>;\n`,
			"pages/staff/plan.css": `.plan::after { content: "Zebrafish plan"; }\n`,
			...sheet("Common", "Axolotl"),
			...sheet("Secret", "Zebrafish"),
			"layouts/default.tsx": `import "./frame.css";\nexport default ({ children }) => <div className="framed">{children}</div>;\n`,
			"layouts/frame.css": `.framed::after { content: "Newt frame"; }\n`,
			"styles.css": `.all { content: "Newt everywhere"; }\n`,
		},
		{
			SITE_CODE: "true",
			SIGN_IN_HEADERS: "Remote-User,Remote-Name,Remote-Email,Remote-Groups",
			SIGN_IN_URL: "/auth?rd={url}",
			TRUSTED_PROXIES: "loopback",
		},
	);
	const staff = { "remote-user": "cid", "remote-groups": "staff" };
	const textOf = async (path: string, headers = {}): Promise<string> => {
		const response = await fetch(site.url + path, { headers, redirect: "manual" });
		return response.status === 200 ? response.text() : "";
	};
	/** All texts of the style sheets of a page, and of the images in them. */
	const stylesOf = async (path: string, headers = {}, as = headers): Promise<string> => {
		const page = await textOf(path, headers);
		const sheets = page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g);
		const texts = await Promise.all([...sheets].map(([, href = ""]) => textOf(href, as)));
		const images = texts.join("").match(/[\w-]+\.[\w-]+\.png/g) ?? [];
		return (
			texts.join("\n") +
			(await Promise.all(images.map((name) => textOf(`/_nuxt/${name}`, as)))).join("\n")
		);
	};
	const marksIn = (text: string) =>
		[...new Set(text.match(/(?:Axolotl|Zebrafish|Newt)(?: \w+)?/g) ?? [])].toSorted();
	const everywhere = ["Newt everywhere", "Newt frame"];
	const common = ["Axolotl", "Axolotl module", "Axolotl sheet"];
	const secret = ["Zebrafish", "Zebrafish module", "Zebrafish sheet"];

	expect(marksIn(await stylesOf("/"))).toEqual(everywhere);
	expect(marksIn(await stylesOf("/open"))).toEqual([...common, ...everywhere].toSorted());
	expect(marksIn(await stylesOf("/staff/boxed", staff))).toEqual(
		[...everywhere, ...secret].toSorted(),
	);
	expect(marksIn(await stylesOf("/staff/plan", staff))).toEqual([...everywhere, "Zebrafish plan"]);
	// The same addresses, without a session.
	expect(marksIn(await stylesOf("/staff/boxed", staff, {}))).toEqual(everywhere);
	expect(marksIn(await stylesOf("/staff/plan", staff, {}))).toEqual(everywhere);
	// A click loads the style sheets that the payload names.
	const { page } = JSON.parse(await textOf("/open/_payload.json"));
	expect(page.styles).toHaveLength(1);
});
