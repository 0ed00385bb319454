import { isRecord } from "../is-record.ts";
import {
	type Captures,
	type FilledTarget,
	fillTarget,
	keepQueryAndHash,
} from "./redirect-target.ts";
import { foldPath, type RoutePattern, segmentsOf } from "./route-pattern.ts";
import {
	parseRouteRules,
	type ReadRouteRule,
	type RouteRule,
	type RouteRulesReading,
} from "./route-rules.ts";
import { readPath } from "./routes.ts";

/**
 * Rules by pattern, as in the build's meta file. Server and browser create their matchers from the
 * same rules; the browser receives only public ones.
 */
export interface RouteTable {
	readonly static: Readonly<Record<string, RuleActions>>;
	/** Patterns that end in `/**` and have no params. */
	readonly wildcard: Readonly<Record<string, RuleActions>>;
	/** Patterns with params. */
	readonly dynamic: Readonly<Record<string, RuleActions>>;
}

/** Actions of a rule, without its pattern. */
export type RuleActions = Omit<RouteRule, "pattern">;

/** The location of a request or a link. */
export interface RouteLocation {
	/** Encoded, without base path. */
	readonly rawPath: string;
	/** With its question mark, or empty. */
	readonly query: string;
	/** With its number sign, or empty; a server never receives one. */
	readonly hash: string;
}

export interface RouteRedirect {
	/** Value of the `Location` header. */
	readonly to: string;
	readonly status: number;
}

/** Maximum number of redirects in a chain. */
export const MAX_REDIRECTS = 10;

/** Sorts rules by the kind of their pattern. */
export function routeTable(rules: readonly ReadRouteRule[]): RouteTable {
	const kinds = Map.groupBy(rules, ({ pattern }) => kindOf(pattern));
	const actionsOf = (kind: keyof RouteTable): Readonly<Record<string, RuleActions>> =>
		Object.fromEntries(
			(kinds.get(kind) ?? []).map(({ rule: { pattern, ...actions } }) => [pattern, actions]),
		);
	return {
		static: actionsOf("static"),
		wildcard: actionsOf("wildcard"),
		dynamic: actionsOf("dynamic"),
	};
}

/**
 * Parses the table of a build's meta file; skips invalid rules.
 *
 * @returns `undefined` when the value is not a table.
 */
export function parseRouteTable(value: unknown): RouteRulesReading | undefined {
	if (!isRecord(value)) return undefined;
	const parts = [value["static"], value["wildcard"], value["dynamic"]];
	if (!parts.every(isRecord)) return undefined;
	return parseRouteRules(
		parts.flatMap((part) => Object.entries(part).map(([pattern, rule]) => ({ pattern, rule }))),
	);
}

/** A node of the tree of patterns. */
interface Branch {
	readonly literals: Map<string, Branch>;
	param: Branch | undefined;
	/** The rule whose pattern ends here. */
	here: ReadRouteRule | undefined;
	/** The rule whose pattern ends here in `**`. */
	below: ReadRouteRule | undefined;
}

/**
 * Finds the rules of a path.
 *
 * Exact patterns are in a map, the others in a tree by segment. A path visits one branch at a literal
 * and two at a param. `checkRouteRules()` limits the positions of params, so the cost depends on the
 * length of the path, not on the number of rules.
 *
 * @example
 * const { rules } = parseRouteRules([{ pattern: "/old/**", rule: { redirect: "/new/**" } }]);
 * new RouteMatcher(rules).redirectFor({ rawPath: "/old/a", query: "", hash: "" }, "")?.to; // "/new/a"
 */
export class RouteMatcher {
	readonly #exact = new Map<string, ReadRouteRule>();
	readonly #root = createBranch();

	/** @param rules If two rules have the same pattern, the first one wins. */
	constructor(rules: readonly ReadRouteRule[]) {
		for (const rule of rules) this.#add(rule);
	}

