import { titleOfPath } from "../../shared/titles.ts";
import type { ImageSize } from "./image-size.ts";
import type { FrontMatter, Page } from "./page.ts";
import type { PlacedPage } from "./place-pages.ts";
import type { Problem } from "./problem.ts";
import { resolveAddress, resolveReferences } from "./resolve-references.ts";
import type { SiteMap } from "./site-map.ts";

/** What a page needs to know about the rest of the site. */
export interface PageSurroundings {
	readonly siteMap: SiteMap;
	/** By decoded path of the image. */
	readonly imageSizes: ReadonlyMap<string, ImageSize>;
	/** Names the index in lists when it has no title. */
	readonly siteName: string;
}

export interface FinishedPage {
	readonly page: Page;
	readonly problems: readonly Problem[];
}

/** Makes a page out of a parsed file, now that everything that it refers to is known. */
export function finishPage(placed: PlacedPage, surroundings: PageSurroundings): FinishedPage {
	const { path, parsed } = placed;
	const { html, problems } = resolveReferences(placed, surroundings);
	const title = parsed.frontMatter.title ?? parsed.body.heading ?? titleOfPath(path);
	const { navigation } = parsed.frontMatter;
	const page = {
		path,
		file: parsed.file,
		title,
		navigation: navigation !== false && {
			title: title === "" ? surroundings.siteName : title,
			...navigation,
		},
		frontMatter: withAddresses(placed, surroundings.siteMap),
		html,
		hasHeading: parsed.body.heading !== undefined,
		headings: parsed.body.headings,
		modifiedMs: parsed.modifiedMs,
		digest: parsed.digest,
	};
	return { page, problems };
}

function withAddresses(placed: PlacedPage, siteMap: SiteMap): FrontMatter {
	const { frontMatter } = placed.parsed;
	const { image, redirect } = frontMatter;
	return {
		...frontMatter,
		...(image === undefined ? {} : { image: resolveAddress(image, placed, siteMap).url }),
		...(redirect === undefined ? {} : { redirect: resolveAddress(redirect, placed, siteMap).url }),
	};
}
