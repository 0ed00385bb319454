import { posix } from "node:path";
import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { PAGE_EXTENSION } from "../../server/content/page-path.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { LookLink } from "../../shared/page/site-look.ts";
import { adoptedLocales } from "../adopted-locales.ts";
import type { AdoptedSettings, Recognition } from "../adoption.ts";
import { frontMatterRule, ignoredBy } from "../hiding-rules.ts";
import { entryWith } from "../navigation-entries.ts";
import { isExternal, trimSlashes } from "../page-address.ts";
import { linkOf, pairOf } from "../served-settings.ts";
import * as data from "../source/data.ts";
import { findConfig, readValue } from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** @see https://www.mintlify.com/docs/organize/mintignore */
const IGNORED = [
	"README.md",
	"LICENSE.md",
	"CHANGELOG.md",
	"CONTRIBUTING.md",
	"/snippets/",
	"build/",
	"dist/",
	"coverage/",
	"tmp/",
	"temp/",
];

/** @see https://www.mintlify.com/docs/organize/settings */
export function recognizeMintlify(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(
		folder,
		["docs.json", "mint.json"],
		(path) => folder.read(path)?.includes('"navigation"') === true,
	);
	if (found === undefined) return undefined;
	const { file, base } = found;
	const config = data.map(withReferences(folder, base, found.config));
	const { primary, light = primary } = data.map(config, "colors");
	const languages = data.list(config, "navigation.languages");
	const main = languages.find((one) => data.at(one, "default") === true) ?? languages[0];
	const navigation = main ?? config["navigation"];
	return {
		generator: "Mintlify",
		evidence: file,
		settings: {
			name: data.text(config, "name"),
			description: data.text(config, "description"),
			url: data.text(config, "seo.metatags.canonical"),
			locales: localesOf(languages, main),
			logo:
				data.text(config, "logo") ??
				pairOf(data.text(config, "logo.light"), data.text(config, "logo.dark")),
			favicon: data.text(config, "favicon", "favicon.light"),
			primary: pairOf(data.text(primary), data.text(light)),
			headerOrder: sectionsOf(navigation).map((one) => titleOf(one)),
			headerLinks: linksOf([
				...data.list(navigation, "global.anchors"),
				...sectionsOf(navigation).filter((one) => data.at(one, "href") !== undefined),
				...data.list(config, "navbar.links"),
				data.at(config, "navbar.primary"),
			]),
			footer: footerOf(config),
			banner: bannerOf(data.text(config, "banner.content")),
			content: base,
			openapi: descriptionsIn(config, base),
			anchors: "github",
			navigation: navigationOf(navigation),
			navigationOrder: "name",
			redirects: redirectsOf(config),
		},
		rules: [
			...ignoredBy({ options: { IGNORED }, key: "IGNORED", name: "files that Mintlify ignores" }),
			...ignoredBy({
				options: { text: folder.read(posix.join(base, ".mintignore")) },
				key: "text",
				name: ".mintignore",
			}),
			frontMatterRule('"groups"', ({ groups }) => data.texts(groups).length > 0),
		],
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
	const { $ref: reference, ...own } = data.map(value);
	const path = data.text(reference);
	const entries = Object.entries(own).map(([key, item]) => [
		key,
		withReferences(folder, base, item, depth + 1),
	]);
	if (path === undefined) return Object.fromEntries(entries);
	const file = posix.join(base, path);
	const found = withReferences(folder, posix.dirname(file), readValue(folder, file), depth + 1);
	return Array.isArray(found) ? found : { ...data.map(found), ...Object.fromEntries(entries) };
}

const MAX_DEPTH = 40;

function localesOf(languages: readonly unknown[], main: unknown) {
	return adoptedLocales(
		[main, ...languages.filter((one) => one !== main)].map((one) => ({
			code: data.text(one, "language") ?? "en",
			navigation: one === main ? undefined : navigationOf(one),
		})),
	);
}

/** Parts of the header, each with its own sidebar. */
const SECTIONS = ["tabs", "anchors", "dropdowns", "products", "versions"];

const CONTAINERS = [...SECTIONS, "menu", "groups", "pages"];

function sectionsOf(navigation: unknown): readonly unknown[] {
	return SECTIONS.flatMap((key) => data.list(navigation, key));
}

function navigationOf(navigation: unknown): readonly NavigationEntry[] {
	const sections = new Set(sectionsOf(navigation));
	const list = Array.isArray(navigation) ? navigation : childrenOf(navigation);
	return list.flatMap((one) =>
		entryOf(one).map((entry) => (sections.has(one) ? { ...entry, section: true } : entry)),
	);
}

function childrenOf(value: unknown): readonly unknown[] {
	return CONTAINERS.flatMap((key) => data.list(value, key));
}

/** Ignores pages of an API, such as `GET /users`, which have no file. */
function entryOf(value: unknown): readonly NavigationEntry[] {
	const name = data.text(value);
	if (name !== undefined) return /\s|^[a-z]+:/i.test(name) ? [] : [{ page: name }];
	const own = data.map(value);
	const title = titleOf(own);
	const pages = childrenOf(own).flatMap(entryOf);
	const api = pages.length === 0 ? descriptionOf(own) : undefined;
	if (api !== undefined) return [definedOnly({ title, page: api.at, folder: api.at })];
	return entryWith({ title, page: data.text(own, "root"), pages });
}

/** Returns the API description that generates a part of the navigation. */
function descriptionOf({ openapi }: data.DataMap) {
	const file = data.text(openapi, "source") ?? data.texts(openapi)[0];
	if (file === undefined || isExternal(file)) return undefined;
	const at = data.text(openapi, "directory") ?? "api-reference";
	return { file, at: trimSlashes(at) };
}

function descriptionsIn(config: data.DataMap, base: string): AdoptedSettings["openapi"] {
	const parts = [config["api"], config["navigation"]];
	const found = new Map<string, string>();
	for (const part of parts) {
		const api = descriptionOf(data.map(part));
		if (api !== undefined && !found.has(`/${api.at}`)) {
			found.set(`/${api.at}`, posix.join(base, api.file));
		}
		parts.push(...childrenOf(part), ...data.list(part, "languages"));
	}
	return found.size === 0 ? undefined : Object.fromEntries(found);
}

function titleOf(value: unknown): string | undefined {
	return data.text(value, "tab", "anchor", "dropdown", "product", "version", "item", "group");
}

function linksOf(items: readonly unknown[]): readonly LookLink[] {
	return items.flatMap((item) =>
		linkOf(
			data.text(item, "label", "name", "tab", "anchor", "dropdown", "product"),
			data.text(item, "href", "url"),
		),
	);
}

function footerOf(config: data.DataMap): AdoptedSettings["footer"] {
	const columns = data.list(config, "footer.links").map((column) => ({
		title: data.text(column, "header", "title") ?? "Links",
		links: linksOf(data.list(data.at(column, "items") ?? data.at(column, "links"))),
	}));
	return columns.length === 0 ? undefined : { columns };
}

function bannerOf(content: string | undefined): AdoptedSettings["banner"] {
	if (content === undefined) return undefined;
	const [, label, url] = /\[([^\]]*)\]\(([^)\s]*)\)/.exec(content) ?? [];
	const text = content.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*_`]/g, "");
	return definedOnly({ text, url: label === undefined ? undefined : url });
}

function redirectsOf({ redirects }: data.DataMap) {
	return data.list(redirects).flatMap((rule) => {
		const [from, to] = [data.text(rule, "source"), data.text(rule, "destination")];
		const isPlain = from !== undefined && to !== undefined && !/[:*]/.test(from);
		return isPlain && (to.startsWith("/") || isExternal(to)) ? [[from, to] as const] : [];
	});
}
