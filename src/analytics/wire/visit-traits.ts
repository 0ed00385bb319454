/** What the first event of a session says about all of it. The store keeps their values in this order: append only. */
export const VISIT_TRAITS = [
	"referrer",
	"utm_source",
	"utm_medium",
	"utm_campaign",
	"utm_term",
	"utm_content",
	"browser",
	"os",
	"device",
	"language",
	"host",
	"country",
	"region",
	"channel",
] as const;

export type VisitTrait = (typeof VISIT_TRAITS)[number];
