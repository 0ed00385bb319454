import { stringify } from "yaml";
import { editDistance } from "../../../shared/edit-distance.ts";
import { parseProperties } from "../../store/events/parse-properties.ts";
import { DAY_MS } from "../../store/totals/roll-up.ts";
import type { MissingPage, MissingPagesAnswer } from "../../wire/dashboard/problems.ts";
import type { Refused } from "../api/refused.ts";
import type { LocalRange, RowsQuestion } from "../figures/local-range.ts";
import { answerRange } from "../figures/read-range.ts";
import { prepareEach } from "../threads/prepare-each.ts";
import type { Reader } from "../threads/reader.ts";

const SHOWN_REFERRERS = 10;
/** Pages that a missing one is compared with, the most viewed first. */
const MAX_CANDIDATES = 2_000;
/** Views of missing pages that are read for their referrers, the newest first. */
const MAX_READ_VIEWS = 50_000;

/** The pages that were not found, each with a redirect to an existing page of a similar path. */
export function readMissingPages(
	reader: Reader,
	question: RowsQuestion,
): MissingPagesAnswer | Refused {
	return answerRange(reader, question, (range) => ({
		results: missingPages(reader, range, question.limit),
	}));
}

function missingPages(reader: Reader, range: LocalRange, limit: number): readonly MissingPage[] {
	const viewed = countViews(reader, range);
	const missing = mostViewed(reader, viewed.missing, limit);
	if (missing.length === 0) return [];
	const absent = new Set(missing.map(({ page }) => page));
	const existing = mostViewed(reader, viewed.existing, MAX_CANDIDATES)
		.filter(({ page }) => !absent.has(page))
		.map(({ page }) => pathOfPage(page));
	const referrers = readReferrers(reader, range);
	return missing.map(({ number, page, views }) => {
		const suggestion = similarPath(pathOfPage(page), existing);
		return {
			page,
			views,
			referrers: mostFrequent(referrers.get(number) ?? new Map()),
			suggestion: suggestion ?? null,
			...renderRedirect(page, suggestion ?? "/"),
		};
	});
}

/** By the number of a page, how often it was viewed. */
type ViewCounts = Map<number, number>;

/** Both in one reading: SQLite takes twice as long for each of them, and sorts every view for it. */
function countViews({ database, strings, checkAsked }: Reader, { from, to }: LocalRange) {
	const [missing, existing]: [ViewCounts, ViewCounts] = [new Map(), new Map()];
	const notFound = strings.find("404");
	const countBetween = prepareEach<[page: number, status: number]>(
		database,
		(page, status) => {
			const counts = status === notFound ? missing : existing;
			counts.set(page, (counts.get(page) ?? 0) + 1);
		},
		{
			name: "each_view_by_status",
			columns: ["page", "status"],
			rest: `FROM events WHERE timestamp >= ? AND timestamp < ? AND page IS NOT NULL
				AND status IN (SELECT id FROM strings WHERE text IN ('200', '404'))`,
		},
	);
	for (let start = from; start < to; start += DAY_MS) {
		checkAsked();
		countBetween(start, Math.min(start + DAY_MS, to));
	}
	return { missing, existing };
}

function mostViewed({ strings }: Reader, counts: ViewCounts, limit: number) {
	return [...counts]
		.toSorted(([page, views], [otherPage, otherViews]) => otherViews - views || page - otherPage)
		.slice(0, limit)
		.map(([number, views]) => ({ number, page: strings.textOf(number), views }));
}

type ReferrerCounts = Map<string | null, number>;

/** @returns For each missing page, how often the link stood where. */
function readReferrers(
	{ database }: Reader,
	{ from, to }: LocalRange,
): ReadonlyMap<number, ReferrerCounts> {
	const rows = database
		.prepare(`
			SELECT page, properties FROM events
			WHERE timestamp >= ? AND timestamp < ? AND page IS NOT NULL
				AND status = (SELECT id FROM strings WHERE text = '404')
			ORDER BY timestamp DESC LIMIT ${MAX_READ_VIEWS}
		`)
		.iterate(from, to);
	const byPage = new Map<number, ReferrerCounts>();
	for (const row of rows) {
		const referrer = referrerOf(parseProperties(row["properties"])["$referrer"]);
		const counts = byPage.getOrInsertComputed(Number(row["page"]), () => new Map());
		counts.set(referrer, (counts.get(referrer) ?? 0) + 1);
	}
	return byPage;
}

const MAX_REFERRER_LENGTH = 500;

/** Here the whole address counts, of our own pages too: that is where the link has to be mended. */
function referrerOf(value: unknown): string | null {
	if (typeof value !== "string" || !URL.canParse(value)) return null;
	return value.slice(0, MAX_REFERRER_LENGTH);
}

function mostFrequent(counts: ReferrerCounts) {
	return [...counts]
		.map(([referrer, views]) => ({ referrer, views }))
		.toSorted((a, b) => b.views - a.views || ((a.referrer ?? "") < (b.referrer ?? "") ? -1 : 1))
		.slice(0, SHOWN_REFERRERS);
}

/** The old address is gone for good. */
const STATUS = 308;

/** Writes a redirect down, to be pasted into `site.yaml` or into a `_redirects` file. */
function renderRedirect(page: string, to: string) {
	const from = pathOfPage(page);
	const target = pathOfPage(to);
	return {
		route_rule: stringify({ routeRules: { [from]: { redirect: { to: target, status: STATUS } } } }),
		redirects_line: `${withoutSpace(from)} ${withoutSpace(target)} ${STATUS}`,
	};
}

/** Pages are counted with the query that was kept; rules are for paths. */
function pathOfPage(page: string): string {
	return page.split("?", 1)[0] ?? page;
}

/** A path comes from anyone, and must not become two lines or two words. */
function withoutSpace(path: string): string {
	return path.replace(/[\s\p{Cc}]/gu, encodeURIComponent);
}

/** Beyond it two paths are no longer alike, but only short. */
const MAX_SHARE = 0.4;
/** A path is cut there, so that long made-up paths cost no more. */
const MAX_PATH_LENGTH = 200;

/**
 * @param candidates The likelier first: of several that are as near, the first counts.
 * @returns The candidate that the fewest edits make of the path, if it is near enough: `/docs/install` for
 *   `/docs/instal`.
 */
function similarPath(path: string, candidates: readonly string[]): string | undefined {
	const wanted = fold(path);
	let best: string | undefined;
	let bestDistance = Math.floor(wanted.length * MAX_SHARE) + 1;
	for (const candidate of candidates) {
		const distance = editDistance(wanted, fold(candidate), bestDistance - 1);
		if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
	}
	return best;
}

/** Letter case and final slashes make no other page. */
function fold(path: string): string {
	return path.toLowerCase().replace(/\/+$/, "").slice(0, MAX_PATH_LENGTH);
}
