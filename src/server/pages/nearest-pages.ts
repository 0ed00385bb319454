import type { PageLink } from "../../shared/page/navigation.ts";

/**
 * Pages whose addresses are like another one, the nearest first.
 *
 * @param offer What a page is offered as; `undefined` when it may not be named.
 */
export type NearestPages = (
	path: string,
	offer: (path: string) => PageLink | undefined,
) => readonly PageLink[];

const MAX_OFFERED = 3;

/** Of 1: addresses that share less are about something else. */
const MIN_LIKENESS = 0.34;

/** What the folders count beside the name. */
const FOLDER_SHARE = 0.25;

/** A longer name is compared so far. */
const MAX_NAME = 60;

interface Name {
	readonly path: string;
	readonly parts: number;
	readonly folders: readonly string[];
}

interface Candidate {
	readonly path: string;
	readonly likeness: number;
}

/**
 * Makes the lookup for the pages of a revision. Only the path that was asked for decides what is
 * offered, and only pages that may be named are: a hidden page answers like an absent one.
 */
export function createNearestPages(paths: Iterable<string>): NearestPages {
	const names: Name[] = [];
	const byPart = new Map<string, number[]>();
	for (const path of paths) {
		const { name, folders } = divide(path);
		const parts = partsOf(name);
		for (const part of parts) {
			const known = byPart.get(part);
			if (known === undefined) byPart.set(part, [names.length]);
			else known.push(names.length);
		}
		names.push({ path, parts: parts.size, folders });
	}
	return (wantedPath, offer) => {
		const wanted = divide(wantedPath);
		const parts = partsOf(wanted.name);
		const shared = new Map<number, number>();
		for (const part of parts) {
			for (const index of byPart.get(part) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
		}
		const alike: Candidate[] = [];
		for (const [index, count] of shared) {
			const name = names[index];
			if (name === undefined) continue;
			const likeness = (2 * count) / (parts.size + name.parts);
			if (likeness < MIN_LIKENESS) continue;
			const bonus = FOLDER_SHARE * shareOf(wanted.folders, name.folders);
			alike.push({ path: name.path, likeness: likeness + bonus });
		}
		alike.sort(nearestFirst);
		const offered: PageLink[] = [];
		for (const { path } of alike) {
			if (offered.length === MAX_OFFERED) break;
			const link = offer(path);
			if (link !== undefined) offered.push(link);
		}
		return offered;
	};
}

/** Of equals the shorter address: pages come in the order in which they were saved. */
function nearestFirst(one: Candidate, other: Candidate): number {
	if (one.likeness !== other.likeness) return other.likeness - one.likeness;
	if (one.path.length !== other.path.length) return one.path.length - other.path.length;
	return one.path < other.path ? -1 : 1;
}

function divide(path: string): { readonly name: string; readonly folders: readonly string[] } {
	const segments = path.toLowerCase().split("/").filter(Boolean);
	const name = (segments.pop() ?? "").replace(/\.(?:md|html?)$/, "").slice(0, MAX_NAME);
	return { name, folders: segments };
}

/** Three letters at a time, so that a mistake spoils only some of them. */
function partsOf(name: string): ReadonlySet<string> {
	const padded = ` ${name.replace(/[\W_]+/g, (signs) => (/[^\x20-\x7e]/.test(signs) ? signs : " "))} `;
	const parts = new Set<string>();
	for (let start = 0; start + 3 <= padded.length; start += 1) {
		parts.add(padded.slice(start, start + 3));
	}
	return parts;
}

function shareOf(wanted: readonly string[], folders: readonly string[]): number {
	if (wanted.length === 0) return folders.length === 0 ? 1 : 0;
	return wanted.filter((folder) => folders.includes(folder)).length / wanted.length;
}
