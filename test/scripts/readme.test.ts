import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAnalyticsConfig } from "../../src/analytics/config.ts";
import { readServerConfig } from "../../src/server/config.ts";
import { SETTINGS } from "../../src/server/content/settings.ts";

const ROOT = join(import.meta.dirname, "../..");

test("the README has one row for each variable that the code reads, and no other", async () => {
	const rows = await variablesInReadme();

	const read = [...variablesReadBy(readServerInRoot), ...variablesReadBy(readAnalyticsConfig)];
	const settings = SETTINGS.flatMap(({ variable }) => variable ?? []);
	expect([...rows.keys()].toSorted()).toEqual([...new Set([...read, ...settings])].toSorted());
});

test("the README and the code agree on what holds without a variable", async () => {
	const rows = await variablesInReadme();

	for (const { variable = "", default: value } of SETTINGS) {
		// The analytics service has a default of its own for the key that both know.
		if (variable === "" || variable === "POSTHOG_KEY") continue;
		expect(rows.get(variable), variable).toBe(value === "none" ? "none" : `\`${value}\``);
	}
});

test("every command that the README names is in package.json", async () => {
	const readme = await readFile(join(ROOT, "README.md"), "utf8");
	const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));

	const commands = [...readme.matchAll(/`npm (?:run )?([a-z]+(?:[:-][a-z]+)*)/g)].map(
		([, name]) => name,
	);

	expect(commands).toContain("start");
	expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands));
});

/** Variables and their defaults, out of the table of the environment. */
async function variablesInReadme(): Promise<ReadonlyMap<string, string>> {
	const readme = await readFile(join(ROOT, "README.md"), "utf8");
	const rows = readme.matchAll(/^\| `([A-Z_]+)` \| ((?:\\\||[^|])+) \|/gm);
	return new Map([...rows].map(([, name = "", value = ""]) => [name, value.replace("\\|", "|")]));
}

/** Runs a reader on an environment that is empty and writes down what it is asked for. */
function variablesReadBy(
	read: (environment: Record<string, string | undefined>) => unknown,
): readonly string[] {
	const names: string[] = [];
	const environment = new Proxy<Record<string, string | undefined>>(
		{},
		{
			get: (_environment, name) => {
				names.push(String(name));
				return undefined;
			},
		},
	);
	read(environment);
	return names;
}

function readServerInRoot(environment: Record<string, string | undefined>): unknown {
	return readServerConfig(environment, ROOT);
}
