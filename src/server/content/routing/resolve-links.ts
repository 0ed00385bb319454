import { definedOnly } from "../../../shared/defined-only.ts";
import { titleOfPath } from "../../../shared/page/title-of-path.ts";
import type { Feature, Hero } from "../front-matter/front-matter-schema.ts";
import type { FrontMatter, PageNavigationEntry } from "../front-matter/to-front-matter.ts";
import { renderPicture } from "../images/picture.ts";
import { PAGE_EXTENSION } from "../page-path.ts";
import { type CommitTimes, isNotFoundPage, type Page } from "../pages/page.ts";
import type { ParsedPage } from "../pages/parse-page.ts";
import { type Problem, problemWith } from "../problem.ts";
import type { PlacedPage } from "./place-pages.ts";
import {
	type Address,
	type ReferenceSources,
	resolveAddress,
	resolveReferences,
} from "./resolve-references.ts";
import { joinNames } from "./spellings.ts";

/** Data of the rest of the site that a page depends on. */
export interface LinkContext extends ReferenceSources {
	/** Name of the index page in lists if it has no title. */
	readonly siteName: string;
	/** By file, relative to the site folder. */
	readonly commitTimes: ReadonlyMap<string, CommitTimes>;
	/** Page for unknown addresses. Lists exclude it. */
	readonly notFoundFile: string;
	readonly resolveIcon: (name: string) => string | undefined;
	/** Names that pages may list in `middleware`. */
	readonly middleware: ReadonlySet<string>;
	/** Layouts of the site folder. The layout `default` always exists. */
	readonly layouts: readonly string[];
}

/** A page, and the parts of the site that it depends on. */
export interface LinkedPage {
	readonly placed: PlacedPage;
	readonly page: Page;
	/** Decoded paths of the files that the page refers to. */
	readonly files: readonly string[];
	/** Page files to whose headings it links. If their headings change, this page changes. */
	readonly headingsOf: ReadonlySet<string>;
	/** Names that its links look up, by `joinNames()`. A change to a page of such a name changes this page. */
	readonly names: string;
	readonly problems: readonly Problem[];
}

/** Builds a page from a parsed file, when all its link targets are known. */
export function resolveLinks(placed: PlacedPage, context: LinkContext): LinkedPage {
	const { path, parsed } = placed;
	const { siteMap } = context;
	const { heading, packed, mentions, codeParts } = parsed.body;
	const title = parsed.frontMatter.title ?? (heading || titleOfFile(placed));
	const body = resolveReferences(placed, context);
	const front = readAddresses(placed, context);
	const mentioned = mentions.map((target) => resolveAddress(target, placed, siteMap));
	const addresses = [...body.addresses, ...mentioned, ...front.addresses];
	const isNotFound = isNotFoundPage({ file: parsed.file, path }, context.notFoundFile);
	const page: Page = {
		path,
		name: placed.name,
		file: parsed.file,
		title,
		navigation:
			!isNotFound &&
			!siteMap.isRedirect(placed) &&
			navigationEntry(parsed.frontMatter, title || context.siteName),
		frontMatter: isNotFound ? { ...front.frontMatter, robots: "noindex" } : front.frontMatter,
		isReadable: parsed.isReadable,
		hasHeading: heading !== undefined,
		packedBody: packed,
		fills: body.fills.join("\0"),
		modifiedMs: parsed.modifiedMs,
		...definedOnly({ source: parsed.partOf?.source, codeParts }),
		committed: context.commitTimes.get(parsed.partOf?.source ?? parsed.file),
		digest: parsed.digest,
	};
	return {
		placed,
		page,
		files: addresses.flatMap((address) => (address.kind === "file" ? [address.path] : [])),
		headingsOf: new Set(
			addresses.flatMap((address) => ("headingsOf" in address && address.headingsOf) || []),
		),
		names: joinNames(addresses.flatMap(({ name }) => name ?? [])),
		problems: [...front.problems, ...body.problems, ...problemsOfNames(parsed, context)],
	};
}

/** Reports icons that no collection has, and unknown layouts and middleware. */
function problemsOfNames(
	parsed: ParsedPage,
	{ resolveIcon, middleware, layouts }: LinkContext,
): readonly Problem[] {
	const { navigation, middleware: named, layout } = parsed.frontMatter;
	const known = ["default", ...layouts, ...FOREIGN_LAYOUTS];
	const icons = navigation === false ? [] : [navigation.icon ?? []].flat();
	return [
		...icons
			.filter((icon) => resolveIcon(icon) === undefined)
			.map((icon) => problemWith(parsed, "navigation", `Icon "${icon}" is in no collection`)),
		...(known.includes(layout) ? [] : [problemWith(parsed, "layout", layoutRule(known, layout))]),
		...named
			.filter((name) => !middleware.has(name))
			.map((name) => ({
				file: parsed.file,
				message: `The page names middleware that does not exist: "${name}"`,
			})),
	];
}

