/** What the browser writes into the island of features to try. */
export const EARLY_ACCESS_WORDS: readonly string[] = [
	"What can be tried is listed here once you agree that your visits are counted.",
	"There is nothing to try at the moment.",
	"What can be tried could not be found out. It may help to load the page again.",
	"Your choice holds until the page is loaded again: nothing is stored in this browser.",
	"More about {name}",
];
