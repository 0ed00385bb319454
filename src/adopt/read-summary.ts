import type { NavigationEntry } from "../platform/settings/content-settings.ts";
import { definedOnly } from "../shared/defined-only.ts";

interface Draft {
	readonly title: string;
	readonly page?: string | undefined;
	readonly pages: Draft[];
}

const ENTRY = /^([ \t]*)(?:[-*+][ \t]+)?\[((?:\\.|[^\]\\])*)\]\(<?([^)>\s]*)>?[^)]*\)/;

/** Reads a list of chapters of mdBook or GitBook: links in lists, below headings. */
export function readSummary(text: string): readonly NavigationEntry[] {
	const roots: Draft[] = [];
	let part: Draft[] = roots;
	let open: { readonly indent: number; readonly draft: Draft }[] = [];
	for (const line of text.split(/\r?\n/)) {
		// GitBook keeps the ids of headings in empty links.
		const plain = line.replace(/<a\b[^<>]*><\/a>/g, "");
		const [, heading] = /^#{1,6}[ \t]+(.+?)[ \t#]*$/.exec(plain) ?? [];
		if (heading !== undefined) {
			open = [];
			// The first heading is the title of the list.
			const isTitle = roots.length === 0 && /^#[ \t]/.test(plain);
			const draft = { title: heading, pages: [] };
			part = isTitle ? roots : draft.pages;
			if (!isTitle) roots.push(draft);
			continue;
		}
		const [, blank, title = "", target = ""] = ENTRY.exec(line) ?? [];
		if (blank === undefined) continue;
		const indent = blank.replaceAll("\t", "    ").length;
		open = open.filter((parent) => parent.indent < indent);
		const draft = draftOf(title, target);
		(open.at(-1)?.draft.pages ?? part).push(draft);
		open.push({ indent, draft });
	}
	return roots.flatMap(toEntry);
}

function draftOf(title: string, target: string): Draft {
	const plain = title.replace(/\\(.)/g, "$1").replace(/[*_`]/g, "");
	const isPage = /^(?![a-z][a-z\d+.-]*:)[^?#]+/i.test(target);
	const page = decodeURI(target.replace(/[?#].*$/, "").replace(/^\.?\//, ""));
	return { title: plain, page: isPage ? page : undefined, pages: [] };
}

function toEntry({ title, page, pages }: Draft): readonly NavigationEntry[] {
	if (page === undefined && pages.length === 0) return [];
	const below = pages.length === 0 ? undefined : pages.flatMap(toEntry);
	return [definedOnly({ title, page, pages: below })];
}
