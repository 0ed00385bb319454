import { useMemo, useSyncExternalStore } from "react";
import { dayIn } from "./dates.ts";
import { parseQuestion, type Question, withQuestion } from "./question.ts";
import { type DaySpan, resolveRange } from "./ranges.ts";
import { useAddress } from "./use-address.ts";

export interface AskedQuestion {
	readonly question: Question;
	/** The chosen one, or the browser's. */
	readonly timeZone: string;
	readonly span: DaySpan;
	/** The range as the service is asked. */
	readonly asked: DaySpan & { readonly timezone: string };
	readonly change: (change: Partial<Question>) => void;
}

/** The question that the address asks, and what changes it. */
export function useQuestion(): AskedQuestion {
	const [params, changeAddress] = useAddress();
	const question = useMemo(() => parseQuestion(params), [params]);
	const timeZone = question.timeZone ?? browserTimeZone();
	const span = resolveRange(question.range, useToday(timeZone));
	return {
		question,
		timeZone,
		span,
		asked: { ...span, timezone: timeZone },
		change: (change) =>
			changeAddress((current) => withQuestion(current, { ...parseQuestion(current), ...change }), {
				preventScrollReset: true,
			}),
	};
}

/** The day there, also when it becomes another while the dashboard is open. */
function useToday(timeZone: string): string {
	return useSyncExternalStore(subscribeToMinutes, () => dayIn(timeZone, Date.now()));
}

function subscribeToMinutes(listener: () => void): () => void {
	const timer = setInterval(listener, 60_000);
	return () => clearInterval(timer);
}

function browserTimeZone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
}
