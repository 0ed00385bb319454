import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { startAnalyticsProcess } from "../support/analytics-process.ts";
import { freePort } from "../support/free-port.ts";
import { hasProgram } from "../support/has-program.ts";
import { startLiveSite } from "../support/start-live-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "../..");
const DEPLOY = join(ROOT, "deploy");
const ALERT_TESTS = join(import.meta.dirname, "alerts.test.yaml");
const [{ rules: RULES }] = parse(readFileSync(join(DEPLOY, "alerts.yaml"), "utf8")).groups;
const ALERTS = RULES.map(({ alert }: { readonly alert: string }) => alert);
const UNITS = readdirSync(join(DEPLOY, "systemd"));

/** Of a panel or an alert. */
interface Query {
	readonly expr: string;
}

test("panels and alerts ask for metrics that the services have on ports of their own, which say the version", async () => {
	const texts = await textsOfMetrics();
	const known = namesIn(texts);
	const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
	const { panels } = JSON.parse(readFileSync(join(DEPLOY, "grafana.json"), "utf8"));
	const expressions: readonly Query[] = [
		...panels.flatMap(({ targets }: { readonly targets: readonly Query[] }) => targets),
		...RULES,
	];

	const asked = expressions.map(({ expr }) => metricsIn(expr));

	expect(asked.filter((names) => names.length === 0)).toEqual([]);
	expect(asked.flat().filter((name) => !OTHERS.has(name) && !known.has(name))).toEqual([]);
	for (const text of texts) expect(text).toContain(`loggia_info{version="${version}"`);
});

/** Metrics of Prometheus itself, and of its blackbox exporter. */
const OTHERS: ReadonlySet<string> = new Set([
	"up",
	"probe_success",
	"probe_ssl_earliest_cert_expiry",
]);

test("the handbook says what to do about each alert, and each has a test of its own", () => {
	const page = readFileSync(join(ROOT, "site/pages/4.deploy/3.health-and-logs.md"), "utf8");
	const { tests } = parse(readFileSync(ALERT_TESTS, "utf8"));

	const listed = [...page.matchAll(/^\| `(Loggia\w+)` \|/gm)].map(([, name]) => name);
	const tested = tests.map(({ name }: { readonly name: string }) => name.split(",")[0]);

	expect(listed).toEqual(ALERTS);
	expect([...new Set(tested.slice(1))]).toEqual(ALERTS);
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

test.runIf(hasProgram("systemd-analyze"))("systemd finds each service well confined", () => {
	const files = UNITS.filter((name) => name.endsWith(".service"));
	const words = ["security", "--offline=yes", "--threshold=20"];

	// The exposure is from 0 to 10, and the threshold ten times that; 10 is no confinement at all.
	const ends = files.map((name) => {
		const { status } = spawnSync("systemd-analyze", [...words, join(DEPLOY, "systemd", name)]);
		return [name, status];
	});

	expect(ends).toEqual(files.map((name) => [name, 0]));
});

test.runIf(hasProgram("promtool"))("Prometheus takes the rules and the scrape example", () => {
	const words = ["check", "config", join(DEPLOY, "prometheus.yaml")];

	const { status, stdout, stderr } = spawnSync("promtool", words, { encoding: "utf8" });

	expect(stderr).toBe("");
	expect(stdout).toMatch(/SUCCESS: [1-9]\d* rules found/);
	expect(status).toBe(0);
});

test.runIf(hasProgram("promtool"))("each alert fires in its situation, and only there", () => {
	const { stdout, status } = spawnSync("promtool", ["test", "rules", ALERT_TESTS], {
		encoding: "utf8",
	});

	expect(stdout).toMatch(/SUCCESS/);
	expect(status).toBe(0);
});

test.runIf(hasProgram("docker", "compose", "version"))(
	"compose takes the override with a ClickHouse, which no network but that of analytics has",
	() => {
		const files = ["docker-compose.yml", "deploy/clickhouse.yaml"].flatMap((file) => [
			"--file",
			join(ROOT, file),
		]);
		const configure = (passwordFile: string) =>
			spawnSync("docker", ["compose", ...files, "config", "--format", "json"], {
				encoding: "utf8",
				env: { PATH: process.env["PATH"], ANALYTICS_CLICKHOUSE_PASSWORD_FILE: passwordFile },
			});
		const { services, networks } = JSON.parse(configure("/run/password").stdout);

		expect(services.site.deploy.replicas).toBe(3);
		expect(services.analytics.environment).toMatchObject({
			ANALYTICS_CLICKHOUSE_URL: "http://loggia@clickhouse:8123/loggia",
			ANALYTICS_CLICKHOUSE_PASSWORD_FILE: "/run/secrets/clickhouse-password",
		});
		expect(Object.keys(services.analytics.networks).toSorted()).toEqual(["events", "stack", "web"]);
		expect(Object.keys(services.clickhouse.networks)).toEqual(["events"]);
		expect(services.clickhouse.ports).toBeUndefined();
		expect(networks.events.internal).toBe(true);
		expect(configure("").stderr).toContain("must name a file with the password of ClickHouse");
	},
);

/** Functions have a bracket behind them; labels are in braces, or in brackets after "by". */
function metricsIn(expression: string): readonly string[] {
	const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]/g, "").replace(/\bby \([^)]*\)/g, "");
	return [...bare.matchAll(/\b([a-z]\w*)\b(?! *\()/g)].flatMap(([, name = ""]) =>
		OPERATORS.has(name) ? [] : [name],
	);
}

const OPERATORS: ReadonlySet<string> = new Set(["by", "or", "and", "unless", "without"]);

/** What both services say when operators ask, once they have answered and stored something. */
async function textsOfMetrics(): Promise<readonly string[]> {
	const [sitePort, analyticsPort] = [await freePort(), await freePort()].map(String);
	const analytics = await startAnalyticsProcess(temporaryFolder(), {
		ANALYTICS_METRICS_PORT: analyticsPort,
	});
	onTestFinished(() => void analytics.kill("SIGKILL"));
	const site = await startLiveSite(
		{ "pages/index.md": "# Welcome\n" },
		{ ANALYTICS_UPSTREAM: analytics.url, METRICS_PORT: String(sitePort) },
	);
	await site.textOf("/");
	return Promise.all(
		[sitePort, analyticsPort].map(async (port) =>
			(await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
		),
	);
}

function namesIn(texts: readonly string[]): ReadonlySet<string> {
	return new Set(
		texts.flatMap((text) =>
			[...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].map(([, name = "", kind]) =>
				kind === "histogram" ? `${name}_bucket` : name,
			),
		),
	);
}
