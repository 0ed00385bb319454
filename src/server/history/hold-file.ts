import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

/** A kept revision that is shown in the place of the site folder, until that changes. */
export interface Hold {
	/** Of the revision that is shown. */
	readonly id: string;
	/** Of the site folder when the revision was brought back. */
	readonly folderState: string;
}

/** In the place of an id: the site folder is shown as it is, although it has lost pages. */
export const ACCEPTED = "accepted";

const FILE = "held.json";

const schema = z.object({ id: z.string(), folderState: z.string() });

/** Remembers beyond the process which revision was brought back. */
export class HoldFile {
	readonly #folder: string;

	/** @param folder Absolute, that of the kept revisions. */
	constructor(folder: string) {
		this.#folder = folder;
	}

	async read(): Promise<Hold | undefined> {
		try {
			const text = await readFile(join(this.#folder, FILE), "utf8");
			return schema.safeParse(JSON.parse(text)).data;
		} catch {
			// Absent nearly always.
			return undefined;
		}
	}

	async write(hold: Hold): Promise<void> {
		const unfinished = join(this.#folder, `.${randomUUID()}`);
		await mkdir(this.#folder, { recursive: true });
		await writeFile(unfinished, JSON.stringify(hold));
		await rename(unfinished, join(this.#folder, FILE));
	}

	async remove(): Promise<void> {
		await rm(join(this.#folder, FILE), { force: true });
	}
}
