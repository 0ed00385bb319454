import type { Dialect } from "../markdown/dialect.ts";
import { fastapi } from "./fastapi/fastapi.ts";
import { gitbook } from "./gitbook/gitbook.ts";
import { materialForMkdocs } from "./material-for-mkdocs/material-for-mkdocs.ts";
import { mdbook } from "./mdbook/mdbook.ts";
import { mdx } from "./mdx/mdx.ts";
import { nuxtContent } from "./nuxt-content/nuxt-content.ts";
import { obsidian } from "./obsidian/obsidian.ts";
import { templates } from "./templates/templates.ts";
import { vitepress } from "./vitepress/vitepress.ts";

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
