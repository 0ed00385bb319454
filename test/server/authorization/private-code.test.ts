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
