import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatedSite, openGatedSite } from "../../support/gated-site.ts";

const BROWSER =
	"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";
const CRAWLER = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

let site: GatedSite;

beforeAll(async () => {
	site = await openGatedSite();
});

afterAll(() => site.remove());

test.each([
	"gzip",
	"identity",
])("a browser gets the page before its promise settles, coded as %s", async (coding) => {
	const { response, read } = await open(`/products/${coding}`, { "accept-encoding": coding });
	const shell = await read("After the reviews");
	await site.settle(coding);
	const rest = await read("</html>");

	expect(shell).toContain("Waiting for reviews");
	expect(shell).not.toContain("Reviews of");
	expect(rest).toContain(`Reviews of ${coding} 1970`);
	expect(response.headers.get("content-encoding")).toBe(coding === "gzip" ? "gzip" : null);
	expect(response.headers.get("cache-control")).toBe("no-store");
});

test("each streamed answer permits its own inline scripts, and other answers permit none", async () => {
	await site.settle("rug");
	const policies = await Promise.all(
		["/products/rug", "/products/rug", "/plain", "/"].map(async (path) => {
			const { response } = await open(path);
			const text = await response.text();
			const nonces = [...text.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce);
			return { policy: response.headers.get("content-security-policy") ?? "", nonces };
		}),
	);

	const [first, second, plain, home] = policies;
	expect(new Set(first?.nonces)).toHaveLength(1);
	expect(first?.policy).toContain(`script-src 'self' 'nonce-${first?.nonces[0]}'`);
	expect(first?.nonces[0]).not.toBe(second?.nonces[0]);
	for (const constant of [plain, home]) {
		expect(constant?.nonces).toEqual([]);
		expect(constant?.policy).not.toContain("nonce");
	}
	expect(plain?.policy).toBe(home?.policy);
});

test.each([
	["a crawler", CRAWLER],
	["a program", "curl/8.5.0"],
])("%s gets the whole page without inline scripts", async (_, agent) => {
	const opening = open("/products/desk", { "user-agent": agent });
	await site.settle("desk");
	const { response } = await opening;
	const text = await response.text();

	expect(text).toContain("Reviews of desk 1970");
	expect(text).not.toMatch(/nonce=|Waiting for reviews/);
	expect(response.headers.get("etag")).not.toBeNull();
});

test("a payload sends the promise as a line of its own", async () => {
	const { response, read } = await open("/products/sofa/_payload.json");
	const first = JSON.parse(await read("\n"));
	await site.settle("sofa");
	const line = JSON.parse(await read("\n"));

	expect(response.headers.get("content-type")).toMatch(/^application\/x-ndjson/);
	expect(first).toMatchObject({ kind: "page", isStreamed: true, page: { title: "Product sofa" } });
	expect(line).toMatch(/^P\d+:.*Reviews of sofa/);
});

test.each([
	"/products/vase",
	"/products/vase/_payload.json",
])("the error of a promise at %s is in the log, and not in the answer", async (path) => {
	const id = path.includes("payload") ? "bowl" : "vase";
	const { response } = await open(path.replace("vase", id));
	await site.settle(id, "fail");
	const text = await response.text();

	expect(response.status).toBe(200);
	expect(text).not.toContain("SECRET");
	await expect
		.poll(() => site.log.filter(({ stack }) => String(stack).includes("SECRET of the promise")))
		.not.toEqual([]);
});

test("a page that fails before its first byte has its error boundary and status 500", async () => {
	const { response } = await open("/broken");

	expect(await response.text()).toContain("The page is broken");
});

async function open(path: string, headers: Readonly<Record<string, string>> = {}) {
	const response = await fetch(site.url + path, { headers: { "user-agent": BROWSER, ...headers } });
	let reader: ReadableStreamDefaultReader<string> | undefined;
	let held = "";
	/** Reads up to a text. */
	const read = async (end: string): Promise<string> => {
		reader ??= response.body?.pipeThrough(new TextDecoderStream()).getReader();
		for (;;) {
			const position = held.indexOf(end);
			if (position >= 0) {
				const text = held.slice(0, position + end.length);
				held = held.slice(text.length);
				return text;
			}
			const piece = await reader?.read();
			if (piece?.value === undefined) throw new Error(`The answer ends before "${end}": ${held}`);
			held += piece.value;
		}
	};
	return { response, read };
}
