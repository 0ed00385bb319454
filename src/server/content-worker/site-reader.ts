import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { errorCodeOf } from "../../platform/error-code.ts";
import { foldPath } from "../../shared/routing/route-pattern.ts";
import { SETTLED, type Settling } from "../content/files/stability-tracker.ts";
import { loadRevision } from "../content/load-revision.ts";
import type { KnownPages, LoadedRevision, RevisionOptions } from "../content/revision.ts";
import { SiteConfigError } from "../content/site-config.ts";
import { OperatorError } from "../errors.ts";
import type { LastGood } from "./last-good.ts";
import type { PageStore } from "./page-store.ts";
import type { ReadSource } from "./revision-delta.ts";

export interface SiteReaderOptions {
	/** Absolute. */
	readonly siteFolder: string;
	/** Whether it is the handbook, since the operator has not set `SITE_DIR`. */
	readonly isEmbedded?: boolean;
	/** Options for reading a folder. */
	readonly readingOf: (siteFolder: string) => ReadingOptions;
	readonly store: (siteFolder: string) => PageStore;
	readonly settling: Settling;
	readonly lastGood: Pick<LastGood, "restore">;
	/** Milliseconds of a monotonic clock. */
	readonly now: () => number;
}

export type ReadingOptions = Omit<
	RevisionOptions,
	"siteFolder" | "previous" | "changed" | "known" | "settling"
>;

interface ReadRevision extends ReadSource {
	readonly revision: LoadedRevision;
}

/** A folder that has just appeared may still be filled: it must be unchanged for this long. */
const ARRIVED_AFTER_MS = 200;

/** A folder that returns after it was emptied may be copied in pieces: it must be unchanged for this long. */
const RETURNED_AFTER_MS = 1000;

/** How long a returned folder may lack earlier addresses; after that, it is accepted without them. */
export const RETURN_LIMIT_MS = 15 * 60_000;

/**
 * Reads the site folder. While the folder is broken, emptied or missing, the last good revision stays,
 * also after a restart, until the folder has its content again. Without a last good version, the
 * revision of an empty folder has no pages.
 */
export class SiteReader {
	readonly #options: SiteReaderOptions;
	#read: ReadRevision | undefined;
	/** Revision of the operator's folder while another revision is shown. */
	#candidate: LoadedRevision | undefined;
	#returningSinceMs: number | undefined;

	constructor(options: SiteReaderOptions) {
		this.#options = options;
	}

