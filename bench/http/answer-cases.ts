import {
	BENCH_PAGE,
	createBenchSite,
	createListSite,
	LIST_PATH,
	PAGES_PER_SECTION,
} from "./bench-site.ts";
import { mainScript } from "./main-script.ts";
import { type BenchCase, type CaseResult, measureCase, type Rounds } from "./measure-case.ts";
import type { PinnedProcess } from "./pinned-process.ts";
import { type RecordedAnswer, recordAnswer } from "./record-answer.ts";
import type { Servers } from "./servers.ts";

/** A kind of request. Rendered answers are compared with another renderer, all others with the same bytes. */
interface Question {
	readonly name: string;
	readonly targets: readonly string[];
	readonly headers?: Readonly<Record<string, string>>;
	/** Minimum share of the baseline's rate. */
	readonly goal?: number;
}

const BR = { "accept-encoding": "br" };
const IDENTITY = { "accept-encoding": "identity" };

/** Number of different targets, so that no answer is cached. */
const DIFFERENT = 10_000;

/** Name of the answers that the product compresses for each request. */
export const UNCACHED = "document, no cache";

const PAGES = 300;
const REDIRECTS = 10_000;

/** Measures every kind of answer. */
export async function measureAnswers(
	servers: Servers,
	longRounds: Rounds,
): Promise<readonly CaseResult[]> {
	const rounds = inParts(longRounds);
	const product = await servers.product(
		servers.adopt(await createBenchSite({ pages: PAGES, redirects: REDIRECTS })),
	);
	const questions = await questionsFor(product);
	const recorded = await Promise.all(questions.map((question) => record(question, product)));
	const bare = await servers.bareFastify(recorded.flat());
	const results: CaseResult[] = [];
	for (const [index, question] of questions.entries()) {
		const { name, targets, headers = BR, goal } = question;
		const answers = recorded[index] ?? [];
		const [answer] = answers;
		if (answer === undefined) throw new RangeError(`"${name}" must be recorded`);
		const baseline = { name: "bare Fastify", targets: pathsOf(answers), process: bare, goal };
		results.push(await measureCase({ name, targets, headers, product, baseline, answer }, rounds));
	}
	results.push(
		...(await measureRendered(servers, product, rounds, [
			{
				name: "document, rendered for one visitor",
				targets: different(`${BENCH_PAGE}?page=`),
				headers: IDENTITY,
				goal: 0.45,
			},
		])),
	);
	await servers.stop(product);
	await servers.stop(bare);
	return [
		...results,
		...(await measureUncached(servers, rounds)),
		...(await measurePrivate(servers, rounds)),
		...(await measureList(servers, rounds)),
	];
}

/**
 * Splits rounds into many short ones: the rate of a machine varies for seconds at a time. A third of them is
 * a warm-up: then all cached pages are rendered, and both servers have compiled their code.
 */
function inParts({ count, durationMs }: Rounds): Rounds {
	return { count: count * 6, durationMs: durationMs / 3, warmCount: count * 3 };
}

/** Measures a site without an answer cache and with a sidebar of 200 pages. */
async function measureUncached(servers: Servers, rounds: Rounds): Promise<readonly CaseResult[]> {
	const folder = servers.adopt(
		await createBenchSite({ pages: 201, redirects: 0, pagesPerSection: 200 }),
	);
	const product = await servers.product(folder, { environment: { PAGE_CACHE_MB: "0" } });
	const uncached = { name: UNCACHED, targets: [BENCH_PAGE] };
	const results = await measureRendered(servers, product, rounds, [
		{ ...uncached, headers: IDENTITY, goal: 0.6 },
		{ ...uncached, headers: BR },
	]);
	await servers.stop(product);
	return results;
}

/** Measures a site with private pages: public pages for outsiders, a private page for a signed-in visitor. */
async function measurePrivate(servers: Servers, rounds: Rounds): Promise<readonly CaseResult[]> {
	const access = "access:\n  paths:\n    /section-1/**: [staff]\n";
	const folder = servers.adopt(await createBenchSite({ pages: PAGES, redirects: 0, access }));
	const environment = {
		SIGN_IN_HEADERS: "remote-user,remote-name,remote-email,remote-groups",
		TRUSTED_PROXIES: "loopback",
	};
	const product = await servers.product(folder, { environment });
	const open = {
		name: "document beside private ones",
		targets: [BENCH_PAGE],
	} as const;
	const results: CaseResult[] = [];
	for (const headers of [IDENTITY, BR]) {
		const answers = await record({ ...open, headers }, product);
		const [answer] = answers;
		if (answer === undefined) throw new RangeError(`"${open.name}" must be recorded`);
		const bare = await servers.bareFastify(answers);
		const baseline = {
			...{ name: "bare Fastify", targets: pathsOf(answers), process: bare },
			goal: 0.9,
		};
		results.push(await measureCase({ ...open, headers, product, baseline, answer }, rounds));
		await servers.stop(bare);
	}
	const signedIn = { ...IDENTITY, "remote-user": "ann", "remote-groups": "staff" };
	const rendered = await measureRendered(servers, product, rounds, [
		{ name: "private document", targets: ["/section-1/page-101"], headers: signedIn, goal: 0.45 },
	]);
	await servers.stop(product);
	return [...results, ...rendered];
}

