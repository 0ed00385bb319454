/** The parts of a version that decide its rank. Build metadata does not. */
export interface SemanticVersion {
	readonly major: number;
	readonly minor: number;
	readonly patch: number;
	readonly prerelease: readonly string[];
}

const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([\da-z.-]+))?(?:\+[\da-z.-]+)?$/i;

/**
 * Reads a version more leniently than the standard: applications send a leading `v`, missing parts and
 * leading zeros.
 *
 * @example
 * readVersion("v1.2"); // { major: 1, minor: 2, patch: 0, prerelease: [] }
 * @see https://semver.org/
 */
export function readVersion(text: string): SemanticVersion | undefined {
	const match = VERSION.exec(text.trim());
	if (match === null) return undefined;
	const [, major, minor = "0", patch = "0", prerelease] = match;
	return {
		major: Number(major),
		minor: Number(minor),
		patch: Number(patch),
		prerelease: prerelease === undefined ? [] : prerelease.split("."),
	};
}

/** @returns Below zero when `left` comes first, above when `right` does, zero for equals. */
export function compareVersions(left: SemanticVersion, right: SemanticVersion): number {
	return (
		left.major - right.major ||
		left.minor - right.minor ||
		left.patch - right.patch ||
		comparePrereleases(left.prerelease, right.prerelease)
	);
}

/** `~1.2.3`: at least that version, and the same minor version. */
export function matchesTilde(version: SemanticVersion, wanted: SemanticVersion): boolean {
	return isInSeries(version, wanted, version.minor === wanted.minor);
}

/** `^1.2.3`: at least that version, and the same leftmost number that is not zero. */
export function matchesCaret(version: SemanticVersion, wanted: SemanticVersion): boolean {
	if (wanted.major > 0) return isInSeries(version, wanted, true);
	const sameMinor = version.minor === wanted.minor;
	if (wanted.minor > 0) return isInSeries(version, wanted, sameMinor);
	return isInSeries(version, wanted, sameMinor && version.patch === wanted.patch);
}

/** `1.2.*`, `1.*` or `*`. A number after a star is invalid and matches no version. */
export function matchesWildcard(version: SemanticVersion, pattern: string): boolean {
	const match = WILDCARD.exec(pattern.trim());
	if (match === null || version.prerelease.length > 0) return false;
	const [, major, minor] = match;
	return (
		(major === undefined || Number(major) === version.major) &&
		(minor === undefined || Number(minor) === version.minor)
	);
}

const WILDCARD = /^v?(?:(\d+)(?:\.(\d+))?\.)?[*x](?:\.[*x])*$/i;

function isInSeries(
	version: SemanticVersion,
	wanted: SemanticVersion,
	sameSeries: boolean,
): boolean {
	return (
		version.major === wanted.major &&
		sameSeries &&
		compareVersions(version, wanted) >= 0 &&
		isReleaseOrAskedFor(version, wanted)
	);
}

/** A pre-release matches only a filter that names a pre-release of the same version. */
function isReleaseOrAskedFor(version: SemanticVersion, wanted: SemanticVersion): boolean {
	if (version.prerelease.length === 0) return true;
	const sameNumbers =
		version.major === wanted.major &&
		version.minor === wanted.minor &&
		version.patch === wanted.patch;
	return wanted.prerelease.length > 0 && sameNumbers;
}

function comparePrereleases(left: readonly string[], right: readonly string[]): number {
	// A release ranks above its pre-releases.
	if (left.length === 0 || right.length === 0) return right.length - left.length;
	for (const [index, part] of left.entries()) {
		const other = right[index];
		if (other === undefined) return 1;
		const order = compareIdentifiers(part, other);
		if (order !== 0) return order;
	}
	return left.length - right.length;
}

/** Numbers rank by value and before words; words rank by their characters. */
function compareIdentifiers(left: string, right: string): number {
	const leftIsNumber = /^\d+$/.test(left);
	const rightIsNumber = /^\d+$/.test(right);
	if (leftIsNumber && rightIsNumber) return Number(left) - Number(right);
	if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
	if (left === right) return 0;
	return left < right ? -1 : 1;
}
