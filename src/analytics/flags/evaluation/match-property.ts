import { parse, type SemVer, satisfies } from "semver";
import type { Operator } from "../definition/property-filter.ts";
import { propertyNumber, propertyText, readFilterDate, readPropertyDate } from "./filter-date.ts";
import type { MatchPattern } from "./pattern-matcher.ts";

/** The comparison of a filter, without its property. */
interface Comparison {
	readonly operator: Operator;
	/** Value in the definition; `undefined` if absent. */
	readonly wanted: unknown;
}

/** Input of some comparisons beside the two values. */
interface Surroundings {
	/** Milliseconds since the Unix epoch, for relative dates. */
	readonly now: number;
	readonly matchPattern: MatchPattern;
}

/**
 * Compares one property with one filter. An existing property may be `null`.
 *
 * Values that cannot be compared, such as a word with `gt`, match neither an operator nor its negation:
 * a mistake in a filter must not open a flag to everybody. A *missing* property matches negations.
 */
export function matchProperty(
	found: { readonly value: unknown } | undefined,
	{ operator, wanted }: Comparison,
	surroundings: Surroundings,
): boolean {
	if (operator === "is_set") return found !== undefined;
	if (operator === "is_not_set") return found === undefined;
	if (wanted === undefined || wanted === null) return false;
	const positive = positiveOf(operator);
	const compare = COMPARE[positive];
	if (compare === undefined) return false;
	const isNegation = positive !== operator;
	if (found === undefined) return isNegation;
	const matches = compare(found.value, wanted, surroundings);
	return matches !== undefined && matches !== isNegation;
}

function positiveOf(operator: Operator): string {
	if (operator === "is_not") return "exact";
	return operator.startsWith("not_") ? operator.slice("not_".length) : operator;
}

/** `undefined`: the two values cannot be compared like this. */
type Compare = (value: unknown, wanted: unknown, surroundings: Surroundings) => boolean | undefined;

/** Every operator that is not a negation. */
const COMPARE: Readonly<Record<string, Compare>> = {
	exact: isEqual,
	icontains: contains,
	icontains_multi: containsAny,
	starts_with: byText((text, wanted) => text.startsWith(wanted)),
	ends_with: byText((text, wanted) => text.endsWith(wanted)),
	regex: matchesRegex,
	gt: byNumber((number, wanted) => number > wanted),
	gte: byNumber((number, wanted) => number >= wanted),
	lt: byNumber((number, wanted) => number < wanted),
	lte: byNumber((number, wanted) => number <= wanted),
	between: isBetween,
	is_date_exact: byDate((date, wanted) => date === wanted),
	is_date_before: byDate((date, wanted) => date < wanted),
	is_date_after: byDate((date, wanted) => date > wanted),
	semver_eq: byVersion((version, wanted) => version.compare(wanted) === 0),
	semver_neq: byVersion((version, wanted) => version.compare(wanted) !== 0),
	semver_gt: byVersion((version, wanted) => version.compare(wanted) > 0),
	semver_gte: byVersion((version, wanted) => version.compare(wanted) >= 0),
	semver_lt: byVersion((version, wanted) => version.compare(wanted) < 0),
	semver_lte: byVersion((version, wanted) => version.compare(wanted) <= 0),
	semver_tilde: byVersion((version, wanted) => satisfies(version, `~${wanted}`)),
	semver_caret: byVersion((version, wanted) => satisfies(version, `^${wanted}`)),
	semver_wildcard: matchesWildcard,
};

function isEqual(value: unknown, wanted: unknown): boolean {
	const choices = Array.isArray(wanted) ? wanted : [wanted];
	if (choices.every(looksBoolean)) {
		return choices.some((choice) => isTrue(choice) === isTrue(value));
	}
	const text = propertyText(value).toLowerCase();
	return choices.some((choice) => propertyText(choice).toLowerCase() === text);
}

/** Clients send `true`, `"true"` and `"True"`: a filter on one of them matches all. */
function looksBoolean(wanted: unknown): boolean {
	if (Array.isArray(wanted)) return wanted.length > 0 && wanted.every(looksBoolean);
	return (
		typeof wanted === "boolean" || (typeof wanted === "string" && /^(true|false)$/i.test(wanted))
	);
}

function isTrue(value: unknown): boolean {
	if (Array.isArray(value)) return value.length > 0 && value.every(isTrue);
	return value === true || (typeof value === "string" && value.toLowerCase() === "true");
}

function byText(compare: (text: string, wanted: string) => boolean): Compare {
	return (value, wanted) =>
		compare(propertyText(value).toLowerCase(), propertyText(wanted).toLowerCase());
}

function contains(value: unknown, wanted: unknown): boolean {
	return propertyText(value).toLowerCase().includes(propertyText(wanted).toLowerCase());
}

function containsAny(value: unknown, wanted: unknown): boolean {
	const choices = Array.isArray(wanted) ? wanted : [wanted];
	return choices.some((choice) => contains(value, choice));
}

function matchesRegex(
	value: unknown,
	wanted: unknown,
	{ matchPattern }: Surroundings,
): boolean | undefined {
	return matchPattern(propertyText(wanted), propertyText(value));
}

function byNumber(compare: (number: number, wanted: number) => boolean): Compare {
	return (value, wanted) => {
		const number = propertyNumber(value);
		const limit = propertyNumber(wanted);
		return number === undefined || limit === undefined ? undefined : compare(number, limit);
	};
}

/** Both ends are included. */
function isBetween(value: unknown, wanted: unknown): boolean | undefined {
	if (!Array.isArray(wanted) || wanted.length !== 2) return undefined;
	const number = propertyNumber(value);
	const low = propertyNumber(wanted[0]);
	const high = propertyNumber(wanted[1]);
	if (number === undefined || low === undefined || high === undefined) return undefined;
	return low > high ? undefined : low <= number && number <= high;
}

function byDate(compare: (date: number, wanted: number) => boolean): Compare {
	return (value, wanted, { now }) => {
		const date = readPropertyDate(value, now);
		const limit = typeof wanted === "string" ? readFilterDate(wanted, now) : undefined;
		return date === undefined || limit === undefined ? undefined : compare(date, limit);
	};
}

function byVersion(compare: (version: SemVer, wanted: SemVer) => boolean): Compare {
	return (value, wanted) => {
		const version = readVersion(propertyText(value));
		const limit = readVersion(propertyText(wanted));
		return version === undefined || limit === undefined ? undefined : compare(version, limit);
	};
}

const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[\da-z.-]+)?(?:\+[\da-z.-]+)?$/i;

/**
 * Reads a version more leniently than the standard, since applications send a leading `v`, omit parts
 * and add leading zeros: `v1.2` is `1.2.0`.
 *
 * @see https://semver.org/
 */
function readVersion(text: string): SemVer | undefined {
	const [, major, minor = "0", patch = "0", prerelease = ""] = VERSION.exec(text.trim()) ?? [];
	if (major === undefined) return undefined;
	return parse(`${major}.${minor}.${patch}${prerelease}`, { loose: true }) ?? undefined;
}

/** `1.2.*`, `1.*` or `*`. A number after a star is invalid and matches no version. */
const WILDCARD = /^v?(?:\d+\.){0,2}[*x](?:\.[*x])*$/i;

function matchesWildcard(value: unknown, wanted: unknown): boolean | undefined {
	const version = readVersion(propertyText(value));
	const pattern = propertyText(wanted);
	return version && WILDCARD.test(pattern.trim()) && satisfies(version, pattern, { loose: true });
}
