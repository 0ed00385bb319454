import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PATIENCE_MS } from "../../support/patience.ts";

const ROOT = join(import.meta.dirname, "../../..");

test.each([
	["at once", "process.exit(0);"],
	[
		"later",
		`setImmediate(() => {
			for (let line = 0; line < 5000; line += 1) log.info({ line }, "Nor this");
			process.exit(0);
		});`,
	],
])("a process whose log is no longer read still ends by itself: %s", async (_when, end) => {
	const child = startProcess(
		`for (let line = 0; line < 5000; line += 1) log.info({ line }, "Not read");
		${end}`,
		// No other process has an end of this pipe: a reader that goes while the last lines are written would be another case.
		'exec > >(exit 0); wait $!; exec "$0" "$@"',
	);

	expect(await once(child, "exit")).toEqual([0, null]);
});

test("the last lines before the end are written, however many wait", async () => {
	const child = startProcess(`
		for (let line = 0; line < 20_000; line += 1) log.info({ line }, "Heard");
		process.exit(0);`);

	const lines: string[] = [];
	let text = "";
	for await (const chunk of child.stdout ?? []) text += String(chunk);
	lines.push(...text.trimEnd().split("\n"));

	expect(lines.map((line) => JSON.parse(line).line)).toEqual([...Array(20_000).keys()]);
});

/**
 * @param code With a logger `log` in it.
 * @param shell Of bash: starts the command that it is given.
 */
function startProcess(code: string, shell = 'exec "$0" "$@"') {
	const logger = join(ROOT, "src/platform/observability/logger.ts");
	const script = `import { createLogger } from ${JSON.stringify(logger)};
		const log = createLogger({ service: "site", level: "info" });
		${code}`;
	return spawn(
		"bash",
		["-c", shell, join(ROOT, "node_modules/.bin/node"), "--input-type=module", "--eval", script],
		{ stdio: ["ignore", "pipe", "inherit"], timeout: PATIENCE_MS, killSignal: "SIGKILL" },
	);
}
