import { posix } from "node:path";
import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { PAGE_EXTENSION } from "../../server/content/page-path.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { LookLink } from "../../shared/page/site-look.ts";
import { type AdoptedLocale, adoptedLocale, severalLocales } from "../adopted-locales.ts";
import type { AdoptedSettings, Recognition } from "../adoption.ts";
import { isExternal } from "../page-address.ts";
import { logoPair } from "../served-settings.ts";
import {
	asList,
	asMap,
	asText,
	type DataMap,
	dig,
	findConfig,
	readValue,
	textAt,
	textsIn,
} from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** Files and folders that Mintlify does not serve. */
const IGNORED = ["README.md", "LICENSE.md", "CHANGELOG.md", "CONTRIBUTING.md", "snippets/**"];

/** @see https://www.mintlify.com/docs/organize/settings */
export function recognizeMintlify(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(
		folder,
		["docs.json", "mint.json"],
		(path) => folder.read(path)?.includes('"navigation"') === true,
	);
	if (found === undefined) return undefined;
	const { file, base } = found;
	const config = asMap(withReferences(folder, base, found.config));
	const colors = asMap(config["colors"]);
	const [light, dark] = [asText(colors["primary"]), asText(colors["light"] ?? colors["primary"])];
	const languages = asList(dig(config, "navigation", "languages"));
	const main = languages.find((one) => dig(one, "default") === true) ?? languages[0];
	const navigation = main ?? config["navigation"];
	const ignored = (folder.read(posix.join(base, ".mintignore")) ?? "")
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "" && !line.startsWith("#"));
	return {
		generator: "Mintlify",
		evidence: file,
		settings: {
			name: asText(config["name"]),
			description: asText(config["description"]),
			url: textAt(config, "seo.metatags.canonical"),
			locales: localesOf(languages, main),
			logo:
				asText(config["logo"]) ??
				logoPair(textAt(config, "logo.light"), textAt(config, "logo.dark")),
			favicon: textAt(config, "favicon", "favicon.light"),
			primary: light === undefined || dark === undefined ? undefined : { light, dark },
			headerOrder: sectionsOf(navigation).map((one) => titleOf(one)),
			headerLinks: linksOf([
				...asList(dig(navigation, "global", "anchors")),
				...sectionsOf(navigation).filter((one) => dig(one, "href") !== undefined),
				...asList(dig(config, "navbar", "links")),
				dig(config, "navbar", "primary"),
			]),
			footer: footerOf(config),
			banner: bannerOf(textAt(config, "banner.content")),
			content: base,
			exclude: [...IGNORED, ...ignored.map((name) => name.replace(/\/$/, "/**"))].map((name) =>
				posix.join(base, name),
			),
			openapi: descriptionsIn(config, base),
			anchors: "github",
			navigation: navigationOf(navigation),
			navigationOrder: "name",
			redirects: redirectsOf(config),
		},
		addressOf: ({ name }) => `/${name.replace(PAGE_EXTENSION, "")}`.replace(/\/index$/, "") || "/",
	};
}

/** Replaces `{ "$ref": "./file.json" }` with the content of the file. */
function withReferences(folder: SourceFolder, base: string, value: unknown, depth = 0): unknown {
	if (depth > MAX_DEPTH) return undefined;
	if (Array.isArray(value)) {
		return value.map((item) => withReferences(folder, base, item, depth + 1));
	}
	if (typeof value !== "object" || value === null) return value;
	const { $ref: reference, ...own } = asMap(value);
	const path = asText(reference);
	const entries = Object.entries(own).map(([key, item]) => [
		key,
		withReferences(folder, base, item, depth + 1),
	]);
	if (path === undefined) return Object.fromEntries(entries);
	const file = posix.join(base, path);
	const found = withReferences(folder, posix.dirname(file), readValue(folder, file), depth + 1);
	return Array.isArray(found) ? found : { ...asMap(found), ...Object.fromEntries(entries) };
}

const MAX_DEPTH = 40;

function localesOf(
	languages: readonly unknown[],
	main: unknown,
): readonly AdoptedLocale[] | undefined {
	const ordered = [main, ...languages.filter((one) => one !== main)];
	return severalLocales(
		ordered.map((one) => {
			const locale = adoptedLocale(textAt(one, "language") ?? "en", undefined);
			return one === main ? locale : { ...locale, navigation: navigationOf(one) };
		}),
	);
}

