import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readAnalyticsConfig } from "../../src/analytics/config.ts";
import { checkIsland } from "../../src/app/islands/check-island.ts";
import { ISLAND_TABLE } from "../../src/app/islands/island-table.ts";
import { MIDDLEWARE } from "../../src/app/middleware/registry.ts";
import type { Environment } from "../../src/platform/env.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { readServerConfig } from "../../src/server/config.ts";
import { loadRevision } from "../../src/server/content/load-revision.ts";
import { parseSiteConfig } from "../../src/server/content/parse-site-config.ts";
import { SETTINGS } from "../../src/server/content/settings.ts";
import { openIconLibrary } from "../../src/server/icons/open-icon-library.ts";

const HANDBOOK = fileURLToPath(new URL("../../site", import.meta.url));
const SETTINGS_PAGE = `${HANDBOOK}/pages/7.reference/1.settings.md`;

test("nothing is wrong in the handbook", async () => {
	const log = createLogger({ service: "site", level: "silent" });
	const { resolve: resolveIcon } = openIconLibrary({ siteFolder: () => HANDBOOK, log });

	const { problems } = await loadRevision({
		siteFolder: HANDBOOK,
		environment: {},
		resolveIcon,
		checkIsland: (name, props) => checkIsland(ISLAND_TABLE, name, props),
		middleware: new Set(MIDDLEWARE.keys()),
	});

	expect(problems).toEqual([]);
});

test("the reference lists the settings of site.yaml exactly as the code has them", () => {
	const rows = tableUnder("site.yaml");

	expect(rows).toEqual(
		SETTINGS.map(({ key, variable, default: fallback, meaning }) => [
			variable === undefined ? key : `${key} ${variable}`,
			fallback,
			meaning,
		]),
	);
});

test("the reference lists every variable that the code reads, and no other", () => {
	const ofSettings = tableUnder("site.yaml").flatMap(([setting = ""]) =>
		setting.split(" ").slice(1),
	);
	const ofProcesses = [...tableUnder("Processes"), ...tableUnder("Analytics")].map(
		([name]) => name,
	);

	const listed = new Set([...ofSettings, ...ofProcesses]);

	expect(listed).toEqual(variablesRead());
});

/** The cells of a table of the reference as text, its head left out. */
function tableUnder(heading: string): string[][] {
	const page = readFileSync(SETTINGS_PAGE, "utf8");
	const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
	const lines = section.split("\n").filter((line) => line.startsWith("| "));
	return lines.slice(2).map(cellsOf);
}

function cellsOf(line: string): string[] {
	const cells = line.replaceAll("`", "").split(/(?<!\\)\|/);
	return cells.slice(1, -1).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** Every variable that one of the processes asks its environment for. */
function variablesRead(): Set<string> {
	const names = new Set<string>();
	const environment: Environment = new Proxy(
		{},
		{
			get: (_, name) => {
				names.add(String(name));
				return undefined;
			},
		},
	);
	readServerConfig(environment, "/");
	readAnalyticsConfig(environment);
	parseSiteConfig("", environment);
	return names;
}
