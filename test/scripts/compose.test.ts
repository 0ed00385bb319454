import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ANALYTICS_PROCESS_SETTINGS } from "../../src/platform/settings/analytics-process-settings.ts";
import {
	PROXY_SETTINGS,
	SITE_PROCESS_SETTINGS,
} from "../../src/platform/settings/process-settings.ts";
import { listSettings, type SettingsTable } from "../../src/platform/settings/setting.ts";
import { SITE_FILE_SETTINGS } from "../../src/platform/settings/site-file-settings.ts";
import { CAPTURE_PATHS, INGEST_PATH } from "../../src/shared/analytics.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A container always has the defaults of these; ports and folders are chosen where it is published or mounted. */
const FIXED = [
	"ANALYTICS_PORT",
	"DATA_DIR",
	"DEVELOPMENT",
	"HOST",
	"NODE_EXTRA_CA_CERTS",
	"NODE_OPTIONS",
	"PORT",
];

test("the compose file hands each service every variable that it reads, and no other", async () => {
	const { services } = parse(await readFile(join(ROOT, "docker-compose.yml"), "utf8"), {
		merge: true,
	});

	const site = variablesOf(SITE_PROCESS_SETTINGS, SITE_FILE_SETTINGS, PROXY_SETTINGS);
	const analytics = variablesOf(ANALYTICS_PROCESS_SETTINGS);
	expect(given(services.site)).toEqual(site);
	expect(given(services.analytics)).toEqual(analytics);
});

test("the example of settings names each variable of the compose file and the script once, and no other", async () => {
	const compose = await readFile(join(ROOT, "docker-compose.yml"), "utf8");
	const example = await readFile(join(ROOT, ".env.example"), "utf8");

	const script = await readFile(join(ROOT, "loggia"), "utf8");
	const listed = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = ""]) => name);

	const replaced = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = ""]) => name);
	const handedOn = [...compose.matchAll(/^ {6}([A-Z_]+):$/gm)].map(([, name = ""]) => name);
	const ofScript = [...script.matchAll(/\$\(setting ([A-Z_]+) /g)].map(([, name = ""]) => name);
	const all = new Set([...replaced, ...handedOn, ...ofScript]);
	expect(listed.toSorted()).toEqual([...all].toSorted());
});

test("each service has every secret that its variables name, and no other", async () => {
	const { services } = parse(await readFile(join(ROOT, "docker-compose.yml"), "utf8"), {
		merge: true,
	});

	for (const name of ["site", "analytics"]) {
		const { environment, secrets } = services[name];
		const named = Object.values(environment).flatMap(
			(value) => /\/run\/secrets\/([\w-]+)/.exec(String(value))?.[1] ?? [],
		);
		expect([name, secrets.toSorted()]).toEqual([name, named.toSorted()]);
	}
});

test("Caddy sends posts of events again, and no others", async () => {
	const [, pattern = ""] =
		/path_regexp (\/ingest\S+)/.exec(await readFile(join(ROOT, "Caddyfile"), "utf8")) ?? [];
	const isSentAgain = (path: string): boolean => new RegExp(pattern).test(path);

	const captured = CAPTURE_PATHS.map((path) => `/docs${INGEST_PATH}/${path}/`);

	expect(captured.filter((path) => !isSentAgain(path))).toEqual([]);
	expect(["/ingest/", "/ingest/flags", "/api/pay", "/ingest/e/more"].filter(isSentAgain)).toEqual(
		[],
	);
});

function given({ environment }: { readonly environment: object }): readonly string[] {
	return Object.keys(environment)
		.filter((name) => !FIXED.includes(name))
		.toSorted();
}

function variablesOf(...tables: readonly SettingsTable[]): readonly string[] {
	const names = tables.flatMap((table) =>
		listSettings(table).flatMap(({ variable, mayBeFile }) => [
			...(variable === undefined ? [] : [variable]),
			...(mayBeFile ? [`${variable}_FILE`] : []),
		]),
	);
	return [...new Set(names)].filter((name) => !FIXED.includes(name)).toSorted();
}
