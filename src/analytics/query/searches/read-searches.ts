import type { SearchedWords, SearchesAnswer } from "../../wire/dashboard/searches.ts";
import type { Refused } from "../api/refused.ts";
import type { RowsQuestion } from "../figures/local-range.ts";
import { answerRange } from "../figures/read-range.ts";
import type { Reader } from "../threads/reader.ts";

/** What the site's own search sends when a search has come to its end. */
const SEARCH_EVENT = "site_search";

/** Searches that are read, the newest first. */
const MAX_READ = 20_000;

const MAX_WORDS_LENGTH = 200;

interface Tally {
	searches: number;
	without_results: number;
	without_choice: number;
	readonly chosen: Map<string, number>;
}

/** What visitors have looked for, those of bots left out. Letter case makes no difference. */
export function readSearches(reader: Reader, question: RowsQuestion): SearchesAnswer | Refused {
	return answerRange(reader, { ...question, interval: "month" }, ({ from, to }) => {
		const events = reader.events
			.page({ from, to, order: "newest-first", limit: MAX_READ, event: SEARCH_EVENT })
			.filter(({ bot }) => bot === undefined);
		const tallies = new Map<string, Tally>();
		for (const { properties } of events) addSearch(tallies, properties);
		const results = [...tallies].map(rowOf).toSorted(byFrequency);
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

function addSearch(
	tallies: Map<string, Tally>,
	properties: Readonly<Record<string, unknown>>,
): void {
	const { search_words: sent, search_results: found, search_chosen: chosen } = properties;
	const words =
		typeof sent === "string" ? sent.trim().toLowerCase().slice(0, MAX_WORDS_LENGTH) : "";
	if (words === "") return;
	const tally = tallies.get(words) ?? {
		searches: 0,
		without_results: 0,
		without_choice: 0,
		chosen: new Map<string, number>(),
	};
	tallies.set(words, tally);
	tally.searches += 1;
	if (found === 0) tally.without_results += 1;
	else if (typeof chosen !== "string") tally.without_choice += 1;
	if (typeof chosen === "string") tally.chosen.set(chosen, (tally.chosen.get(chosen) ?? 0) + 1);
}

function rowOf([words, tally]: readonly [string, Tally]): SearchedWords {
	const [chosen] = [...tally.chosen].toSorted(([, one], [, other]) => other - one);
	return { words, ...tally, chosen: chosen?.[0] ?? null };
}

function byFrequency(one: SearchedWords, other: SearchedWords): number {
	return other.searches - one.searches || (one.words < other.words ? -1 : 1);
}
