import type { Dialect } from "../markdown/dialect.ts";
import { fastapi } from "./fastapi.ts";
import { gitbook } from "./gitbook.ts";
import { materialForMkdocs } from "./material-for-mkdocs.ts";
import { mdbook } from "./mdbook.ts";
import { mdx } from "./mdx/mdx.ts";
import { nuxtContent } from "./nuxt-content.ts";
import { obsidian } from "./obsidian.ts";
import { templates } from "./templates.ts";
import { vitepress } from "./vitepress.ts";

/** Dialects of pages. Earlier dialects read a line first. */
export const DIALECTS: readonly Dialect[] = [
	mdx,
	templates,
	nuxtContent,
	obsidian,
	vitepress,
	mdbook,
	materialForMkdocs,
	fastapi,
	gitbook,
];
