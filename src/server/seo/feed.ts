import { escapeAttribute, escapeText } from "../../shared/document/html.ts";
import { canonicalUrl, type HeadSite } from "../../shared/page/head.ts";
import { isWithin } from "../../shared/page/navigation.ts";
import { titleOfPath } from "../../shared/page/title-of-path.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { listPosts, type Post, postOf } from "../content/pages/list-posts.ts";
import type { Page } from "../content/pages/page.ts";
import { lastChangeOf } from "./discoverable-sections.ts";
import { feedPath } from "./machine-paths.ts";

/** Feed readers show new entries only. */
const MAX_ENTRIES = 50;

export interface FeedContent {
	readonly site: HeadSite;
	/** All pages that machines may read. */
	readonly pages: readonly Page[];
	/** Path of the folder; `/` for the whole site. */
	readonly folder: string;
	/** BCP 47, of the pages in the folder. */
	readonly language: string;
}

/**
 * Renders an Atom feed of the new and changed pages of a folder.
 *
 * @returns `undefined` without pages, or without the URL of the site.
 * @see RFC 4287
 */
export function renderFeed({ site, pages, folder, language }: FeedContent): string | undefined {
	const inside = pages.filter(({ path }) => isWithin(path, folder));
	if (site.url === undefined || inside.length === 0) return undefined;
	const entries = entriesOf(pages, inside, folder).slice(0, MAX_ENTRIES);
	const updatedMs = Math.max(0, ...entries.map(({ changedMs }) => changedMs));
	const home = escapeAttribute(canonicalUrl(site, folder, "") ?? "");
	const self = site.url + urlPath(site.basePath, feedPath(folder));
	const own = inside.find(({ path }) => path === folder)?.title ?? titleOfPath(folder);
	const title = folder === "/" ? site.name : `${own} · ${site.name}`;
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeAttribute(language)}">`,
		`<id>${home}</id>`,
		`<title>${text(title)}</title>`,
		...(site.description === undefined ? [] : [`<subtitle>${text(site.description)}</subtitle>`]),
		`<link rel="self" type="application/atom+xml" href="${escapeAttribute(self)}"/>`,
		`<link rel="alternate" type="text/html" href="${home}"/>`,
		`<updated>${instant(updatedMs)}</updated>`,
		`<author><name>${text(site.name)}</name></author>`,
		...entries.map((entry) => renderEntry(site, entry)),
		"</feed>",
		"",
	].join("\n");
}

interface Entry {
	readonly post: Post;
	readonly changedMs: number;
}

/** Returns posts of a blog by date; pages of another folder by their last change. */
function entriesOf(
	pages: readonly Page[],
	inside: readonly Page[],
	folder: string,
): readonly Entry[] {
	const changeOf = lastChangeOf(pages);
	const index = inside.find(({ path }) => path === folder);
	if (index?.frontMatter.type !== "blog") {
		return inside
			.map((page) => ({ post: postOf(page), changedMs: changeOf(page) ?? page.modifiedMs }))
			.toSorted((one, other) => other.changedMs - one.changedMs);
	}
	const byPath = new Map(inside.map((page) => [page.path, page]));
	return listPosts(byPath, folder, () => true).map((post) => {
		const { frontMatter, modifiedMs } = post.page;
		const changedMs = frontMatter.updatedAt ?? post.dateMs ?? changeOf(post.page) ?? modifiedMs;
		return { post, changedMs };
	});
}

function renderEntry(site: HeadSite, { post, changedMs }: Entry): string {
	const { page, dateMs, authors } = post;
	const { path, title, frontMatter } = page;
	const url = escapeAttribute(canonicalUrl(site, path, "") ?? "");
	const { description } = frontMatter;
	return [
		"<entry>",
		`<id>${url}</id>`,
		`<title>${text(title === "" ? site.name : title)}</title>`,
		`<link rel="alternate" type="text/html" href="${url}"/>`,
		...(dateMs === undefined ? [] : [`<published>${instant(dateMs)}</published>`]),
		`<updated>${instant(changedMs)}</updated>`,
		...authors.map(({ name }) => `<author><name>${text(name)}</name></author>`),
		...(description === undefined ? [] : [`<summary>${text(description)}</summary>`]),
		"</entry>",
	].join("\n");
}

/** XML cannot contain control characters. */
function text(value: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
	return escapeText(value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ""));
}

/** Formats a time according to ISO 8601. */
export function instant(ms: number): string {
	return new Date(ms).toISOString();
}
