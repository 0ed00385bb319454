import { accessSync, constants } from "node:fs";
import * as z from "zod";
import { parseRoutePattern } from "../../shared/routing/route-pattern.ts";
import { ADDRESS_FAMILIES, isAddressEntry } from "../address-list.ts";

/** Schemas that settings share. Each rule continues after a name: `PORT must be …`. */

/** YAML reads `2.0` as a number and `true` as a boolean, so the error asks for quotes. */
export const text = z.string({
	error: ({ input }) =>
		typeof input === "number" || typeof input === "boolean"
			? "must be text, in quotes"
			: "must be text",
});

/**
 * A folder below the site folder; empty for the site folder itself. The only allowed hidden folder is
 * `.vuepress/public`, with the images of VuePress.
 */
export const folderInSite = text
	.regex(
		/^(?:\.\/)?(?:\.|(?!\.(?!vuepress\/public))[^/\\]+(?:\/(?!\.(?!vuepress\/public))[^/\\]+)*)\/?$/,
		{
			error: "must be a folder inside of the site folder, such as docs",
		},
	)
	.transform((folder) => folder.replace(/^\.(?:\/|$)|\/$/g, ""));

export const nonEmptyText = text.min(1, { error: "must not be empty" });

/** Accepts the booleans of YAML and the words of environment files. */
export const flag = z.union(
	[
		z.boolean(),
		z.stringbool({ truthy: ["true", "1", "yes", "on"], falsy: ["false", "0", "no", "off"] }),
	],
	{ error: "must be true or false" },
);

/** Accepts a number, or a text of digits only: not `0x10`, `1e3` or `1 000`. */
export function wholeNumber({ min, max }: { readonly min: number; readonly max: number }) {
	const error = `must be a whole number from ${min} to ${max}`;
	return z.preprocess(
		(value) => (typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value),
		z.int({ error }).min(min, { error }).max(max, { error }),
	);
}

export function oneOf<const Choice extends string>(choices: readonly [Choice, ...Choice[]]) {
	return z.enum(choices, { error: `must be one of ${choices.join(", ")}` });
}

const PROJECT_KEY_RULE =
	"must be at most 64 letters, digits, _ and -, and must not start with phx_";

/** Public, unlike a personal key: every page contains it. */
export const projectKey = text.regex(/^(?!phx_)[\w-]{1,64}$/, { error: PROJECT_KEY_RULE });

/** Empty for a site that intentionally counts nothing. */
export const projectKeyOrNone = z.union([projectKey, z.literal("")], { error: PROJECT_KEY_RULE });

export function secret(minLength: number) {
	return text.min(minLength, { error: `must have at least ${minLength} characters` });
}

/** A text with commas between entries, or a YAML list. */
export const commaList = z.preprocess(
	(value) =>
		typeof value === "string"
			? value
					.split(",")
					.map((entry) => entry.trim())
					.filter((entry) => entry !== "")
			: value,
	z.array(text, { error: "must be a list" }),
);

export const webUrl = text.refine(isWebUrl, {
	error: "must be a URL that starts with http:// or https://, without user, query and hash",
});

export const clickHouseUrl = text.refine(isClickHouseUrl, {
	error:
		"must be http:// or https:// with a user, a host and a database, without a password, such as http://loggia@clickhouse:8123/loggia",
});

export const smtpUrl = text.refine((value) => /^smtps?:\/\/./.test(value) && URL.canParse(value), {
	error: "must be smtps:// or smtp:// with a host, such as smtps://user:password@mail.example.org",
});

export const mailAddress = z.email({ error: "must be an address such as loggia@example.org" });

const PATH_OR_WEB_URL_RULE =
	"must be a path that starts with a slash, or a URL that starts with http:// or https://";

const isPathOrWebUrl = (value: string): boolean => isSitePath(value) || isWebUrl(value);

export const pathOrWebUrl = text.refine(isPathOrWebUrl, { error: PATH_OR_WEB_URL_RULE });

export const pathOrWebUrlOrNone = text.refine((value) => value === "" || isPathOrWebUrl(value), {
	error: PATH_OR_WEB_URL_RULE,
});

export const linkTarget = text.refine(
	(value) => isSitePath(value) || (/^(?:https?|mailto):/i.test(value) && URL.canParse(value)),
	{
		error:
			"must be a path that starts with a slash, or a URL that starts with https://, http:// or mailto:",
	},
);