	/** Decoded and folded paths of the rules without params or wildcard. */
	get exactPaths(): readonly string[] {
		return [...this.#exact.keys()];
	}

	/**
	 * @param path Decoded.
	 * @returns All matching rules, the most specific first: literal before param before wildcard,
	 * from left to right.
	 */
	match(path: string): readonly ReadRouteRule[] {
		const folded = foldPath(path);
		const exact = this.#exact.get(folded);
		const others = collectRules(this.#root, segmentsOf(folded));
		return exact === undefined ? others : [exact, ...others];
	}

	/** Headers of all matching rules; for the same header, the more specific rule wins. */
	headersFor(path: string): Readonly<Record<string, string>> {
		const headers = this.match(path).map(({ rule }) => rule.headers ?? {});
		return Object.assign({}, ...headers.toReversed());
	}

	/** Whether the most specific rule with `prerender` sets it. */
	isPrerendered(path: string): boolean {
		const rule = this.match(path).find(({ rule }) => rule.prerender !== undefined);
		return rule?.rule.prerender === true;
	}

	/**
	 * Resolves the redirect of a location.
	 *
	 * @returns `undefined` when no rule redirects it, and for chains over {@link MAX_REDIRECTS}.
	 */
	redirectFor(location: RouteLocation, basePath: string): RouteRedirect | undefined {
		const reading = readPath(location.rawPath);
		if (reading.kind === "malformed" || reading.kind === "unroutable") return undefined;

		const step = this.step(reading.path, basePath);
		if (step === undefined || !this.comesToAnEnd(reading.path)) return undefined;
		return {
			to: keepQueryAndHash(step.filled.location, location.query, location.hash),
			status: step.status,
		};
	}

	/** Whether the redirects from a path end within {@link MAX_REDIRECTS}, on this site or outside. */
	comesToAnEnd(path: string): boolean {
		let current: string | undefined = path;
		for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
			const step: RedirectStep | undefined = this.step(current, "");
			if (step === undefined) return true;
			current = step.filled.path;
			if (current === undefined) return true;
		}
		return false;
	}

	/** Resolves a single redirect, without following the chain. */
	step(path: string, basePath: string): RedirectStep | undefined {
		const found = this.match(path).find(({ rule }) => rule.redirect !== undefined);
		if (found?.target === undefined || found.rule.redirect === undefined) return undefined;
		const filled = fillTarget(found.target, capture(found.pattern, path), basePath);
		return { filled, status: found.rule.redirect.status };
	}

	#add(rule: ReadRouteRule): void {
		const { pattern } = rule;
		if (kindOf(pattern) === "static") {
			const path = exactPath(pattern);
			if (!this.#exact.has(path)) this.#exact.set(path, rule);
			return;
		}
		let branch = this.#root;
		for (const segment of pattern.segments) {
			branch = segment.kind === "literal" ? literalOf(branch, segment.text) : paramOf(branch);
		}
		if (pattern.isWildcard) branch.below ??= rule;
		else branch.here ??= rule;
	}
}

export interface RedirectStep {
	readonly filled: FilledTarget;
	readonly status: number;
}

function kindOf({ segments, isWildcard }: RoutePattern): keyof RouteTable {
	if (segments.some(({ kind }) => kind === "param")) return "dynamic";
	return isWildcard ? "wildcard" : "static";
}

function exactPath({ segments }: RoutePattern): string {
	return `/${segments.map((segment) => (segment.kind === "literal" ? segment.text : "")).join("/")}`;
}

/** Collects literals before params, and wildcards last: the most specific rule comes first. */
function collectRules(branch: Branch, segments: readonly string[], depth = 0): ReadRouteRule[] {
	const segment = segments[depth];
	const below = branch.below === undefined ? [] : [branch.below];
	if (segment === undefined) return branch.here === undefined ? below : [branch.here, ...below];

	const literal = branch.literals.get(segment);
	if (literal === undefined && branch.param === undefined) return below;
	return [
		...(literal === undefined ? [] : collectRules(literal, segments, depth + 1)),
		...(branch.param === undefined ? [] : collectRules(branch.param, segments, depth + 1)),
		...below,
	];
}

function capture({ segments, isWildcard }: RoutePattern, path: string): Captures {
	const texts = segmentsOf(path);
	const params = new Map<string, string>();
	for (const [position, segment] of segments.entries()) {
		if (segment.kind === "param") params.set(segment.name, texts[position] ?? "");
	}
	return { params, rest: isWildcard ? texts.slice(segments.length).join("/") : "" };
}

function literalOf(branch: Branch, text: string): Branch {
	const existing = branch.literals.get(text);
	if (existing !== undefined) return existing;
	const created = createBranch();
	branch.literals.set(text, created);
	return created;
}

function paramOf(branch: Branch): Branch {
	branch.param ??= createBranch();
	return branch.param;
}

function createBranch(): Branch {
	return { literals: new Map(), param: undefined, here: undefined, below: undefined };
}
