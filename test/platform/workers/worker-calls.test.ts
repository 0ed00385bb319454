import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import {
	WorkerCalls,
	type WorkerCallsOptions,
	WorkerEndedError,
	WorkerTimeoutError,
} from "../../../src/platform/workers/worker-calls.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface Calls {
	readonly run: { readonly input: string; readonly output: unknown };
}

const ANSWER_CALLS = new URL("../../../src/platform/workers/answer-calls.ts", import.meta.url).href;

/** A thread that loops, exits, fails, never answers, or returns its input. */
const THREAD = `import { answerCalls } from ${JSON.stringify(ANSWER_CALLS)};
answerCalls({
	run(input) {
		while (input === "loop");
		if (input === "exit") process.exit(3);
		if (input === "fail") throw new TypeError("The function has failed");
		if (input === "cannot be sent") return () => undefined;
		return input === "never" ? new Promise(() => undefined) : input;
	},
});
`;

const BROKEN = `throw new Error("A module of the thread is broken");`;

test("an endless function fails after a few pings, and the calls that wait behind it", async () => {
	const { ask } = await threadOf(THREAD, { pingEveryMs: 50 });
	await ask("first");

	const results = await Promise.allSettled([ask("loop"), ask("behind")]);

	for (const result of results) {
		expect(result).toMatchObject({ reason: expect.any(WorkerEndedError) });
	}
	expect(await ask("next")).toBe("next");
});

test("a call fails at its time-out, and the thread answers other calls", async () => {
	const { ask, exits } = await threadOf(THREAD);
	await ask("first");

	const late = ask("never", 20);

	expect(await ask("other")).toBe("other");
	await expect(late).rejects.toThrow(
		new WorkerTimeoutError("The thread of the test took longer than 0.02 s"),
	);
	expect(await ask("next")).toBe("next");
	expect(exits).toEqual([]);
});

test("an error of the function, and a result that cannot be sent, fail their call alone", async () => {
	const { ask, exits } = await threadOf(THREAD);

	await expect(ask("fail")).rejects.toThrow(new TypeError("The function has failed"));
	await expect(ask("cannot be sent")).rejects.toThrow("could not be cloned");
	expect(await ask("next")).toBe("next");
	expect(exits).toEqual([]);
});

test("after any number of crashes, the next call starts a thread at once", async () => {
	const { ask, exits } = await threadOf(THREAD, { backOffMs: [0, 60_000] });
	for (let crash = 1; crash <= 5; crash += 1) {
		await expect(ask("exit")).rejects.toThrow("exit code 3");

		expect(await ask(`after ${crash}`)).toBe(`after ${crash}`);
	}
	expect(exits).toEqual(Array(5).fill("The thread of the test ended (exit code 3)"));
});

test("calls of a thread that cannot be loaded fail at once between its restarts", async () => {
	const { ask, errors } = await threadOf(BROKEN, { backOffMs: [0, 60_000] });

	await expect(ask("any")).rejects.toMatchObject({
		cause: new Error("A module of the thread is broken"),
	});
	for (let call = 1; call <= 20; call += 1) {
		await expect(ask("any")).rejects.toThrow(WorkerEndedError);
	}

	expect(errors).toHaveLength(1);
});

test("a closed thread answers no call", async () => {
	const { ask, calls } = await threadOf(THREAD);
	const pending = ask("never");

	await Promise.all([calls.close(), expect(pending).rejects.toThrow(WorkerEndedError)]);

	await expect(ask("next")).rejects.toThrow("The thread of the test has ended");
});

async function threadOf(code: string, options: Partial<WorkerCallsOptions> = {}) {
	const module = join(temporaryFolder(), "thread.mjs");
	await writeFile(module, code);
	const errors: Error[] = [];
	const exits: string[] = [];
	const calls = new WorkerCalls<Calls>({
		title: "The thread of the test",
		entry: pathToFileURL(module),
		data: undefined,
		memory: {},
		onError: (error) => errors.push(error),
		onExit: (message) => exits.push(message),
		...options,
	});
	onTestFinished(() => calls.close());
	const ask = (input: string, limitMs?: number) => calls.ask("run", input, limitMs);
	return { ask, calls, errors, exits };
}
