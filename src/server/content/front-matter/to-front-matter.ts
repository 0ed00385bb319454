import type { Access } from "../../../platform/settings/schemas.ts";
import type { ColorMode } from "../../../shared/appearance/color-mode.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import type { FlagCondition } from "../../../shared/page/flag-condition.ts";
import {
	type Feature,
	type FrontMatterFields,
	type Hero,
	heroOfHome,
} from "./front-matter-schema.ts";

/** Who wrote a page. */
export interface Author {
	readonly name: string;
	readonly url?: string;
}

/** How a page shows itself in the navigation. */
export interface PageNavigationEntry {
	readonly title: string;
	/** Icon name, such as `lucide:rocket`. */
	readonly icon?: string;
	/** Lower comes first; a page without comes after those with, by title. */
	readonly order?: number;
}

/** The validated front matter; what the file leaves out is absent or has its default. */
export interface FrontMatter {
	readonly title?: string;
	readonly description?: string;
	readonly colorMode?: ColorMode;
	readonly layout: string;
	/** Id of the module that shows the page; absent: it is written in Markdown. */
	readonly code?: string;
	/** Names of middleware, in the order of running. */
	readonly middleware: readonly string[];
	readonly navigation: Partial<PageNavigationEntry> | false;
	/** Who may read the page and what is below it. */
	readonly access?: Access;
	readonly draft: boolean;
	/** Milliseconds since the Unix epoch: not shown before. */
	readonly publishAt?: number;
	/** Milliseconds since the Unix epoch: not shown from then on. */
	readonly expiresAt?: number;
	/** Milliseconds since the Unix epoch: when its author changed it last. */
	readonly updatedAt?: number;
	/** Whom the page is for; the browser decides, so this keeps no secret. */
	readonly flag?: FlagCondition;
	readonly robots?: string;
	readonly image?: string;
	/** The same as HTML, with its smaller sizes; made once all files are known. */
	readonly cover?: string;
	/** Where the page sends its visitors instead of showing itself. */
	readonly redirect?: string;
	/** The description of an API, whose reference is on this page and below it. */
	readonly openapi?: string;
	/** Replaces the last segment of the path, or all of it when it starts with a slash. */
	readonly slug?: string;
	/** Where the page was before: absolute, or relative to its folder. They redirect to it. */
	readonly formerPaths?: readonly string[];
	/** The pages below are posts. */
	readonly type?: "blog";
	/** Of a post; milliseconds since the Unix epoch. */
	readonly date?: number;
	readonly authors?: readonly Author[];
	readonly tags?: readonly string[];
	/** What makes a landing page of it; addresses and icons are resolved. */
	readonly hero?: Hero;
	readonly features?: readonly Feature[];
}

export const NO_FRONT_MATTER: FrontMatter = {
	layout: "default",
	middleware: [],
	navigation: {},
	draft: false,
};

/** Brings the keys of all generators into one form. */
export function toFrontMatter(fields: FrontMatterFields): FrontMatter {
	const {
		navigation,
		order: ownOrder,
		hidden,
		unlisted,
		sidebar_position,
		sidebar_label,
		linkTitle,
		sidebar,
		aliases = [],
		redirect_from = [],
		permalink,
		url,
		weight,
		nav_order,
		type,
		author,
		authors = author,
		tags,
		home,
		heroText,
		heroImage,
		tagline,
		actions,
		...rest
	} = fields;
	const hero = heroOfHome(fields);
	const address = permalink ?? url;
	const formerPaths = [...aliases, ...redirect_from];
	const isUnlisted = hidden === true || unlisted === true;
	return {
		...NO_FRONT_MATTER,
		...(address === undefined ? {} : { slug: absoluteSlug(address) }),
		...definedOnly({ hero }),
		...rest,
		...(formerPaths.length === 0 ? {} : { formerPaths }),
		...(isUnlisted ? { robots: "noindex" } : {}),
		// Other generators name their templates there.
		...(type === "blog" ? { type } : {}),
		...definedOnly({ authors, tags: tags?.map((tag) => tag.trim()).filter(Boolean) }),
		navigation:
			navigation === false || isUnlisted || sidebar?.hidden === true
				? false
				: {
						...definedOnly({
							title: sidebar_label ?? sidebar?.label ?? linkTitle,
							order: sidebar_position ?? ownOrder ?? weight ?? nav_order ?? sidebar?.order,
						}),
						...definedOnly(navigation ?? {}),
					},
	};
}

/** Where Jekyll and Hugo serve a page, in the form of paths here: without extension and final slash. */
function absoluteSlug(address: string): string {
	return `/${address.replace(/^\/+|\/+$/g, "").replace(/(?:\/?index)?\.html$/, "")}`;
}
