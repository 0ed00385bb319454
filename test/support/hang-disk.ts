/**
 * Preloaded into a process. While the file in `HANGING_MARK` exists, each access to the folder in
 * `HANGING_FOLDER` blocks, as on a hanging network mount, until the pipe in `HANGING_PIPE` has a writer.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const {
	HANGING_FOLDER: folder = "",
	HANGING_MARK: mark = "",
	HANGING_PIPE: pipe = "",
} = process.env;

const NAMES =
	/^(?:access|exists|glob|l?stat|open|opendir|read|readdir|readFile|readlink|realpath)(?:Sync)?$/;

type Work = (...words: unknown[]) => unknown;

const { closeSync, existsSync, open, openSync } = fs;
const openLater = fs.promises.open;

wrap(fs, (name, words, work) => {
	if (!name.endsWith("Sync")) return open(pipe, "r", () => work(...words));
	closeSync(openSync(pipe, "r"));
	return work(...words);
});
wrap(fs.promises, async (_name, words, work) => {
	await openLater(pipe, "r");
	return work(...words);
});
syncBuiltinESMExports();

function wrap(target: object, hang: (name: string, words: unknown[], work: Work) => unknown): void {
	for (const [name, work] of Object.entries(target).filter(([name]) => NAMES.test(name))) {
		const wrapped = (...words: unknown[]): unknown => {
			const isHanging = String(words[0]).startsWith(folder) && existsSync(mark);
			return isHanging ? hang(name, words, work) : work(...words);
		};
		Object.assign(target, { [name]: Object.assign(wrapped, work) });
	}
}
