import type { Location, Log } from "sarif";
import { VERSION } from "../../platform/version.ts";
import { groupProblems, kindOfProblem, type Problem, renderProblem } from "../content/problem.ts";

/** Formats of a report of problems. */
export const REPORT_FORMATS = ["text", "json", "sarif", "github"] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/**
 * Renders a report of problems.
 *
 * @param folder As written in the command, because annotations of a forge are relative to the repository.
 */
export function writeReport(
	problems: readonly Problem[],
	{ format, folder }: { readonly format: ReportFormat; readonly folder: string },
): string {
	switch (format) {
		case "text":
			return renderGroups(problems);
		case "json":
			return JSON.stringify({ problems: problems.map(withRule) }, undefined, "\t");
		case "sarif":
			return JSON.stringify(sarifLog(problems, folder), undefined, "\t");
		case "github":
			return problems.map((problem) => annotation(problem, folder)).join("\n");
	}
}

/** Renders the most frequent kinds first, each with all its problems. */
function renderGroups(problems: readonly Problem[]): string {
	if (problems.length === 0) return "No problems";
	const parts = groupProblems(problems).map(
		({ kind, problems: members }) =>
			`${members.length} × ${kind}\n${members.map((problem) => `  ${renderProblem(problem)}`).join("\n")}`,
	);
	const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
	return `${count}\n\n${parts.join("\n\n")}`;
}

function withRule(problem: Problem): object {
	return { rule: ruleOf(problem), ...problem };
}

/** @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
function sarifLog(problems: readonly Problem[], folder: string): Log {
	const rules = new Map(problems.map((problem) => [ruleOf(problem), kindOfProblem(problem)]));
	return {
		version: "2.1.0",
		$schema: "https://json.schemastore.org/sarif-2.1.0.json",
		runs: [
			{
				tool: {
					driver: {
						name: "Loggia",
						semanticVersion: VERSION,
						rules: [...rules].map(([id, text]) => ({ id, shortDescription: { text } })),
					},
				},
				results: problems.map((problem) => ({
					ruleId: ruleOf(problem),
					level: "warning",
					message: { text: problem.message },
					locations: [{ physicalLocation: locationOf(problem, folder) }],
				})),
			},
		],
	};
}

function locationOf(
	{ file, line, column }: Problem,
	folder: string,
): NonNullable<Location["physicalLocation"]> {
	return {
		artifactLocation: { uri: encodeURI(inFolder(folder, file)) },
		...(line && { region: { startLine: line, ...(column && { startColumn: column }) } }),
	};
}

/** @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands */
function annotation({ file, line, column, message }: Problem, folder: string): string {
	const place = [
		`file=${escapeProperty(inFolder(folder, file))}`,
		...(line === undefined ? [] : [`line=${line}`]),
		...(column === undefined ? [] : [`col=${column}`]),
	];
	return `::warning ${place.join(",")}::${escapeData(message)}`;
}

function inFolder(folder: string, file: string): string {
	const start = folder.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
	return start === "" || start === "." ? file : `${start}/${file}`;
}

function escapeData(text: string): string {
	return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
	return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Returns a rule id that is equal for all problems of a kind, in any folder. */
function ruleOf(problem: Problem): string {
	const text = kindOfProblem(problem).replace(/"[^"]*"|:.*$/g, " ");
	const words = text.toLowerCase().match(/[a-z]+/g);
	return words?.slice(0, MAX_RULE_WORDS).join("-") ?? "problem";
}

const MAX_RULE_WORDS = 8;
