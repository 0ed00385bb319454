import { copyFile, cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { hasProgram } from "../support/has-program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ask } from "./support/ask.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { runDocker, tryDocker } from "./support/run-docker.ts";
import { sendEvent } from "./support/send-event.ts";

const ROOT = join(import.meta.dirname, "../..");

const PROGRAMS = ["prometheus", "prometheus-alertmanager", "prometheus-blackbox-exporter"];

/** No package has Grafana. */
const WITHOUT_GRAFANA = [
	"site",
	"analytics",
	"caddy",
	"prometheus",
	"alertmanager",
	"blackbox-exporter",
];

/** Longer than the two minutes for which a service must be away. */
const FIRING = { timeout: 300_000, interval: 3000 };

test.runIf(PROGRAMS.every((program) => hasProgram(program, "--version")))(
	"with deploy/monitoring.yaml, every panel has data, and a stopped service reaches Alertmanager",
	async () => {
		const stack = await createStack({
			extensions: ["deploy/monitoring.yaml"],
			environment: await buildImages(),
		});
		await stack.compose("up", "--detach", "--no-build", "--wait", ...WITHOUT_GRAFANA);
		const authority = await stack.authority();
		for (const path of ["/", "/guide", "/missing"]) await ask(stack.siteUrl + path, { authority });
		expect(await sendEvent(stack, { event: "seen" })).toBe(200);
		expect(await sendEvent(stack, { event: "" })).toBe(400);

		const up = () => query(stack, 'sum by (job) (up{job!="loggia-public"})');
		await expect
			.poll(up, FIRING)
			.toEqual({ "loggia-analytics": "1", "loggia-caddy": "1", "loggia-site": "1" });
		const { panels } = JSON.parse(await readFile(join(ROOT, "deploy/grafana.json"), "utf8"));
		for (const { title, targets } of panels) {
			for (const { expr } of targets) {
				const answer = async () => Object.keys(await query(stack, expr)).length;
				await expect.poll(answer, { ...FIRING, message: `${title}: ${expr}` }).toBeGreaterThan(0);
			}
		}

		await stack.compose("stop", "analytics");
		await expect.poll(() => received(stack), FIRING).toContain("LoggiaDown");
	},
);

/** @returns The settings that name them. */
async function buildImages(): Promise<Readonly<Record<string, string>>> {
	const folder = temporaryFolder();
	for (const program of PROGRAMS) await copyFile(`/usr/bin/${program}`, join(folder, program));
	await copyFile("/etc/prometheus/blackbox.yml", join(folder, "blackbox.yml"));
	await cp("/usr/share/prometheus/alertmanager", join(folder, "templates"), { recursive: true });
	const file = join(import.meta.dirname, "support/monitoring.Dockerfile");
	const environment: Record<string, string> = {};
	for (const target of ["prometheus", "alertmanager", "blackbox"]) {
		const image = `loggia-${target}:${inject("imageTag")}`;
		await runDocker([
			"build",
			"--quiet",
			"--file",
			file,
			"--target",
			target,
			"--tag",
			image,
			folder,
		]);
		onTestFinished(async () => void (await tryDocker(["image", "rm", "--force", image])));
		environment[`${target.toUpperCase()}_IMAGE`] = image;
	}
	return environment;
}

/** Values of an expression by job, or by the number of the series. */
async function query(stack: Stack, expression: string): Promise<Readonly<Record<string, string>>> {
	const url = `http://127.0.0.1:9090/api/v1/query?query=${encodeURIComponent(expression)}`;
	const { data } = JSON.parse(await read(stack, "prometheus", url));
	const series: readonly Series[] = data.result;
	return Object.fromEntries(
		series.map(({ metric, value }, index) => [metric.job ?? index, value[1]]),
	);
}

interface Series {
	readonly metric: { readonly job?: string };
	readonly value: readonly [time: number, value: string];
}

async function received(stack: Stack): Promise<readonly string[]> {
	const alerts = JSON.parse(
		await read(stack, "alertmanager", "http://127.0.0.1:9093/api/v2/alerts"),
	);
	return alerts.map(({ labels }: { readonly labels: Alert }) => labels.alertname);
}

interface Alert {
	readonly alertname: string;
}

function read(stack: Stack, service: string, url: string): Promise<string> {
	const code = `fetch("${url}").then((answer) => answer.text()).then(console.log)`;
	return stack.evaluateIn(service, code);
}
