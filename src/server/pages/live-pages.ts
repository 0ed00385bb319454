import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import {
	type BuildManifest,
	sheetsOf,
	stylesOfModules,
} from "../../shared/builds/build-manifest.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { DocumentSource } from "../../shared/page/document-source.ts";
import type { PageError } from "../../shared/page/errors.ts";
import type { IslandPage, IslandSources } from "../../shared/page/islands.ts";
import type { ListedPage, PageSelection } from "../../shared/page/listed-page.ts";
import { previewToken } from "../../shared/page/middleware.ts";
import type { PageLink } from "../../shared/page/navigation.ts";
import type { ErrorPayload, PagePayload, Payload } from "../../shared/page/payload.ts";
import { SIGN_IN_PATHS } from "../../shared/page/user.ts";
import { wordIn } from "../../shared/page/words.ts";
import { createPageGuards, type PageGuards } from "../authorization/page-guards.ts";
import type { PreviewSigner } from "../authorization/preview-signer.ts";
import { memoizeBySnapshot, type Snapshot } from "../authorization/snapshot.ts";
import { pagesBelow } from "../content/navigation/page-tree.ts";
import { modulesOf } from "../content/pages/code-parts.ts";
import { listPosts } from "../content/pages/list-posts.ts";
import { bodyHtml, type Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { configIn } from "../content/site-config.ts";
import { editionOf } from "../content/versions.ts";
import { isSearchable, lastChangeOf } from "../seo/discoverable-sections.ts";
import { machineHead } from "../seo/machine-head.ts";
import { hasMarkdown, pageMarkdown } from "../seo/page-markdown.ts";
import { createCodePages, resolveCodePage } from "./code-pages.ts";
import type { CodeRunner, DocumentCall, DocumentRendering } from "./code-runner.ts";
import { resolveContents } from "./contents.ts";
import { documentSource } from "./document.ts";
import { fillIslands } from "./fill-islands.ts";
import { resolveMarkdownPage, resolveUntranslated } from "./markdown-page.ts";
import { createNearestPages, type NearestPages } from "./nearest-pages.ts";
import { resolveFile, resolveOtherSpelling } from "./other-paths.ts";
import { type PageRequest, type PageSources, refusePage } from "./page-sources.ts";
import { resolveBlogList } from "./posts.ts";
import type { Renderer } from "./renderer.ts";
import { type PageResolver, resolvePage } from "./resolve-page.ts";

export interface LivePagesOptions {
	/** Returns the live revision, which can change between two calls. */
	readonly revision: () => Revision;
	readonly renderer: Renderer;
	readonly manifest: BuildManifest;
	/** Absent: the site folder runs no code. */
	readonly code?: CodeRunner | undefined;
	readonly previews: Pick<PreviewSigner, "isValid">;
	/** Whether only some visitors may read a path; absent: all paths are public. */
	readonly isPrivate?: (path: string) => boolean;
	/** Returns whether these visitors can sign in or out; absent: neither. */
	readonly session?: () => "sign-in" | "sign-out" | undefined;
	/** Whether these are the pages that every visitor may read. */
	readonly isForEveryone?: boolean;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly log: Pick<Logger, "warn">;
}

export type LivePages = ReturnType<typeof createLivePages>;

/** More than the usual number of pages in a list of articles; each takes some tens of kilobytes. */
const MAX_PREPARED = 50;

/** The kinds of pages, in the order in which they are looked up. */
const RESOLVERS: readonly PageResolver[] = [
	resolveMarkdownPage,
	resolveUntranslated,
	resolveCodePage,
	resolveFile,
	resolveContents,
	resolveBlogList,
	resolveOtherSpelling,
];

interface PreparedPage {
	readonly payload: PagePayload;
	/** Absent until a document is requested: many clients request only the payload. */
	render?: (query: string) => string;
}

/** Resolves, guards and renders the pages of the live revision at the time of each call. */
export function createLivePages(options: LivePagesOptions, snapshot: () => Snapshot) {
	const { revision, renderer, previews, now, log } = options;
	/** Files of pages with too many or too large islands. */
	const reported = memoizeBySnapshot(snapshot, () => new Set<string>());
	/** Shared parts of documents that are not cached, and so are rendered for each request. */
	const prepared = memoizeBySnapshot(
		snapshot,
		() => new LRUCache<string, PreparedPage>({ max: MAX_PREPARED }),
	);
	const changes = memoizeBySnapshot(snapshot, (current) =>
		lastChangeOf([...current.revision.pages.values()]),
	);
	let lookup: { readonly for: object; readonly find: NearestPages } | undefined;
	const code = createCodePages({
		code: () => revision().code,
		runner: options.code,
		islandData,
		lists: { isForEveryone: options.isForEveryone === true, list: listPages, markdownOf },
	});
	return {
		...{ resolve, refuse, document, isShared, markdown, markdownOf, guards, islandData },
		manifest,
		code,
		codeDocument,
		listPages,
	};

	/** Returns the manifest of the site folder's code; without code, that of the product. */
	function manifest(): BuildManifest {
		return revision().code?.manifest ?? options.manifest;
	}

	function resolve(request: PageRequest): Payload {
		const { path, query } = request;
		const isPreparable = previewToken(query) === undefined;
		const known = isPreparable ? prepared().get(path) : undefined;
		if (known !== undefined) return known.payload;
		const payload = resolvePage(RESOLVERS, sources(path), request);
		if (isPreparable && payload.kind === "page" && isShared(payload) && !code.takesPart(payload)) {
			prepared().set(path, { payload });
		}
		return payload;
	}

	/** @returns An error payload for the page at `path`. */
	function refuse(path: string, error: PageError): ErrorPayload {
		return refusePage(sources(path), path, error);
	}

	/** @returns The whole HTML. */
	function document(payload: PagePayload | ErrorPayload, query: string): string {
		const known = payload.kind === "page" ? prepared().get(payload.page.path) : undefined;
		if (known?.payload !== payload) return prepare(payload)(query);
		known.render ??= prepare(payload);
		return known.render(query);
	}

	/** Renders the whole HTML of a page that involves code of the site folder. */
	function codeDocument(
		payload: PagePayload | ErrorPayload,
		call: Omit<DocumentCall, "source">,
	): Promise<DocumentRendering> {
		return code.document({ ...call, source: sourceOf(payload) });
	}

	function prepare(payload: PagePayload | ErrorPayload): (query: string) => string {
		return renderer.prepareDocument(sourceOf(payload));
	}

	function sourceOf(payload: PagePayload | ErrorPayload): DocumentSource {
		const current = revision();
		const sources = { revision: current, guards: guards(), changeOf: changes() };
		const head = machineHead(sources, payload);
		return documentSource({ manifest: manifest(), revision: current }, payload, head);
	}

	/**
	 * Whether all visitors of the path may share the answer until the content changes. Code and
	 * middleware may read anything in a request; a Markdown page depends only on its path.
	 */
	function isShared(payload: Payload): boolean {
		if (payload.kind !== "page" || payload.page.middleware.length > 0) return false;
		return !code.hasLoader(payload);
	}

	function listPages({ under = "/", tag }: PageSelection): readonly ListedPage[] {
		return listPosts(revision().pages, under, guards().isListed)
			.filter(({ tags }) => tag === undefined || tags.includes(tag))
			.map(({ page, dateMs, tags, authors }) => ({
				path: page.path,
				title: page.title,
				tags,
				authors: authors.map(({ name }) => name),
				data: page.frontMatter.data ?? {},
				...definedOnly({
					description: page.frontMatter.description,
					date: dateMs === undefined ? undefined : new Date(dateMs).toISOString().slice(0, 10),
					image: page.frontMatter.image,
				}),
			}));
	}

	/** @returns The text of a page that every visitor may see. */
	function markdownOf({ path }: Pick<Page, "path">): string | undefined {
		const payload = resolvePage(RESOLVERS, sources(path), { path, query: "" });
		if (payload.kind !== "page" || !hasMarkdown(payload)) return undefined;
		return markdown(payload);
	}

	/** @returns The page as Markdown. */
	function markdown({ page, ...payload }: PagePayload): string {
		const site = revisionAt(page.path).config.public;
		// Readers of the Markdown need no link to it, no feedback question and no foot.
		const own = { ...page, source: undefined, feedback: undefined, foot: undefined };
		return pageMarkdown(
			site,
			renderer.renderPage(site, { ...payload, page: own }) ?? page.html ?? "",
		);
	}

	function guards(): PageGuards {
		const { middleware } = renderer;
		const codeMiddleware = revision().code?.middleware;
		return createPageGuards({ nowMs: now(), middleware, codeMiddleware, previews });
	}

	/** Uses the words of the language at the path. */
	function sources(at: string): PageSources {
		return {
			revision: revisionAt(at),
			session: sessionLink(at),
			isPrivate: (path) => options.isPrivate?.(path) === true,
			guards: guards(),
			nearest,
			sheetFiles: (names) => sheetsOf(manifest(), names),
			codeStyles: (page) =>
				revision().code === undefined ? [] : stylesOfModules(manifest(), modulesOf(page)),
			bodyOf: (page) =>
				fillIslands(bodyHtml(page), {
					renderIsland: renderer.renderIsland,
					isRemote: (name) => revision().code?.islands.includes(name) === true,
					readSources: () => islandData(page.path, at),
					onLeftOut: (names) => reportLeftOut(page.file, names),
				}),
		};
	}

	function sessionLink(at: string): PageLink | undefined {
		const { look } = revisionAt(at).config.look;
		switch (options.session?.()) {
			case "sign-in":
				return { path: SIGN_IN_PATHS.signIn, title: wordIn(look, "Sign in") };
			case "sign-out":
				return { path: SIGN_IN_PATHS.signOut, title: wordIn(look, "Sign out") };
			case undefined:
				return undefined;
		}
	}

	function nearest(path: string): ReturnType<NearestPages> {
		const { pages, foldedPaths, config } = revision();
		// This object changes only when pages are added, removed or renamed.
		if (lookup?.for !== foldedPaths) {
			lookup = { for: foldedPaths, find: createNearestPages(pages.keys()) };
		}
		const nowMs = now();
		const { root } = editionOf(path, config.editions);
		return lookup.find(path, (found) => {
			const page = pages.get(found);
			if (page === undefined || !isSearchable(page, nowMs)) return undefined;
			// The main language counts as well: untranslated pages are shown in it.
			if (!["", root].includes(editionOf(found, config.editions).root)) return undefined;
			return { path: found, title: page.title };
		});
	}

	/** Logs islands that are missing on the page, since its author sees them nowhere else. */
	function reportLeftOut(file: string, names: readonly string[]): void {
		if (reported().has(file)) return;
		reported().add(file);
		const message = `${names.length} islands from "${names[0]}" on are left out: the limit of a page is 1 MB of HTML and half a second`;
		log.warn({ problem: { file, message } }, "Problem in the site folder");
	}

	function revisionAt(path: string): Revision {
		const current = revision();
		const { locale } = editionOf(path, current.config.editions);
		const config = configIn(current.config, locale?.code);
		return config === current.config ? current : { ...current, config };
	}

	/** Omits pages that visitors may not see. @param path The page with the island. */
	function islandData(path?: string, at = path): IslandSources {
		const { config, tree, pages, id } = at === undefined ? revision() : revisionAt(at);
		const { basePath, locale } = config.public;
		return {
			...{ basePath, locale, path },
			words: config.look.look.words ?? {},
			pages: pagesBelow(tree.root, { pages }).filter(guards().isListed).flatMap(listedPage),
			buildId: manifest().buildId,
			revisionId: id,
		};
	}
}

/** Omits pages that are hidden from lists, and redirects. */
function listedPage({ path, title, navigation, frontMatter, modifiedMs }: Page): IslandPage[] {
	if (navigation === false || title === "") return [];
	const { description } = frontMatter;
	return [{ path, title, description, icon: navigation.icon, modifiedMs }];
}
