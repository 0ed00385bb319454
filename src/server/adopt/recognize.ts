import { resolve, sep } from "node:path";
import { titleOfPath } from "../../shared/page/title-of-path.ts";
import type { Adoption, Recognize } from "./adoption.ts";
import { recognizeDocusaurus } from "./generators/docusaurus.ts";
import { recognizeGitbook } from "./generators/gitbook.ts";
import { recognizeHugo } from "./generators/hugo.ts";
import { recognizeJekyll } from "./generators/jekyll.ts";
import { recognizeMdbook } from "./generators/mdbook.ts";
import { recognizeMkdocs } from "./generators/mkdocs.ts";
import { recognizeNuxtContent } from "./generators/nuxt-content.ts";
import { recognizeObsidian } from "./generators/obsidian.ts";
import { recognizeRepository } from "./generators/repository.ts";
import { recognizeStarlight } from "./generators/starlight.ts";
import { recognizeVitepress } from "./generators/vitepress.ts";
import { withServedFiles } from "./served-settings.ts";
import { SourceFolder } from "./source-folder.ts";

/** Those that have a file of their own first, and what every repository has last. */
const GENERATORS: readonly Recognize[] = [
	recognizeVitepress,
	recognizeDocusaurus,
	recognizeStarlight,
	recognizeMdbook,
	recognizeMkdocs,
	recognizeHugo,
	recognizeNuxtContent,
	recognizeJekyll,
	recognizeGitbook,
	recognizeObsidian,
	recognizeRepository,
];

/** @returns What the folder was written for, or `undefined` when nothing says so. */
export function recognize(folder: string): Adoption | undefined {
	const source = new SourceFolder(folder);
	for (const look of GENERATORS) {
		const adoption = look(source);
		if (adoption === undefined) continue;
		const { name = nameOf(folder), ...settings } = adoption.settings;
		return {
			...adoption,
			settings: { name, ...withServedFiles(settings, source) },
			unread: source.unread,
		};
	}
	return undefined;
}

/** What says only that it is a documentation is no name. */
const GENERAL_NAME = /^(?:content|doc|docs|documentation|site|src|website|www|[a-z]{2})$/i;

function nameOf(folder: string): string | undefined {
	const names = resolve(folder).split(sep).toReversed();
	return names.filter((name) => !GENERAL_NAME.test(name)).map((name) => titleOfPath(`/${name}`))[0];
}
