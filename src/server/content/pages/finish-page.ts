import { titleOfPath } from "../../../shared/page/titles.ts";
import type { ImageSize } from "../files/image-size.ts";
import type { Problem } from "../problem.ts";
import type { SiteMap } from "../site-tree/site-map.ts";
import { PackedPage } from "./packed-page.ts";
import type { CommitTimes, FrontMatter, PageNavigationEntry, PageRecord } from "./page.ts";
import type { PlacedPage } from "./place-pages.ts";
import { filesOf, resolveAddress, resolveReferences } from "./resolve-references.ts";

/** What a page needs to know about the rest of the site. */
export interface PageSurroundings {
	readonly siteMap: SiteMap;
	/** By decoded path of the image. */
	readonly imageSizes: ReadonlyMap<string, ImageSize>;
	/** Names the index in lists when it has no title. */
	readonly siteName: string;
	/** By file, relative to the site folder. */
	readonly commitTimes: ReadonlyMap<string, CommitTimes>;
}

export interface FinishedPage {
	readonly page: PackedPage;
	/** The decoded paths of the files that it refers to. */
	readonly files: readonly string[];
	readonly problems: readonly Problem[];
}

/** Makes a page out of a parsed file, now that everything that it refers to is known. */
export function finishPage(placed: PlacedPage, surroundings: PageSurroundings): FinishedPage {
	const { path, parsed } = placed;
	const { heading, packed } = parsed.body;
	const title = parsed.frontMatter.title ?? (heading || titleOfPath(path));
	const { fills, problems } = resolveReferences(placed, surroundings);
	const addresses = readAddresses(placed, surroundings.siteMap);
	const page: PageRecord = {
		path,
		file: parsed.file,
		title,
		navigation: navigationEntry(parsed.frontMatter, title || surroundings.siteName),
		frontMatter: addresses.frontMatter,
		isReadable: parsed.isReadable,
		hasHeading: heading !== undefined,
		packedBody: packed,
		fills: fills.join("\0"),
		modifiedMs: parsed.modifiedMs,
		committed: surroundings.commitTimes.get(parsed.file),
		digest: parsed.digest,
	};
	return {
		page: new PackedPage(page),
		files: filesOf(placed, surroundings.siteMap),
		problems: [...addresses.problems, ...problems],
	};
}

function navigationEntry({ navigation }: FrontMatter, title: string): PageNavigationEntry | false {
	return navigation !== false && { title, ...navigation };
}

interface ReadAddresses {
	readonly frontMatter: FrontMatter;
	readonly problems: readonly Problem[];
}

/** Resolves the addresses in the front matter; one that cannot be used is left out. */
function readAddresses(placed: PlacedPage, siteMap: SiteMap): ReadAddresses {
	const { image, redirect, ...frontMatter } = placed.parsed.frontMatter;
	const problems: Problem[] = [];
	const read = (key: "image" | "redirect", target: string | undefined): object => {
		if (target === undefined) return {};
		const { kind, url } = resolveAddress(target, placed, siteMap);
		const isKnown = kind === "elsewhere" ? isOwnOrWebUrl(url) : kind !== "missing";
		if (isKnown) return { [key]: url };
		problems.push(addressProblem(placed, key, target));
		return {};
	};
	const addresses = { ...read("image", image), ...read("redirect", redirect) };
	return { frontMatter: { ...frontMatter, ...addresses }, problems };
}

/** A script or another origin without a scheme would reach browsers as the target of a redirect. */
function isOwnOrWebUrl(url: string): boolean {
	return /^https?:\/\//i.test(url) || /^\/(?![/\\])/.test(url);
}

function addressProblem(
	{ parsed }: PlacedPage,
	key: "image" | "redirect",
	target: string,
): Problem {
	const line = parsed.frontMatterLines.get(key);
	return {
		file: parsed.file,
		...(line === undefined ? {} : { line }),
		message: `"${key}" must lead to a page, a file or an http(s) URL: current value is "${target}"`,
	};
}
