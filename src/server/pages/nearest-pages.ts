import type { PageLink } from "../../shared/page/navigation.ts";

/**
 * Finds pages with similar addresses, most similar first.
 *
 * @param offer Returns the link to a page; `undefined` when the page must not be named.
 */
export type NearestPages = (
	path: string,
	offer: (path: string) => PageLink | undefined,
) => readonly PageLink[];

const MAX_OFFERED = 3;

/** From 0 to 1: pages with less similar addresses have another topic. */
const MIN_LIKENESS = 0.34;

/** Weight of the folders relative to the name. */
const FOLDER_SHARE = 0.25;

/** Maximum number of compared characters of a name. */
const MAX_NAME = 60;

interface Name {
	readonly path: string;
	readonly folders: readonly string[];
	readonly partCount: number;
}

/**
 * Creates the lookup for the pages of a revision. The order depends only on the wanted path. Offers only
 * pages that may be named, since a hidden page must look like an absent one.
 */
export function createNearestPages(paths: Iterable<string>): NearestPages {
	const byPart = new Map<string, Name[]>();
	for (const path of paths) {
		const { parts, folders } = readName(path);
		const name = { path, folders, partCount: parts.size };
		for (const part of parts) {
			byPart.getOrInsertComputed(part, () => []).push(name);
		}
	}
	return (wantedPath, offer) => {
		const wanted = readName(wantedPath);
		const shared = new Map<Name, number>();
		for (const part of wanted.parts) {
			for (const name of byPart.get(part) ?? []) shared.set(name, (shared.get(name) ?? 0) + 1);
		}
		const alike = [...shared].flatMap(([{ path, folders, partCount }, count]) => {
			const likeness = (2 * count) / (wanted.parts.size + partCount);
			if (likeness < MIN_LIKENESS) return [];
			return [{ path, score: likeness + FOLDER_SHARE * shareOf(wanted.folders, folders) }];
		});
		// Ties: shorter addresses first, since pages are in the order in which they were saved.
		alike.sort(
			(one, other) =>
				other.score - one.score ||
				one.path.length - other.path.length ||
				(one.path < other.path ? -1 : 1),
		);
		const offered: PageLink[] = [];
		for (const { path } of alike) {
			const link = offer(path);
			if (link !== undefined) offered.push(link);
			if (offered.length === MAX_OFFERED) break;
		}
		return offered;
	};
}

function readName(path: string) {
	const folders = path.toLowerCase().split("/").filter(Boolean);
	const name = (folders.pop() ?? "").replace(/\.(?:md|html?)$/, "").slice(0, MAX_NAME);
	return { folders, parts: partsOf(name) };
}

/** Returns sequences of three characters, so that a mistake spoils only some of them. */
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
