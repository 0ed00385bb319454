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

/** Content of the gaps of a body. */
export interface ResolvedBody {
	/** Attributes of links, and whole images, in the order of the gaps. They contain no NUL. */
	readonly fills: readonly string[];
	/** Targets of the references, in the same order. */
	readonly addresses: readonly Address[];
	readonly problems: readonly Problem[];
}

export interface ReferenceSources {
	readonly siteMap: SiteMap;
	/** By decoded path. */
	readonly imageSizes: Pick<ImageSizeReader, "get">;
	/** Whether images are resized; absent: they are not. */
	readonly resizesImages?: boolean | undefined;
}

/** Resolves the links and images of a page, when every page and file is known. */
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

	/** Renders an image, and tracks the first image and the first large one. */
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

/** Attributes for the kind of a link target. Browsers do not prefetch missing pages and redirects. */
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
		: `Image "${target}" is not a file of the site`;
}

/** The target of an address, and its name. */
export type Address = Destination & {
	/** `spelledName()` of the path that is looked up in pages and files; absent: no look-up. */
	readonly name?: string;
};

/** The kind of a target, and its URL with base path. */
type Destination =
	/** `failing`: a page that answers with an error, which is a separate problem. */
	| { readonly kind: "elsewhere" | "missing" | "failing" | "redirect"; readonly url: string }
	| { readonly kind: "file"; readonly url: string; readonly path: string }
	| {
			readonly kind: "page" | "no-anchor";
			readonly url: string;
			readonly path: string;
			/** File whose headings decide the kind; absent: the address names no heading. */
			readonly headingsOf?: string;
	  };

/** Searches every folder for the target of a wiki link that is missing at its address. */
function resolveBodyReference(
	{ target, isByName }: BodyReference,
	page: PlacedPage,
	siteMap: SiteMap,
): Address {
	const address = resolveAddress(target, page, siteMap);
	if (isByName !== true || address.kind !== "missing") return address;
	const { path, suffix } = splitAddress(target);
	const found = siteMap.findByName(decodeLeniently(path), page.name);
	return found === undefined ? address : resolveAddress(found + suffix, page, siteMap);
}

/** Resolves an address that an author wrote. @param given Percent-encoded or not. */
export function resolveAddress(given: string, page: PlacedPage, siteMap: SiteMap): Address {
	// `@api/` is the path of the API reference, in links between its pages.
	const target = page.apiRoot === undefined ? given : given.replace(/^@api\//, `${page.apiRoot}/`);
	if (isElsewhere(target)) return { kind: "elsewhere", url: target };
	const { path: rawPath, suffix, hash } = splitAddress(target);
	if (rawPath === "") return pageAddress("", { suffix, hash }, ownTarget(page));

	// In bundlers, `~/` and `@/` are the source root, and `@assets/` is its folder of pictures.
	const path = decodeLeniently(rawPath).replace(/^(?:[~@]\/|@(?=assets\/))/, "/");
	return { ...findDestination(path, { suffix, hash }, page, siteMap), name: spelledName(path) };
}

/** Finds a page or a file of the folder, else a redirect or a page of the app. */
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
	// A failing page shows none of its links.
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

/** Looks up a path relative to the folder of the file, else to the page, as in other generators. */
function findTarget(path: string, page: PlacedPage, siteMap: SiteMap): Target | undefined {
	if (path.startsWith("/")) {
		// Pages of a site below a base path may have the base path in their links.
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

/** @returns The id as the page spells it, because authors differ in letter case; `undefined` if none. */
function findAnchor(hash: string, anchors: ReadonlySet<string>): string | undefined {
	// The browser finds the top and text fragments.
	if (hash === "top" || hash.startsWith(":~:")) return hash;
	const wanted = decodeLeniently(hash);
	if (anchors.has(wanted)) return hash;
	const spellings = [wanted.toLowerCase(), AUTHOR_ID_PREFIX + wanted];
	const found = spellings.find((spelling) => anchors.has(spelling));
	return found === undefined ? undefined : encodeURIComponent(found);
}
