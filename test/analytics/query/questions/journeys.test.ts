import { expect, test } from "vitest";
import type { MonthEvent } from "../../../support/generated-month.ts";
import {
	ask,
	browserOf,
	type Counted,
	countsOf,
	describeAnswers,
	events,
	furthest,
	isDocs,
	isTeamSignup,
	labelOf,
	sum,
	tally,
} from "./month-answers.ts";

describeAnswers(({ range, end, inRange, isOfRange }) => {
	test("conversions of goals, by a dimension", async () => {
		for (const [unit, by, breakdown, valueAt] of [
			["visitorDay", "network", "browser", browserOf],
			["person", "client", "page", ({ page }: Counted) => page],
		] as const) {
			const goals = ["signup", "docs", "bought"];
			const answer = await ask({ kind: "conversions", goals, breakdown, ...range }, by);
			const kept = events.filter(inRange);
			const visits = (list: readonly Counted[]) =>
				new Set(list.filter(({ session }) => session !== undefined).map((event) => event[unit]))
					.size;

			expect(answer.visitor_count).toBe(visits(kept));
			const tests = [isTeamSignup, isDocs, ({ name }: MonthEvent) => name === "purchase"];
			for (const [index, isGoal] of tests.entries()) {
				const reached = kept.filter(isGoal);
				const who = new Set(reached.flatMap((event) => event[unit] ?? []));
				expect(answer.goals[index]).toMatchObject({
					conversions: reached.length,
					converted: who.size,
					rate: who.size / answer.visitor_count,
					value: index === 2 ? sum(reached.flatMap(({ amount }) => amount ?? [])) : 0,
				});
				const rows = answer.goals[index]?.rows ?? [];
				for (const { value_of, visitor_count } of rows) {
					const own = kept.filter((event) => (valueAt(event) ?? null) === value_of);
					expect(visitor_count).toBe(visits(own));
				}
				expect(
					Object.fromEntries(
						rows.map(({ value_of, conversions }) => [String(value_of), conversions]),
					),
				).toEqual({
					...Object.fromEntries(rows.map(({ value_of }) => [String(value_of), 0])),
					...tally(reached.map((event) => String(valueAt(event) ?? null))),
				});
			}
		}
	});

	test.each([
		["visitor", "network", 2 * 3_600],
		["visitor", "client", 5 * 86_400],
		["session", "network", 3_600],
	] as const)("a funnel by %s, counted by %s, within %d s", async (by, countVisitorsBy, window_seconds) => {
		const isSignup = ({ name }: MonthEvent) => name === "signup";
		const steps = [({ name }: MonthEvent) => name === "$pageview", isDocs, isSignup] as const;
		const question = {
			...({ kind: "funnel", by, window_seconds, ...range } as const),
			steps: [{ event: "$pageview" }, { goal: "docs" }, { event: "signup" }],
		} as const;
		const breakdown = { dimension: "browser" } as const;
		const answer = await ask({ ...question, breakdown }, countVisitorsBy);
		// It takes fewer columns of the events.
		expect((await ask(question, countVisitorsBy)).steps).toEqual(answer.steps);
		const unit =
			by === "session" ? "session" : countVisitorsBy === "client" ? "person" : "visitorDay";
		// A session belongs to the range in which it began, and is seen whole.
		const isAsked = by === "session" ? isOfRange : inRange;
		const groups = [...Map.groupBy(events.filter(isAsked), (event) => event[unit])]
			.filter(([who]) => who !== undefined)
			.map(([, own]) => own.toSorted((a, b) => a.at - b.at));
		const windowMs = window_seconds * 1_000;
		const chains = groups.map((own) => furthest(own, steps, windowMs));

		const reached = steps.map((_, step) => chains.filter((chain) => chain.length > step).length);
		expect(answer.steps.map(({ count }) => count)).toEqual(reached);
		expect(answer.steps.map(({ median_ms }) => median_ms)).toEqual(
			steps.map((_, step) => {
				if (step === 0) return null;
				const gaps = chains
					.flatMap((chain) => (chain[step]?.at ?? Number.NaN) - (chain[step - 1]?.at ?? 0))
					.filter((gap) => !Number.isNaN(gap))
					.toSorted((a, b) => a - b);
				return gaps[Math.ceil(gaps.length / 2) - 1] ?? null;
			}),
		);
		const left = groups.flatMap((own, index) => {
			const chain = chains[index] ?? [];
			if (chain.length !== 1) return [];
			const later = own
				.filter((event) => event.at > (chain[0]?.at ?? 0))
				.flatMap((event) => labelOf(event) ?? []);
			return [String(later[0] ?? null)];
		});
		const { instead = [] } = answer.steps[0] ?? {};
		expect(countsOf(instead)).toEqual(tally(left));
		expect(
			Object.fromEntries(answer.rows.map(({ value, counts }) => [String(value), counts[0]])),
		).toEqual(
			tally(chains.flatMap(([first]) => (first === undefined ? [] : [String(browserOf(first))]))),
		);
	});

	test("retention by week, which a count by network does not have", async () => {
		const question = {
			kind: "retention",
			period: "week",
			returning: { event: "$pageview" },
			...range,
		} as const;
		const unknown = await ask(question, "network");
		const answer = await ask(question, "client");

		expect(unknown).toMatchObject({ is_available: false, cohorts: [] });
		const starts = answer.cohorts.map((cohort) => Date.parse(cohort.start));
		const weekOf = (at: number) => starts.filter((week) => week <= at).length - 1;
		const seen = events.filter(({ at }) => at >= (starts[0] ?? 0) && at < Date.parse(end));
		const first = new Map<number, number>();
		for (const { person, at, session } of seen.toSorted((a, b) => a.at - b.at)) {
			if (session !== undefined && !first.has(person)) first.set(person, weekOf(at));
		}
		expect(answer.cohorts.map(({ size }) => size)).toEqual(
			starts.map((_, week) => [...first.values()].filter((own) => own === week).length),
		);
		expect(answer.cohorts.map(({ returned }) => returned)).toEqual(
			starts.map((_, week) =>
				starts.slice(week).map((_, later) => {
					const back = seen.filter(
						({ person, at, name }) =>
							name === "$pageview" && first.get(person) === week && weekOf(at) === week + later,
					);
					return new Set(back.map(({ person }) => person)).size;
				}),
			),
		);
		expect(starts.map((time) => new Date(time + 3 * 3_600_000).getUTCDay())).toEqual(
			starts.map(() => 1),
		);
	});

	test("paths around a page", async () => {
		const answer = await ask({
			kind: "paths",
			limit: 100,
			...range,
			anchor: { conditions: [{ dimension: "page", values: ["/pricing"] }] },
		});
		const found: Record<number, string[]> = {};
		let sessions = 0;
		for (const [session, own] of Map.groupBy(events.filter(isOfRange), (event) => event.session)) {
			const labels = own
				.toSorted((a, b) => a.at - b.at)
				.flatMap((event) => labelOf(event) ?? [])
				.filter((label, index, all) => label !== all[index - 1]);
			const place = labels.indexOf("/pricing");
			if (session === undefined || place < 0) continue;
			sessions += 1;
			for (const offset of [-3, -2, -1, 1, 2, 3]) {
				const step = offset < 0 ? 1 : -1;
				if (labels[place + offset] === undefined && labels[place + offset + step] === undefined)
					continue;
				found[offset] = [...(found[offset] ?? []), String(labels[place + offset] ?? null)];
			}
		}

		expect(answer.sessions).toBe(sessions);
		for (const { offset, rows } of answer.steps) {
			expect(countsOf(rows)).toEqual(tally(found[offset] ?? []));
		}
	});
});
