import { resolve, sep } from "node:path";
import type { NavigationEntry } from "../platform/settings/content-settings.ts";
import type { HeaderLink } from "../shared/page/site-look.ts";
import { titleOfPath } from "../shared/page/title-of-path.ts";
import type { AdoptedSettings, Adoption, Recognize } from "./adoption.ts";
import { recognizeDocsify } from "./generators/docsify.ts";
import { recognizeDocusaurus } from "./generators/docusaurus/docusaurus.ts";
import { recognizeGitbook } from "./generators/gitbook.ts";
import { recognizeHugo } from "./generators/hugo/hugo.ts";
import { recognizeJekyll } from "./generators/jekyll.ts";
import { recognizeMdbook } from "./generators/mdbook.ts";
import { recognizeFumadocs, recognizeNextra } from "./generators/meta-folders.ts";
import { recognizeMintlify } from "./generators/mintlify.ts";
import { recognizeMkdocs } from "./generators/mkdocs.ts";
import { recognizeMyst } from "./generators/myst.ts";
import { recognizeNuxtContent } from "./generators/nuxt-content.ts";
import { recognizeObsidian } from "./generators/obsidian.ts";
import { recognizeRepository } from "./generators/repository.ts";
import { recognizeStarlight } from "./generators/starlight.ts";
import { recognizeVitepress } from "./generators/vitepress.ts";
import { recognizeVuepress } from "./generators/vuepress.ts";
import { publicationOf } from "./publication.ts";
import { withServedFiles } from "./served-settings.ts";
import { SourceFolder } from "./source/source-folder.ts";

/** Generators with their own configuration file first; a plain repository last. */
const GENERATORS: readonly Recognize[] = [
	recognizeVitepress,
	recognizeVuepress,
	recognizeDocusaurus,
	recognizeStarlight,
	recognizeMintlify,
	recognizeNextra,
	recognizeFumadocs,
	recognizeDocsify,
	recognizeMyst,
	recognizeMdbook,
	recognizeMkdocs,
	recognizeHugo,
	recognizeNuxtContent,
	recognizeJekyll,
	recognizeGitbook,
	recognizeObsidian,
	recognizeRepository,
];

/**
 * Recognizes the generator of a folder, in this process and without a limit: `readAdoption()` runs it
 * in a separate process.
 *
 * @param nowMs Milliseconds since the Unix epoch: pages with a later date are hidden.
 * @returns `undefined` when the folder shows no sign of a generator.
 */
export function recognize(folder: string, nowMs = Date.now()): Adoption | undefined {
	const source = new SourceFolder(folder, nowMs);
	noteMissingSubmodules(source);
	for (const look of GENERATORS) {
		const recognition = look(source);
		if (recognition === undefined) continue;
		const { generator, evidence, settings, unknown } = recognition;
		const { name = nameOf(folder), ...others } = settings;
		const { addresses, hidden, exclude } = publicationOf(source, recognition);
		return {
			generator,
			evidence,
			unknown,
			settings: inHeaderOrder({
				name,
				...withServedFiles(others, source),
				exclude,
				// Some generators allow HTML in it.
				description: others.description?.replace(/<[^>]*>/g, ""),
			}),
			addresses,
			hidden,
			unread: Object.fromEntries(source.unread),
		};
	}
	return undefined;
}

/** A submodule that is not checked out is an empty folder, and its pages would be missing silently. */
function noteMissingSubmodules(source: SourceFolder): void {
	const modules = source.read(".gitmodules") ?? "";
	for (const [, path = ""] of modules.matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S+)[ \t]*$/gm)) {
		if (source.names(path).some((name) => name !== ".git")) continue;
		source.unread.set(path, "the submodule is empty: run git submodule update --init");
	}
}

/** Moves links before a section into the navigation, since other links come after all sections. */
function inHeaderOrder({ headerOrder = [], ...settings }: AdoptedSettings): AdoptedSettings {
	const { navigation, headerLinks = [] } = settings;
	if (navigation === undefined || headerOrder.length === 0) return settings;
	const placeOf = (label: string | undefined): number => {
		const index = headerOrder.indexOf(label);
		return index === -1 ? headerOrder.length : index;
	};
	const isShown = ({ section }: NavigationEntry): boolean => section === true;
	const last = Math.max(-1, ...navigation.filter(isShown).map(({ title }) => placeOf(title)));
	const isBefore = (link: HeaderLink): boolean => "url" in link && placeOf(link.label) < last;
	const moved = headerLinks
		.filter(isBefore)
		.flatMap((link): NavigationEntry[] =>
			"url" in link ? [{ title: link.label, url: link.url, section: true }] : [],
		);
	return {
		...settings,
		headerLinks: headerLinks.filter((link) => !isBefore(link)),
		navigation: [...navigation, ...moved].toSorted(
			(one, other) =>
				Number(isShown(other)) - Number(isShown(one)) || placeOf(one.title) - placeOf(other.title),
		),
	};
}

/** Names that do not identify a project. */
const GENERAL_NAME = /^(?:content|doc|docs|documentation|site|src|website|www|[a-z]{2})$/i;

function nameOf(folder: string): string | undefined {
	const names = resolve(folder).split(sep).toReversed();
	return names.filter((name) => !GENERAL_NAME.test(name)).map((name) => titleOfPath(`/${name}`))[0];
}
