import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Revision } from "../../../src/server/content/revision.ts";
import { createTestSite } from "../../support/test-site.ts";

interface Sign {
	readonly name: string;
	readonly file: string;
	readonly text: string;
	readonly outcome: "hidden" | "unlisted" | "unindexed" | "shown";
	readonly problem?: string;
}

/** What authors write to hide a page, or almost, with what must become of it. */
const SIGNS: readonly Sign[] = JSON.parse(
	readFileSync(join(import.meta.dirname, "../../fixtures/hiding/signs.json"), "utf8"),
);

test("every sign that says hide, hides, and a problem says so", async () => {
	const files = SIGNS.map(({ file, text }, index) => [
		`pages/s${index}/${file}`,
		// A page that is not there offers others: each has a title of its own.
		text.replaceAll("Secret title", `Secret title ${index};`),
	]);
	const { service, revision } = await createTestSite({
		files: {
			...Object.fromEntries(files),
			"pages/index.md": "# Home\n\n::island{page-list path=/}\n",
		},
	});
	const list = (await service.inject("/")).body;

	for (const [index, { name, file, outcome, problem }] of SIGNS.entries()) {
		const path = `/s${index}/${file.replace(/\.md$/, "")}`;
		const answer = await service.inject(path);

		expect.soft(answer.statusCode, name).toBe(outcome === "hidden" ? 404 : 200);
		expect.soft(answer.body.includes(`Secret title ${index};`), name).toBe(outcome !== "hidden");
		expect.soft(answer.body, name).not.toMatch(/draft: true|draft = true|"draft"/);
		expect
			.soft(list.includes(`href="${path}"`), name)
			.toBe(outcome === "shown" || outcome === "unindexed");
		expect.soft(answer.body.includes('content="noindex"'), name).toBe(outcome !== "shown");
		expect.soft(problemsIn(`pages/s${index}/`, revision), name).toContain(problem ?? "");
		if (problem === undefined) {
			expect.soft(problemsIn(`pages/s${index}/`, revision), name).toBe("");
		}
	}
});

const HIDDEN: readonly (readonly [name: string, line: string])[] = [
	["draft", "draft: true"],
	["later", "publishAt: 2999-01-01"],
	["over", "expiresAt: 2001-01-01"],
	["client", "middleware: [preview]"],
];

test("by no address can a hidden page and an absent one be told apart", async () => {
	const others = {
		"site.yaml": 'routeRules:\n  /**: {prerender: true}\n  /go/**: {redirect: "/**"}\n',
		"pages/index.md": "# Home\n",
		"pages/guide/a.md": "# A\n",
	};
	const secrets = HIDDEN.map(([name, line]) => [
		`pages/guide/${name}.md`,
		`---\n${line}\n---\n# Secret\n`,
	]);
	const hidden = await createTestSite({ files: { ...others, ...Object.fromEntries(secrets) } });
	const absent = await createTestSite({ files: others });

	const paths = HIDDEN.flatMap(([name]) => {
		const path = `/guide/${name}`;
		const encoded = `/guide/${name[0]}%${name.charCodeAt(1).toString(16)}${name.slice(2)}`;
		const endings = [
			"",
			"?a=b",
			"/",
			".md",
			".html",
			"/_payload.json",
			"/_payload.json?test-build",
		];
		const spellings = [path.toUpperCase(), `${path.toUpperCase()}/_payload.json`, encoded];
		const ways = [`/go${path}`, `/go${path}/_payload.json`, `/pages${path}.md`];
		return [
			...endings.map((ending) => path + ending),
			...spellings,
			...ways,
			`${path}.md/_payload.json`,
		];
	});
	for (const path of paths) {
		for (const headers of [{ accept: "text/html" }, { accept: "application/json" }]) {
			const [one, other] = await Promise.all(
				[hidden, absent].map(({ service }) => service.inject({ url: path, headers })),
			);
			expect(one?.body, path).not.toContain("Secret");
			// Middleware answers in words of its own.
			if (/client/i.test(path)) continue;
			expect(withoutIds(one?.body), path).toBe(withoutIds(other?.body));
			expect(one?.statusCode, path).toBe(other?.statusCode);
			expect(Object.keys(one?.headers ?? {}), path).toEqual(Object.keys(other?.headers ?? {}));
		}
	}
});

test.each([
	["invalid UTF-8", Buffer.from([0x23, 0x20, 0xff])],
	["a NUL", Buffer.from("# Secret\0")],
	["too many bytes", Buffer.alloc(2_000_001, "x")],
])("a page that cannot be read and never could answers 500: %s", async (_what, bytes) => {
	const { service, errors } = await createTestSite({
		files: { "pages/index.md": "# Home\n", "pages/a.md": bytes },
	});

	const answer = await service.inject("/a");

	expect(answer.statusCode).toBe(500);
	expect(answer.body).not.toContain("Secret");
	expect((await service.inject("/")).body).not.toContain('href="/a"');
	expect(errors).toEqual([]);
});

function problemsIn(folder: string, { problems }: Revision): string {
	const own = problems.filter(({ file }) => file.startsWith(folder));
	return own.map(({ message }) => message).join("\n");
}

/** Revisions and requests have ids of their own. */
function withoutIds(body: string | undefined): string | undefined {
	return body?.replace(/[0-9a-f]{16}|req-\w+|"(?:instance|requestId)":"[^"]*"/g, "");
}
