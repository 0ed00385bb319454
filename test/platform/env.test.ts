import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readVariables } from "../../src/platform/env.ts";
import {
	commaList,
	flag,
	oneOf,
	secret,
	text,
	webUrl,
	wholeNumber,
} from "../../src/platform/settings/schemas.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SETTINGS = {
	name: { variable: "NAME", schema: text.default("Loggia"), meaning: "The name" },
	port: {
		variable: "PORT",
		schema: wholeNumber({ min: 0, max: 65_535 }).default(3000),
		meaning: "The port",
	},
	isOn: { variable: "ON", schema: flag.default(false), meaning: "A flag" },
	isOff: { variable: "OFF", schema: flag.default(true), meaning: "Another flag" },
	list: { variable: "LIST", schema: commaList.default([]), meaning: "A list" },
	url: { variable: "URL", schema: webUrl.optional(), meaning: "A URL" },
	level: { variable: "LEVEL", schema: oneOf(["info", "warn"]).default("info"), meaning: "One" },
	password: {
		variable: "PASSWORD",
		schema: secret(8).optional(),
		meaning: "The password",
		mayBeFile: true,
	},
} as const;

const DEFAULTS = readVariables(SETTINGS, {}).values;

test.each([
	["an absent variable gives the default", {}, { name: "Loggia", port: 3000 }],
	["a blank one does so as well", { PORT: "  " }, { name: "Loggia", port: 3000 }],
	["the first port of the range is taken", { PORT: "0" }, { port: 0 }],
	["the last one is taken", { PORT: "65535" }, { port: 65_535 }],
	["a flag is true", { ON: "true" }, { isOn: true }],
	["or yes, in any case", { ON: "YES" }, { isOn: true }],
	["or 1", { ON: "1" }, { isOn: true }],
	["a flag is off", { OFF: "off" }, { isOff: false }],
	["or false, in any case", { OFF: "False" }, { isOff: false }],
	["a list is taken apart at its commas", { LIST: " a, b,,c " }, { list: ["a", "b", "c"] }],
	["a setting that is no secret has no file", { PORT_FILE: "/nowhere" }, { port: 3000 }],
	[
		"a secret comes from the file that its second variable names, without the final line break",
		{ PASSWORD_FILE: fileWith("correct horse\n") },
		{ password: "correct horse" },
	],
])("%s: %j", (_what, environment, values) => {
	expect(readVariables(SETTINGS, environment)).toEqual({
		values: { ...DEFAULTS, ...values },
		problems: [],
	});
});

const EMPTY = fileWith("\n");

test.each([
	...["x", "-1", "1.5", "70000", "0x10", "1e3", "1 000"].map(
		(PORT) =>
			[
				{ PORT },
				`PORT must be a whole number from 0 to 65535: current value is "${PORT}"`,
			] as const,
	),
	// A secret that breaks its rule is not repeated.
	[
		{ PASSWORD: "short" },
		"PASSWORD must have at least 8 characters: current value has 5 characters",
	],
	[
		{ PASSWORD_FILE: "/nowhere/password" },
		'PASSWORD_FILE must be a file that can be read: "/nowhere/password" (ENOENT)',
	],
	[{ PASSWORD_FILE: EMPTY }, `PASSWORD_FILE must hold a value: "${EMPTY}" is empty`],
	[
		{ PASSWORD: "12345678", PASSWORD_FILE: "x" },
		"PASSWORD and PASSWORD_FILE must not be given both",
	],
] as const)("%j is refused with a sentence, and the default stays", (environment, problem) => {
	const { values, problems } = readVariables(SETTINGS, environment);

	expect(values.port).toBe(3000);
	expect(problems).toEqual([problem]);
});

test("every wrong variable is named, in the order of the table", () => {
	const { problems } = readVariables(SETTINGS, { LEVEL: "loud", URL: "ftp://x", ON: "maybe" });

	expect(problems).toEqual([
		'ON must be true or false: current value is "maybe"',
		'URL must be a URL that starts with http:// or https://, without user, query and hash: current value is "ftp://x"',
		'LEVEL must be one of info, warn: current value is "loud"',
	]);
});

function fileWith(content: string): string {
	const file = join(temporaryFolder(afterAll), "value");
	writeFileSync(file, content);
	return file;
}
