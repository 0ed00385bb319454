import { expect, test } from "vitest";
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

test("a site without problems has one page that says so", async () => {
	const service = await serviceWith([]);

	expect((await service.inject(PATH)).json()).toEqual({
		page: 1,
		pages: 1,
		problemCount: 0,
		groups: [],
	});
});

const NO_PAGES = ["?page=4", "?page=0", "?page=-1", "?page=1.5", "?page=x"];

test.each(NO_PAGES)("%s is no page of it", async (query) => {
	const service = await serviceWith(PROBLEMS);

	expect((await service.inject(PATH + query)).statusCode).toBe(404);
});

test("problems name hidden pages, and are for this machine alone", async () => {
	const service = await serviceWith(PROBLEMS);

	for (const request of [
		{ url: PATH, remoteAddress: "203.0.113.7" },
		{ url: PATH, headers: { "x-forwarded-for": "203.0.113.7" } },
	]) {
		const { statusCode, body } = await service.inject(request);
		expect(statusCode).toBe(404);
		expect(body).not.toContain("weight");
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
