import { readFileSync } from "node:fs";
import { errorCodeOf } from "./error-code.ts";
import {
	listSettings,
	type Setting,
	type SettingsTable,
	type ValuesOf,
} from "./settings/setting.ts";

/** The raw variables of a process, as Node gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the variables of a table say. */
export interface VariablesReading<Table> {
	/** Defaults stand for what is absent or wrong. */
	readonly values: ValuesOf<Table>;
	/** One sentence for each variable that is wrong, so that all can be mended at once. */
	readonly problems: readonly string[];
}

/**
 * Reads the variables of a flat table of settings.
 *
 * @example
 * const { values, problems } = readVariables({ port: { variable: "PORT", schema: … } }, process.env);
 */
export function readVariables<Table extends Readonly<Record<string, Setting>>>(
	table: Table,
	environment: Environment,
): VariablesReading<Table> {
	const problems: string[] = [];
	const entries = Object.entries(table).map(([name, setting]) => {
		const variable = readVariable(setting, environment);
		if (variable.kind === "value") return [name, variable.value];
		if (variable.kind === "problem") problems.push(variable.problem);
		return [name, setting.schema.safeParse(undefined).data];
	});
	// Each value has passed the schema of its own entry.
	return { values: Object.fromEntries(entries) as ValuesOf<Table>, problems };
}

/** @returns One sentence for each variable of the tables that is wrong. */
export function problemsOfVariables(
	tables: readonly SettingsTable[],
	environment: Environment,
): readonly string[] {
	const readings = tables
		.flatMap((table) => listSettings(table))
		.map((setting) => readVariable(setting, environment));
	const problems = readings.flatMap((reading) =>
		reading.kind === "problem" ? [reading.problem] : [],
	);
	return [...new Set(problems)];
}

export type VariableReading =
	| { readonly kind: "absent" }
	| { readonly kind: "value"; readonly value: unknown; readonly text: string }
	| { readonly kind: "problem"; readonly problem: string };

/** An empty variable counts as absent: `PORT=` in an environment file means the default. */
export function readVariable(setting: Setting, environment: Environment): VariableReading {
	const { variable, schema } = setting;
	if (variable === undefined) return { kind: "absent" };
	const given = textOf(setting, variable, environment);
	if (given === undefined) return { kind: "absent" };
	if ("problem" in given) return { kind: "problem", problem: given.problem };
	const reading = schema.safeParse(given.text);
	if (reading.success) return { kind: "value", value: reading.data, text: given.text };
	const rule = reading.error.issues[0]?.message ?? "must be valid";
	return { kind: "problem", problem: brokenRule(setting, rule, given.text) };
}

/** @returns The sentence for a variable whose text breaks a rule; a secret is not repeated. */
export function brokenRule({ variable, mayBeFile }: Setting, rule: string, text: string): string {
	const current = mayBeFile ? `has ${text.length} characters` : `is "${text}"`;
	return `${variable} ${rule}: current value ${current}`;
}

function textOf(
	{ mayBeFile }: Setting,
	variable: string,
	environment: Environment,
): { readonly text: string } | { readonly problem: string } | undefined {
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
