import { parse, type SemVer, satisfies } from "semver";

const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[\da-z.-]+)?(?:\+[\da-z.-]+)?$/i;

/**
 * Reads a version more leniently than the standard: applications send a leading `v`, missing parts and
 * leading zeros.
 *
 * @example
 * readVersion("v1.2")?.version; // "1.2.0"
 * @see https://semver.org/
 */
export function readVersion(text: string): SemVer | undefined {
	const [, major, minor = "0", patch = "0", prerelease = ""] = VERSION.exec(text.trim()) ?? [];
	if (major === undefined) return undefined;
	return parse(`${major}.${minor}.${patch}${prerelease}`, { loose: true }) ?? undefined;
}

/** `1.2.*`, `1.*` or `*`. A number after a star is invalid and matches no version. */
export function matchesWildcard(version: SemVer, pattern: string): boolean {
	return WILDCARD.test(pattern.trim()) && satisfies(version, pattern, { loose: true });
}

const WILDCARD = /^v?(?:\d+\.){0,2}[*x](?:\.[*x])*$/i;
