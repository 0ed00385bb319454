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
		if (adoption !== undefined) return adoption;
	}
	return undefined;
}
