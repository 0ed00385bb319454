import { isAiAgent } from "../../../shared/bots/ai-agents.ts";
import { propertiesColumn, unpackProperties } from "../../store/events/property-column.ts";
import { readStoredId } from "../../store/events/stored-id.ts";
import type { MissingPage, ProblemsAnswer } from "../../wire/dashboard/problems.ts";
import { isRefused, type Refused } from "../api/refused.ts";
import type { LocalRange, RangeQuestion } from "../figures/local-range.ts";
import { readRange } from "../figures/read-range.ts";
import { readRows } from "../figures/read-rows.ts";
import type { Reader } from "../threads/reader.ts";
import { pathOfPage, renderRedirect } from "./render-redirect.ts";
import { similarPath } from "./similar-path.ts";

export interface ProblemsQuestion extends RangeQuestion {
	/** Missing pages, and bots. */
	readonly limit: number;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

/** What the store knows of problems; what was dropped is not in it. */
export type StoredProblems = Omit<
	ProblemsAnswer,
	"drops" | "drops_since" | "warnings" | "retention_paused_until"
>;

const SHOWN_REFERRERS = 10;
/** Pages that a missing one is compared with, the most viewed first. */
const MAX_CANDIDATES = 2_000;
/** Views of missing pages that are read for their referrers, the newest first. */
const MAX_READ_VIEWS = 50_000;
const PAGES_BY_STATUS = `
	SELECT page, count(*) AS views FROM events
	WHERE timestamp >= ? AND timestamp < ? AND page IS NOT NULL
		AND status = (SELECT id FROM strings WHERE text = ?)
	GROUP BY page ORDER BY views DESC, page LIMIT ?
`;

export function readProblems(reader: Reader, question: ProblemsQuestion): StoredProblems | Refused {
	const asked = readRange(reader.database, question);
	if (isRefused(asked)) return asked;
	const { range } = asked;
	const { from, to, timezone } = range;
	const { limit } = question;
	const bots = readRows(reader, { from, to, breakdowns: ["bot"], limit }).get("bot") ?? [];
	return {
		from: new Date(from).toISOString(),
		to: new Date(to).toISOString(),
		timezone,
		missing_pages: readMissingPages(reader, range, limit),
		bots: bots.map(({ value, views }) => ({
			name: value,
			events: views,
			is_ai_agent: isAiAgent(value),
		})),
	};
}

function readMissingPages(
	reader: Reader,
	range: LocalRange,
	limit: number,
): readonly MissingPage[] {
	const missing = pagesOf(reader, range, { status: "404", limit });
	if (missing.length === 0) return [];
	const missingPages = new Set(missing.map(({ page }) => page));
	const existing = pagesOf(reader, range, { status: "200", limit: MAX_CANDIDATES })
		.filter(({ page }) => !missingPages.has(page))
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

interface PageQuestion {
	readonly status: string;
	readonly limit: number;
}

function pagesOf(
	{ database, strings }: Reader,
	{ from, to }: LocalRange,
	{ status, limit }: PageQuestion,
) {
	const rows = database.prepare(PAGES_BY_STATUS).all(from, to, status, limit);
	return rows.map(({ page, views }) => ({
		number: Number(page),
		page: strings.textOf(Number(page)),
		views: Number(views),
	}));
}

type ReferrerCounts = Map<string | null, number>;

/** @returns For each missing page, how often the link stood where. */
function readReferrers(
	{ database }: Reader,
	{ from, to }: LocalRange,
): ReadonlyMap<number, ReferrerCounts> {
	const rows = database
		.prepare(`
			SELECT page, uuid, distinct_id, properties FROM events
			WHERE timestamp >= ? AND timestamp < ? AND page IS NOT NULL
				AND status = (SELECT id FROM strings WHERE text = '404')
			ORDER BY timestamp DESC LIMIT ${MAX_READ_VIEWS}
		`)
		.iterate(from, to);
	const byPage = new Map<number, ReferrerCounts>();
	for (const row of rows) {
		const identity = {
			uuid: readStoredId(row["uuid"]),
			distinctId: readStoredId(row["distinct_id"]),
		};
		const referrer = referrerOf(unpackProperties(propertiesColumn(row), identity)["$referrer"]);
		const counts: ReferrerCounts = byPage.get(Number(row["page"])) ?? new Map();
		byPage.set(Number(row["page"]), counts);
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
