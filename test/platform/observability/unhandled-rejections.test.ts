import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const MODULE = new URL(
	"../../../src/platform/observability/unhandled-rejections.ts",
	import.meta.url,
);

/** Runs in a process of its own, since the test runner has handlers as well. */
const SERVICE = `
	import { pino } from "pino";
	import { logUnhandledRejections } from ${JSON.stringify(MODULE.href)};
	logUnhandledRejections(pino({ base: null, timestamp: false }), process);
	Promise.reject(new Error("The cache is not filled", { cause: new Error("The file changed") }));
	setTimeout(() => console.log("still serving"), 10);
`;

test("a rejection without a handler is logged with its cause, and the process continues", async () => {
	const child = spawn(process.execPath, ["--input-type=module", "--eval", SERVICE]);
	const [[code], output] = await Promise.all([once(child, "exit"), text(child.stdout)]);

	// On a busy machine, the timer may come before the event.
	const [said, logged = ""] = output.trim().split("\n").toSorted();
	expect(JSON.parse(logged)).toMatchObject({
		level: 50,
		msg: "A rejected promise has no handler: the process continues",
		err: { stack: expect.stringContaining("caused by: Error: The file changed") },
	});
	expect(said).toBe("still serving");
	expect(code).toBe(0);
});
