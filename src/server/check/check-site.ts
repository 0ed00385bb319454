import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pino } from "pino";
import type { Problem } from "../content/problem.ts";
import { OperatorError } from "../errors.ts";
import { LiveContent } from "../live/live-content.ts";
import type { LiveRevision } from "../live/revision-mirror.ts";
import type { CodeSources } from "../live/revision-sender.ts";
import { readCheckWords } from "./check-words.ts";
import { checkExternalLinks } from "./external-links.ts";
import { findOddities } from "./find-oddities.ts";
import { writeReport } from "./write-report.ts";

/**
 * Reads a site folder like the server, and lists all its problems.
 *
 * @param entry The bundle of the content thread.
 * @throws {OperatorError} When the arguments name no folder.
 * @throws {ContentRefusedError} When the folder cannot be served at all.
 */
export async function checkSite(words: readonly string[], entry: URL, code?: CodeSources) {
	const { folder, format, isExternal } = readCheckWords(words);
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
		throw new OperatorError("command-invalid", [
			`The folder must be one that exists: got "${folder}"`,
		]);
	}
	const revision = await readSite(resolve(folder), entry, code);
	const problems: readonly Problem[] = [
		...revision.problems,
		...findOddities(revision),
		...(isExternal ? await checkExternalLinks(revision) : []),
	];
	return { report: writeReport(problems, { format, folder }), problemCount: problems.length };
}

async function readSite(
	siteFolder: string,
	entry: URL,
	code: CodeSources | undefined,
): Promise<LiveRevision> {
	const dataFolder = await mkdtemp(join(tmpdir(), "loggia-check-"));
	try {
		const content = await LiveContent.open({
			entry,
			threadData: {
				siteFolder,
				isEmbedded: false,
				dataFolder,
				code,
				buildId: "check",
				environment: { ...process.env },
				maxProblems: Number.MAX_SAFE_INTEGER,
			},
			log: pino({ level: "silent" }),
		});
		await content.close();
		return content.revision;
	} finally {
		await rm(dataFolder, { recursive: true, force: true });
	}
}
