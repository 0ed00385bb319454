import { setImmediate } from "node:timers/promises";
import type { ContentFolder } from "../../platform/settings/content-settings.ts";
import { createSpellings, type SpelledPage } from "../content/links/spellings.ts";
import { contentName } from "../content/page-path.ts";
import { Page, type PageRecord } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { compileRouteRules } from "../content/route-rules.ts";
import type { RevisionDelta } from "./revision-sender.ts";

/** A revision as it is served, and where it is from. */
export interface LiveRevision
	extends Revision,
		Pick<RevisionDelta, "folder" | "degraded" | "problemCount">,
		Required<Pick<RevisionDelta, "problemPages">> {}

/**
 * Makes revisions out of what the content thread sends. Each is a value of its own: a request
 * that has begun with one ends with it.
 *
 * The work of ten thousand pages is done in steps, between which requests are answered.
 */
export class RevisionMirror {
	#live: LiveRevision | undefined;
	#pending: Page[] = [];

	get live(): LiveRevision | undefined {
		return this.#live;
	}

	takePages(records: readonly PageRecord[]): void {
		for (const record of records) this.#pending.push(new Page(record));
	}

	async apply(delta: RevisionDelta): Promise<LiveRevision> {
		const { isComplete, removed, contentFolders, rules, ...members } = delta;
		// The first delta is complete, so that every member is there.
		const next = { ...this.#live, ...members } as LiveRevision;
		const changed = this.#pending;
		this.#pending = [];
		const isSame = !isComplete && changed.length + removed.length === 0;
		const pages = isSame
			? next.pages
			: applyPages(isComplete ? undefined : next.pages, removed, changed);
		await setImmediate();
		const foldedPaths =
			isSame && members.config === undefined
				? next.foldedPaths
				: createSpellings(spelledPages(pages, contentFolders));
		await setImmediate();
		const routeRules =
			rules === undefined
				? next.routeRules
				: compileRouteRules(next.config.routeRules, rules.redirectsText);
		await setImmediate();
		this.#live = { ...next, pages, foldedPaths, routeRules };
		return this.#live;
	}

	/** The thread has ended in the middle: another sends everything anew. */
	startOver(): void {
		this.#pending = [];
	}
}

/** The pages of a revision; those of the last one stay as they are. */
function applyPages(
	last: ReadonlyMap<string, Page> | undefined,
	removed: readonly string[],
	changed: readonly Page[],
): ReadonlyMap<string, Page> {
	const pages = new Map<string, Page>(last);
	for (const path of removed) pages.delete(path);
	for (const page of changed) pages.set(page.path, page);
	return pages;
}

function* spelledPages(
	pages: ReadonlyMap<string, Page>,
	contentFolders: readonly ContentFolder[],
): Generator<SpelledPage> {
	for (const { path, file, frontMatter } of pages.values()) {
		const { formerPaths } = frontMatter;
		yield { path, formerPaths, name: contentName(file, contentFolders).name };
	}
}
