import { posix } from "node:path";
import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { PAGE_EXTENSION } from "../../server/content/page-path.ts";
import type { HidingRule, Recognition, SourcePage } from "../adoption.ts";
import { excludedBy, matches, unreadConfig } from "../hiding-rules.ts";
import { entryWith } from "../navigation-entries.ts";
import { isExternal } from "../page-address.ts";
import { linkOf } from "../served-settings.ts";
import * as data from "../source/data.ts";
import { findConfig } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** @see https://mystmd.org/guide/frontmatter */
export function recognizeMyst(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(folder, ["myst.yml", "myst.yaml"]);
	if (found === undefined) return undefined;
	const { file, base, config } = found;
	const project = data.map(config, "project");
	const site = data.map(config, "site");
	const toc = data.list(project, "toc");
	const [first] = toc.flatMap((entry) => data.text(entry, "file") ?? []);
	const hasFolders = data.at(site, "options.folders") === true;
	return {
		generator: "MyST",
		evidence: file,
		settings: {
			name: data.text(site, "title") ?? data.text(project, "title"),
			description: data.text(project, "description"),
			repository: data.text(project, "github"),
			logo: data.text(site, "options.logo", "logo"),
			favicon: data.text(site, "options.favicon", "favicon"),
			headerLinks: data
				.list(site, "nav")
				.flatMap((entry) => linkOf(data.text(entry, "title"), data.text(entry, "url"))),
			content: base,
			anchors: "github",
			navigation: toc.length === 0 ? undefined : toc.flatMap(entryOf),
			navigationOrder: "name",
		},
		rules: [
			...unreadConfig(folder, file, { config, keys: /\bexclude\b/ }),
			...excludedBy({ options: project, key: "exclude", base, name: "project.exclude" }),
			...excludedBy({ options: { own: "_build" }, key: "own", base, name: "_build" }),
			...(toc.length === 0
				? [
						{
							name: "README.md",
							hides: ({ below }: SourcePage) => /(?:^|\/)README\.md$/.test(below),
						},
					]
				: [tocRule(toc)]),
		],
		addressOf: ({ name }) => {
			const stem = name.replace(PAGE_EXTENSION, "");
			if (name === first || stem === first || stem === "index") return "/";
			const parts = hasFolders ? stem.split("/") : [posix.basename(stem)];
			return `/${parts.map(slugOf).join("/")}`.replace(/(?<=.)\/index$/, "");
		},
	};
}

/** Removes a number at the start, which only sets the order, unless it is a year. */
function slugOf(name: string): string {
	const isKept = /^[12]\d{3}(?:\D|$)|^\d{5}/.test(name);
	const plain = isKept ? name : name.replace(/^[\d_.-]+(?=.)/, "");
	return plain
		.toLowerCase()
		.replaceAll("&", "-and-")
		.replace(/[^a-z\d]+/g, "-")
		.replace(/^-|-$/g, "")
		.slice(0, 50);
}

/** @see https://mystmd.org/guide/table-of-contents */
function tocRule(toc: readonly unknown[]): HidingRule {
	const entries = [...toc];
	// The list grows while it is read.
	for (const entry of entries) entries.push(...data.list(entry, "children"));
	const files = entries.flatMap((entry) => data.text(entry, "file") ?? []).map(stemOf);
	const patterns = entries.flatMap((entry) => data.text(entry, "pattern") ?? []);
	return {
		name: 'not in "project.toc"',
		hides: ({ below }) => !files.includes(stemOf(below)) && !matches(below, patterns),
		isByPath: true,
	};
}

function stemOf(name: string): string {
	return posix.normalize(name).replace(PAGE_EXTENSION, "");
}

function entryOf(value: unknown): readonly NavigationEntry[] {
	const { file, title, children } = data.map(value);
	const pages = data.list(children).flatMap(entryOf);
	const page = data.text(file);
	if (page !== undefined && isExternal(page)) return [];
	return entryWith({ title: data.text(title), page, pages });
}