export const gitAddress = text
	.refine((value) => parseGitAddress(value) !== undefined, {
		error:
			"must be an address for git that starts with https://, http://, ssh:// or file://, or user@host:path, without a password, and may end with # and a branch",
	})
	.transform(parseGitAddress);

export const readableFile = text.refine(isReadable, { error: "must be a file that can be read" });

export const languageTag = text.refine(isLanguageTag, {
	error: "must be a language tag such as en or pt-BR",
});

function isReadable(path: string): boolean {
	try {
		accessSync(path, constants.R_OK);
		return true;
	} catch {
		return false;
	}
}

/** Empty for the root; otherwise without final slash. */
export const basePath = text
	.refine((value) => value === "/" || /^(?:\/[\w.~-]*[\w~-][\w.~-]*)+\/?$/.test(value), {
		error: "must start with a slash and consist of letters, digits and - . _ ~",
	})
	.transform((value) => value.replace(/\/+$/, ""));

/** A single other name is a group, so a misspelled `signed-in` excludes all visitors. */
export const access = z.union(
	[
		z.enum(["public", "signed-in"]),
		z.array(nonEmptyText).min(1),
		nonEmptyText.transform((group) => [group]),
	],
	{ error: "must be public, signed-in, or a list of groups" },
);

const pathPattern = z.string().refine((text) => typeof parseRoutePattern(text) !== "string", {
	error: "must be a path such as /internal, or a pattern such as /internal/**",
});

/** An invalid entry rejects all of `site.yaml`, since it may protect private pages. */
export const accessByPath = z.record(pathPattern, access);

/** Readers of a page: all visitors, signed-in visitors, or members of at least one of the groups. */
export type Access = "public" | "signed-in" | readonly string[];

export const proxyList = commaList.refine((entries) => entries.every(isProxyEntry), {
	error:
		"must be IP addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, with commas between",
});

function isProxyEntry(entry: string): boolean {
	return Object.hasOwn(ADDRESS_FAMILIES, entry) || isAddressEntry(entry);
}

function isWebUrl(value: string): boolean {
	if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
	const { username, password, search, hash } = new URL(value);
	return username + password + search + hash === "";
}

/** Names of databases are used unquoted in statements, so only safe characters are valid. */
function isClickHouseUrl(value: string): boolean {
	if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
	const { username, password, pathname, search, hash } = new URL(value);
	return (
		username !== "" && password + search + hash === "" && /^\/[A-Za-z_]\w{0,62}$/.test(pathname)
	);
}

/** Excludes `//host` and `/\host`, which are URLs of another origin. */
function isSitePath(value: string): boolean {
	return /^\/(?![/\\])/.test(value);
}

function isLanguageTag(value: string): boolean {
	// A language name, such as "english", has the form of a tag, but no language has such a long tag.
	if (!/^[a-z]{2,3}(?:-|$)/i.test(value)) return false;
	try {
		return Intl.getCanonicalLocales(value).length === 1;
	} catch {
		// A RangeError: not a well-formed tag.
		return false;
	}
}

/** Repository of the site folder. */
export interface GitAddress {
	/** URL in a form that git accepts. */
	readonly url: string;
	/** Absent: the default branch of the repository. */
	readonly branch: string | undefined;
}

const URL_OF_GIT = /^(?:https?|ssh|file):\/\/[^\s#]+$/;

/** Git's short form of SSH addresses: `git@example.org:docs.git`. */
const SHORT_URL = /^[\w.-]+@[\w.-]+:[^\s#]+$/;

/** Name of a branch or tag. A hyphen at the start is invalid, since git would read it as an option. */
export const GIT_NAME = /^(?!-)(?!.*\.\.)[\w./-]+$/;

/** @returns `undefined` for an invalid address, or one with a password. */
export function parseGitAddress(text: string): GitAddress | undefined {
	const [, url = "", branch] = /^([^#]*)(?:#(.*))?$/.exec(text) ?? [];
	if (branch !== undefined && !GIT_NAME.test(branch)) return undefined;
	if (SHORT_URL.test(url)) return { url, branch };
	if (!URL_OF_GIT.test(url) || !URL.canParse(url)) return undefined;
	return new URL(url).password === "" ? { url, branch } : undefined;
}

const TIMES_RULE = "must be times of the day in UTC, such as 03:15 or 03:15,15:15";

/** Times of the day, as minutes. */
export const timesOfDay = commaList.pipe(
	z.array(
		z
			.string()
			.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: TIMES_RULE })
			.transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))),
	),
);
