/** Traits of a session, from its first event. The store saves values in this order: append only. */
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
