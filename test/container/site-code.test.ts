import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { runDocker } from "./support/run-docker.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/react");

test("the image builds and runs the code of a folder, with a root that cannot be written", async () => {
	const image = `loggia:${inject("imageTag")}`;
	const container = await runDocker([
		"run",
		"--detach",
		"--read-only",
		"--tmpfs",
		"/tmp",
		"--volume",
		"/data",
		"--volume",
		`${EXAMPLE}:/site:ro`,
		"--env",
		"SITE_CODE=true",
		image,
	]);
	onTestFinished(async () => void (await runDocker(["rm", "--force", "--volumes", container])));
	const ask = (path: string): Promise<string> =>
		runDocker([
			"exec",
			container,
			"node",
			"-e",
			`fetch("http://127.0.0.1:3000${path}").then(async (answer) => console.log(await answer.text()))`,
		]);

	await expect.poll(() => ask("/plans?width=200").catch(String)).toContain("1800");
	expect(await ask("/guide")).toContain("68 pieces in 2025");
	expect(await ask("/readyz")).toContain('"problemCount":0');
});
