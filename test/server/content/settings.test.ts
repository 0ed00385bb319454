import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { parseSiteConfig } from "../../../src/server/content/parse-site-config.ts";
import { valueAt } from "../../../src/server/content/schema-problems.ts";
import { SETTINGS } from "../../../src/server/content/settings.ts";
import { siteSchema } from "../../../src/server/content/site-schema.ts";

test("the table of settings lists every key of the schema and no other", () => {
	const keys = SETTINGS.map(({ key }) => key).toSorted();

	expect(keys).toEqual(keysOf(siteSchema).toSorted());
});

test.each(
	SETTINGS.filter(({ default: value }) => value !== "none"),
)("the default of $key is the one in the table", ({ key, default: written }) => {
	const defaults = siteSchema.parse({});

	expect(valueAt(defaults, key.split("."))).toEqual(parse(written));
});

test.each(
	SETTINGS.filter(({ default: value }) => value === "none"),
)("$key has no default, as the table says", ({ key }) => {
	const defaults = siteSchema.parse({});

	expect(valueAt(defaults, key.split(".")) || undefined).toBeUndefined();
});

test("no variable stands for two settings", () => {
	const variables = SETTINGS.flatMap(({ variable }) => variable ?? []);

	expect(new Set(variables).size).toBe(variables.length);
});

test.each(
	SETTINGS.filter(({ kind }) => kind === "flag"),
)("$variable switches $key off by no, and on by 1", ({ variable = "" }) => {
	const off = parseSiteConfig("", { [variable]: "no" });
	const on = parseSiteConfig("", { [variable]: "1" });

	expect(off).not.toEqual(on);
});

/** The keys of a schema with dots between levels; lists and open maps count as one value. */
function keysOf(schema: z.ZodType, prefix = ""): string[] {
	const inner = unwrap(schema);
	if (!(inner instanceof z.ZodObject)) return [prefix];
	return Object.entries<z.ZodType>(inner.shape).flatMap(([key, child]) =>
		keysOf(child, prefix === "" ? key : `${prefix}.${key}`),
	);
}

function unwrap(schema: z.ZodType): unknown {
	if (
		schema instanceof z.ZodOptional ||
		schema instanceof z.ZodDefault ||
		schema instanceof z.ZodPrefault
	) {
		return unwrap(schema.unwrap() as z.ZodType);
	}
	return schema;
}
