import type { Words } from "./words.ts";

/** What the operator puts around every page; the server draws it, and browsers get no data of it. */
export interface SiteLook {
	readonly logo?:
		| {
				readonly light: string;
				readonly dark: string;
				/** Whether the name of the site stands beside it. */
				readonly withName: boolean;
		  }
		| undefined;
	/** URL path of the icon in tabs. */
	readonly icon?: string | undefined;
	readonly headerLinks: readonly HeaderLink[];
	readonly footer: {
		readonly columns: readonly { readonly title: string; readonly links: readonly LookLink[] }[];
		readonly text?: string | undefined;
	};
	readonly banner?: { readonly text: string; readonly url?: string | undefined } | undefined;
	/** Of every head, checked: no script and no style sheet is among them. */
	readonly head: readonly LookTag[];
	/** URL paths of fonts that every page needs at once. */
	readonly preloads: readonly string[];
	/** URL path of the operator's style sheet. */
	readonly sheet?: string | undefined;
	/** All of the language, also those that only the server writes. */
	readonly words: Words;
}

export interface LookLink {
	readonly label: string;
	readonly url: string;
	readonly icon?: string | undefined;
}

export type HeaderLink = LookLink | { readonly label: string; readonly links: readonly LookLink[] };

export interface LookTag {
	readonly name: "meta" | "link";
	readonly attributes: Readonly<Record<string, string | undefined>>;
}

export const PLAIN_LOOK: SiteLook = {
	headerLinks: [],
	footer: { columns: [] },
	head: [],
	preloads: [],
	words: {},
};
