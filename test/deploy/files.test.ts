import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { Metrics } from "../../src/platform/metrics.ts";
import { EventQueue } from "../../src/server/ingest/event-queue.ts";
import { testAnalytics } from "../support/analytics-service.ts";
import { createTestSite } from "../support/test-site.ts";

const ROOT = join(import.meta.dirname, "../..");
const DEPLOY = join(ROOT, "deploy");
const UNITS = readdirSync(join(DEPLOY, "systemd"));

test("each alert asks for metrics that the services have", async () => {
	const known = await namesOfMetrics();
	const [{ rules }] = parse(readFileSync(join(DEPLOY, "alerts.yaml"), "utf8")).groups;

	const asked = rules.flatMap(({ expr }: { readonly expr: string }) =>
		[...expr.replace(/\{[^}]*\}/g, "{").matchAll(/\b([a-z]\w+)(?=\{|\[|\)? *[><=])/g)].map(
			([, name]) => name,
		),
	);

	expect(asked.length).toBeGreaterThan(rules.length - 1);
	// Prometheus itself says whether a target is up.
	expect(asked.filter((name: string) => name !== "up" && !known.has(name))).toEqual([]);
});

test("the handbook says what to do about each alert", () => {
	const page = readFileSync(join(ROOT, "site/pages/4.deploy/3.health-and-logs.md"), "utf8");
	const [{ rules }] = parse(readFileSync(join(DEPLOY, "alerts.yaml"), "utf8")).groups;

	const listed = [...page.matchAll(/^\| `(Loggia\w+)` \|/gm)].map(([, name]) => name);

	expect(listed).toEqual(rules.map(({ alert }: { readonly alert: string }) => alert));
});

test.each(UNITS.filter((name) => name.endsWith(".service")))("%s runs what is there", (name) => {
	const unit = readFileSync(join(DEPLOY, "systemd", name), "utf8");

	const [, script = ""] =
		/^ExecStart=\/opt\/loggia\/node_modules\/\.bin\/node (\S+)/m.exec(unit) ?? [];

	const sources: Readonly<Record<string, string>> = {
		"dist/server/main.js": "src/server/main.ts",
		"dist/analytics/main.js": "src/analytics/main.ts",
	};
	expect(existsSync(join(ROOT, sources[script] ?? script))).toBe(true);
	expect(unit).toContain("NoNewPrivileges=yes");
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).error === undefined;

test.runIf(hasSystemd)("systemd knows every line of the units", () => {
	const files = UNITS.map((name) => join(DEPLOY, "systemd", name));

	const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...files], {
		encoding: "utf8",
	});

	// Its user and its programs are those of another machine.
	expect(stderr).not.toMatch(/Unknown|Invalid|Failed to parse/);
});

async function namesOfMetrics(): Promise<ReadonlySet<string>> {
	const metrics = new Metrics();
	const log = testAnalytics().service.log;
	const queue = new EventQueue({
		folder: "/nowhere",
		maxBytes: 0,
		now: Date.now,
		metrics,
		// Fastify's log is pino's, which the queue takes.
		log: log as never,
		deliver: () => Promise.reject(new Error("There is no service")),
	});
	const { service } = await createTestSite({
		files: { "pages/index.md": "# Welcome\n" },
		dependencies: { metrics, analytics: { upstream: "http://127.0.0.1:9", timeoutMs: 1, queue } },
	});
	const texts = [
		await service.inject("/metrics"),
		await testAnalytics().service.inject("/metrics"),
	];
	const names = texts.flatMap(({ body }) =>
		[...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name),
	);
	// Of the content, which the process adds; a histogram has buckets.
	return new Set([...names, ...names.map((name) => `${name}_bucket`), "content_problems"]);
}
