import { MAX_REDIRECTS, RouteMatcher } from "./route-matcher.ts";
import type { RoutePattern } from "./route-pattern.ts";
import {
	parseRouteRules,
	type ReadRouteRule,
	type RouteRuleEntry,
	type RouteRuleProblem,
	type RouteRulesReading,
	routeRuleProblem,
} from "./route-rules.ts";

/**
 * The positions of a path that may be a param, over all rules. Each can double the branches that a
 * match visits.
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
		if (seen.has(shape)) return "matches the same paths as a rule before it, which counts";
		seen.add(shape);
		return undefined;
	});
}

function leaveOutCostly(rules: readonly ReadRouteRule[]): RouteRulesReading {
	const positions = new Set<number>();
	return partition(rules, ({ pattern: { segments } }) => {
		const own = segments.flatMap(({ kind }, position) => (kind === "param" ? [position] : []));
		if (new Set([...positions, ...own]).size > MAX_PARAM_POSITIONS) {
			return `has params in too many places: all rules together may have them in ${MAX_PARAM_POSITIONS}`;
		}
		for (const position of own) positions.add(position);
		return undefined;
	});
}

/**
 * Follows every rule from paths that it matches, so each rule of a loop is found, and a chain from
 * its start.
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
		if (trail.includes(path)) return `redirects in a circle: ${[...trail, path].join(" → ")}`;
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

/** @param complaintAbout The end of a sentence that starts with the rule, or `undefined` to keep it. */
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
