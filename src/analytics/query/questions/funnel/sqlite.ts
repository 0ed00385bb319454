import type { Reader } from "../../threads/reader.ts";
import type { EngineQuestion } from "../engine-question.ts";
import { knownSelector, selectorTest, testReadsProperties } from "../sqlite/event-test.ts";
import { createEventLabels, eventValue, readsProperties } from "../sqlite/event-values.ts";
import { createQuestionScan } from "../sqlite/question-scan.ts";
import { nearestRank } from "../trend/accumulators.ts";
import { FunnelRun } from "./funnel-run.ts";
import { type FunnelFigures, renderFunnel } from "./render-funnel.ts";

/** Answers a funnel: visitors and times by step, and the next events of visitors who left. */
export function answerFunnel(
	reader: Reader,
	{ question, range, goals, unit }: EngineQuestion<"funnel">,
): FunnelFigures {
	const { filters, breakdown, window_seconds, by } = question;
	const { strings } = reader;
	const selectors = question.steps.map((step) => knownSelector(step, goals));
	const scan = createQuestionScan(reader, {
		filters,
		goals,
		unit: by === "session" ? "visitor-days" : unit,
		// The next event of visitors who left may be any event.
		selectors: undefined,
		readsOnly: [
			...selectors.flatMap(({ conditions }) => conditions),
			...(breakdown === undefined ? [] : [breakdown]),
		],
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
	const steps = [...question.steps.keys()];
	return renderFunnel(
		{ question, goals },
		{
			counts: steps.map((step) => run.reached[step] ?? 0),
			medians: steps.slice(1).map((step) => nearestRank(run.gaps[step] ?? [], 50)),
			instead: steps.map((step) =>
				[...(run.instead[step] ?? [])].map(([label, count]) => ({ label, count })),
			),
			rows: [...run.rows].map(([value, reached]) => ({
				value,
				counts: steps.map((step) => reached[step] ?? 0),
			})),
		},
	);
}
