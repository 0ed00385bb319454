import { expect, test } from "vitest";
import { createProxySignIn } from "../../../src/platform/sign-in/proxy-sign-in.ts";
import { createPreviewSigner } from "../../../src/server/authorization/preview-signer.ts";
import {
	type ProblemPage,
	packProblems,
	renderProblem,
} from "../../../src/server/content/problem.ts";
import { createTestSite } from "../../support/test-site.ts";

const FILES = { "pages/index.md": "# Home\n" };
const PATH = "/_loggia/problems";

const PROBLEMS = [
	...Array.from({ length: 3 }, (_, line) => ({
		file: "b.md",
		line,
		message: `Link "${line}" leads to no page`,
	})),
	...Array.from({ length: 1200 }, (_, index) => ({
		file: `p${index}.md`,
		message: 'Key "weight" is not known',
	})),
	{ file: "c.md", message: 'Key "wieght" is not known' },
];

test("every problem is listed page by page, equal ones together, the most frequent first", async () => {
	const service = await serviceWith(PROBLEMS);

	const first: ProblemPage = (await service.inject(PATH)).json();
	const pages: ProblemPage[] = [first];
	for (let page = 2; page <= first.pages; page += 1) {
		pages.push((await service.inject(`${PATH}?page=${page}`)).json());
	}

	expect(pages.map(({ page, pages: count, problemCount }) => [page, count, problemCount])).toEqual([
		[1, 3, 1204],
		[2, 3, 1204],
		[3, 3, 1204],
	]);
	expect(
		pages[2]?.groups.map(({ kind, count, problems }) => [kind, count, problems.length]),
	).toEqual([
		['Key "weight" is not known', 1200, 200],
		['Link "…" leads to no page', 3, 3],
		['Key "wieght" is not known', 1, 1],
	]);
	const all = pages.flatMap(({ groups }) => groups.flatMap(({ problems }) => problems));
	expect(all.map(renderProblem).toSorted()).toEqual(PROBLEMS.map(renderProblem).toSorted());
});

test("a site without problems has one page that says so, and no other", async () => {
	const service = await serviceWith([]);

	expect((await service.inject(PATH)).json()).toEqual({
		page: 1,
		pages: 1,
		problemCount: 0,
		groups: [],
	});
	for (const page of ["2", "0", "-1", "1.5", "x"]) {
		expect([page, (await service.inject(`${PATH}?page=${page}`)).statusCode]).toEqual([page, 404]);
	}
});

const BROKEN = {
	"pages/index.md": "# Home\n\n[Zebrafish](/zebrafish)\n",
	"pages/hidden.md": "---\ndraft: true\nzebrafish: 1\n---\n# Hidden\n",
};

test("beside a page are its problems, for the holder of its preview link as well, and those of the site", async () => {
	const { service } = await createTestSite({ files: BROKEN });
	const home = { file: "pages/index.md", line: 3, message: expect.stringContaining("/zebrafish") };
	const hidden = {
		file: "pages/hidden.md",
		...{ line: 3, column: 1 },
		message: expect.stringContaining("zebrafish"),
	};
	const preview = createPreviewSigner("test-secret").sign("/hidden", Date.parse("2026-11-21"));

	const here = await service.inject(`${PATH}?live=&path=%2F`);
	const previewed = await service.inject({
		url: `${PATH}?path=/hidden&preview=${preview}`,
		remoteAddress: "203.0.113.7",
	});

	expect(here.json()).toEqual({ ofPage: [home], ofSite: { count: 2, first: [hidden, home] } });
	expect(previewed.json()).toEqual({ ofPage: [hidden] });
});

test("members of a group of editors see them as well", async () => {
	const { service } = await createTestSite({
		files: { ...BROKEN, "site.yaml": "access:\n  editors: [docs]\n" },
		dependencies: {
			signIn: createProxySignIn({
				headers: ["remote-user", "remote-name", "remote-email", "remote-groups"],
				trustedProxies: ["203.0.113.7"],
			}),
		},
	});
	const askAs = (groups: string) =>
		service.inject({
			url: `${PATH}?path=/`,
			remoteAddress: "203.0.113.7",
			headers: { "remote-user": "ann", "remote-groups": groups },
		});

	const editor = await askAs("docs,others");
	const reader = await askAs("others");

	expect(editor.json()).toMatchObject({ ofPage: [{ line: 3 }], ofSite: { count: 2 } });
	expect(reader.statusCode).toBe(404);
});

test("no address shows a byte of a problem to other visitors", async () => {
	const { service } = await createTestSite({ files: BROKEN });
	const preview = createPreviewSigner("test-secret").sign("/hidden", Date.parse("2026-11-21"));

	for (const url of [
		...["", "?page=1", "?path=/", "?path=/hidden", "?path=", "?path=/&preview="].map(
			(query) => PATH + query,
		),
		`${PATH}?path=/&preview=${preview}`,
		`${PATH}?path=/hidden&preview=${preview}x`,
		...["/?live", "/_payload.json?test-build&live", "/hidden?live", "/readyz", "/healthz"],
	]) {
		for (const request of [
			{ url, remoteAddress: "203.0.113.7" },
			{ url, headers: { "x-forwarded-for": "127.0.0.1" } },
		]) {
			const { body } = await service.inject(request);
			expect(body, url).not.toMatch(/leads to no|is not known|hidden\.md/);
		}
	}
});

async function serviceWith(problems: Parameters<typeof packProblems>[0]) {
	const problemPages = packProblems(problems);
	const { service } = await createTestSite({
		files: FILES,
		dependencies: { problemPages: () => problemPages },
	});
	return service;
}
