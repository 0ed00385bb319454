import type { Words } from "./words.ts";

/** The operator's look of the frame; every document contains it. */
export interface FrameLook {
	readonly logo?:
		| {
				readonly light: string;
				readonly dark: string;
				/** Whether to show the site's name beside it. */
				readonly withName: boolean;
		  }
		| undefined;
	readonly headerLinks: readonly HeaderLink[];
	readonly footer: {
		readonly columns: readonly { readonly title: string; readonly links: readonly LookLink[] }[];
		readonly text?: string | undefined;
	};
	readonly banner?: { readonly text: string; readonly url?: string | undefined } | undefined;
}

/** The operator's look of documents; browsers do not receive this data. */
export interface SiteLook {
	/** URL path of the icon in browser tabs. */
	readonly icon?: string | undefined;
	/** Tags of every head; scripts and style sheets are removed. */
	readonly head: readonly LookTag[];
	/** URL paths of fonts that every page needs at once. */
	readonly preloads: readonly string[];
	/** URL path of the operator's style sheet. */
	readonly sheet?: string | undefined;
	/** All words of the language, including those that only the server writes. */
	readonly words: Words;
}

export interface LookLink {
	readonly label: string;
	readonly url: string;
	/** Icon name, such as `simple-icons:github`. */
	readonly icon?: string | undefined;
}

export type HeaderLink = LookLink | { readonly label: string; readonly links: readonly LookLink[] };

export interface LookTag {
	readonly name: "meta" | "link";
	readonly attributes: Readonly<Record<string, string | undefined>>;
}

export const PLAIN_FRAME: FrameLook = { headerLinks: [], footer: { columns: [] } };

export const PLAIN_LOOK: SiteLook = { head: [], preloads: [], words: {} };
