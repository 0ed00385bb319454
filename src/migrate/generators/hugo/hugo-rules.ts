import { matchesGlob, posix } from "node:path";
import { readTruth } from "../../../server/content/front-matter/hiding-signs.ts";
import type { HidingRule, SourcePage } from "../../adoption.ts";
import {
	frontMatterRule,
	instantOf,
	matches,
	matchingRule,
	unreadConfig,
} from "../../hiding-rules.ts";
import { trimSlashes } from "../../page-address.ts";
import { foldersOf } from "../../publication.ts";
import * as data from "../../source/data.ts";
import { frontMatterData } from "../../source/read-data.ts";
import type { SourceFolder } from "../../source/source-folder.ts";

const INDEX = /(?:^|\/)index(?:\.[\w-]+)?\.(?:mdx?|markdown)$/i;

const SECTION = /(?:^|\/)_index(?:\.[\w-]+)?\.(?:mdx?|markdown)$/i;

interface HugoSite {
	/** The file of the configuration. */
	readonly file: string;
	readonly base: string;
	readonly config: data.DataMap;
	/** Folders of pages. */
	readonly content: readonly string[];
}

/**
 * Lists the rules by which Hugo does not render a page.
 *
 * @see https://gohugo.io/content-management/build-options/
 */
export function hugoRules(folder: SourceFolder, site: HugoSite): readonly HidingRule[] {
	const { file, base, config, content } = site;
	const pages = content.flatMap((path) => folder.pages(path));
	const bundles = new Set(
		pages.filter((page) => INDEX.test(page)).map((page) => posix.dirname(page)),
	);
	const frontMatterOf = cascaded(folder, site, pages);
	const disabled = new Set([
		...data.texts(config, "disableLanguages"),
		...Object.entries(data.map(config, "languages")).flatMap(([code, own]) =>
			data.at(own, "disabled") === true ? [code] : [],
		),
	]);
	const rule = (
		name: string,
		hides: (own: data.DataMap, page: SourcePage) => boolean,
	): HidingRule => frontMatterRule(name, (_own, page) => hides(frontMatterOf(page), page));
	return [
		...unreadConfig(folder, file, { config, keys: /ignoreFiles|cascade|mounts/i }),
		...data
			.texts(config, "ignoreFiles")
			.map((source) => matchingRule('"ignoreFiles"', source, ({ file: path }) => `/${path}`)),
		...mountRules(base, config),
		{
			name: "a format that Hugo does not render",
			hides: ({ file: path }) => path.endsWith(".mdx"),
			isByPath: true,
		},
		{
			name: "parts of the page in the same folder",
			hides: ({ file: path }) =>
				!INDEX.test(path) && foldersOf(path).some((one) => bundles.has(one)),
		},
		{
			name: "disabled languages",
			hides: ({ below }) => disabled.has(/\.([\w-]+)\.\w+$/.exec(below)?.[1] ?? ""),
			isByPath: true,
		},
		{
			name: '"disableKinds"',
			hides: ({ below }) => data.texts(config, "disableKinds").includes(kindOf(below)),
			isByPath: true,
		},
		rule(
			'"draft: true"',
			({ draft }) => config["buildDrafts"] !== true && readTruth(draft) === true,
		),
		rule('"build.render"', ({ build, _build: old }) => {
			const render = data.at(build ?? old, "render");
			return render === false || render === "never" || render === "link";
		}),
		rule('"headless: true"', ({ headless }) => headless === true),
		rule(
			'"outputs" without HTML',
			({ outputs }) =>
				Array.isArray(outputs) && !data.texts(outputs).some((one) => /html/i.test(one)),
		),
		rule(
			"a date in the future",
			(own, page) =>
				config["buildFuture"] !== true && dateOf(own, page, "publishDate") > folder.nowMs,
		),
		rule(
			"an expiry date in the past",
			(own, page) =>
				config["buildExpired"] !== true && dateOf(own, page, "expiryDate") < folder.nowMs,
		),
	];

	/** @see https://gohugo.io/configuration/front-matter/ */
	function dateOf(own: data.DataMap, { below }: SourcePage, name: keyof typeof DATES): number {
		const configured = Object.entries(data.map(config, "frontmatter")).find(
			([key]) => key.toLowerCase() === name.toLowerCase(),
		);
		const keys = data
			.texts(configured?.[1] ?? [":default"])
			.flatMap((key) => (key === ":default" ? DATES[name] : [key]));
		for (const key of keys) {
			const [, named] = /(?:^|\/)(\d{4}-\d\d-\d\d)[^/]*(?:\/_?index[^/]*)?$/.exec(below) ?? [];
			const instant = instantOf(key === ":filename" ? named : own[key.toLowerCase()]);
			if (!Number.isNaN(instant)) return instant;
		}
		return Number.NaN;
	}
}

