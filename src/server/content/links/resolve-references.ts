import { decodeLeniently } from "../../../shared/decode-leniently.ts";
import { escapeAttribute } from "../../../shared/document/html.ts";
import { AUTHOR_ID_PREFIX } from "../../../shared/page/public-config.ts";
import { belowBasePath, urlPath } from "../../../shared/routing/routes.ts";
import type { ImageSizeReader } from "../images/image-size.ts";
import { isLarge, renderPicture } from "../images/picture.ts";
import type { BodyReference } from "../markdown/body-notes.ts";
import { firstProblems, type Problem } from "../problem.ts";
import type { PlacedPage } from "./place-pages.ts";
import { type PageTarget, pagePathOf, type SiteMap, type Target } from "./site-map.ts";
import { spelledName } from "./spellings.ts";

/** What stands in the gaps of a body. */
export interface ResolvedBody {
	/** In the order of the gaps: attributes of links, and whole images. They hold no NUL. */
	readonly fills: readonly string[];
	/** Where they lead, in the same order. */
	readonly addresses: readonly Address[];
	readonly problems: readonly Problem[];
}

export interface ReferenceSources {
	readonly siteMap: SiteMap;
	/** By decoded path. */
	readonly imageSizes: Pick<ImageSizeReader, "get">;
	/** Whether smaller sizes of images are made; absent: they are not. */
	readonly resizesImages?: boolean | undefined;
}

/** Fills in where links and images lead, now that every page and file is known. */
export function resolveReferences(page: PlacedPage, sources: ReferenceSources): ResolvedBody {
	const { siteMap, imageSizes, resizesImages = false } = sources;
	const { file, partOf, body } = page.parsed;
	const problems: Problem[] = [];
	const addresses: Address[] = [];
	let isFirst = true;
	let isLargeShown = false;
	const fills = body.references.map((reference) => {
		const { kind, target, line } = reference;
		const address = resolveBodyReference(reference, page, siteMap);
		addresses.push(address);
		const message = kind === "link" ? deadLink(target, address) : deadImage(target, address);
		if (message !== undefined) {
			problems.push(partOf ? { file: partOf.source, message } : { file, line, message });
		}
		return kind === "link"
			? ` href="${escapeAttribute(address.url)}"${LINK_MARKS[address.kind] ?? ""}`
			: imageOf(reference, address);
	});
	return { fills, addresses, problems: firstProblems(file, problems) };

	/** Knows which of the images the first screen shows. */
	function imageOf(reference: BodyReference, address: Address): string {
		const path = address.kind === "file" ? address.path : undefined;
		const size = path === undefined ? undefined : imageSizes.get(path);
		const isFirstLarge = !isLargeShown && isLarge(reference, size);
		const html = renderPicture({
			...{ reference, size, isFirst, isFirstLarge, url: address.url, basePath: siteMap.basePath },
			path: resizesImages ? path : undefined,
		});
		isFirst = false;
		isLargeShown ||= isFirstLarge;
		return html;
	}
}

/** Says of a link where it leads; browsers do not fetch ahead what is known not to be there. */
const LINK_MARKS: Readonly<Partial<Record<Address["kind"], string>>> = {
	file: " data-file",
	missing: " data-missing",
	failing: " data-missing",
	redirect: " data-redirect",
};

function deadLink(target: string, address: Address): string | undefined {
	if (address.kind === "missing") return `Link "${target}" leads to no page and no file`;
	if (address.kind !== "no-anchor") return undefined;
	return `Link "${target}" leads to no heading of "${address.path}"`;
}

function deadImage(target: string, { kind }: Address): string | undefined {
	return kind === "file" || kind === "elsewhere"
		? undefined
		: `Image "${target}" is no file of the site`;
}

/** Where an address leads, and what it is called there. */
export type Address = Destination & {
	/** The `spelledName()` of what is looked for among pages and files; absent: nothing is. */
	readonly name?: string;
};

/** What there is, and the URL for it, with base path. */
type Destination =
	/** `failing`: a page that answers with an error, which is a problem of its own. */
	| { readonly kind: "elsewhere" | "missing" | "failing" | "redirect"; readonly url: string }
	| { readonly kind: "file"; readonly url: string; readonly path: string }
	| {
			readonly kind: "page" | "no-anchor";
			readonly url: string;
			readonly path: string;
			/** The file whose headings decide about it; absent: it names none. */
			readonly headingsOf?: string;
	  };

/** What a wiki's link names is looked for in every folder, once it is not found where links are. */
function resolveBodyReference(
	{ target, isByName }: BodyReference,
	page: PlacedPage,
	siteMap: SiteMap,
): Address {
	const address = resolveAddress(target, page, siteMap);
	if (isByName !== true || address.kind !== "missing") return address;
	const { path, suffix } = splitAddress(target);
	const found = siteMap.findByName(decodeLeniently(path));
	return found === undefined ? address : resolveAddress(found + suffix, page, siteMap);
}

