import { posix } from "node:path";
import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { titleOfPath } from "../../shared/page/title-of-path.ts";
import type { HidingRule, Recognition } from "../adoption.ts";
import { excludedBy, ignoredBy, unreadable } from "../hiding-rules.ts";
import { DOCUMENTATION_FOLDERS, dependenciesIn } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** Recognizes a repository with a README or a folder `docs`. */
export function recognizeRepository(folder: SourceFolder): Recognition | undefined {
	const readme = folder.names("").find((name) => /^readme\.md$/i.test(name));
	const hasDocs = folder.isFolder("docs");
	if (readme === undefined && !hasDocs) return undefined;
	return {
		generator: "README and docs",
		evidence: readme ?? "docs",
		unknown: unknownGenerator(folder),
		settings: {
			name: /^#\s+([^\n<[]+)$/m.exec(folder.read(readme ?? "") ?? "")?.[1]?.trim(),
			content: readme === undefined ? "docs" : ".",
			anchors: "github",
			navigation: readme === undefined ? undefined : navigationOf(folder),
			navigationOrder: "name",
		},
		rules: [
			...excludedBy({
				options: { tests: "**/{test,tests,testdata,fixtures,vendor,target,dist}/**" },
				key: "tests",
				name: "folders of tests and of copies",
			}),
			...sphinxRules(folder),
			...ignoredBy({
				options: { text: folder.read(".eleventyignore") },
				key: "text",
				name: ".eleventyignore",
			}),
		],
	};
}

/** Reads `exclude_patterns` of Sphinx, if it is a plain list. */
function sphinxRules(folder: SourceFolder): readonly HidingRule[] {
	const file = folder.find(DOCUMENTATION_FOLDERS.map((place) => `${place}conf.py`));
	const text = file === undefined ? "" : (folder.read(file) ?? "");
	if (file === undefined || !/^\s*exclude_patterns\b/m.test(text)) return [];
	const lists = [...text.matchAll(/^exclude_patterns\s*\+?=\s*\[([^\]]*)\]/gm)];
	const isPlain = lists.length === (text.match(/^\s*exclude_patterns\b/gm) ?? []).length;
	if (!isPlain) return [unreadable(`"exclude_patterns" in ${file}`)];
	const exclude_patterns = lists.flatMap(([, list = ""]) =>
		Array.from(list.matchAll(/["']([^"'\n]+)["']/g), ([, pattern]) => pattern),
	);
	return excludedBy({
		options: { exclude_patterns },
		key: "exclude_patterns",
		base: posix.dirname(file),
	});
}

/** Signs of generators that `adopt` does not support. */
const UNKNOWN: readonly (readonly [generator: string, files: RegExp, dependency?: string])[] = [
	["Sphinx", /^conf\.py$/],
	["Antora", /^antora(?:-playbook)?\.yml$/, "@antora/cli"],
	["Quarto", /^_quarto\.ya?ml$/],
	["Jupyter Book", /^_toc\.yml$/],
	["Eleventy", /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/, "@11ty/eleventy"],
	["Gatsby", /^gatsby-config\.[cm]?[jt]s$/, "gatsby"],
	["Rspress", /^rspress\.config\.[cm]?[jt]s$/, "rspress"],
	["Hexo", /^_config\.yml$/, "hexo"],
	["HonKit", /^book\.js(?:on)?$/, "honkit"],
	["Astro", /^astro\.config\.[cm]?[jt]s$/, "astro"],
	["Next.js", /^next\.config\.[cm]?[jt]s$/, "next"],
	["Pelican", /^pelicanconf\.py$/],
];

function unknownGenerator(folder: SourceFolder): string | undefined {
	const names = DOCUMENTATION_FOLDERS.flatMap((place) => folder.names(place.replace(/\/$/, "")));
	const dependencies = new Set(
		DOCUMENTATION_FOLDERS.flatMap((place) => dependenciesIn(folder, place)),
	);
	const found = UNKNOWN.find(
		([, files, dependency]) =>
			names.some((name) => files.test(name)) || dependencies.has(dependency ?? ""),
	);
	return found?.[0];
}

/** Lists the documentation first, and files about the repository last, in one section. */
function navigationOf(folder: SourceFolder): readonly NavigationEntry[] | undefined {
	const names = folder.names("").filter((name) => !name.startsWith("."));
	const folders = names.filter((name) => folder.isFolder(name) && folder.pages(name).length > 0);
	const files = names.filter((name) => /\.md$/i.test(name) && !/^readme\.md$/i.test(name));
	if (!folders.includes("docs")) return undefined;
	const ordered = ["docs", ...folders.filter((name) => name !== "docs")];
	return [
		...ordered.map((name) => ({ title: titleOfPath(`/${name}`), folder: name, section: true })),
		...(files.length === 0
			? []
			: [{ title: "Project", section: true, pages: files.map((page) => ({ page })) }]),
	];
}
