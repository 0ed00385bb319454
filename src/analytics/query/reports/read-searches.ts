import type { Refused } from "../../api/refused.ts";
import type { SearchedWords, SearchesAnswer } from "../../api-types/searches.ts";
import type { Properties } from "../../store/new-event.ts";
import type { RowsQuestion } from "../figures/local-range.ts";
import { answerRange } from "../figures/read-range.ts";
import type { Reader } from "../threads/reader.ts";

/** Event that the site's own search sends at the end of a search. */
const SEARCH_EVENT = "site_search";

/** Maximum of searches that are read, the newest first. */
const MAX_READ = 20_000;

const MAX_WORDS_LENGTH = 200;

interface Tally {
	searches: number;
	without_results: number;
	without_choice: number;
	readonly chosen: Map<string, number>;
}

/** Reads the searches of visitors, without bots. Ignores letter case. */
export function readSearches(reader: Reader, question: RowsQuestion): SearchesAnswer | Refused {
	return answerRange(reader, { ...question, interval: "month" }, ({ from, to }) => {
		const events = reader.events
			.page({ from, to, order: "newest-first", limit: MAX_READ, event: SEARCH_EVENT })
			.filter(({ bot }) => bot === undefined);
		const tallies = new Map<string, Tally>();
		for (const { properties } of events) addSearch(tallies, properties);
		const results = [...tallies]
			.map(([words, { chosen, ...counts }]): SearchedWords => {
				const [most] = [...chosen].toSorted(([, one], [, other]) => other - one);
				return { words, ...counts, chosen: most?.[0] ?? null };
			})
			.toSorted((one, other) => {
				return other.searches - one.searches || (one.words < other.words ? -1 : 1);
			});
		return {
			searches: results.reduce((sum, { searches }) => sum + searches, 0),
			results: results.slice(0, question.limit),
			nothing_found: results
				.filter(({ without_results }) => without_results > 0)
				.toSorted((one, other) => other.without_results - one.without_results)
				.slice(0, question.limit),
		};
	});
}

function addSearch(tallies: Map<string, Tally>, properties: Properties): void {
	const { search_words: sent, search_results: found, search_chosen: chosen } = properties;
	const words =
		typeof sent === "string" ? sent.trim().toLowerCase().slice(0, MAX_WORDS_LENGTH) : "";
	if (words === "") return;
	const tally = tallies.getOrInsertComputed(words, () => {
		return { searches: 0, without_results: 0, without_choice: 0, chosen: new Map() };
	});
	tally.searches += 1;
	if (found === 0) tally.without_results += 1;
	else if (typeof chosen !== "string") tally.without_choice += 1;
	if (typeof chosen === "string") tally.chosen.set(chosen, (tally.chosen.get(chosen) ?? 0) + 1);
}
