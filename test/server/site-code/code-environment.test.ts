import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
	codeEnvironment,
	SECRET_SETTINGS,
} from "../../../src/server/site-code/code-environment.ts";

const SETTINGS = join(import.meta.dirname, "../../../src/platform/settings");

test("code of a site folder gets the environment without secrets of Loggia", () => {
	const environment = {
		...{ SHOP_KEY: "1", SESSION_SECRET: "2", SESSION_SECRET_FILE: "3", PORT: "4" },
	};

	expect(codeEnvironment(environment)).toEqual({ SHOP_KEY: "1", PORT: "4" });
});

test("each setting that is a secret is in the list", () => {
	const texts = globSync("*.ts", { cwd: SETTINGS }).map((file) =>
		readFileSync(join(SETTINGS, file), "utf8"),
	);
	const secrets = texts.flatMap((text) =>
		Array.from(text.matchAll(/variable: "(\w+)",\s*schema: secret\(/g), ([, name = ""]) => name),
	);

	expect(secrets.length).toBeGreaterThan(4);
	expect(SECRET_SETTINGS).toEqual(expect.arrayContaining(secrets));
});
