import { escapeAttribute, escapeText } from "../../../shared/document/html.ts";
import { titleOfPath } from "../../../shared/page/title-of-path.ts";
import type { ImageSizeReader } from "../files/image-size.ts";
import type { Feature, Hero } from "../front-matter/hero-schema.ts";
import type { FrontMatter, PageNavigationEntry } from "../front-matter/to-front-matter.ts";
import { isNotFoundPage } from "../pages/not-found-page.ts";
import { type CommitTimes, Page, type PageRecord } from "../pages/page.ts";
import type { Problem } from "../problem.ts";
import type { PlacedPage } from "./place-pages.ts";
import {
	type Address,
	isPicture,
	otherAddressesOf,
	resolveAddress,
	resolveReferences,
} from "./resolve-references.ts";
import type { SiteMap } from "./site-map.ts";
import { joinNames } from "./spellings.ts";

/** What a page needs to know about the rest of the site. */
export interface PageSurroundings {
	readonly siteMap: SiteMap;
	/** By decoded path of the image. */
	readonly imageSizes: Pick<ImageSizeReader, "get">;
	/** Names the index in lists when it has no title. */
	readonly siteName: string;
	/** By file, relative to the site folder. */
	readonly commitTimes: ReadonlyMap<string, CommitTimes>;
	/** Name of the page for unknown addresses; it is in no list. */
	readonly notFoundFile: string;
	readonly resolveIcon: (name: string) => string | undefined;
}

export interface FinishedPage {
	readonly page: Page;
	/** The decoded paths of the files that it refers to. */
	readonly files: readonly string[];
	/** Of pages to whose headings it links: when they change, it changes. */
	readonly headingsOf: ReadonlySet<string>;
	/** What it looks for, as `joinNames()` says: when there is something else of such a name, it changes. */
	readonly names: string;
	readonly problems: readonly Problem[];
}

/** Makes a page out of a parsed file, now that everything that it refers to is known. */
export function finishPage(placed: PlacedPage, surroundings: PageSurroundings): FinishedPage {
	const { path, parsed } = placed;
	const { heading, packed } = parsed.body;
	const title = parsed.frontMatter.title ?? (heading || titleOfFile(placed));
	const { fills, addresses: bodyAddresses, problems } = resolveReferences(placed, surroundings);
	const addresses = readAddresses(placed, surroundings);
	const everywhere = [
		...bodyAddresses,
		...otherAddressesOf(placed, surroundings.siteMap),
		...addresses.all,
	];
	const isNotFound = isNotFoundPage({ file: parsed.file, path }, surroundings.notFoundFile);
	const page: PageRecord = {
		path,
		file: parsed.file,
		title,
		navigation:
			!isNotFound &&
			!surroundings.siteMap.isRedirect(placed) &&
			navigationEntry(parsed.frontMatter, title || surroundings.siteName),
		frontMatter: isNotFound
			? { ...addresses.frontMatter, robots: "noindex" }
			: addresses.frontMatter,
		isReadable: parsed.isReadable,
		hasHeading: heading !== undefined,
		packedBody: packed,
		fills: fills.join("\0"),
		modifiedMs: parsed.modifiedMs,
		committed: surroundings.commitTimes.get(parsed.file),
		digest: parsed.digest,
	};
	return {
		page: new Page(page),
		files: everywhere.flatMap((address) => (address.kind === "file" ? [address.path] : [])),
		headingsOf: headingsOf(everywhere),
		names: joinNames(everywhere.flatMap(({ name }) => name ?? [])),
		problems: [...addresses.problems, ...problems],
	};
}

/** An address of its own may be an abbreviation; the name of the file never is. */
function titleOfFile({ path, parsed }: PlacedPage): string {
	const name =
		parsed.file
			.split("/")
			.at(-1)
			?.replace(/\.mdx?$/i, "") ?? "";
	const isNamed = parsed.frontMatter.slug !== undefined && !/^_?index$|^readme$/i.test(name);
	return titleOfPath(isNamed ? `/${name}` : path);
}

function headingsOf(addresses: readonly Address[]): ReadonlySet<string> {
	const files = new Set<string>();
	for (const address of addresses) {
		if ("headingsOf" in address && address.headingsOf !== undefined) files.add(address.headingsOf);
	}
	return files;
}

