import type { RouteRuleEntry, RouteRuleProblem } from "./route-rules.ts";

export interface RedirectsFileReading {
	readonly entries: readonly RouteRuleEntry[];
	readonly problems: readonly RouteRuleProblem[];
}

/** The default of this format; ours is 307. */
const FORMAT_DEFAULT_STATUS = 301;

/**
 * Reads a `_redirects` file as Netlify and others define it: one rule a line, `from to
 * status`, with `/*` and `:splat` for a wildcard and `:name` for a param.
 *
 * Rewrites, conditions and rules for other domains become problems, because a redirect would be
 * wrong. Of two rules that match, the more specific wins here, not the earlier.
 *
 * @see https://docs.netlify.com/routing/redirects/
 */
export function parseRedirectsFile(text: string): RedirectsFileReading {
	const entries: RouteRuleEntry[] = [];
	const problems: RouteRuleProblem[] = [];
	for (const [index, content] of text.split(/\r?\n/).entries()) {
		const line = index + 1;
		const words = wordsOf(content);
		if (words.length === 0) continue;
		const reading = readRule(words);
		if (typeof reading === "string") problems.push({ message: reading, line });
		else entries.push({ ...reading, line });
	}
	return { entries, problems };
}

function wordsOf(content: string): string[] {
	const comment = content.search(/(^|\s)#/);
	const rule = comment === -1 ? content : content.slice(0, comment);
	return rule.split(/\s+/).filter((word) => word !== "");
}

/** @returns A sentence for an unsupported line. */
function readRule([from = "", ...others]: readonly string[]): RouteRuleEntry | string {
	if (!from.startsWith("/")) return `Only rules for paths are read: the line starts with "${from}"`;

	const position = others.findIndex((word) => /^(\/|https?:\/\/)/.test(word));
	const to = others[position];
	if (to === undefined) return `The rule for "${from}" names no path or URL to go to`;
	if (position > 0) {
		return `The rule for "${from}" depends on query parameters, which is not supported: "${others[0]}"`;
	}

	const [status = String(FORMAT_DEFAULT_STATUS), condition] = others.slice(1);
	if (condition !== undefined) {
		return `The rule for "${from}" has a condition, which is not supported: "${condition}"`;
	}
	return {
		pattern: from.replace(/\/\*$/, "/**"),
		rule: { redirect: { to: to.replace(/\/:splat$/, "/**"), status: readStatus(status) } },
	};
}

/** With `!` a rule wins over a page, which our rules always do. */
function readStatus(word: string): number | string {
	return /^\d{3}!?$/.test(word) ? Number.parseInt(word, 10) : word;
}
