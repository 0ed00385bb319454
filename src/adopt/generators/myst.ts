import { posix } from "node:path";
import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { PAGE_EXTENSION } from "../../server/content/page-path.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { LookLink } from "../../shared/page/site-look.ts";
import type { Recognition } from "../adoption.ts";
import { isExternal } from "../page-address.ts";
import { asList, asMap, asText, dig, findConfig, textAt } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** @see https://mystmd.org/guide/frontmatter */
export function recognizeMyst(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(folder, ["myst.yml", "myst.yaml"]);
	if (found === undefined) return undefined;
	const { file, base, config } = found;
	const project = asMap(config["project"]);
	const site = asMap(config["site"]);
	const toc = asList(project["toc"]);
	const [first] = toc.flatMap((entry) => textAt(entry, "file") ?? []);
	const hasFolders = dig(site, "options", "folders") === true;
	return {
		generator: "MyST",
		evidence: file,
		settings: {
			name: textAt(site, "title") ?? textAt(project, "title"),
			description: asText(project["description"]),
			repository: asText(project["github"]),
			logo: textAt(site, "options.logo", "logo"),
			favicon: textAt(site, "options.favicon", "favicon"),
			headerLinks: asList(site["nav"]).flatMap((entry): LookLink[] => {
				const [label, url] = [textAt(entry, "title"), textAt(entry, "url")];
				return label === undefined || url === undefined ? [] : [{ label, url }];
			}),
			content: base,
			exclude: ["_build/**", "**/README.md"].filter((pattern) => pattern !== `**/${first}`),
			anchors: "github",
			navigation: toc.length === 0 ? undefined : toc.flatMap(entryOf),
			navigationOrder: "name",
		},
		addressOf: ({ name }) => {
			const stem = name.replace(PAGE_EXTENSION, "");
			if (name === first || stem === first || stem === "index") return "/";
			const parts = hasFolders ? stem.split("/") : [posix.basename(stem)];
			return `/${parts.map(slugOf).join("/")}`.replace(/(?<=.)\/index$/, "");
		},
	};
}

/** A number in front only orders, unless it is a year. */
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

function entryOf(value: unknown): readonly NavigationEntry[] {
	const { file, title, children } = asMap(value);
	const pages = asList(children).flatMap(entryOf);
	const page = asText(file);
	if (page === undefined ? pages.length === 0 : isExternal(page)) return [];
	return [
		definedOnly({ title: asText(title), page, pages: pages.length === 0 ? undefined : pages }),
	];
}
