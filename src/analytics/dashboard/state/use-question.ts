import { useMemo, useSyncExternalStore } from "react";
import { dayIn } from "./dates.ts";
import { parseQuestion, type Question, withQuestion } from "./question.ts";
import { resolveRange } from "./ranges.ts";
import { useAddress } from "./use-address.ts";

export type AskedQuestion = ReturnType<typeof useQuestion>;

/** The question in the URL, and its setter. */
export function useQuestion() {
	const [params, changeAddress] = useAddress();
	const question = useMemo(() => parseQuestion(params), [params]);
	const timeZone =
		question.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
	// The day can change while the dashboard is open.
	const today = useSyncExternalStore(subscribeToMinutes, () => dayIn(timeZone, Date.now()));
	const span = resolveRange(question.range, today);
	return {
		question,
		/** The chosen time zone, or the browser's. */
		timeZone,
		span,
		/** Range and time zone as request parameters. */
		asked: { ...span, timezone: timeZone },
		change: (change: Partial<Question>): void =>
			changeAddress((current) => withQuestion(current, { ...parseQuestion(current), ...change }), {
				preventScrollReset: true,
			}),
	};
}

function subscribeToMinutes(listener: () => void): () => void {
	const timer = setInterval(listener, 60_000);
	return () => clearInterval(timer);
}