/** Keys in lower case, since Hugo ignores case. */
const DATES = {
	publishDate: ["publishdate", "pubdate", "published", "date"],
	expiryDate: ["expirydate", "unpublishdate"],
} as const satisfies Record<string, readonly string[]>;

function kindOf(below: string): string {
	if (!SECTION.test(below)) return "page";
	return below.includes("/") ? "section" : "home";
}

/** @see https://gohugo.io/configuration/module/#mounts */
function mountRules(base: string, { module }: data.DataMap): readonly HidingRule[] {
	const mounts = data
		.list(module, "mounts")
		.filter((mount) => /^content(?:\/|$)/.test(trimSlashes(data.text(mount, "target") ?? "")))
		.map((mount) => ({
			source: posix.join(base, data.text(mount, "source") ?? ""),
			included: [...data.texts(mount, "includeFiles"), ...data.texts(mount, "files")],
			excluded: data.texts(mount, "excludeFiles"),
		}));
	if (mounts.length === 0) return [];
	const isMounted = (file: string): boolean =>
		mounts.some(({ source, included, excluded }) => {
			const below = posix.relative(source, file);
			if (below.startsWith("../")) return false;
			const wanted = included.length === 0 ? ["**"] : included;
			return matches(below, wanted) && !matches(below, excluded);
		});
	return [{ name: '"module.mounts"', hides: ({ file }) => !isMounted(file), isByPath: true }];
}

/**
 * Reads the front matter of pages with the values that they inherit from the configuration and from
 * the sections above. Keys are in lower case.
 *
 * @see https://gohugo.io/content-management/front-matter/#cascade
 */
function cascaded(
	folder: SourceFolder,
	{ config, content }: HugoSite,
	pages: readonly string[],
): (page: SourcePage) => data.DataMap {
	const cascades = pages
		.filter((page) => SECTION.test(page) || INDEX.test(page))
		.map((page) => ({
			above: posix.dirname(page),
			values: [lowered(frontMatterData(folder, page))["cascade"]].flat(),
		}));
	const [root = ""] = content;
	const all = [{ above: "", values: [config["cascade"]].flat() }, ...cascades];
	return ({ file, below, frontMatter }) => {
		const path = `/${posix
			.relative(root, file)
			.replace(/\.\w+$/, "")
			.replace(/\/_?index$/, "")}`;
		const inherited = all
			.filter(({ above }) => above === "" || file.startsWith(`${above}/`))
			.toSorted((one, other) => one.above.length - other.above.length)
			.flatMap(({ values }) => values)
			.filter((value) => isTarget(data.map(value), path, below))
			.map((value) => ({ ...lowered(value), ...lowered(data.map(value, "params")) }));
		return Object.assign({}, ...inherited, lowered(frontMatter));
	};
}

function isTarget(cascade: data.DataMap, path: string, below: string): boolean {
	const target = data.map(cascade["target"] ?? cascade["_target"]);
	const [glob, kind] = [data.text(target, "path"), data.text(target, "kind")];
	const environment = data.text(target, "environment");
	if (environment !== undefined && !matchesGlob("production", environment)) return false;
	if (kind !== undefined && !matchesGlob(kindOf(below), kind)) return false;
	return glob === undefined || matchesGlob(path.toLowerCase(), glob.toLowerCase());
}

function lowered(value: unknown): data.DataMap {
	return Object.fromEntries(
		Object.entries(data.map(value)).map(([key, own]) => [key.toLowerCase(), own]),
	);
}
