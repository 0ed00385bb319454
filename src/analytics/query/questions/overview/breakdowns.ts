import { isAiAgent } from "../../../../shared/bots/ai-agents.ts";
import type { BreakdownQuery } from "../../../store/totals/roll-up-reader.ts";
import type { Breakdown } from "../../../wire/dashboard/dimensions.ts";

type Source = Required<Pick<BreakdownQuery, "dimension" | "by">> &
	Pick<BreakdownQuery, "hasSessions"> & {
		/** Which of the values, where it is not all of them. */
		readonly keeps?: (value: string) => boolean;
	};

/** What totals can be broken down by, where each is kept, and what its rows are ordered by unless told. */
export const BREAKDOWN_SOURCES: Readonly<Record<Breakdown, Source>> = {
	page: { dimension: "page", by: "views" },
	entry_page: { dimension: "page", by: "sessions", hasSessions: true },
	exit_page: { dimension: "exit_page", by: "sessions", hasSessions: true },
	referrer: { dimension: "referrer", by: "visitors" },
	campaign: { dimension: "utm_campaign", by: "visitors" },
	utm_source: { dimension: "utm_source", by: "visitors" },
	utm_medium: { dimension: "utm_medium", by: "visitors" },
	utm_campaign: { dimension: "utm_campaign", by: "visitors" },
	utm_term: { dimension: "utm_term", by: "visitors" },
	utm_content: { dimension: "utm_content", by: "visitors" },
	browser: { dimension: "browser", by: "visitors" },
	os: { dimension: "os", by: "visitors" },
	device: { dimension: "device", by: "visitors" },
	language: { dimension: "language", by: "visitors" },
	host: { dimension: "host", by: "visitors" },
	country: { dimension: "country", by: "visitors" },
	region: { dimension: "region", by: "visitors" },
	status: { dimension: "status", by: "views" },
	event: { dimension: "event", by: "views" },
	bot: { dimension: "bot", by: "views" },
	ai_agent: { dimension: "bot", by: "views", keeps: isAiAgent },
};
