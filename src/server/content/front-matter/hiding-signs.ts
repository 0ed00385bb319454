/** Jekyll keeps drafts in a folder of this name. */
export const DRAFTS_FOLDER = /(?:^|\/)_drafts\//i;

/** What a key that is not ours says about who may see the page. */
export type HidingSign =
	/** It is a draft; `problem` says by what. */
	| { readonly kind: "draft"; readonly problem: string }
	/** It is in no list, and asks search engines to stay away. */
	| { readonly kind: "unlisted" }
	/** A key of ours under another name, with the same value. */
	| { readonly kind: "date"; readonly key: "publishAt" | "expiresAt" }
	/** It is understood, and hides nothing. */
	| { readonly kind: "none" };

/** Keys in lower case, without hyphens and underscores. */
const HIDING: ReadonlySet<string> = new Set(
	"draft drafts isdraft unpublished private isprivate headless".split(" "),
);
const SHOWING: ReadonlySet<string> = new Set(
	"published ispublished publish public ispublic visible".split(" "),
);
const UNLISTING: ReadonlySet<string> = new Set(["unlisted", "hidden"]);
const DATES: Readonly<Record<string, "publishAt" | "expiresAt">> = {
	publishat: "publishAt",
	publishdate: "publishAt",
	publishon: "publishAt",
	pubdate: "publishAt",
	expiresat: "expiresAt",
	expireat: "expiresAt",
	expires: "expiresAt",
	expiresdate: "expiresAt",
	expirydate: "expiresAt",
	expirationdate: "expiresAt",
	unpublishat: "expiresAt",
	unpublishdate: "expiresAt",
};
const STATES: ReadonlySet<string> = new Set(["status", "state", "visibility"]);
const HIDING_STATES = /^(?:draft|hidden|pending|private|scheduled|unpublished)$/i;

const A_DATE = /^\d{4}-\d{2}-\d{2}/;

/**
 * Reads a key that is not ours as other generators do. A value that is not understood hides:
 * a page that was meant to be hidden must not appear.
 *
 * @returns `undefined` for a key that says nothing of this.
 */
export function readHidingSign(key: string, value: unknown): HidingSign | undefined {
	const name = key.toLowerCase().replace(/[-_ ]/g, "");
	const truth = readTruth(value);
	if (HIDING.has(name)) return truth === false ? NONE : draft(key, value);
	// Some write there when the page was published.
	if (name === "published" && A_DATE.test(String(value))) return { kind: "date", key: "publishAt" };
	if (SHOWING.has(name)) return truth === true ? NONE : draft(key, value);
	if (UNLISTING.has(name)) return truth === false ? NONE : { kind: "unlisted" };
	if (Object.hasOwn(DATES, name)) return { kind: "date", key: DATES[name] ?? "publishAt" };
	if (STATES.has(name)) return HIDING_STATES.test(String(value)) ? draft(key, value) : NONE;
	return undefined;
}

/** @returns `undefined` when the value means neither. */
export function readTruth(value: unknown): boolean | undefined {
	if (typeof value === "boolean") return value;
	const word = String(value).trim().toLowerCase();
	if (["true", "yes", "on", "y", "1"].includes(word)) return true;
	return ["false", "no", "off", "n", "0"].includes(word) ? false : undefined;
}

const NONE: HidingSign = { kind: "none" };

function draft(key: string, value: unknown): HidingSign {
	const shown = JSON.stringify(value).slice(0, 80);
	return { kind: "draft", problem: `"${key}: ${shown}" hides the page, as "draft: true" does` };
}
