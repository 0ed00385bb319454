import type { AnchorStyle } from "../site-config.ts";

/** Rules of a generator for the ids of headings. */
export interface SlugStyle {
	readonly slugOf: (text: string) => string;
	/** Separator before the number of a repeated heading. */
	readonly mark: "-" | "_";
	/** Id of a heading whose slug is empty. */
	readonly empty: string;
	/** Summaries of `details` get ids as well. */
	readonly namesSummaries?: true;
}

const GITHUB: SlugStyle = { slugOf: githubSlug, mark: "-", empty: "section" };

const STYLES: Readonly<Record<AnchorStyle, SlugStyle>> = {
	github: GITHUB,
	docusaurus: GITHUB,
	hugo: GITHUB,
	vitepress: { slugOf: vitepressSlug, mark: "-", empty: "section" },
	mkdocs: { slugOf: pythonSlug, mark: "_", empty: "_1" },
	pymdownx: { slugOf: githubSlug, mark: "_", empty: "_1" },
	nuxt: { slugOf: nuxtSlug, mark: "-", empty: "section" },
	gitbook: { slugOf: gitbookSlug, mark: "-", empty: "section", namesSummaries: true },
};

export function anchorStyle(name: AnchorStyle): SlugStyle {
	return STYLES[name];
}

/**
 * GitHub's slug of a heading: only letters, digits, marks, hyphens and connectors such as `_` remain.
 *
 * @example
 * githubSlug("Getting started!"); // "getting-started"
 */
export function githubSlug(text: string): string {
	return text
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
		.replaceAll(" ", "-");
}

/** @see https://github.com/mdit-vue/mdit-vue/blob/main/packages/shared/src/slugify.ts */
function vitepressSlug(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/[\u0300-\u036f]/g, "")
		.replace(/[\p{Cc}]/gu, "")
		.replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
		.replace(/-{2,}/g, "-")
		.replace(/^-+|-+$/g, "")
		.replace(/^(\d)/, "_$1")
		.toLowerCase();
}

/** @see https://python-markdown.github.io/extensions/toc/ */
function pythonSlug(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/[^\p{ASCII}]/gu, "")
		.replace(/[^\w\s-]/g, "")
		.trim()
		.toLowerCase()
		.replace(/[-\s]+/g, "-");
}

/** GitHub's slug without repeated or outer hyphens, and with an underscore before a leading digit. */
function nuxtSlug(text: string): string {
	return githubSlug(text).replace(/-+/g, "-").replace(/^-|-$/g, "").replace(/^(\d)/, "_$1");
}

/**
 * GitBook keeps dots, and splits the word "ad", because ad blockers hide such ids: "1. Ad & you" has
 * the id "id-1.-a-d-and-you".
 */
function gitbookSlug(text: string): string {
	return text
		.toLowerCase()
		.replaceAll("&", " and ")
		.replaceAll("…", "...")
		.replace(/[^\p{L}\p{M}\p{N}_.]+/gu, "-")
		.replace(/^-|-$/g, "")
		.replace(/(?<![^-.])ad(?![^-.])/g, "a-d")
		.replace(/^(?=\d)/, "id-");
}