export function navigationEntry(
	{ navigation }: FrontMatter,
	title: string,
): PageNavigationEntry | false {
	return navigation !== false && { title, ...navigation };
}

interface ReadAddresses {
	readonly frontMatter: FrontMatter;
	readonly all: readonly Address[];
	readonly problems: readonly Problem[];
}

/** Resolves the addresses in the front matter; one that cannot be used is left out. */
function readAddresses(
	placed: PlacedPage,
	{ siteMap, resolveIcon }: PageSurroundings,
): ReadAddresses {
	const { image, redirect, hero, features, ...frontMatter } = placed.parsed.frontMatter;
	const problems: Problem[] = [];
	const all: Address[] = [];
	const lookUp = (target: string): Address => {
		const address = resolveAddress(target, placed, siteMap);
		all.push(address);
		return address;
	};
	const read = (key: "image" | "redirect", target: string | undefined): object => {
		if (target === undefined) return {};
		const { kind, url } = lookUp(target);
		const isKnown = kind === "elsewhere" ? isOwnOrWebUrl(url) : kind !== "missing";
		if (isKnown) return { [key]: url };
		problems.push(addressProblem(placed, key, target));
		return {};
	};
	const addresses = { ...read("image", image), ...read("redirect", redirect) };
	const resolve = (target: string): string => {
		const { kind, url } = lookUp(target);
		if (kind === "elsewhere" ? isOwnOrWebUrl(url) || url.startsWith("mailto:") : kind !== "missing")
			return url;
		problems.push(addressProblem(placed, hero === undefined ? "features" : "hero", target));
		return "#";
	};
	const landing = {
		...(hero === undefined ? {} : { hero: resolvedHero(hero, resolve) }),
		...(features === undefined
			? {}
			: { features: features.map((feature) => resolvedFeature(feature, resolve, resolveIcon)) }),
	};
	return { frontMatter: { ...frontMatter, ...addresses, ...landing }, all, problems };
}

function resolvedHero(
	{ image, actions, ...hero }: Hero,
	resolve: (target: string) => string,
): Hero {
	return {
		...hero,
		...(image === undefined ? {} : { image: { ...image, src: resolve(image.src) } }),
		actions: actions.map((action) => ({ ...action, link: resolve(action.link) })),
	};
}

function resolvedFeature(
	{ icon, link, ...feature }: Feature,
	resolve: (target: string) => string,
	resolveIcon: PageSurroundings["resolveIcon"],
): Feature {
	return {
		...feature,
		...(icon === undefined ? {} : { icon: featureIcon(icon, resolve, resolveIcon) }),
		...(link === undefined ? {} : { link: resolve(link) }),
	};
}

/** A name of a collection, a picture, or a sign such as an emoji. */
function featureIcon(
	icon: string,
	resolve: (target: string) => string,
	resolveIcon: PageSurroundings["resolveIcon"],
): string {
	const drawing = /^[\w-]+:[\w-]+$/.test(icon) ? resolveIcon(icon) : undefined;
	if (drawing !== undefined) return `<span class="icon" aria-hidden="true">${drawing}</span>`;
	if (isPicture(icon)) {
		return `<span class="icon" aria-hidden="true"><img src="${escapeAttribute(resolve(icon))}" alt=""></span>`;
	}
	// The name of an icon that is not there says nothing.
	if (/[\w-]{3,}/.test(icon)) return "";
	return `<span class="icon card-sign" aria-hidden="true">${escapeText(icon)}</span>`;
}

/** A script or another origin without a scheme would reach browsers as the target of a redirect. */
function isOwnOrWebUrl(url: string): boolean {
	return /^https?:\/\//i.test(url) || /^\/(?![/\\])/.test(url);
}

function addressProblem(
	{ parsed }: PlacedPage,
	key: "image" | "redirect" | "hero" | "features",
	target: string,
): Problem {
	const line = parsed.frontMatterLines.get(key);
	return {
		file: parsed.file,
		...(line === undefined ? {} : { line }),
		message: `"${key}" must lead to a page, a file or an http(s) URL: current value is "${target}"`,
	};
}
