import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { logFailure } from "../../platform/observability/log-failure.ts";
import { replaceFile } from "../../platform/shared-folder.ts";
import type { BuildMeta, LatestBuild } from "../../shared/builds/build-meta.ts";
import { escapeAttribute, escapeText } from "../../shared/document/html.ts";
import type { HeadSite } from "../../shared/page/head.ts";
import type { RouteTable } from "../../shared/routing/route-matcher.ts";
import {
	type AccessRules,
	ANONYMOUS,
	accessRulesOf,
	mayRead,
} from "../authorization/access-rules.ts";
import type { PageGuards } from "../authorization/page-guards.ts";
import type { Revision } from "../content/revision.ts";
import type { KeptBuilds } from "./kept-builds.ts";

/** Makes the meta file of the running build, with the route rules of a revision. */
export function createBuildMeta(
	build: LatestBuild,
	revision: Pick<Revision, "pages" | "routeRules" | "config" | "code">,
	{ isListed }: Pick<PageGuards, "isListed">,
): BuildMeta {
	const { pages, routeRules } = revision;
	const { matcher, table } = routeRules;
	// Matching ten thousand pages takes twenty milliseconds, and most sites mark no page.
	const marked = marksPages(table)
		? [...pages.values()].filter(({ path }) => matcher.isPrerendered(path))
		: [];
	return {
		...build,
		matcher: publicTable(table, accessRulesOf(revision)),
		prerendered: marked.filter(isListed).map(({ path }) => path),
	};
}

/** Leaves out rules for paths that are not public, because their targets would reveal content. */
function publicTable(table: RouteTable, rules: AccessRules): RouteTable {
	if (rules.isEmpty) return table;
	const publicRules = (some: RouteTable["static"]): RouteTable["static"] =>
		Object.fromEntries(
			Object.entries(some).filter(([pattern]) =>
				mayRead(rules.at(pattern.replace(/\/\*\*$/, "") || "/"), ANONYMOUS),
			),
		);
	return {
		static: publicRules(table.static),
		wildcard: publicRules(table.wildcard),
		dynamic: publicRules(table.dynamic),
	};
}

function marksPages({ static: fixed, wildcard, dynamic }: RouteTable): boolean {
	return [fixed, wildcard, dynamic].some((rules) =>
		Object.values(rules).some(({ prerender }) => prerender === true),
	);
}

interface BuildPublisherOptions {
	readonly builds: Pick<KeptBuilds, "keep" | "live">;
	/** Absolute; servers of other builds and the proxy read it. */
	readonly buildsFolder: string;
	readonly revision: () => Revision;
	readonly guards: () => PageGuards;
	/** Whether every visitor may load an asset: the proxy serves it without the site. */
	readonly isPublicAsset: (name: string) => boolean;
	readonly log: Pick<Logger, "warn">;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Creates a function that publishes this build: its meta file with the current route rules, and the
 * page that the proxy sends while no server answers.
 *
 * The meta file is written again every day, so that the age of a build counts from its last day.
 */
export function createBuildPublisher(options: BuildPublisherOptions): () => Promise<void> {
	const { builds, buildsFolder, revision, guards, isPublicAsset, log } = options;
	const writeMeta = (): Promise<void> =>
		builds.keep(createBuildMeta(builds.live, revision(), guards()), isPublicAsset);
	const failed = logFailure(log, "The meta file of the build cannot be written");
	setInterval(() => {
		writeMeta().catch(failed);
	}, DAY_MS).unref();
	return async () => {
		writeUnavailablePage(buildsFolder, revision().config.public).catch(
			logFailure(log, "The page for times when the site is down cannot be written"),
		);
		await writeMeta();
	};
}

/** File name in the folder that the proxy shares with the site. */
const FILE = "unavailable.html";

const RELOAD_SECONDS = 5;

type NamedSite = Pick<HeadSite, "name" | "locale">;

/** Writes the page that the proxy sends while no replica answers. */
async function writeUnavailablePage(buildsFolder: string, site: NamedSite): Promise<void> {
	const page = renderUnavailablePage(
		site,
		"This site is out of reach for a moment. The page loads again by itself.",
	);
	await replaceFile(join(buildsFolder, FILE), (draft) => writeFile(draft, page));
}

/**
 * Renders a page that needs no other file and reloads itself.
 *
 * It has an empty icon: without one, browsers would ask the site for an icon.
 */
export function renderUnavailablePage({ name, locale }: NamedSite, sentence: string): string {
	return `<!DOCTYPE html>
<html lang="${escapeAttribute(locale)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RELOAD_SECONDS}">
<link rel="icon" href="data:,">
<title>${escapeText(name)}</title>
<body style="max-width: 36rem; margin: 20vh auto 0; padding: 0 1.5rem; font: 1.1rem/1.6 system-ui, sans-serif">
<h1>${escapeText(name)}</h1>
<p lang="en">${escapeText(sentence)}</p>
`;
}
