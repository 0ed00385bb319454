import type { Problem } from "../content/problem.ts";
import type { Revision } from "../content/revision.ts";
import { decodeEntities } from "../discovery/html-tree.ts";

const LINK = /<a href="(https?:\/\/[^"]+)"/g;

/** Other sites are asked gently. */
const AT_ONCE = 8;
const TIMEOUT_MS = 10_000;

/** Some sites refuse what is no browser: that says nothing of the page. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 999]);

/** Finds links to other sites that lead nowhere; each address is asked for once. */
export async function checkExternalLinks(
	{ pages }: Pick<Revision, "pages">,
	ask: typeof fetch = fetch,
): Promise<Problem[]> {
	const files = new Map<string, Set<string>>();
	for (const { html, file } of pages.values()) {
		for (const [, raw = ""] of html.matchAll(LINK)) {
			const url = decodeEntities(raw).replace(/#.*$/, "");
			files.set(url, (files.get(url) ?? new Set()).add(file));
		}
	}
	const waiting = [...files];
	const problems: Problem[] = [];
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return problems.toSorted((one, other) => (one.file < other.file ? -1 : 1));

	async function work(): Promise<void> {
		for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
			const [url, pagesWithIt] = next;
			const reason = await whyDead(url, ask);
			if (reason === undefined) continue;
			for (const file of pagesWithIt) {
				problems.push({ file, message: `Link "${url}" is dead: ${reason}` });
			}
		}
	}
}

async function whyDead(url: string, ask: typeof fetch): Promise<string | undefined> {
	try {
		const head = await ask(url, options("HEAD"));
		if (head.ok || REFUSALS.has(head.status)) return undefined;
		// Some servers answer only what browsers ask.
		const got = await ask(url, options("GET"));
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