	/** The last good revision. If it differs from the folder, its first problem is the reason. */
	get last(): ReadRevision {
		if (this.#read === undefined) throw new Error("The reader must be started first");
		const { revision, folder, degraded } = this.#read;
		if (degraded === undefined) return this.#read;
		const problems = [{ file: ".", message: degraded }, ...revision.problems];
		return { folder, degraded, revision: { ...revision, problems } };
	}

	/** Whether the last revision is a version of the operator's site. */
	get isOwnSite(): boolean {
		const folder = this.#read?.folder;
		return folder !== undefined && !(this.#options.isEmbedded && folder === this.#siteFolder);
	}

	get #siteFolder(): string {
		return this.#options.siteFolder;
	}

	/**
	 * Reads the folder for the first time.
	 *
	 * @throws {SiteConfigError} When `site.yaml` or the environment is unusable, and no revision is saved.
	 * @throws {OperatorError} When the path is not a readable folder, and no revision is saved.
	 */
	async start(): Promise<void> {
		const known = this.#options.store(this.#siteFolder).read();
		const first = await this.#readFirst(known);
		if (first.kind === "whole") {
			this.#take(this.#siteFolder, first.revision);
			return;
		}
		const standIn = await this.#options.lastGood.restore();
		if (standIn !== undefined) {
			const revision = await this.#load(standIn, { known, settling: SETTLED });
			this.#read = { folder: standIn, revision, degraded: `${first.reason}: ${SERVED_ON}` };
			return;
		}
		if (first.kind === "refused") throw first.error;
		const { revision = await this.#load(this.#siteFolder, { known, settling: SETTLED }) } = first;
		const isMissing = first.revision === undefined && !this.#options.isEmbedded;
		this.#take(isMissing ? undefined : this.#siteFolder, revision);
	}

	/**
	 * Reads the changes since the last call.
	 *
	 * @param changed Folders that may have changed; absent: all.
	 * @returns Whether the last revision matches the content of the folder.
	 */
	async read(changed?: ReadonlySet<string>): Promise<boolean> {
		try {
			return await this.#readFollowed(changed);
		} catch (error) {
			this.#keep(`The site folder cannot be read (${reasonOf(error)}): ${SERVED_ON}`);
			return false;
		}
	}

	async #readFollowed(changed: ReadonlySet<string> | undefined): Promise<boolean> {
		const { folder, revision: last, degraded } = this.#read ?? this.last;
		const { isEmbedded, settling } = this.#options;
		const isMissing = isEmbedded ? degraded !== undefined : await isFolderEmpty(this.#siteFolder);
		if (isMissing) return folder === undefined || this.#keep(GONE);
		const isSameFolder = folder === this.#siteFolder;
		const isFollowed = isSameFolder && degraded === undefined;
		const previous = isFollowed ? last : (this.#candidate ?? (isSameFolder ? last : undefined));
		const next = await this.#load(this.#siteFolder, {
			previous,
			changed: isFollowed ? changed : undefined,
			known: knownOf(last),
			settling: previous === undefined ? SETTLED : settling,
		});
		this.#candidate = next;
		const hasArrived =
			isSameFolder || settling.isSettled("folder", stateOf(next), ARRIVED_AFTER_MS);
		if (!hasArrived) return false;
		const isReturning = degraded !== undefined || isEmptied(last, next);
		const reason = isReturning && this.isOwnSite ? this.#whyNotYet(next, last) : undefined;
		if (reason !== undefined) return this.#keep(reason);
		this.#take(this.#siteFolder, next);
		return true;
	}

	async #readFirst(known: KnownPages | undefined): Promise<FirstReading> {
		try {
			if (this.#options.isEmbedded || (await isFolderEmpty(this.#siteFolder))) {
				return { kind: "empty", reason: GONE_AT_START };
			}
			const revision = await this.#load(this.#siteFolder, { known, settling: SETTLED });
			return hasPages(revision)
				? { kind: "whole", revision }
				: { kind: "empty", revision, reason: NO_PAGES };
		} catch (error) {
			if (!(error instanceof SiteConfigError || error instanceof OperatorError)) throw error;
			return {
				kind: "refused",
				error,
				reason: `The site folder cannot be used (${firstProblem(error)})`,
			};
		}
	}

	/** @returns Why a returned folder is not accepted yet, or `undefined` when it is. */
	#whyNotYet(next: LoadedRevision, last: LoadedRevision): string | undefined {
		if (!hasPages(next)) {
			this.#returningSinceMs = undefined;
			return `${NO_PAGES}: ${SERVED_ON}`;
		}
		const { now, settling } = this.#options;
		this.#returningSinceMs ??= now();
		const isSettled = settling.isSettled("returned folder", stateOf(next), RETURNED_AFTER_MS);
		if (now() - this.#returningSinceMs >= RETURN_LIMIT_MS) return undefined;
		const missing = missingAnswers(last, next);
		if (missing.length > 0)
			return `${missing.length} addresses (such as ${missing[0]}) ${NOT_BACK}`;
		return isSettled ? undefined : `The site folder is being filled: ${SERVED_ON}`;
	}

	#take(folder: string | undefined, revision: LoadedRevision): void {
		this.#read = { folder, revision, degraded: undefined };
		this.#candidate = undefined;
		this.#returningSinceMs = undefined;
	}

	#keep(reason: string): false {
		if (this.#read !== undefined) this.#read = { ...this.#read, degraded: reason };
		return false;
	}

	#load(siteFolder: string, known: Known): Promise<LoadedRevision> {
		return loadRevision({ ...this.#options.readingOf(siteFolder), siteFolder, ...known });
	}
}