/** Accepted layouts of other generators: their pages look right with ours. */
const FOREIGN_LAYOUTS = ["home", "page", "doc", "docs", "post", "splash", "landing", "wide"];

function layoutRule(known: readonly string[], layout: string): string {
	const names = known.map((name) => `"${name}"`).join(", ");
	return `"layout" must be one of ${names}: current value is "${layout}"`;
}

/** Prefers the file name to a slug, because a slug may be an abbreviation. */
function titleOfFile({ path, parsed }: PlacedPage): string {
	const name = parsed.file.split("/").at(-1)?.replace(PAGE_EXTENSION, "") ?? "";
	const isNamed = parsed.frontMatter.slug !== undefined && !/^_?index$|^readme$/i.test(name);
	return titleOfPath(isNamed ? `/${name}` : path);
}

export function navigationEntry(
	{ navigation }: FrontMatter,
	title: string,
): PageNavigationEntry | false {
	return navigation !== false && { title, ...navigation };
}

/** Resolves addresses in the front matter. Omits unusable ones; in hero and features they become `#`. */
function readAddresses(placed: PlacedPage, context: LinkContext) {
	const { siteMap, resolveIcon } = context;
	const { image, redirect, hero, features, ...frontMatter } = placed.parsed.frontMatter;
	const problems: Problem[] = [];
	const addresses: Address[] = [];
	const landing = hero === undefined ? "features" : "hero";
	const resolved = definedOnly({
		image: read("image", image),
		cover: image && coverOf(resolveAddress(image, placed, siteMap), context),
		redirect: read("redirect", redirect),
		hero: hero && resolvedHero(hero),
		features: features?.map(resolvedFeature),
	});
	return { frontMatter: { ...frontMatter, ...resolved }, addresses, problems };

	function read(
		key: "image" | "redirect" | "hero" | "features",
		target: string | undefined,
	): string | undefined {
		if (target === undefined) return undefined;
		const address = resolveAddress(target, placed, siteMap);
		addresses.push(address);
		const { kind, url } = address;
		const isMail = (key === "hero" || key === "features") && url.startsWith("mailto:");
		if (kind === "elsewhere" ? isMail || isOwnOrWebUrl(url) : kind !== "missing") return url;
		const message = `"${key}" must lead to a page, a file or an http(s) URL: current value is "${target}"`;
		problems.push(problemWith(placed.parsed, key, message));
		return undefined;
	}

	function resolve(target: string): string {
		return read(landing, target) ?? "#";
	}

	function resolvedHero({ image: picture, actions, ...own }: Hero): Hero {
		return {
			...own,
			...definedOnly({ image: picture && { ...picture, src: resolve(picture.src) } }),
			actions: actions.map((action) => ({ ...action, link: resolve(action.link) })),
		};
	}

	function resolvedFeature({ icon, link, ...feature }: Feature): Feature {
		return {
			...feature,
			...definedOnly({ icon: icon && featureIcon(icon), link: link && resolve(link) }),
		};
	}

	/** An icon name becomes a drawing, a picture its URL. A character such as an emoji is unchanged. */
	function featureIcon(icon: string): string | undefined {
		const drawing = /^[\w-]+:[\w-]+$/.test(icon) ? resolveIcon(icon) : undefined;
		if (drawing !== undefined) return drawing;
		if (/\.(?:svg|png|jpe?g|webp|avif|gif)$/i.test(icon)) return resolve(icon);
		// The name of a missing icon is useless to visitors.
		return /[\w-]{3,}/.test(icon) ? undefined : icon;
	}
}

/** @returns `undefined` if the address is neither a file nor a URL that browsers can load. */
function coverOf(
	address: Address,
	{ imageSizes, siteMap, resizesImages }: LinkContext,
): string | undefined {
	const { kind, url } = address;
	if (kind !== "file" && !(kind === "elsewhere" && isOwnOrWebUrl(url))) return undefined;
	return renderPicture({
		...{ url, basePath: siteMap.basePath, isFirst: false, isFirstLarge: false },
		reference: { attributes: ' alt=""', line: 1 },
		...(kind === "file" && { size: imageSizes.get(address.path) }),
		...(kind === "file" && resizesImages === true && { path: address.path }),
	});
}

/** Rejects scripts and origins without a scheme, which would reach browsers as redirect targets. */
function isOwnOrWebUrl(url: string): boolean {
	return /^https?:\/\//i.test(url) || /^\/(?![/\\])/.test(url);
}
