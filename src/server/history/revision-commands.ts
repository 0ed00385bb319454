import { existsSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../errors.ts";
import { folderState } from "./folder-state.ts";
import { ACCEPTED, HoldFile } from "./hold-file.ts";
import { type KeptRevision, KeptRevisions, REVISIONS_FOLDER } from "./kept-revisions.ts";

export interface RevisionCommandSources {
	/** Absolute. */
	readonly siteFolder: string;
	/** Absolute. */
	readonly dataFolder: string;
}

/**
 * Lists the kept revisions, or brings one back: `revisions`, `revisions restore {id}`,
 * `revisions release`; or takes the site folder as it is after a loss: `revisions accept`. A running site follows at once, one that is started later as well.
 *
 * @returns What to print.
 * @throws {OperatorError} When the words make no sense, or the revision is not kept.
 */
export async function runRevisionCommand(
	[task = "list", id = "", ...rest]: readonly string[],
	{ siteFolder, dataFolder }: RevisionCommandSources,
): Promise<string> {
	const folder = join(dataFolder, REVISIONS_FOLDER);
	const hold = new HoldFile(folder);
	const revisions = await new KeptRevisions(folder, Date.now).list();
	if (task === "list" && id === "") return renderList(revisions, (await hold.read())?.id);
	if (task === "release" && id === "") {
		await hold.remove();
		return "The site folder is shown again";
	}
	if (task === "accept" && id === "") {
		const state = stateOf(siteFolder);
		if (state === undefined) throw refusal(`The site folder must be there: "${siteFolder}"`);
		await hold.write({ id: ACCEPTED, folderState: state });
		return "The site folder is shown as it is, whatever it has lost";
	}
	if (task === "restore" && rest.length === 0) {
		if (!revisions.some((revision) => revision.id === id)) {
			throw refusal(`No revision with this id is kept: "${id}"`);
		}
		await hold.write({ id, folderState: stateOf(siteFolder) ?? "" });
		return `Revision ${id} is shown until the site folder changes`;
	}
	throw refusal(
		`The words must be none, "restore" and an id, "release", or "accept": got "${[task, id, ...rest].join(" ").trim()}"`,
	);
}

/** @returns `undefined` when the folder is not there. */
function stateOf(siteFolder: string): string | undefined {
	return existsSync(siteFolder) ? folderState(siteFolder) : undefined;
}

function renderList(revisions: readonly KeptRevision[], heldId: string | undefined): string {
	if (revisions.length === 0) return "No revision is kept yet";
	return revisions
		.map(({ id, keptAt, pages, files, commit }) => {
			const mark = id === heldId ? "  (brought back)" : "";
			const from = commit === undefined ? "" : `  commit ${commit.slice(0, 12)}`;
			return `${id}  ${keptAt}  ${pages} pages, ${files} files${from}${mark}`;
		})
		.join("\n");
}

function refusal(sentence: string): OperatorError {
	return new OperatorError("command-invalid", [sentence]);
}