const SERVED_ON = "the last good version of the site is served";
const GONE = `The site folder is missing or empty: ${SERVED_ON}`;
const GONE_AT_START = "The site folder is missing or empty";
const NO_PAGES = "The site folder has no pages anymore";
const NOT_BACK = `are still missing in the returned site folder: ${SERVED_ON}, for at most ${RETURN_LIMIT_MS / 60_000} minutes`;

type FirstReading =
	| { readonly kind: "whole"; readonly revision: LoadedRevision }
	/** The revision is absent if the folder is missing or empty. */
	| { readonly kind: "empty"; readonly revision?: LoadedRevision; readonly reason: string }
	| { readonly kind: "refused"; readonly error: Error; readonly reason: string };

interface Known {
	readonly previous?: LoadedRevision | undefined;
	readonly changed?: ReadonlySet<string> | undefined;
	readonly known?: KnownPages | undefined;
	readonly settling: Settling;
}

/** Returns the parsed pages that the next reading reuses. */
export function knownOf({ parsed, iconsState, config }: LoadedRevision): KnownPages {
	return { parsed, iconsState, markdown: config.markdown };
}

function isEmptied(last: LoadedRevision, next: LoadedRevision): boolean {
	const { listing, config } = next;
	const hadFolder = isPagesFolder(last.listing);
	if (hadFolder && !isPagesFolder(listing) && config.settings.content === undefined) return true;
	return hasPages(last) && !hasPages(next);
}

/** Whether the folder has pages, of text or of code. */
function hasPages({ listing, code }: LoadedRevision): boolean {
	return listing.pages.length > 0 || (code !== undefined && code.pages.length > 0);
}

function isPagesFolder({ contentFolders }: LoadedRevision["listing"]): boolean {
	return contentFolders[0]?.folder === "pages";
}

function firstProblem(error: Error): string {
	return error.message.split("\n").slice(0, 2).join(": ");
}

function reasonOf(error: unknown): string {
	if (error instanceof SiteConfigError) return firstProblem(error);
	return errorCodeOf(error) ?? (error instanceof Error ? error.message : String(error));
}

type Answers = Pick<LoadedRevision, "pages" | "files" | "foldedPaths" | "routeRules">;

/** @returns Paths that the last revision serves, and the next one neither serves nor redirects. */
function missingAnswers(last: Answers, next: Answers): readonly string[] {
	return [...last.pages.keys(), ...last.files.keys()].filter((path) => !answers(next, path));
}

function answers({ pages, files, foldedPaths, routeRules }: Answers, path: string): boolean {
	if (pages.has(path) || files.has(path)) return true;
	if (foldedPaths.get(foldPath(path)) !== undefined) return true;
	return routeRules.matcher.match(path).some(({ rule }) => rule.redirect !== undefined);
}

/** Returns a hash that changes with the files and settings of the folder. */
function stateOf({ listing, settings, iconsState }: LoadedRevision): string {
	const hash = createHash("sha256");
	for (const { file, stamp } of [...listing.pages, ...listing.assets, ...listing.publicFiles]) {
		hash.update(`${file}\0${stamp}\n`);
	}
	const { configText, redirectsText } = settings;
	return hash.update(JSON.stringify([configText, redirectsText, iconsState])).digest("hex");
}

/**
 * Whether the site folder is missing, or contains only hidden files.
 *
 * @throws {OperatorError} When the path cannot be read as a folder.
 */
export async function isFolderEmpty(siteFolder: string): Promise<boolean> {
	const entries = await readdir(siteFolder).catch((error: unknown) => {
		if (errorCodeOf(error) === "ENOENT") return [];
		throw new OperatorError("site-folder-unreadable", [
			`SITE_DIR must name a folder that can be read: "${siteFolder}" gave ${error}`,
		]);
	});
	return entries.every((name) => name.startsWith("."));
}
