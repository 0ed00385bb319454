import type { BuildManifest } from "../../shared/builds/build-manifest.ts";
import type { PageError } from "../../shared/page/errors.ts";
import type { IslandSources } from "../../shared/page/islands.ts";
import type { ErrorPayload, PagePayload, Payload } from "../../shared/page/payload.ts";
import { previewToken } from "../../shared/page/preview.ts";
import type { Revision } from "../content/revision.ts";
import { prepareDocument } from "./document.ts";
import { fillIslands } from "./fill-islands.ts";
import { islandSources } from "./island-sources.ts";
import { KeptPages } from "./kept-pages.ts";
import { createPageGuards, type PageGuards } from "./page-guards.ts";
import type { PreviewSigner } from "./preview-signer.ts";
import type { Renderer } from "./renderer.ts";
import { type PageRequest, type PageSources, refusePage, resolvePage } from "./resolve-page.ts";

export interface LivePagesOptions {
	/** The revision that is live; asked each time, since it is swapped under way. */
	readonly revision: () => Revision;
	readonly renderer: Renderer;
	readonly manifest: BuildManifest;
	readonly previews: Pick<PreviewSigner, "isValid">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** The pages of the live revision, judged by the time of asking. */
export interface LivePages {
	readonly resolve: (request: PageRequest) => Payload;
	/** An error in the place of the page at `path`. */
	readonly refuse: (path: string, error: PageError) => ErrorPayload;
	readonly document: (payload: PagePayload | ErrorPayload, query: string) => LiveDocument;
	/** Whether every visitor of the path may have the same answer, as long as nothing changes. */
	readonly isShared: (payload: Payload) => boolean;
	readonly guards: () => PageGuards;
	/** What islands may know; `path` is the page that they stand on. */
	readonly knownToIslands: (path?: string) => IslandSources;
}

/** A document that is made if it has to be. */
export interface LiveDocument {
	/** @returns The whole HTML. */
	readonly text: () => string;
	/**
	 * Another text has another version, of letters, digits, `-` and `_`; `undefined` where that cannot
	 * be known beforehand.
	 */
	readonly version: string | undefined;
}

/** Brings together what resolving, guarding and rendering need of one moment. */
export function createLivePages(options: LivePagesOptions): LivePages {
	const { revision, renderer, manifest, previews, now } = options;
	const kept = new KeptPages({ revision, now, buildId: manifest.buildId, prepare });
	return {
		resolve,
		refuse: (path, error) => refusePage(sources(), path, error),
		document,
		isShared,
		guards,
		knownToIslands,
	};

	function resolve(request: PageRequest): Payload {
		const { path, query } = request;
		// Of what is asked for without a query the answer itself is kept; a preview is for one person.
		const isKept = query !== "" && previewToken(query) === undefined;
		const known = isKept ? kept.find(path) : undefined;
		if (known !== undefined) return known.payload;
		const payload = resolvePage(sources(), request);
		if (isKept && payload.kind === "page" && isShared(payload)) kept.keep(payload);
		return payload;
	}

	function document(payload: PagePayload | ErrorPayload, query: string): LiveDocument {
		const known = payload.kind === "page" ? kept.find(payload.page.path) : undefined;
		if (known === undefined || known.payload !== payload) {
			return { text: () => prepare(payload)(query), version: undefined };
		}
		return { text: () => known.render(query), version: known.version(query) };
	}

	function prepare(payload: PagePayload | ErrorPayload): (query: string) => string {
		return prepareDocument({ renderer, manifest, revision: revision() }, payload);
	}

	/** Code and middleware may look at anything in a request; a page of Markdown looks at nothing. */
	function isShared(payload: Payload): boolean {
		if (payload.kind !== "page" || payload.page.middleware.length > 0) return false;
		return renderer.pages.every(({ id }) => id !== payload.page.id);
	}

	function guards(): PageGuards {
		return createPageGuards({ nowMs: now(), middleware: renderer.middleware, previews });
	}

	function sources(): PageSources {
		return {
			revision: revision(),
			appPages: renderer.pages,
			guards: guards(),
			bodyOf: ({ html, path }) =>
				fillIslands(html, renderer.renderIsland, () => knownToIslands(path)),
		};
	}

	function knownToIslands(path?: string): IslandSources {
		return islandSources({
			revision: revision(),
			buildId: manifest.buildId,
			guards: guards(),
			path,
		});
	}
}
