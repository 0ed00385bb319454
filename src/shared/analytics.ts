/** Default key of both services: a single project needs no configuration. */
export const DEFAULT_PROJECT_KEY = "phc_loggia";

/** Endpoint below the base path that forwards events to the analytics service. */
export const INGEST_PATH = "/ingest";

/** Paths to which clients send events. */
export const CAPTURE_PATHS = [
	"e",
	"i/v0/e",
	"i/v0/ai/batch",
	"batch",
	"capture",
	"track",
	"engage",
	"s",
];

/** Event with which a site, or a script of the operator, reports that a new version is live. */
export const DEPLOY_EVENT = "site deployed";

/** Measurements of the site's client beside page views. */
export const MEASURED = ["engagement", "links", "errors"] as const;

export type Measured = (typeof MEASURED)[number];

/** Characters that draw nothing; U+2800 is an empty Braille pattern. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a text shows at least one character. */
export function hasVisibleCharacter(text: string): boolean {
	return text.replace(INVISIBLE, "") !== "";
}
