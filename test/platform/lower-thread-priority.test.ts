import { once } from "node:events";
import { getPriority } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const MODULE = join(import.meta.dirname, "../../src/platform/lower-thread-priority.ts");

/** Says which thread it is, and stays until it is ended. */
const THREAD = `
	const { readlinkSync } = require("node:fs");
	const { parentPort } = require("node:worker_threads");
	import(${JSON.stringify(MODULE)}).then(({ lowerThreadPriority }) => {
		lowerThreadPriority();
		parentPort.postMessage(Number(readlinkSync("/proc/thread-self").split("/").at(-1)));
	});
	parentPort.on("message", () => undefined);
`;

test.runIf(process.platform === "linux")(
	"a thread gives way, and the thread that started it does not",
	async () => {
		const before = getPriority();
		await using worker = new Worker(THREAD, { eval: true });

		const [threadId]: unknown[] = await once(worker, "message");

		expect(getPriority(Number(threadId))).toBe(5);
		expect(getPriority()).toBe(before);
	},
);