/** Measures a page with a loader, beside the same tree without Loggia and in React Router's framework mode. */
async function measureList(servers: Servers, rounds: Rounds): Promise<readonly CaseResult[]> {
	const folder = servers.adopt(await createListSite());
	const product = await servers.product(folder, { environment: { SITE_CODE: "true" } });
	const list = { name: "list of 50 rows", targets: [LIST_PATH], headers: IDENTITY };
	const results = [
		...(await measureRendered(servers, product, rounds, [{ ...list, cpuGoal: 1 / 3 }])),
		...(await measureRendered(servers, product, rounds, [{ ...list, cpuGoal: 4 / 3 }], FRAMEWORK)),
	];
	await servers.stop(product);
	return results;
}

async function questionsFor({ port }: PinnedProcess): Promise<readonly Question[]> {
	const origin = `http://127.0.0.1:${port}`;
	const page = await recordAnswer("page", origin + BENCH_PAGE, BR);
	const script = `/_nuxt/${await mainScript()}`;
	const etag = String(page.headers["etag"]);
	const payload = `${BENCH_PAGE}/_payload.json?bench`;
	const cached = { goal: 0.9 } as const;
	return [
		{ ...cached, name: "document", targets: [BENCH_PAGE], headers: IDENTITY },
		{ ...cached, name: "document", targets: [BENCH_PAGE] },
		{
			...cached,
			goal: 1,
			name: "document, not modified",
			targets: [BENCH_PAGE],
			headers: { ...BR, "if-none-match": etag },
		},
		{ ...cached, name: "payload", targets: [payload], headers: IDENTITY },
		{ ...cached, name: "payload", targets: [payload] },
		{ ...cached, name: "200 pages in turn", targets: pagesInTurn(200), goal: 0.88 },
		{ name: "asset, the main script", targets: [script], goal: 0.85 },
		{ name: "redirect", targets: ["/old-7777"] },
		{ name: "not found", targets: ["/nothing"], goal: 0.5 },
		{
			name: "island",
			targets: ["/__nuxt_island/page-list.json?path=/section-0"],
			goal: 0.5,
		},
		{ name: "icon", targets: ["/api/_nuxt_icon/lucide.json?icons=house,search"] },
	];
}

/** @returns The cached answer for each target. */
async function record(
	{ name, targets, headers = BR }: Question,
	{ port }: PinnedProcess,
): Promise<readonly RecordedAnswer[]> {
	const key = `${name}-${headers["accept-encoding"]}`.replaceAll(/[^a-z0-9]+/g, "-");
	const answers: RecordedAnswer[] = [];
	for (const [index, target] of targets.entries()) {
		const url = `http://127.0.0.1:${port}${target}`;
		await recordAnswer(key, url, headers);
		answers.push(await recordAnswer(`${key}-${index}`, url, headers));
	}
	return answers;
}

function pathsOf(answers: readonly RecordedAnswer[]): readonly string[] {
	return answers.map(({ name }) => `/${name}`);
}

interface RenderedCase extends Pick<BenchCase, "name" | "targets" | "headers"> {
	readonly goal?: number;
	readonly cpuGoal?: number;
}

const RENDER_TO_STRING = { name: "bare renderToString", script: "bare-render" } as const;

const FRAMEWORK = { name: "React Router's framework mode", script: "bare-framework" } as const;

/** Compares with bare Fastify, which renders the same page for each request and sends it uncompressed. */
async function measureRendered(
	servers: Servers,
	product: PinnedProcess,
	rounds: Rounds,
	cases: readonly RenderedCase[],
	{ name, script }: typeof RENDER_TO_STRING | typeof FRAMEWORK = RENDER_TO_STRING,
): Promise<readonly CaseResult[]> {
	const url = `http://127.0.0.1:${product.port}`;
	const [
		{
			targets: [target = BENCH_PAGE],
			headers,
		} = { targets: [], headers: {} },
	] = cases;
	const plain = { ...headers, ...IDENTITY };
	const document = await recordAnswer("rendered", url + target, plain);
	const [path] = target.split("?");
	const payload = await recordAnswer("payload", `${url}${path}/_payload.json`, plain);
	const bare = await servers.bareRender(script, document, payload);
	const results: CaseResult[] = [];
	for (const { goal, cpuGoal, ...rendered } of cases) {
		const answer = await recordAnswer("rendered", url + target, rendered.headers);
		const baseline = { name, targets: [LIST_PATH], process: bare, goal, cpuGoal };
		results.push(await measureCase({ ...rendered, product, baseline, answer }, rounds));
	}
	await servers.stop(bare);
	return results;
}

function pagesInTurn(count: number): readonly string[] {
	const section = (page: number): number => Math.floor(page / PAGES_PER_SECTION);
	return Array.from({ length: count }, (_, page) => `/section-${section(page)}/page-${page}`);
}

function different(start: string): readonly string[] {
	return Array.from({ length: DIFFERENT }, (_, index) => start + index);
}
