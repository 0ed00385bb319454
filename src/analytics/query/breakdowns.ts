import type { BreakdownQuery } from "../store/roll-up-reader.ts";

type Source = Pick<BreakdownQuery, "dimension" | "by">;

/** What totals can be broken down by, and where each is kept. */
const SOURCES = {
	page: { dimension: "page" },
	entry_page: { dimension: "page", by: "sessions" },
	exit_page: { dimension: "exit_page", by: "sessions" },
	referrer: { dimension: "referrer" },
	campaign: { dimension: "utm_campaign" },
	utm_source: { dimension: "utm_source" },
	utm_medium: { dimension: "utm_medium" },
	utm_campaign: { dimension: "utm_campaign" },
	utm_term: { dimension: "utm_term" },
	utm_content: { dimension: "utm_content" },
	browser: { dimension: "browser" },
	os: { dimension: "os" },
	device: { dimension: "device" },
	language: { dimension: "language" },
	status: { dimension: "status" },
	event: { dimension: "event" },
	bot: { dimension: "bot" },
} as const satisfies Readonly<Record<string, Source>>;

/** The same, with what each may have. */
export const BREAKDOWN_SOURCES: Readonly<Record<Breakdown, Source>> = SOURCES;

export type Breakdown = keyof typeof SOURCES;

// Object.keys() forgets which keys they are.
export const BREAKDOWNS = Object.keys(SOURCES) as readonly Breakdown[];
