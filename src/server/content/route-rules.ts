import { definedOnly } from "../../shared/defined-only.ts";
import {
	MAX_REDIRECTS,
	RouteMatcher,
	type RouteTable,
	routeTable,
} from "../../shared/routing/route-matcher.ts";
import type { RoutePattern } from "../../shared/routing/route-pattern.ts";
import {
	parseRouteRules,
	type ReadRouteRule,
	type RouteRuleEntry,
	type RouteRuleProblem,
	type RouteRulesReading,
	routeRuleProblem,
} from "../../shared/routing/route-rules.ts";
import type { Problem } from "./problem.ts";

/** The route rules of one revision. */
export interface RouteRules {
	readonly matcher: RouteMatcher;
	/** The same rules in the form for browsers. */
	readonly table: RouteTable;
	readonly problems: readonly Problem[];
}

/** File of rules in the format of Netlify and other hosts. */
export const REDIRECTS_FILE = "_redirects";

/**
 * Compiles the rules of `site.yaml` and of a `_redirects` file. If both have a rule for the same
 * paths, `site.yaml` wins.
 *
 * @param redirectsFile The file's text, or `undefined` without one.
 */
export function compileRouteRules(
	entries: readonly RouteRuleEntry[],
	redirectsFile: string | undefined,
): RouteRules {
	const file = parseRedirectsFile(redirectsFile ?? "");
	const inRedirectsFile = { file: REDIRECTS_FILE };
	const checked = checkRouteRules([
		...entries,
		...file.entries.map((entry) => ({ ...entry, ...inRedirectsFile })),
	]);
	const unread = file.problems.map((problem) => ({ ...problem, ...inRedirectsFile }));
	return {
		matcher: new RouteMatcher(checked.rules),
		table: routeTable(checked.rules),
		problems: [...unread, ...checked.problems].map(({ file: name = "site.yaml", line, message }) =>
			definedOnly({ file: name, message, line }),
		),
	};
}

/** Default status of the `_redirects` format; the default in `site.yaml` is 307. */
const FORMAT_DEFAULT_STATUS = 301;

/**
 * Parses a `_redirects` file in the format of Netlify and others: one rule per line, `from to
 * status`, with `/*` and `:splat` for a wildcard and `:name` for a param.
 *
 * Rewrites, conditions and rules for other domains become problems, because a redirect would be
 * wrong. If two rules match, the more specific one wins here, not the earlier one.
 *
 * @see https://docs.netlify.com/routing/redirects/
 */
export function parseRedirectsFile(text: string) {
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

/** @returns The rule, or the message of a problem for an unsupported line. */
function readRule([from = "", ...others]: readonly string[]): RouteRuleEntry | string {
	if (!from.startsWith("/")) return `Rules must be for paths: the line starts with "${from}"`;

	const position = others.findIndex((word) => /^(\/|https?:\/\/)/.test(word));
	const to = others[position];
	if (to === undefined) return `The rule for "${from}" has no target path or URL`;
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

/** Ignores `!`, which lets a rule precede a page: rules always do so here. */
function readStatus(word: string): number | string {
	return /^\d{3}!?$/.test(word) ? Number.parseInt(word, 10) : word;
}

/**
 * Limit of path positions with a param, over all rules. Each can double the branches that a match
 * visits.
 */
const MAX_PARAM_POSITIONS = 6;

/** Replaces params and wildcards in an example path. */
const EXAMPLE_SEGMENT = "~";

/**
 * Reads rules and leaves out conflicting ones: repeated patterns, redirect loops, long chains.
 */
export function checkRouteRules(entries: readonly RouteRuleEntry[]): RouteRulesReading {
	const reading = parseRouteRules(entries);
	const checks = [leaveOutRepeated, leaveOutCostly, leaveOutEndless];
	return checks.reduce((checked, check) => {
		const { rules, problems } = check(checked.rules);
		return { rules, problems: [...checked.problems, ...problems] };
	}, reading);
}

function leaveOutRepeated(rules: readonly ReadRouteRule[]): RouteRulesReading {
	const seen = new Set<string>();
	return partition(rules, ({ pattern }) => {
		const shape = shapeOf(pattern);
		if (seen.has(shape)) return "matches the same paths as an earlier rule, which is used";
		seen.add(shape);
		return undefined;
	});
}

function leaveOutCostly(rules: readonly ReadRouteRule[]): RouteRulesReading {
	const positions = new Set<number>();
	return partition(rules, ({ pattern: { segments } }) => {
		const own = segments.flatMap(({ kind }, position) => (kind === "param" ? [position] : []));
		if (new Set([...positions, ...own]).size > MAX_PARAM_POSITIONS) {
			return `has params in too many segments: all rules together may have them in ${MAX_PARAM_POSITIONS}`;
		}
		for (const position of own) positions.add(position);
		return undefined;
	});
}

/**
 * Follows the redirects from example paths of every rule. This finds each rule of a loop, and the
 * start of a long chain.
 */
function leaveOutEndless(rules: readonly ReadRouteRule[]): RouteRulesReading {
	const matcher = new RouteMatcher(rules);
	return partition(rules, ({ rule, pattern }) => {
		if (rule.redirect === undefined) return undefined;
		const start = examplePaths(pattern).find((path) => !matcher.comesToAnEnd(path));
		return start === undefined ? undefined : complaintAboutRedirects(matcher, start);
	});
}

function complaintAboutRedirects(matcher: RouteMatcher, start: string): string {
	const trail = [start];
	for (let path: string | undefined = start; trail.length <= MAX_REDIRECTS + 1; ) {
		path = matcher.step(path, "")?.filled.path;
		if (path === undefined) break;
		if (trail.includes(path)) return `redirects in a loop: ${[...trail, path].join(" → ")}`;
		trail.push(path);
	}
	return `starts more than ${MAX_REDIRECTS} redirects in a row: ${trail.slice(0, 4).join(" → ")} → …`;
}

function examplePaths({ segments, isWildcard }: RoutePattern): string[] {
	const own = segments.map((segment) =>
		segment.kind === "literal" ? segment.text : EXAMPLE_SEGMENT,
	);
	const rests = isWildcard ? [[], [EXAMPLE_SEGMENT], [EXAMPLE_SEGMENT, EXAMPLE_SEGMENT]] : [[]];
	return rests.map((rest) => `/${[...own, ...rest].join("/")}`);
}

function shapeOf({ segments, isWildcard }: RoutePattern): string {
	const texts = segments.map((segment) => (segment.kind === "literal" ? segment.text : ":"));
	return `/${[...texts, ...(isWildcard ? ["**"] : [])].join("/")}`;
}

/** @param complaintAbout The end of a sentence that starts with the rule; `undefined`: no problem. */
function partition(
	rules: readonly ReadRouteRule[],
	complaintAbout: (rule: ReadRouteRule) => string | undefined,
): RouteRulesReading {
	const kept: ReadRouteRule[] = [];
	const problems: RouteRuleProblem[] = [];
	for (const rule of rules) {
		const complaint = complaintAbout(rule);
		if (complaint === undefined) kept.push(rule);
		else problems.push(routeRuleProblem(rule.rule.pattern, complaint, rule.place));
	}
	return { rules: kept, problems };
}
