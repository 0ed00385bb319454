import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
	CodeHost,
	type CodeHostOptions,
	CodeThreadEndedError,
} from "../../../src/server/site-code/code-host.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A code thread whose islands loop, exit, or return their input. */
const CODE = `import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ id, input }) => {
	while (input === "loop");
	if (input === "exit") process.exit(3);
	parentPort.postMessage({ id, output: input });
});
`;

const BROKEN = `throw new Error("A module of the code is broken");`;

test("an endless function fails after a few pings, and the calls that wait behind it", async () => {
	const { ask } = await hostOf(CODE, { pingEveryMs: 50 });
	await ask("first");

	const results = await Promise.allSettled([ask("loop"), ask("behind")]);

	for (const result of results) {
		expect(result).toMatchObject({ reason: expect.any(CodeThreadEndedError) });
	}
	expect(await ask("next")).toBe("next");
});

test("after any number of crashes, the next call starts a thread at once", async () => {
	const { ask } = await hostOf(CODE);
	for (let crash = 1; crash <= 5; crash += 1) {
		await expect(ask("exit")).rejects.toThrow("exit code 3");

		expect(await ask(`after ${crash}`)).toBe(`after ${crash}`);
	}
});

test("calls of code that cannot be loaded fail at once between its restarts", async () => {
	const { ask, errors } = await hostOf(BROKEN);
	for (let call = 1; call <= 20; call += 1)
		await expect(ask("any")).rejects.toThrow(/ended|failed/);

	// One for each start of a thread: the second one is due half a second after the first.
	expect(errors.length).toBeLessThan(20);
});

async function hostOf(code: string, options: Partial<CodeHostOptions> = {}) {
	const module = join(temporaryFolder(), "code.mjs");
	await writeFile(module, code);
	const errors: string[] = [];
	const log = {
		error: (_: object, message: string) => errors.push(message),
		warn: () => undefined,
	};
	// The calls of this code have any input.
	const host = new CodeHost({ module, log, ...options } as CodeHostOptions);
	onTestFinished(() => host.close());
	const ask = (input: string): Promise<unknown> => host.ask("island", input as never);
	return { ask, errors };
}
