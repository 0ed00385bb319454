import { stringify } from "yaml";
import { editDistance } from "../../../shared/edit-distance.ts";
import type { Refused } from "../../api/refused.ts";
import type { MissingPage, MissingPagesAnswer } from "../../api-types/problems.ts";
import { prepareEach } from "../../store/database/prepare-each.ts";
import { parseProperties } from "../../store/events/parse-properties.ts";
import { DAY_MS } from "../../store/totals/roll-up.ts";
import type { LocalRange, RowsQuestion } from "../figures/local-range.ts";
import { answerRange } from "../figures/read-range.ts";
import type { Reader } from "../threads/reader.ts";

const SHOWN_REFERRERS = 10;
/** Maximum of pages that a missing page is compared with, the most viewed first. */
const MAX_CANDIDATES = 2_000;
/** Maximum of views of missing pages that are read for their referrers, the newest first. */
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

/** Number of a page → its views. */
type ViewCounts = Map<number, number>;

/** Counts both in one pass: for each, a count in SQLite takes twice as long, and sorts every view. */
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

/** @returns Missing page → address with the link → views. */
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

/** The full address, also of pages of this site: the author must fix the link there. */
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

/** A permanent redirect. */
const STATUS = 308;

/** Renders a redirect for `site.yaml` and for a `_redirects` file. */
function renderRedirect(page: string, to: string) {
	const from = pathOfPage(page);
	const target = pathOfPage(to);
	return {
		route_rule: stringify({ routeRules: { [from]: { redirect: { to: target, status: STATUS } } } }),
		redirects_line: `${withoutSpace(from)} ${withoutSpace(target)} ${STATUS}`,
	};
}

/** Removes the query: pages are counted with the stored query, but rules are for paths. */
function pathOfPage(page: string): string {
	return page.split("?", 1)[0] ?? page;
}

/** Anyone can send a path: it must not become two lines or two words. */
function withoutSpace(path: string): string {
	return path.replace(/[\s\p{Cc}]/gu, encodeURIComponent);
}

/** Maximum share of edited characters. Beyond it, two paths are only short, not similar. */
const MAX_SHARE = 0.4;
/** Longer paths are cut, so that long invented paths do not take more time. */
const MAX_PATH_LENGTH = 200;

/**
 * @param candidates The most likely first: of several with the same distance, the first counts.
 * @returns The candidate with the fewest edits, if it is near enough: `/docs/install` for
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

/** Normalizes letter case and final slashes, which do not distinguish pages. */
function fold(path: string): string {
	return path.toLowerCase().replace(/\/+$/, "").slice(0, MAX_PATH_LENGTH);
}
