import { readFileSync } from "node:fs";
import { errorCodeOf } from "./error-code.ts";
import {
	listSettings,
	type Setting,
	type SettingsTable,
	type ValuesOf,
} from "./settings/setting.ts";

/** Raw environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables of a flat table of settings.
 *
 * @returns Values, with defaults for absent and invalid variables, and one sentence for each invalid
 *   variable, so that the operator can fix all at once.
 * @example
 * const { values, problems } = readVariables({ port: { variable: "PORT", schema: … } }, process.env);
 */
export function readVariables<Table extends Readonly<Record<string, Setting>>>(
	table: Table,
	environment: Environment,
): { readonly values: ValuesOf<Table>; readonly problems: readonly string[] } {
	const entries = Object.entries(table).map(([name, setting]) => {
		const reading = readVariable(setting, environment);
		const isValue = reading !== undefined && "value" in reading;
		return [name, isValue ? reading.value : setting.schema.safeParse(undefined).data];
	});
	return {
		// Each value is a result of the schema of its entry.
		values: Object.fromEntries(entries) as ValuesOf<Table>,
		problems: problemsOfVariables([table], environment),
	};
}

/** @returns One sentence for each invalid variable of the tables. */
export function problemsOfVariables(
	tables: readonly SettingsTable[],
	environment: Environment,
): readonly string[] {
	const settings = tables.flatMap((table) => listSettings(table));
	const problems = settings.flatMap((setting) => {
		const reading = readVariable(setting, environment);
		return reading !== undefined && "problem" in reading ? [reading.problem] : [];
	});
	return [...new Set(problems)];
}

/** `undefined`: the variable is absent. */
type VariableReading =
	| { readonly value: unknown; readonly text: string }
	| { readonly problem: string }
	| undefined;

/** An empty variable counts as absent: `PORT=` in an environment file means the default. */
export function readVariable(setting: Setting, environment: Environment): VariableReading {
	const given = textOf(setting, environment);
	if (given === undefined || "problem" in given) return given;
	const reading = setting.schema.safeParse(given.text);
	if (reading.success) return { value: reading.data, text: given.text };
	const rule = reading.error.issues[0]?.message ?? "must be valid";
	return { problem: brokenRule(setting, rule, given.text) };
}

/** @returns The sentence for a variable that breaks a rule, with the length instead of a secret's text. */
export function brokenRule({ variable, mayBeFile }: Setting, rule: string, text: string): string {
	const current = mayBeFile ? `has ${text.length} characters` : `is "${text}"`;
	return `${variable} ${rule}: current value ${current}`;
}

function textOf(
	{ variable, mayBeFile }: Setting,
	environment: Environment,
): { readonly text: string } | { readonly problem: string } | undefined {
	if (variable === undefined) return undefined;
	const text = environment[variable]?.trim() ?? "";
	const file = mayBeFile ? (environment[`${variable}_FILE`]?.trim() ?? "") : "";
	if (file === "") return text === "" ? undefined : { text };
	if (text !== "") {
		return { problem: `${variable} and ${variable}_FILE must not be given both` };
	}
	try {
		const content = readFileSync(file, "utf8").trim();
		return content === ""
			? { problem: `${variable}_FILE must hold a value: "${file}" is empty` }
			: { text: content };
	} catch (error) {
		return {
			problem: `${variable}_FILE must be a file that can be read: "${file}" (${errorCodeOf(error) ?? error})`,
		};
	}
}
