import { isRecord } from "../is-record.ts";
import { parseRedirectTarget, type RedirectTarget } from "./redirect-target.ts";
import { parseRoutePattern, type RoutePattern } from "./route-pattern.ts";

/** The operator's rule for the paths of a pattern. */
export interface RouteRule {
	readonly pattern: string;
	readonly redirect?: {
		/** As written; see {@link RedirectTarget}. */
		readonly to: string;
		readonly status: (typeof REDIRECT_STATUSES)[number];
	};
	/** Response headers; names in lower case. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly prerender?: boolean;
}

const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;

const DEFAULT_REDIRECT_STATUS = 307;

/** An unparsed rule of a file. */
export interface RouteRuleEntry extends RulePlace {
	readonly pattern: string;
	readonly rule: unknown;
}

/** Location of a rule in a file; unknown in the browser. */
export interface RulePlace {
	readonly file?: string | undefined;
	/** Counted from 1. */
	readonly line?: number | undefined;
}

export interface RouteRuleProblem extends RulePlace {
	readonly message: string;
}

export interface RouteRulesReading {
	/** The valid rules, in the order of the entries. */
	readonly rules: readonly ReadRouteRule[];
	readonly problems: readonly RouteRuleProblem[];
}

/** A rule with its parsed pattern and target. */
export interface ReadRouteRule {
	readonly rule: RouteRule;
	readonly pattern: RoutePattern;
	readonly target: RedirectTarget | undefined;
	readonly place: RulePlace;
}

const RULE_KEYS: ReadonlySet<string> = new Set(["redirect", "headers", "prerender"]);

/** A header's name. @see RFC 9110, section 5.6.2 */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Visible ASCII, spaces and tabs: a line break would start another header. */
const HEADER_VALUE = /^[\t\u0020-\u007e]*$/;

/** Headers that frame the message: a rule that sets them would break clients. */
const FRAMING_HEADERS: ReadonlySet<string> = new Set([
	"connection",
	"content-encoding",
	"content-length",
	"date",
	"keep-alive",
	"location",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
]);

/**
 * Parses rules one by one. Skips an invalid rule and reports a problem: a partial rule would do
 * something that its author did not intend.
 */
export function parseRouteRules(entries: readonly RouteRuleEntry[]): RouteRulesReading {
	const rules: ReadRouteRule[] = [];
	const problems: RouteRuleProblem[] = [];
	for (const entry of entries) {
		const complaints: string[] = [];
		const rule = parseRouteRule(entry, complaints);
		if (rule !== undefined && complaints.length === 0) rules.push(rule);
		problems.push(
			...complaints.map((complaint) => routeRuleProblem(entry.pattern, complaint, entry)),
		);
	}
	return { rules, problems };
}

/** @param complaint The end of a sentence that starts with the rule. */
export function routeRuleProblem(
	pattern: string,
	complaint: string,
	{ file, line }: RulePlace,
): RouteRuleProblem {
	return { message: `Route rule "${pattern}" ${complaint}`, file, line };
}

function parseRouteRule(entry: RouteRuleEntry, complaints: string[]): ReadRouteRule | undefined {
	const pattern = parseRoutePattern(entry.pattern);
	if (typeof pattern === "string") {
		complaints.push(pattern);
		return undefined;
	}
	if (!isRecord(entry.rule)) {
		complaints.push("must be a mapping with redirect, headers or prerender");
		return undefined;
	}
	for (const key of Object.keys(entry.rule)) {
		if (!RULE_KEYS.has(key)) complaints.push(`has an unknown key: "${key}"`);
	}
	const redirect = parseRedirect(entry.rule["redirect"], pattern, complaints);
	const headers = parseHeaders(entry.rule["headers"], complaints);
	const prerender = parsePrerender(entry.rule["prerender"], complaints);
	return {
		rule: {
			pattern: entry.pattern,
			...(redirect === undefined ? {} : { redirect: redirect.rule }),
			...(headers === undefined ? {} : { headers }),
			...(prerender === undefined ? {} : { prerender }),
		},
		pattern,
		target: redirect?.target,
		place: entry,
	};
}

function parseRedirect(value: unknown, pattern: RoutePattern, complaints: string[]) {
	if (value === undefined) return undefined;
	const {
		to,
		status = DEFAULT_REDIRECT_STATUS,
		...others
	} = isRecord(value) ? value : { to: value };
	for (const key of Object.keys(others)) {
		complaints.push(`has an unknown key in its redirect: "${key}"`);
	}
	const knownStatus = REDIRECT_STATUSES.find((candidate) => candidate === status);
	if (knownStatus === undefined) {
		complaints.push(
			`must redirect with one of ${REDIRECT_STATUSES.join(", ")}: current status is "${String(status)}"`,
		);
	}
	if (typeof to !== "string" || to === "") {
		complaints.push("must redirect to a path or a URL");
		return undefined;
	}
	const target = parseRedirectTarget(to, pattern);
	if (typeof target === "string") complaints.push(`redirects to "${to}", which ${target}`);
	if (typeof target === "string" || knownStatus === undefined) return undefined;
	return { rule: { to, status: knownStatus }, target };
}

function parseHeaders(
	value: unknown,
	complaints: string[],
): Readonly<Record<string, string>> | undefined {
	if (value === undefined) return undefined;
	if (!isRecord(value)) {
		complaints.push("must give headers as a mapping of names to values");
		return undefined;
	}
	const entries = Object.entries(value);
	complaints.push(...entries.flatMap((header) => complaintAboutHeader(header) ?? []));
	return Object.fromEntries(
		entries.map(([name, content]) => [name.toLowerCase(), String(content)]),
	);
}

function complaintAboutHeader([name, content]: [string, unknown]): string | undefined {
	if (!HEADER_NAME.test(name)) return `has a header with an invalid name: "${name}"`;
	if (FRAMING_HEADERS.has(name.toLowerCase())) {
		return `must not set the header "${name}", which the server writes itself`;
	}
	if (typeof content !== "string" && typeof content !== "number") {
		return `must give the header "${name}" a text`;
	}
	if (!HEADER_VALUE.test(String(content))) {
		return `must give the header "${name}" a value of one line in ASCII`;
	}
	return undefined;
}

function parsePrerender(value: unknown, complaints: string[]): boolean | undefined {
	if (value === undefined || typeof value === "boolean") return value;
	complaints.push('must set "prerender" to true or false');
	return undefined;
}
