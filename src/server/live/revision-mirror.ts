import { setImmediate } from "node:timers/promises";
import { PackedPage } from "../content/packed-page.ts";
import type { PageRecord } from "../content/page.ts";
import type { Revision } from "../content/revision.ts";
import { compileRouteRules } from "../content/route-rules.ts";
import { createSpellings } from "../content/spellings.ts";
import type { RevisionDelta } from "./content-messages.ts";
import { type FlatTree, inflateTree } from "./flat-tree.ts";

/** A revision as it is served, and where it is from. */
export interface LiveRevision extends Revision {
	/** The folder that it was read from. */
	readonly folder: string;
	/** How many problems there are; `problems` holds the first of them. */
	readonly problemCount: number;
	/** The id of a kept revision that was brought back. */
	readonly heldId: string | undefined;
}

/**
 * Makes revisions out of what the content thread sends. Each is a value of its own: a request
 * that has begun with one ends with it.
 *
 * The work of ten thousand pages is done in steps, between which requests are answered.
 */
export class RevisionMirror {
	#live: LiveRevision | undefined;
	#tree: FlatTree | undefined;
	#pending: PackedPage[] = [];

	get live(): LiveRevision | undefined {
		return this.#live;
	}

	takePages(records: readonly PageRecord[]): void {
		for (const record of records) this.#pending.push(new PackedPage(record));
	}

	/** @throws {TypeError} When the first delta is not complete. */
	async apply(delta: RevisionDelta): Promise<LiveRevision> {
		const last = this.#live;
		const pages = new Map(delta.isComplete ? [] : last?.pages);
		for (const path of delta.removed) pages.delete(path);
		for (const page of this.#pending) pages.set(page.path, page);
		this.#pending = [];
		await setImmediate();

		const config = delta.config ?? last?.config;
		const flat = delta.tree ?? this.#tree;
		if (config === undefined || flat === undefined) {
			throw new TypeError("The first revision must be complete");
		}
		const tree = inflateTree(flat, pages);
		await setImmediate();

		const { pagesFolder } = delta;
		const foldedPaths =
			pagesFolder === undefined && last !== undefined
				? last.foldedPaths
				: createSpellings(
						Array.from(pages.values(), ({ path, file }) => ({
							path,
							name: pagesFolder ? file.slice(pagesFolder.length + 1) : file,
						})),
					);
		await setImmediate();

		const routeRules =
			delta.rules === undefined && last !== undefined
				? last.routeRules
				: compileRouteRules(config.routeRules, delta.rules?.redirectsText);
		await setImmediate();

		const { id, folder, problems, problemCount, heldId } = delta;
		this.#tree = flat;
		this.#live = {
			id,
			folder,
			heldId,
			config,
			pages,
			foldedPaths,
			files: delta.files === undefined ? (last?.files ?? new Map()) : new Map(delta.files),
			tree,
			routeRules,
			problems,
			problemCount,
		};
		return this.#live;
	}

	/** The thread has ended in the middle: another sends everything anew. */
	startOver(): void {
		this.#pending = [];
	}
}
