import type { Access } from "../../../platform/settings/schemas.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import type { FlagCondition } from "../../../shared/page/flag-condition.ts";
import type { ColorMode } from "../../../shared/theme/color-mode.ts";
import {
	type Feature,
	type FrontMatterFields,
	type Hero,
	heroOfHome,
} from "./front-matter-schema.ts";

/** An author of a page. */
export interface Author {
	readonly name: string;
	readonly url?: string;
}

/** The entry of a page in the navigation. */
export interface PageNavigationEntry {
	readonly title: string;
	/** Icon name, such as `lucide:rocket`. */
	readonly icon?: string;
	/** Lower numbers are first. Pages without a number are last, sorted by `navigationOrder`. */
	readonly order?: number;
}

/** The validated front matter; missing keys are absent or have their default. */
export interface FrontMatter {
	readonly title?: string;
	readonly description?: string;
	readonly colorMode?: ColorMode;
	readonly layout: string;
	/** Id of the module that renders the page; absent: the page is Markdown. */
	readonly code?: string;
	/** Names of middleware, in the order of execution. */
	readonly middleware: readonly string[];
	readonly navigation: Partial<PageNavigationEntry> | false;
	/** Access rule of the page and the pages below it. */
	readonly access?: Access;
	readonly draft: boolean;
	/** Milliseconds since the Unix epoch; the page is hidden before. */
	readonly publishAt?: number;
	/** Milliseconds since the Unix epoch; the page is hidden from then on. */
	readonly expiresAt?: number;
	/** Milliseconds since the Unix epoch; last change by the author. */
	readonly updatedAt?: number;
	/** Target group of the page. The browser evaluates it, so it does not protect the page. */
	readonly flag?: FlagCondition;
	readonly robots?: string;
	readonly image?: string;
	/** HTML of `image`, with its smaller sizes; absent until all files are known. */
	readonly cover?: string;
	/** Redirect target, which visitors get instead of the page. */
	readonly redirect?: string;
	/** File of an API description. Its reference is on this page and below it. */
	readonly openapi?: string;
	/** Replaces the last segment of the path, or the whole path if it starts with a slash. */
	readonly slug?: string;
	/** Former paths, absolute or relative to the folder of the page. They redirect to the page. */
	readonly formerPaths?: readonly string[];
	/** Marks a blog: the pages below are posts. */
	readonly type?: "blog";
	/** Date of a post; milliseconds since the Unix epoch. */
	readonly date?: number;
	readonly authors?: readonly Author[];
	readonly tags?: readonly string[];
	/** Parts of a landing page. In a finished page, addresses and icons are resolved. */
	readonly hero?: Hero;
	readonly features?: readonly Feature[];
	/** The author's own keys, as JSON values. */
	readonly data?: Readonly<Record<string, unknown>>;
}

export const NO_FRONT_MATTER: FrontMatter = {
	layout: "default",
	middleware: [],
	navigation: {},
	draft: false,
};

/** Normalizes the keys of all generators. */
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
		// In other generators, `type` is the name of a template.
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

/** Converts an address of Jekyll or Hugo to a path: without extension and final slash. */
function absoluteSlug(address: string): string {
	return `/${address.replace(/^\/+|\/+$/g, "").replace(/(?:\/?index)?\.html$/, "")}`;
}
