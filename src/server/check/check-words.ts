import { parseArgs } from "node:util";
import { OperatorError } from "../errors.ts";

/** Formats of a report of problems. */
export const REPORT_FORMATS = ["text", "json", "sarif", "github"] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** @throws {OperatorError} When the words name no folder, or an unknown option. */
export function readCheckWords(words: readonly string[]) {
	const { positionals: folders, values } = parseArgs({
		args: [...words],
		allowPositionals: true,
		strict: false,
		options: { external: { type: "boolean" }, format: { type: "string" } },
	});
	const { external = false, format = "text", ...others } = values;
	const [option] = Object.keys(others);
	if (option !== undefined) {
		throw refusal(`There is no option "${option.length === 1 ? "-" : "--"}${option}"`);
	}
	const [folder, ...rest] = folders;
	if (folder === undefined || rest.length > 0) {
		throw refusal(`The words must be one folder: got "${folders.join(" ")}"`);
	}
	const known = REPORT_FORMATS.find((name) => name === format);
	if (known === undefined) {
		throw refusal(`--format must be ${REPORT_FORMATS.join(", ")}: got "${format}"`);
	}
	return { folder, format: known, isExternal: external !== false };
}

function refusal(sentence: string): OperatorError {
	return new OperatorError("command-invalid", [sentence]);
}
