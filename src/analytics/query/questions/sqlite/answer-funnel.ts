import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import { selectorWords } from "../../../wire/dashboard/selector-words.ts";
import type { Reader } from "../../threads/reader.ts";
import { nearestRank } from "./accumulators.ts";
import type { EngineQuestion } from "./engine-question.ts";
import { createEventLabels } from "./event-label.ts";
import { knownSelector, selectorTest, testReadsProperties } from "./event-test.ts";
import { eventValue, readsProperties } from "./event-values.ts";
import { FunnelRun } from "./funnel-run.ts";
import { createQuestionScan } from "./question-scan.ts";

type Funnel = AnswerTo<"funnel">;

const SHOWN_LABELS = 10;

/** How many make one step after the other, how long they take, and where the others go. */
export function answerFunnel(
	reader: Reader,
	{ question, range, goals, unit }: EngineQuestion<"funnel">,
): Pick<Funnel, "kind" | "by" | "steps" | "rows"> {
	const { filters, breakdown, window_seconds, by, limit } = question;
	const { strings } = reader;
	const selectors = question.steps.map((step) => knownSelector(step, goals));
	const labels = question.steps.map((step) => selectorWords(step, goals));
	const scan = createQuestionScan(reader, {
		filters,
		goals,
		unit: by === "session" ? "visitor-days" : unit,
		// Where visitors went instead may be any event.
		selectors: undefined,
		readsProperties:
			selectors.some((selector) => testReadsProperties(selector, filters)) ||
			(breakdown !== undefined && readsProperties(breakdown, selectors[0]?.event === "$pageview")),
	});
	const tests = selectors.map((selector) => selectorTest(selector, strings));
	const run = new FunnelRun({
		tests,
		windowMs: window_seconds * 1_000,
		labelOf: createEventLabels(strings),
		readValue: breakdown === undefined ? () => undefined : eventValue(breakdown, strings),
	});
	const isDaily = by === "session" || unit === "visitor-days";
	for (const { eachEvent, passes } of scan.days(range)) {
		eachEvent((event) => {
			const who = by === "session" ? event.sessionId : scan.visitorOf(event);
			if (who !== undefined) run.add(event, who, passes);
		});
		if (isDaily) run.finishAll();
	}
	run.finishAll();
	return { kind: "funnel", by, ...renderRun(run, labels, limit) };
}

function renderRun(
	run: FunnelRun,
	labels: readonly string[],
	limit: number,
): Pick<Funnel, "steps" | "rows"> {
	const counts = labels.map((_, index) => run.reached[index] ?? 0);
	const [first = 0] = counts;
	return {
		steps: counts.map((count, index) => {
			const previous = counts[index - 1];
			return {
				label: labels[index] ?? "",
				count,
				rate: first === 0 ? null : count / first,
				rate_of_previous: previous === undefined || previous === 0 ? null : count / previous,
				median_ms: index === 0 ? null : nearestRank(run.gaps[index] ?? [], 50),
				left: count - (counts[index + 1] ?? count),
				instead: [...(run.instead[index] ?? [])]
					.map(([label, times]) => ({ label, count: times }))
					.toSorted((a, b) => b.count - a.count || ((a.label ?? "") < (b.label ?? "") ? -1 : 1))
					.slice(0, SHOWN_LABELS),
			};
		}),
		rows: [...run.rows]
			.map(([value, reached]) => ({
				value,
				counts: counts.map((_, index) => reached[index] ?? 0),
			}))
			.toSorted(
				(a, b) =>
					(b.counts[0] ?? 0) - (a.counts[0] ?? 0) || ((a.value ?? "") < (b.value ?? "") ? -1 : 1),
			)
			.slice(0, limit),
	};
}