/** Resolves an address that an author wrote. @param given Percent-encoded or not. */
export function resolveAddress(given: string, page: PlacedPage, siteMap: SiteMap): Address {
	// So pages of an API reference link to each other, wherever it is.
	const target = page.apiRoot === undefined ? given : given.replace(/^@api\//, `${page.apiRoot}/`);
	if (isElsewhere(target)) return { kind: "elsewhere", url: target };
	const { path: rawPath, suffix, hash } = splitAddress(target);
	if (rawPath === "") return pageAddress("", { suffix, hash }, ownTarget(page));

	// Bundlers name the root of the sources so, and its folder of pictures.
	const path = decodeLeniently(rawPath).replace(/^(?:[~@]\/|@(?=assets\/))/, "/");
	return { ...findDestination(path, { suffix, hash }, page, siteMap), name: spelledName(path) };
}

/** A page or a file of the folder; else a redirect or a page of the app, or nothing at all. */
function findDestination(
	path: string,
	{ suffix, hash }: AddressEnd,
	page: PlacedPage,
	siteMap: SiteMap,
): Destination {
	const urlOf = (found: string): string => urlPath(siteMap.basePath, found);
	const found = findTarget(path, page, siteMap);
	if (found?.kind === "page") return pageAddress(urlOf(found.path), { suffix, hash }, found);
	if (found !== undefined) {
		return { kind: "file", url: urlOf(found.path) + suffix, path: found.path };
	}
	const other = absolutePath(path, folderOf(page));
	return siteMap.isAnswered(other)
		? { kind: "elsewhere", url: urlOf(other) + suffix }
		: { kind: "missing", url: urlOf(pagePathOf(other)) + suffix };
}

interface AddressEnd {
	/** Query and hash, with their marks. */
	readonly suffix: string;
	/** Without its mark. */
	readonly hash: string;
}

function ownTarget({ path, parsed }: PlacedPage): PageTarget {
	// A page that fails shows none of its links.
	const { body, file } = parsed;
	return { kind: "page", path, file, anchors: body.anchors, isFailing: false, isRedirect: false };
}

function pageAddress(url: string, { suffix, hash }: AddressEnd, target: PageTarget): Destination {
	if (target.isFailing) return { kind: "failing", url: url + suffix };
	const { path, file } = target;
	if (target.isRedirect) return { kind: "redirect", url: url + suffix };
	if (hash === "") return { kind: "page", url: url + suffix, path };
	const anchor = findAnchor(hash, target.anchors);
	if (anchor === undefined) return { kind: "no-anchor", url: url + suffix, path, headingsOf: file };
	const beforeHash = suffix.slice(0, suffix.length - hash.length);
	return { kind: "page", url: url + beforeHash + anchor, path, headingsOf: file };
}

function isElsewhere(target: string): boolean {
	return /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(target);
}

function splitAddress(target: string): AddressEnd & { readonly path: string } {
	const path = target.replace(/[?#].*$/s, "");
	const suffix = target.slice(path.length);
	const mark = suffix.indexOf("#");
	return { path, suffix, hash: mark === -1 ? "" : suffix.slice(mark + 1) };
}

/** Relative to the folder of the file; failing that, to the page as a folder, as other generators have it. */
function findTarget(path: string, page: PlacedPage, siteMap: SiteMap): Target | undefined {
	if (path.startsWith("/")) {
		// Pages that were written for a site below a base path carry it in their links.
		const below = siteMap.basePath && belowBasePath(siteMap.basePath, path);
		return siteMap.find(path) ?? (below ? siteMap.find(below) : undefined);
	}
	const found =
		siteMap.find(absolutePath(path, folderOf(page))) ?? siteMap.find(absolutePath(path, page.path));
	return found?.kind === "page" ? siteMap.findTranslation(found, page) : found;
}

/** The folder of a page's file: links are relative to files, not to paths. */
function folderOf({ name }: PlacedPage): string {
	return name.slice(0, Math.max(name.lastIndexOf("/"), 0));
}

/** Resolves dot segments against a folder, never above the root. */
function absolutePath(path: string, folder: string): string {
	const segments = path.startsWith("/") ? [] : folder.split("/");
	for (const segment of path.split("/")) {
		if (segment === "..") segments.pop();
		else if (segment !== ".") segments.push(segment);
	}
	return `/${segments.filter((segment) => segment !== "").join("/")}`;
}

/** @returns The id as the page spells it, since authors differ in letter case; `undefined` for none. */
function findAnchor(hash: string, anchors: ReadonlySet<string>): string | undefined {
	// A text fragment is the browser's to find.
	if (hash === "top" || hash.startsWith(":~:")) return hash;
	const wanted = decodeLeniently(hash);
	if (anchors.has(wanted)) return hash;
	const spellings = [wanted.toLowerCase(), AUTHOR_ID_PREFIX + wanted];
	const found = spellings.find((spelling) => anchors.has(spelling));
	return found === undefined ? undefined : encodeURIComponent(found);
}
