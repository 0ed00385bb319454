import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveSite, openLiveSite } from "../../support/start-live-site.ts";

const ADA = { "remote-user": "ada", "remote-groups": "staff" };

const LIST = `const titles = async (selection) => (await getPages(selection)).map(({ title }) => title).join(", ");`;

const FILES = {
	"pages/index.md": "# Home\n",
	"pages/blog/index.md": "---\ntype: blog\n---\n# Blog\n",
	"pages/blog/old.md":
		"---\ndate: 2026-01-02\ntags: [news]\ndescription: The first\ndata: { price: 4 }\n---\n# Old\n",
	"pages/blog/new.md": "---\ndate: 2026-03-04\ntags: [news, peas]\n---\n# New\n",
	"pages/blog/draft.md": "---\ndate: 2026-03-05\ndraft: true\n---\n# Draft\n",
	"pages/blog/secret.md":
		"---\ndate: 2026-02-03\ntags: [news]\naccess: [staff]\n---\n# Secret\n\nMARKER\n",
	"pages/list.tsx": `import { getPages, getMarkdown, useSite } from "loggia"; import { useLoaderData } from "react-router"; ${LIST}
		export const loader = async ({ query }) => ({
			titles: await titles({ under: "/blog", ...(query.has("tag") && { tag: query.get("tag") }) }),
			text: await getMarkdown("/blog/secret"), none: await getMarkdown("/nowhere"),
			first: (await getPages({ under: "/blog" })).at(-1) });
		export default function List() { const { env } = useSite();
			return <p id="shown">{JSON.stringify([useLoaderData(), env])}</p>; }`,
	"pages/shared.tsx": `import { getPages } from "loggia"; import { useLoaderData } from "react-router"; ${LIST}
		export const cacheSeconds = 60;
		export const loader = () => titles({ under: "/blog" });
		export default () => <p id="shown">{useLoaderData()}</p>;`,
	"components/News.tsx": `import { use } from "react"; import { getPages, Link } from "loggia";
		export default () => <ul id="news">{use(getPages({ under: "/blog" })).map(({ path, title, data }) =>
			<li key={path}><Link to={path}>{title}</Link> {data.price}</li>)}</ul>;`,
	"pages/start.md": "# Start\n\n::News\n\n[List](/list)\n",
	"api/list.ts": `import { getPages } from "loggia"; ${LIST}
		export const GET = async () => new Response(await titles({ under: "/blog" }));`,
};

let site: LiveSite;

beforeAll(async () => {
	site = await openLiveSite(FILES, {
		SITE_CODE: "true",
		PUBLIC_SHOP: "north",
		PRIVATE_KEY: "MARKER-key",
		TRUSTED_PROXIES: "127.0.0.1",
		SIGN_IN_HEADERS: "Remote-User,Remote-Name,Remote-Email,Remote-Groups",
	});
});

afterAll(() => site.remove());

test.each([
	["/list", {}, "New, Old"],
	["/list?tag=peas", {}, "New"],
	["/list", ADA, "New, Secret, Old"],
	["/api/list", {}, "New, Old"],
	["/api/list", ADA, "New, Secret, Old"],
	[
		"/start",
		{},
		'">New</a> </li><li><a href="/blog/old" data-discover="true">Old</a> <!-- -->4</li></ul>',
	],
	["/start", ADA, '">Secret</a> </li><li>'],
	["/api/_pages?under=/blog&tag=peas", {}, '[{"path":"/blog/new","title":"New",'],
	["/api/_pages?under=/blog", ADA, '"Secret"'],
])("%s lists the pages that the visitor %o may see", async (path, headers, titles) => {
	expect(await textOf(path, headers)).toContain(titles);
});

test("a loader with cacheSeconds lists the pages that every visitor may see, whoever asks first", async () => {
	expect(await textOf("/shared", ADA)).toContain('<p id="shown">New, Old</p>');
	expect(await textOf("/shared")).toContain('<p id="shown">New, Old</p>');
});

test("a page has its date, tags and description, and its text only for those who may see it", async () => {
	const text = (await textOf("/list")).replaceAll("&quot;", '"');

	expect(text).toContain(
		'"first":{"path":"/blog/old","title":"Old","tags":["news"],"authors":[],"data":{"price":4},"description":"The first","date":"2026-01-02"}',
	);
	expect(text).not.toContain("MARKER");
	expect(await textOf("/list", ADA)).toContain("MARKER");
});

test("a page that the visitor may not see is in no list for the browser", async () => {
	const list = JSON.parse(await textOf("/api/_pages?under=/blog"));

	expect(list.map(({ title }: { title: string }) => title)).toEqual(["New", "Old"]);
});

test("public variables are in documents and payloads, and no others", async () => {
	const text = (await textOf("/list")).replaceAll("&quot;", '"');

	expect(text).toContain('{"PUBLIC_SHOP":"north"}]</p>');
	expect(text).toContain('"env":{"PUBLIC_SHOP":"north"}');
	expect(text).not.toContain("MARKER-key");
});

async function textOf(
	path: string,
	headers: Readonly<Record<string, string>> = {},
): Promise<string> {
	return (await fetch(site.url + path, { headers })).text();
}
