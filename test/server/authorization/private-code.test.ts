import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startLiveSite } from "../../support/start-live-site.ts";
import { MARKER } from "./private-site.ts";

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
