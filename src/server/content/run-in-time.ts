import { Script } from "node:vm";

export interface TimeBox {
	/** Of processor time: whoever shares a busy machine is given longer by the clock, unless it is strict. */
	readonly limitMs: number;
	/** Whether the limit is one by the clock, because somebody waits for the outcome. */
	readonly isStrict?: boolean;
	/** Throws away what the work may have left half-done; it can begin anew after that. */
	readonly onStop: () => void;
}

/** What came of work whose length nobody knows. */
export type TimedOutcome<Result> =
	| { readonly kind: "done"; readonly result: Result }
	| { readonly kind: "stopped" };

/** Who has had this share of the limit by then has had enough: collecting garbage is waiting, too. */
const ENOUGH = 0.5;

/** The clock runs longer at the next attempt when others had the processor, by their share and a little. */
const PATIENCE = 1.2;

/** On a machine so busy that this is not enough, others must not wait even longer. */
const MAX_PATIENCE = 5;

/** The name under which the script finds the work: it can reach nothing but globals. */
const WORK = Symbol.for("loggia.work-in-time");

/**
 * Runs work of this thread, and stops it in the middle when it takes too long, be it in a
 * regular expression. Can be nested.
 *
 * Neither `catch` nor `finally` of the work runs when it is stopped: it must hold nothing open.
 * A thread of its own that is ended would do the same, for ten megabytes and a start each.
 */
export function runInTime<Result>(
	work: () => Result,
	{ limitMs, onStop, isStrict = false }: TimeBox,
): TimedOutcome<Result> {
	const startedMs = processorMs();
	const first = runOnce(work, limitMs);
	if (first.kind === "done") return first;
	onStop();
	const usedMs = processorMs() - startedMs;
	if (isStrict || usedMs >= limitMs * ENOUGH) return first;
	const second = runOnce(work, limitMs * Math.min((limitMs / usedMs) * PATIENCE, MAX_PATIENCE));
	if (second.kind === "stopped") onStop();
	return second;
}

/** Processor time that this thread has had, in milliseconds. */
export function processorMs(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

const script = new Script("globalThis[Symbol.for('loggia.work-in-time')]()");

function runOnce<Result>(work: () => Result, timeoutMs: number): TimedOutcome<Result> {
	let result: { readonly value: Result } | undefined;
	const outer = Reflect.get(globalThis, WORK);
	Reflect.set(globalThis, WORK, () => {
		result = { value: work() };
	});
	try {
		script.runInThisContext({ timeout: Math.ceil(timeoutMs), displayErrors: false });
	} catch (error) {
		if (!isTimeout(error)) throw error;
	} finally {
		Reflect.set(globalThis, WORK, outer);
	}
	return result === undefined ? { kind: "stopped" } : { kind: "done", result: result.value };
}

function isTimeout(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
