import { Parser } from "htmlparser2";
import type { Problem } from "../content/problem.ts";
import type { Revision } from "../content/revision.ts";

const MAX_REQUESTS = 8;
const TIMEOUT_MS = 10_000;

/** Some sites refuse clients that are not browsers, whether the page exists or not. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 999]);

/** Finds dead links to other sites. Requests each address once. */
export async function checkExternalLinks(
	{ pages }: Pick<Revision, "pages">,
	request: typeof fetch = fetch,
): Promise<Problem[]> {
	const files = new Map<string, Set<string>>();
	for (const { html, file } of pages.values()) {
		for (const link of linksIn(html)) {
			const url = link.replace(/#.*$/, "");
			files.set(url, (files.get(url) ?? new Set()).add(file));
		}
	}
	const waiting = [...files];
	const problems: Problem[] = [];
	await Promise.all(Array.from({ length: MAX_REQUESTS }, work));
	return problems.toSorted((one, other) => (one.file < other.file ? -1 : 1));

	async function work(): Promise<void> {
		for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
			const [url, pagesWithIt] = next;
			const reason = await whyDead(url, request);
			if (reason === undefined) continue;
			for (const file of pagesWithIt) {
				problems.push({ file, message: `Link "${url}" is dead: ${reason}` });
			}
		}
	}
}

function linksIn(html: string): readonly string[] {
	const links: string[] = [];
	const parser = new Parser({
		onopentag(name, { href = "" }) {
			if (name === "a" && /^https?:\/\//.test(href)) links.push(href);
		},
	});
	parser.end(html);
	return links;
}

async function whyDead(url: string, request: typeof fetch): Promise<string | undefined> {
	try {
		const head = await request(url, options("HEAD"));
		if (head.ok || REFUSALS.has(head.status)) return undefined;
		// Some servers do not answer HEAD.
		const got = await request(url, options("GET"));
		await got.body?.cancel();
		return got.ok || REFUSALS.has(got.status) ? undefined : `the answer is ${got.status}`;
	} catch (error) {
		return error instanceof Error && error.name === "TimeoutError"
			? `there is no answer within ${TIMEOUT_MS / 1000} seconds`
			: "the site cannot be reached";
	}
}

function options(method: string): RequestInit {
	return {
		method,
		redirect: "follow",
		signal: AbortSignal.timeout(TIMEOUT_MS),
		headers: { "user-agent": "Loggia check-site" },
	};
}
