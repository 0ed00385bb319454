import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as TwoToThree from "@scalar/openapi-upgrader/2.0-to-3.0";
import type * as ThreeToThreeOne from "@scalar/openapi-upgrader/3.0-to-3.1";
import type { ReadInclude } from "../markdown/dialect.ts";
import type { Problem } from "../problem.ts";
import { parseYaml } from "../yaml-source.ts";
import { type ApiPages, apiPages } from "./api-pages.ts";
import { type ApiFile, bundleReferences } from "./bundle-references.ts";
import { entriesOf, type JsonMap, mapOf, textOf } from "./json.ts";
import { METHODS } from "./operation-markdown.ts";

/** A description of an API in any supported version, as pages. */
export interface ApiDescription extends Omit<ApiFile, "value">, ApiPages {
	/** Milliseconds since the Unix epoch. */
	readonly modifiedMs: number;
	readonly problems: readonly Problem[];
}

export type ApiReading =
	| ({ readonly kind: "read" } & ApiDescription)
	| { readonly kind: "broken"; readonly problems: readonly Problem[] };

const MAX_OPERATIONS = 3000;

/** The parser needs a tenth of a second for JSON of this length, and some seconds for YAML. */
const MAX_YAML_CHARACTERS = 6_000_000;

/** Reads the description that a page names, with the files to which it refers. */
export function readApi(
	{ from, address, seen }: Parameters<ReadInclude>[0],
	readFile: ReadInclude,
): ApiReading {
	const problems: Problem[] = [];
	const files = new Map<string, ApiFile>();
	const load = (asking: string, wanted: string): (ApiFile & { modifiedMs: number }) | string => {
		const reading = readFile({ from: asking, address: wanted, seen });
		if (reading.kind === "refused") return reading.rule;
		const file = files.get(reading.file) ?? { ...reading, value: parseText(reading, problems) };
		files.set(reading.file, file);
		return file.value === undefined ? "cannot be parsed" : { ...reading, ...file };
	};
	const main = load(from, address);
	if (typeof main === "string") {
		const unread = { file: from, message: `The API description "${address}" ${main}` };
		return { kind: "broken", problems: problems.length > 0 ? problems : [unread] };
	}
	const { file, text, modifiedMs, value } = main;
	const rule = ruleOf(mapOf(value));
	if (rule !== undefined) return { kind: "broken", problems: [{ file, line: 1, message: rule }] };
	try {
		problems.push(...bundleReferences(main, load));
		const pages = apiPages(upgraded(mapOf(value)));
		return { ...{ kind: "read", file, text, modifiedMs, problems }, ...pages };
	} catch (error) {
		// Causes: an error in the library, values that are nested too deeply, pages that are too long.
		const message = `The API description cannot be read: ${String(error)}`;
		return { kind: "broken", problems: [{ file, message }] };
	}
}

/** @returns `undefined` if the text cannot be parsed; `problems` then has the reason. */
function parseText({ file, text }: Omit<ApiFile, "value">, problems: Problem[]): unknown {
	try {
		if (/^\s*\{/.test(text)) return JSON.parse(text);
	} catch (error) {
		// YAML may start with a brace, too.
		if (/\.json$/i.test(file)) {
			problems.push(problemOfJson(file, String(error)));
			return undefined;
		}
	}
	if (text.length > MAX_YAML_CHARACTERS) {
		const rule = `must not have more than ${MAX_YAML_CHARACTERS} characters: save it as JSON`;
		problems.push({ file, message: `An API description in YAML ${rule}` });
		return undefined;
	}
	const source = parseYaml(file, text);
	problems.push(...source.problems.slice(0, 1));
	return source.value;
}

/** Reads the position from Node's message, such as `… at position 12 (line 2 column 3)`. */
function problemOfJson(file: string, error: string): Problem {
	const [, line = 1, column = 1] = /\(line (\d+) column (\d+)\)/.exec(error) ?? [];
	const reason = error.replace(/^SyntaxError: /, "").replace(/ (?:in JSON )?at position.*$/s, "");
	const message = `Must be valid JSON: ${reason}`;
	return { file, line: Number(line), column: Number(column), message };
}

/** @returns The rule that the description as a whole breaks. */
function ruleOf({ openapi, swagger, paths }: JsonMap): string | undefined {
	if (!/^3\.\d/.test(textOf(openapi)) && !/^2(?:\.0)?$/.test(textOf(swagger))) {
		return 'An API description must say "openapi: 3.0.0", "openapi: 3.1.0" or "swagger: 2.0"';
	}
	const keys = entriesOf(paths).flatMap(([, item]) => Object.keys(mapOf(item)));
	const count = keys.filter((key) => METHODS.includes(key)).length;
	if (count <= MAX_OPERATIONS) return undefined;
	return `An API description must not have more than ${MAX_OPERATIONS} operations: it has ${count}`;
}

const load = createRequire(import.meta.url);

/** Upgrades to OpenAPI 3.1. The first description of an older version loads the library. */
function upgraded(document: JsonMap): JsonMap {
	if (!/^(?:2|3\.0)/.test(textOf(document["swagger"] ?? document["openapi"]))) return document;
	const library = (part: string): unknown =>
		// The package has only ES modules, and `import()` would be asynchronous.
		load(fileURLToPath(import.meta.resolve(`@scalar/openapi-upgrader/${part}`)));
	const { upgradeFromTwoToThree } = library("2.0-to-3.0") as typeof TwoToThree;
	const { upgradeFromThreeToThreeOne } = library("3.0-to-3.1") as typeof ThreeToThreeOne;
	return mapOf(upgradeFromThreeToThreeOne(upgradeFromTwoToThree({ ...document })));
}
