import type { Dialect } from "../../markdown/dialect.ts";
import { expressions } from "./expressions.ts";
import { shortcodes } from "./shortcodes.ts";
import { resolveTemplateLinks } from "./template-links.ts";

/** Marks of the templates of Hugo, Jekyll and GitBook. */
export const templates: Dialect = {
	addRules(markdown) {
		markdown.use(expressions).use(shortcodes);
	},
	rewrite: resolveTemplateLinks,
};
