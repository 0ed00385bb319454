import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pino } from "pino";
import { type Problem, renderProblem } from "../content/problem.ts";
import { groupProblems } from "../content/problem-groups.ts";
import { OperatorError } from "../errors.ts";
import { LiveContent } from "./live-content.ts";

/** What came of checking a folder. */
export interface SiteCheck {
	readonly report: string;
	readonly problemCount: number;
}

/**
 * Reads a site folder as the server does, and lists every problem in it, equal ones together.
 *
 * @param entry The bundle of the content thread.
 * @throws {OperatorError} When the words name no folder.
 * @throws {ContentRefusedError} When the folder cannot be served at all.
 */
export async function checkSite(words: readonly string[], entry: URL): Promise<SiteCheck> {
	const [folder, ...rest] = words;
	if (folder === undefined || rest.length > 0) {
		throw new OperatorError("command-invalid", [
			`The words must be one folder: got "${words.join(" ")}"`,
		]);
	}
	const problems = await readProblems(resolve(folder), entry);
	return { report: renderGroups(problems), problemCount: problems.length };
}

async function readProblems(siteFolder: string, entry: URL): Promise<readonly Problem[]> {
	const dataFolder = await mkdtemp(join(tmpdir(), "loggia-check-"));
	try {
		const content = await LiveContent.open({
			entry,
			threadData: {
				siteFolder,
				embeddedFolder: siteFolder,
				dataFolder,
				buildId: "check",
				environment: { ...process.env },
				maxProblems: Number.MAX_SAFE_INTEGER,
			},
			log: pino({ level: "silent" }),
		});
		await content.close();
		return content.revision.problems;
	} finally {
		await rm(dataFolder, { recursive: true, force: true });
	}
}

/** The most frequent first, each with all of its places. */
function renderGroups(problems: readonly Problem[]): string {
	if (problems.length === 0) return "No problems";
	const parts = groupProblems(problems).map(
		({ kind, problems: members }) =>
			`${members.length} × ${kind}\n${members.map(renderPlace).join("\n")}`,
	);
	return `${problems.length} problems\n\n${parts.join("\n\n")}`;
}

function renderPlace(problem: Problem): string {
	return `  ${renderProblem(problem)}`;
}
