/** Titles of callouts; in lower case, also the names that authors use. */
export const CALLOUT_TITLES = [
	"Note",
	"Tip",
	"Info",
	"Important",
	"Warning",
	"Danger",
	"Caution",
	"Details",
] as const;
