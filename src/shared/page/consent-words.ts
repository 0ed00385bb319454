/** What the browser writes into the island of consent. */
export const CONSENT_WORDS: readonly string[] = [
	"There is nothing to agree to: about your visits, nothing is stored in this browser.",
	"Your visits are not counted: you have not been asked yet, or have not answered.",
	"You have agreed that your visits are counted.",
	"Your visits are not counted.",
	"Stop counting my visits",
	"Count my visits",
];
