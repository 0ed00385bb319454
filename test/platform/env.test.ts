import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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

const PORT = {
	variable: "PORT",
	schema: wholeNumber({ min: 0, max: 65_535 }).default(3000),
	meaning: "The port",
};

const PASSWORD = {
	variable: "PASSWORD",
	schema: secret(8).optional(),
	meaning: "The password",
	mayBeFile: true,
} as const;

test("an absent or blank variable gives the default and no problem", () => {
	const name = { variable: "NAME", schema: text.default("Loggia"), meaning: "The name" };

	const { values, problems } = readVariables({ port: PORT, name }, { PORT: "  " });

	expect(values).toEqual({ port: 3000, name: "Loggia" });
	expect(problems).toEqual([]);
});

const NO_PORTS = ["x", "-1", "1.5", "70000", "0x10", "1e3", "1 000"];

test.each(NO_PORTS)("a port of %j is refused", (PORT_) => {
	const { values, problems } = readVariables({ port: PORT }, { PORT: PORT_ });

	expect(values.port).toBe(3000);
	expect(problems).toEqual([
		`PORT must be a whole number from 0 to 65535: current value is "${PORT_}"`,
	]);
});

test.each(["0", "65535"])("a port of %s, at the end of its range, is taken", (written) => {
	expect(readVariables({ port: PORT }, { PORT: written }).values.port).toBe(Number(written));
});

test.each([
	["true", true],
	["YES", true],
	["1", true],
	["off", false],
	["False", false],
])("a flag reads %s as %s", (FLAG, expected) => {
	const setting = { variable: "FLAG", schema: flag.default(!expected), meaning: "A flag" };

	expect(readVariables({ setting }, { FLAG }).values.setting).toBe(expected);
});

test("a list is taken apart at its commas", () => {
	const setting = { variable: "LIST", schema: commaList.default([]), meaning: "A list" };

	expect(readVariables({ setting }, { LIST: " a, b,,c " }).values.setting).toEqual(["a", "b", "c"]);
});

test("every wrong variable is named, in the order of the table", () => {
	const table = {
		url: { variable: "URL", schema: webUrl.optional(), meaning: "A URL" },
		flag: { variable: "FLAG", schema: flag.default(false), meaning: "A flag" },
		level: { variable: "LEVEL", schema: oneOf(["info", "warn"]).default("info"), meaning: "One" },
	};

	const { problems } = readVariables(table, { URL: "ftp://x", FLAG: "maybe", LEVEL: "loud" });

	expect(problems).toEqual([
		'URL must be a URL that starts with http:// or https://, without user, query and hash: current value is "ftp://x"',
		'FLAG must be true or false: current value is "maybe"',
		'LEVEL must be one of info, warn: current value is "loud"',
	]);
});

test("a secret that breaks its rule is not repeated", () => {
	const { problems } = readVariables({ password: PASSWORD }, { PASSWORD: "short" });

	expect(problems).toEqual([
		"PASSWORD must have at least 8 characters: current value has 5 characters",
	]);
});

test("a secret comes from the file that its second variable names, without the final line break", () => {
	const file = fileWith("correct horse\n");

	const { values, problems } = readVariables({ password: PASSWORD }, { PASSWORD_FILE: file });

	expect(problems).toEqual([]);
	expect(values.password).toBe("correct horse");
});

test("a file of a secret must be there, hold something, and be the only source", () => {
	const missing = readVariables({ password: PASSWORD }, { PASSWORD_FILE: "/nowhere/password" });
	const empty = fileWith("\n");
	const blank = readVariables({ password: PASSWORD }, { PASSWORD_FILE: empty });
	const both = readVariables({ password: PASSWORD }, { PASSWORD: "12345678", PASSWORD_FILE: "x" });

	expect(missing.problems).toEqual([
		'PASSWORD_FILE must be a file that can be read: "/nowhere/password" (ENOENT)',
	]);
	expect(blank.problems).toEqual([`PASSWORD_FILE must hold a value: "${empty}" is empty`]);
	expect(both.problems).toEqual(["PASSWORD and PASSWORD_FILE must not be given both"]);
});

test("a setting that is no secret has no file", () => {
	expect(readVariables({ port: PORT }, { PORT_FILE: "/nowhere" })).toEqual({
		values: { port: 3000 },
		problems: [],
	});
});

function fileWith(content: string): string {
	const folder = temporaryFolder();
	const file = join(folder, "value");
	writeFileSync(file, content);
	return file;
}
