import type { ReactElement } from "react";
import * as z from "zod";
import {
	CONSENT_WORDS,
	EARLY_ACCESS_WORDS,
	type IslandPage,
	type IslandProps,
} from "../../shared/page/islands.ts";
import { isWithin } from "../../shared/page/navigation.ts";
import { pickWords, wordIn } from "../../shared/page/words.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { Cards } from "../components/page/cards.tsx";
import type { Island, IslandComponentProps } from "./island.ts";
import { sitePath, wholeNumber } from "./props.ts";

/** All built-in islands. */
export const ISLAND_TABLE: readonly Island[] = [
	island({
		name: "recent-pages",
		props: z.strictObject({
			limit: wholeNumber(1, 50).default(5),
			/** Only pages at and below this one. */
			path: sitePath().default("/"),
		}),
		Component: RecentPages,
	}),
	island({
		name: "page-list",
		/** The parent of the pages; absent: the page of the island. */
		props: z.strictObject({ path: sitePath() }),
		defaults: ({ path = "/" }) => ({ path }),
		Component: PageList,
	}),
	island({ name: "build-info", props: z.strictObject({}), Component: BuildInfo }),
	// Features that visitors switch on for themselves.
	liveIsland({
		name: "early-access",
		sentence: "Features that can be tried early are listed here by a script.",
		words: EARLY_ACCESS_WORDS,
	}),
	// Shows whether the visitor's visits are counted, with a button that changes it.
	liveIsland({
		name: "analytics-consent",
		sentence: "Without scripts, your visits are not counted.",
		words: CONSENT_WORDS,
	}),
];

/** Erases the type of the props: a component only receives props that its schema has parsed. */
function island<Props extends IslandProps>(typed: Island<Props>): Island {
	return typed as unknown as Island;
}

/** Recently changed pages, the newest first. */
function RecentPages({
	props: { limit, path },
	sources,
}: IslandComponentProps<{ readonly limit: number; readonly path: string }>): ReactElement {
	const newest = sources.pages
		.filter((page) => page.path !== "/" && isWithin(page.path, path))
		.toSorted(byChange)
		.slice(0, limit);
	if (newest.length === 0) return <p className="island-empty">No pages yet.</p>;
	return (
		<ul className="recent-pages">
			{newest.map((page) => (
				<li key={page.path}>
					<a href={urlPath(sources.basePath, page.path)}>{page.title}</a>
					<ChangeDate modifiedMs={page.modifiedMs} locale={sources.locale} />
				</li>
			))}
		</ul>
	);
}

function byChange(one: IslandPage, other: IslandPage): number {
	return other.modifiedMs - one.modifiedMs || (one.path < other.path ? -1 : 1);
}

interface ChangeDateProps {
	readonly modifiedMs: number;
	readonly locale: string;
}

/** In UTC: the server does not know the visitor's time zone. */
function ChangeDate({ modifiedMs, locale }: ChangeDateProps): ReactElement {
	const date = new Date(modifiedMs);
	const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
	return <time dateTime={date.toISOString().slice(0, 10)}>{format.format(date)}</time>;
}

/** The pages one level below a path, as cards. */
function PageList({
	props: { path },
	sources: { pages, basePath },
}: IslandComponentProps<{ readonly path: string }>): ReactElement {
	const children = pages.filter((page) => parentOf(page.path) === path);
	if (children.length === 0) return <p className="island-empty">No pages yet.</p>;
	const cards = children.map((page) => ({
		title: page.title,
		details: page.description,
		icon: page.icon,
		link: urlPath(basePath, page.path),
	}));
	return <Cards cards={cards} isLanding={false} />;
}

/** @returns `undefined` for the root, which has no parent. */
function parentOf(path: string): string | undefined {
	return path === "/" ? undefined : path.slice(0, path.lastIndexOf("/")) || "/";
}

/** The build and the revision, for comparing two servers. */
function BuildInfo({
	sources: { buildId, revisionId, pages },
}: IslandComponentProps<IslandProps>): ReactElement {
	return (
		<dl className="build-info">
			<dt>Build</dt>
			<dd>
				<code>{buildId}</code>
			</dd>
			<dt>Revision</dt>
			<dd>
				<code>{revisionId}</code>
			</dd>
			<dt>Pages</dt>
			<dd>{pages.length}</dd>
		</dl>
	);
}

interface LiveIslandOptions {
	readonly name: string;
	/** Shown until the browser renders the island. */
	readonly sentence: string;
	/** English words that the browser writes into the island. */
	readonly words: readonly string[];
}

/** An island that depends on the visitor: the browser renders it, with words that the server adds. */
function liveIsland({ name, sentence, words }: LiveIslandOptions): Island {
	return {
		name,
		props: z.strictObject({}),
		Component({ sources }) {
			const translated = pickWords(sources.words ?? {}, words);
			const isEnglish = Object.keys(translated).length === 0;
			return (
				<div
					className={name}
					data-live={name}
					data-words={isEnglish ? undefined : JSON.stringify(translated)}
				>
					<p>{wordIn(sources, sentence)}</p>
				</div>
			);
		},
	};
}
