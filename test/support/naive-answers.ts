import type { NaiveEvent } from "./naive-count.ts";
import { firstOf, isView, type naiveHistory } from "./naive-count.ts";

type History = ReturnType<typeof naiveHistory>;
type Counts = Readonly<Record<string, readonly number[]>>;

/** Time between the steps of the asked funnels. */
export const WINDOW_MS = 3_600_000;
const OFFSETS = [-3, -2, -1, 1, 2, 3];

const isSignup = ({ name }: NaiveEvent) => name === "signup";
const isDocs = (event: NaiveEvent) => isView(event) && event.page === "/docs";
const STEPS = [isView, isDocs, isSignup];

/** Answers each kind of question but the overview, by its definition alone. */
export function answerNaively(history: History, isOfPeople: boolean) {
	const { points, range, inRange, begun, who, browserOf, visitorsOf } = history;
	const trendBy = (labelOf: (event: NaiveEvent) => string): Counts =>
		byValue(inRange.map(labelOf), (value) => {
			const isOfValue = (event: NaiveEvent) => labelOf(event) === value;
			const counts = points.map((point) => visitorsOf(isOfValue, point));
			return [visitorsOf(isOfValue, range), ...counts];
		});
	const ofVisitors = [...Map.groupBy(inRange, who).values()];
	const firsts = new Map(inRange.toReversed().map((event) => [who(event), event]));
	const dayOf = ({ at }: NaiveEvent) => points.findLastIndex(({ from }) => from <= at);
	const walks = begun.flatMap((own) => walkOf(own) ?? []);
	return {
		byBrowser: trendBy(browserOf),
		byPage: trendBy(({ page }) => page),
		sessions: byValue(
			begun.map((own) => firstOf(own).browser),
			(browser) => {
				const own = begun.map(firstOf).filter((event) => event.browser === browser);
				const counts = points.map((_, day) => own.filter((event) => dayOf(event) === day).length);
				return [own.length, ...counts];
			},
		),
		funnel: reachedBy(ofVisitors),
		funnelOfSessions: reachedBy(begun),
		conversions: byValue(["signup", "docs"], (goal) => {
			const isGoal = goal === "signup" ? isSignup : isDocs;
			const reached = inRange.filter(isGoal);
			return [reached.length, visitorsOf(isGoal, range)];
		}),
		retention: isOfPeople
			? points.map((_, day) => {
					const cohort = [...firsts].filter(([, event]) => dayOf(event) === day);
					const people = new Set(cohort.map(([person]) => person));
					const returned = points.slice(day).map((_point, later) => {
						const back = inRange.filter((event) => dayOf(event) === day + later);
						return new Set(back.map(who).filter((person) => people.has(person))).size;
					});
					return [people.size, ...returned];
				})
			: [],
		paths: [
			walks.length,
			...OFFSETS.map((offset) =>
				tally(walks.flatMap(({ labels, place }) => labelBeside(labels, place, offset) ?? [])),
			),
		],
	};
}

function byValue(
	values: readonly string[],
	countsOf: (value: string) => readonly number[],
): Counts {
	const rows = [...new Set(values)].map((value) => [value, countsOf(value)] as const);
	return Object.fromEntries(rows.filter(([, [total]]) => total !== 0));
}

function reachedBy(groups: readonly (readonly NaiveEvent[])[]): readonly number[] {
	return STEPS.map((_, step) => groups.filter((own) => hasMade(own, step)).length);
}

/** Tries every choice of events for the steps up to this one. */
function hasMade(own: readonly NaiveEvent[], step: number): boolean {
	const follow = (next: number, after: number, begunAt: number): boolean =>
		next > step ||
		own.some(
			(event) =>
				event.at > after &&
				event.at - begunAt <= WINDOW_MS &&
				STEPS[next]?.(event) === true &&
				follow(next + 1, event.at, begunAt),
		);
	return own.some((event) => STEPS[0]?.(event) === true && follow(1, event.at, event.at));
}

function walkOf(own: readonly NaiveEvent[]) {
	const labels = own
		.map((event) => (isView(event) ? event.page : event.name))
		.filter((label, index, all) => label !== all[index - 1]);
	const place = labels.indexOf("/docs");
	return place < 0 ? undefined : { labels, place };
}

/** @returns `undefined` behind the first missing label. */
function labelBeside(labels: readonly string[], place: number, offset: number): string | undefined {
	if (labels[place + offset - Math.sign(offset)] === undefined) return undefined;
	return labels[place + offset] ?? "none";
}

export function tally(labels: readonly string[]): Readonly<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const label of labels) counts[label] = (counts[label] ?? 0) + 1;
	return counts;
}
