import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { startAnalyticsProcess } from "../support/analytics-process.ts";
import { temporaryFolder } from "../support/analytics-service.ts";
import { startLiveSite } from "../support/start-live-site.ts";

const ROOT = join(import.meta.dirname, "../..");
const DEPLOY = join(ROOT, "deploy");
const UNITS = readdirSync(join(DEPLOY, "systemd"));

test("each panel of the dashboard asks for metrics that the services have", async () => {
	const known = await namesOfMetrics();
	const { panels } = JSON.parse(readFileSync(join(DEPLOY, "grafana.json"), "utf8"));

	const asked: readonly string[] = panels.flatMap(
		({ targets }: { readonly targets: readonly { readonly expr: string }[] }) =>
			targets.flatMap(({ expr }) => metricsIn(expr)),
	);

	expect(asked.length).toBeGreaterThan(panels.length);
	expect(asked.filter((name) => !known.has(name))).toEqual([]);
});

test("each alert asks for metrics that the services have", async () => {
	const known = await namesOfMetrics();
	const [{ rules }] = parse(readFileSync(join(DEPLOY, "alerts.yaml"), "utf8")).groups;

	const asked: readonly string[] = rules.flatMap(({ expr }: { readonly expr: string }) =>
		metricsIn(expr),
	);

	expect(asked.length).toBeGreaterThan(rules.length - 1);
	// Prometheus itself says whether a target is up.
	expect(asked.filter((name) => name !== "up" && !known.has(name))).toEqual([]);
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

test.runIf(hasProgram("systemd-analyze"))("systemd knows every line of the units", () => {
	const files = UNITS.map((name) => join(DEPLOY, "systemd", name));

	const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...files], {
		encoding: "utf8",
	});

	// Its user and its programs are those of another machine.
	expect(stderr).not.toMatch(/Unknown|Invalid|Failed to parse/);
});

test.runIf(hasProgram("promtool"))("Prometheus takes the rules and the scrape example", () => {
	const words = ["check", "config", join(DEPLOY, "prometheus.yaml")];

	const { status, stdout, stderr } = spawnSync("promtool", words, { encoding: "utf8" });

	expect(stderr).toBe("");
	expect(stdout).toMatch(/SUCCESS: [1-9]\d* rules found/);
	expect(status).toBe(0);
});

/** Functions have a bracket behind them; labels are in braces, or in brackets after "by". */
function metricsIn(expression: string): readonly string[] {
	const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]/g, "").replace(/\bby \([^)]*\)/g, "");
	return [...bare.matchAll(/\b([a-z]\w*)\b(?! *\()/g)].flatMap(([, name = ""]) =>
		OPERATORS.has(name) ? [] : [name],
	);
}

const OPERATORS: ReadonlySet<string> = new Set(["by", "or", "and", "unless", "without"]);

/** What both services say when they are asked, once they have answered and stored something. */
async function namesOfMetrics(): Promise<ReadonlySet<string>> {
	const analytics = await startAnalyticsProcess(temporaryFolder());
	onTestFinished(() => void analytics.kill("SIGKILL"));
	const upstream = { ANALYTICS_UPSTREAM: analytics.url };
	const site = await startLiveSite({ "pages/index.md": "# Welcome\n" }, upstream);
	await site.textOf("/");
	const texts = [site.url, analytics.url].map(async (url) =>
		(await fetch(`${url}/metrics`)).text(),
	);
	return new Set(
		(await Promise.all(texts)).flatMap((text) =>
			[...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].map(([, name = "", kind]) =>
				kind === "histogram" ? `${name}_bucket` : name,
			),
		),
	);
}

function hasProgram(name: string): boolean {
	return spawnSync(name, ["--version"]).error === undefined;
}
