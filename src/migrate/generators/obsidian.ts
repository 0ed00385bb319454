import { posix } from "node:path";
import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { readTruth } from "../../server/content/front-matter/hiding-signs.ts";
import type { HidingRule, Recognition, SourcePage } from "../adoption.ts";
import { DRAFTS, excludedBy, frontMatterRule } from "../hiding-rules.ts";
import { ownAddress, stemOf } from "../page-address.ts";
import * as data from "../source/data.ts";
import { frontMatterData, readData } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

const MAX_LOOKED_THROUGH = 60;

/** Recognizes a vault. Obsidian Publish writes spaces in addresses as plus signs. */
export function recognizeObsidian(folder: SourceFolder): Recognition | undefined {
	const evidence = [".obsidian", "publish.css", "publish.js"].find(
		(name) => folder.isFolder(name) || folder.isFile(name),
	);
	const inner = folder.names("").find((name) => folder.isFolder(`${name}/.obsidian`));
	if (evidence === undefined && inner === undefined && !hasWikilinks(folder)) return undefined;
	const content = evidence === undefined ? (inner ?? "") : "";
	const app = readData(folder, `${content === "" ? "" : `${content}/`}.obsidian/publish.json`);
	const isPublished =
		Object.keys(app).length > 0 ||
		evidence?.startsWith("publish") ||
		hasOwnAddresses(folder, content);
	return {
		generator: "Obsidian",
		evidence: evidence ?? (inner === undefined ? "its links" : `${inner}/.obsidian`),
		settings: {
			name: data.text(app, "siteName"),
			content: content === "" ? "." : content,
			primary: "violet",
			navigationOrder: "name",
			navigation: hasOwnAddresses(folder, content) ? entriesIn(folder, content, "") : undefined,
		},
		rules: rulesOf(folder, content, app),
		// Only Obsidian Publish assigns addresses to notes.
		...(isPublished && {
			addressOf: (page: SourcePage) => {
				const own = ownAddress(page, "permalink");
				return own === undefined
					? stemOf(page.name).replaceAll(" ", "+")
					: `/${own.replace(/^\//, "")}`;
			},
		}),
	};
}

/** Rules of Obsidian Publish, of the folder for templates, and of Quartz. */
function rulesOf(
	folder: SourceFolder,
	content: string,
	publish: data.DataMap,
): readonly HidingRule[] {
	const inside = (name: string): string => posix.join(content, ".obsidian", name);
	const quartz = folder.find(["quartz.config.ts"]);
	const isExplicit =
		quartz !== undefined && /^[^/\n]*ExplicitPublish\(/m.test(folder.read(quartz) ?? "");
	const settings = quartz === undefined ? {} : data.map(readData(folder, quartz), "configuration");
	const templates = [
		data.text(readData(folder, inside("templates.json")), "folder"),
		data.text(readData(folder, inside("plugins/templater-obsidian/data.json")), "templates_folder"),
	];
	const options = { ...publish, templates };
	return [
		...excludedBy({ options, key: "excluded", name: "excluded folders of Obsidian Publish" }),
		...excludedBy({ options, key: "templates", name: "the folder of templates" }),
		...excludedBy({
			options: readData(folder, inside("app.json")),
			key: "userIgnoreFilters",
			name: "excluded files",
		}),
		...excludedBy({ options: settings, key: "ignorePatterns" }),
		frontMatterRule('"publish: false"', ({ publish: own }) => readTruth(own) === false),
		frontMatterRule(
			'no "publish: true"',
			({ publish: own }) => isExplicit && readTruth(own) !== true,
		),
		DRAFTS,
	];
}

/** Whether most pages have permalinks. Permalinks do not show the folders, so the navigation lists them. */
function hasOwnAddresses(folder: SourceFolder, content: string): boolean {
	const some = folder.pages(content).slice(0, MAX_LOOKED_THROUGH);
	const named = some.filter((file) => frontMatterData(folder, file)["permalink"] !== undefined);
	return named.length > some.length / 2;
}

/** Lists a vault like Obsidian: folders first, sorted by name. */
function entriesIn(folder: SourceFolder, path: string, at: string): readonly NavigationEntry[] {
	const names = folder
		.names(path)
		.filter((name) => !name.startsWith("."))
		.toSorted((one, other) => COLLATOR.compare(one, other));
	const groups = names.flatMap((name) => {
		const below = posix.join(path, name);
		if (!folder.isFolder(below)) return [];
		const pages = entriesIn(folder, below, posix.join(at, name));
		return pages.length === 0 ? [] : [{ title: name, collapsed: true, pages }];
	});
	const pages = names.filter((name) => /\.mdx?$/i.test(name));
	return [...groups, ...pages.map((name) => ({ page: posix.join(at, name) }))];
}

const COLLATOR = new Intl.Collator("en", { numeric: true });

/** Detects a vault without its hidden folder by its links, which use names. */
function hasWikilinks(folder: SourceFolder): boolean {
	const some = folder.pages("").slice(0, MAX_LOOKED_THROUGH);
	const linked = some.filter((file) => /\[\[[^[\]\n]+\]\]/.test(folder.read(file) ?? ""));
	return linked.length > some.length / 4;
}