/** Parts of the header, each with a sidebar of its own. */
const SECTIONS = ["tabs", "anchors", "dropdowns", "products", "versions"];

const CONTAINERS = [...SECTIONS, "menu", "groups", "pages"];

function sectionsOf(navigation: unknown): readonly unknown[] {
	return SECTIONS.flatMap((key) => asList(dig(navigation, key)));
}

function navigationOf(navigation: unknown): readonly NavigationEntry[] {
	const sections = new Set(sectionsOf(navigation));
	const list = Array.isArray(navigation) ? navigation : childrenOf(navigation);
	return list.flatMap((one) =>
		entryOf(one).map((entry) => (sections.has(one) ? { ...entry, section: true } : entry)),
	);
}

function childrenOf(value: unknown): readonly unknown[] {
	return CONTAINERS.flatMap((key) => asList(dig(value, key)));
}

/** Pages of an API, such as `GET /users`, are in no file. */
function entryOf(value: unknown): readonly NavigationEntry[] {
	const name = asText(value);
	if (name !== undefined) return /\s|^[a-z]+:/i.test(name) ? [] : [{ page: name }];
	const own = asMap(value);
	const title = titleOf(own);
	const pages = childrenOf(own).flatMap(entryOf);
	const api = pages.length === 0 ? descriptionOf(own) : undefined;
	if (api !== undefined) return [definedOnly({ title, page: api.at, folder: api.at })];
	const page = asText(own["root"]);
	if (pages.length === 0 && page === undefined) return [];
	return [definedOnly({ title, page, pages: pages.length === 0 ? undefined : pages })];
}

/** The description of an API of which a part of the navigation is made. */
function descriptionOf({
	openapi,
}: DataMap): { readonly file: string; readonly at: string } | undefined {
	const file = textAt(openapi, "source") ?? textsIn(openapi)[0];
	if (file === undefined || isExternal(file)) return undefined;
	const at = textAt(openapi, "directory") ?? "api-reference";
	return { file, at: at.replace(/^\/|\/$/g, "") };
}

function descriptionsIn(config: DataMap, base: string): AdoptedSettings["openapi"] {
	const parts = [config["api"], config["navigation"]];
	const found = new Map<string, string>();
	for (const part of parts) {
		const api = descriptionOf(asMap(part));
		if (api !== undefined && !found.has(`/${api.at}`)) {
			found.set(`/${api.at}`, posix.join(base, api.file));
		}
		parts.push(...childrenOf(part), ...asList(dig(part, "languages")));
	}
	return found.size === 0 ? undefined : Object.fromEntries(found);
}

function titleOf(value: unknown): string | undefined {
	return textAt(value, "tab", "anchor", "dropdown", "product", "version", "item", "group");
}

function linksOf(items: readonly unknown[]): readonly LookLink[] {
	return items.flatMap((item) => {
		const label = textAt(item, "label", "name", "tab", "anchor", "dropdown", "product");
		const url = textAt(item, "href", "url");
		return label === undefined || url === undefined ? [] : [{ label, url }];
	});
}

function footerOf(config: DataMap): AdoptedSettings["footer"] {
	const columns = asList(dig(config, "footer", "links")).map((column) => ({
		title: textAt(column, "header", "title") ?? "Links",
		links: linksOf(asList(dig(column, "items") ?? dig(column, "links"))),
	}));
	return columns.length === 0 ? undefined : { columns };
}

function bannerOf(content: string | undefined): AdoptedSettings["banner"] {
	if (content === undefined) return undefined;
	const [, label, url] = /\[([^\]]*)\]\(([^)\s]*)\)/.exec(content) ?? [];
	const text = content.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*_`]/g, "");
	return definedOnly({ text, url: label === undefined ? undefined : url });
}

function redirectsOf({ redirects }: DataMap): Readonly<Record<string, string>> {
	const pairs = asList(redirects).flatMap((rule): [string, string][] => {
		const [from, to] = [textAt(rule, "source"), textAt(rule, "destination")];
		const isPlain = from !== undefined && to !== undefined && !/[:*]/.test(from);
		return isPlain && (to.startsWith("/") || isExternal(to)) ? [[from, to]] : [];
	});
	return Object.fromEntries(pairs);
}
