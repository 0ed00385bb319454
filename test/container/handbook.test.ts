import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../support/free-port.ts";
import { ask } from "./support/ask.ts";
import { createStack } from "./support/create-stack.ts";
import { runDocker, tryDocker } from "./support/run-docker.ts";

const DEPLOY = join(import.meta.dirname, "../../site/pages/4.deploy");

test("the override for an existing proxy serves both, below a path, without Caddy", async () => {
	const page = await readFile(join(DEPLOY, "1.proxy.md"), "utf8");
	const [, yaml = ""] =
		/```yaml filename=docker-compose\.override\.yml\n(.+?)```/s.exec(page) ?? [];
	const [sitePort, analyticsPort] = [await freePort(), await freePort()];
	const ported = yaml
		.replace("127.0.0.1:3000", `127.0.0.1:${sitePort}`)
		.replace("127.0.0.1:8000", `127.0.0.1:${analyticsPort}`);
	const stack = await createStack({
		override: parse(ported),
		environment: { BASE_PATH: "/docs" },
	});

	await stack.compose("up", "--detach", "--wait");

	const answers = [
		await ask(`http://127.0.0.1:${sitePort}/docs/guide`),
		await ask(`http://127.0.0.1:${sitePort}/guide`),
		await ask(`http://127.0.0.1:${analyticsPort}/readyz`),
	];
	expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
	expect(await stack.compose("ps", "--services")).not.toContain("caddy");
});

test("one container is the site with its analytics", async () => {
	const port = await freePort();
	const stack = await createStack({ files: FILES });
	const page = await readFile(join(DEPLOY, "0.containers.md"), "utf8");
	const [, line = ""] = /^docker (run .+) loggia$/m.exec(page) ?? [];
	const words = line
		.replace("./site:", `${stack.siteFolder}:`)
		.replace("3000:3000", `127.0.0.1:${port}:3000`)
		.replace("--volume loggia:/data", "--volume /data");
	const image = `loggia:${inject("imageTag")}`;
	const container = await runDocker([...words.split(" "), "--detach", image]);
	onTestFinished(async () => {
		await tryDocker(["rm", "--force", "--volumes", container]);
	});

	const health = (): Promise<string> =>
		runDocker(["inspect", "--format", "{{.State.Health.Status}}", container]);
	await expect.poll(health).toBe("healthy");
	const guide = await ask(`http://127.0.0.1:${port}/guide`);
	const icons = await ask(`http://127.0.0.1:${port}/api/_nuxt_icon/simple-icons.json?icons=github`);
	const found = await ask(`http://127.0.0.1:${port}/api/search?q=Garten`);
	const event = await ask(`http://127.0.0.1:${port}/ingest/e/`, eventNamed("sent"));
	// Loaded where there is a ClickHouse only.
	await runDocker(["exec", container, "node", "--eval", "import('@clickhouse/client')"]);
	await runDocker(["stop", container]);

	expect([guide.status, event.status]).toEqual([200, 200]);
	// Of its packages, the image has what pages can name.
	expect(guide.body.toString()).toContain("hljs-");
	expect(guide.body.toString()).toContain("<msup>");
	expect(JSON.parse(icons.body.toString()).icons).toHaveProperty("github");
	expect(found.body.toString()).toContain("/guide");
	const exit = await runDocker(["inspect", "--format", "{{.State.ExitCode}}", container]);
	expect(exit).toBe("0");
});

/** What needs a grammar, a formula, and the stemmer of a language. */
const FILES = {
	"site.yaml": "name: Example\nlocale: de\n",
	"pages/guide.md": "# Guide\n\nIn den Gärten: $a^2$.\n\n```erlang\n-module(garden).\n```\n",
};

function eventNamed(event: string) {
	return {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ api_key: "phc_loggia", event, distinct_id: "one" }),
	};
}
