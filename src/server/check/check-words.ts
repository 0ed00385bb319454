import { OperatorError } from "../errors.ts";

/** In which form problems are written. */
export const REPORT_FORMATS = ["text", "json", "sarif", "github"] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface CheckWords {
	readonly folder: string;
	readonly format: ReportFormat;
	/** Whether other sites are asked for what pages link to. */
	readonly isExternal: boolean;
}

/** @throws {OperatorError} When they name no folder, or an option that there is not. */
export function readCheckWords(words: readonly string[]): CheckWords {
	const folders: string[] = [];
	let format: string = "text";
	let isExternal = false;
	for (let index = 0; index < words.length; index += 1) {
		const word = words[index] ?? "";
		if (word === "--external") isExternal = true;
		else if (word === "--format") {
			index += 1;
			format = words[index] ?? "";
		} else if (word.startsWith("--format=")) format = word.slice("--format=".length);
		else if (word.startsWith("-")) throw refusal(`There is no option "${word}"`);
		else folders.push(word);
	}
	const [folder, ...rest] = folders;
	if (folder === undefined || rest.length > 0) {
		throw refusal(`The words must be one folder: got "${folders.join(" ")}"`);
	}
	const known = REPORT_FORMATS.find((name) => name === format);
	if (known === undefined) {
		throw refusal(`--format must be ${REPORT_FORMATS.join(", ")}: got "${format}"`);
	}
	return { folder, format: known, isExternal };
}

function refusal(sentence: string): OperatorError {
	return new OperatorError("command-invalid", [sentence]);
}
