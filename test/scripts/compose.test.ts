import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readAnalyticsConfig } from "../../src/analytics/config.ts";
import type { Environment } from "../../src/platform/env.ts";
import { readServerConfig } from "../../src/server/config.ts";
import { parseSiteConfig } from "../../src/server/content/parse-site-config.ts";

const ROOT = join(import.meta.dirname, "../..");

/** In a container these are what they are: others are chosen where it is published or mounted. */
const FIXED = ["ANALYTICS_PORT", "DATA_DIR", "HOST", "PORT"];

test("the compose file hands each service every variable that it reads, and no other", async () => {
	const { services } = parse(await readFile(join(ROOT, "docker-compose.yml"), "utf8"), {
		merge: true,
	});

	const site = variablesReadBy((environment) => {
		readServerConfig(environment, "/");
		parseSiteConfig("", environment);
	});
	const analytics = variablesReadBy(readAnalyticsConfig);
	expect(given(services.site)).toEqual(site);
	expect(given(services.analytics)).toEqual(analytics);
});

test("the example of settings names each variable of the compose file once, and no other", async () => {
	const compose = await readFile(join(ROOT, "docker-compose.yml"), "utf8");
	const example = await readFile(join(ROOT, ".env.example"), "utf8");

	const listed = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = ""]) => name);

	const replaced = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = ""]) => name);
	const handedOn = [...compose.matchAll(/^ {6}([A-Z_]+):$/gm)].map(([, name = ""]) => name);
	expect(listed.toSorted()).toEqual([...new Set([...replaced, ...handedOn])].toSorted());
});

function given({ environment }: { readonly environment: object }): readonly string[] {
	return Object.keys(environment)
		.filter((name) => !FIXED.includes(name))
		.toSorted();
}

function variablesReadBy(read: (environment: Environment) => unknown): readonly string[] {
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
	read(environment);
	return [...names].filter((name) => !FIXED.includes(name)).toSorted();
}
