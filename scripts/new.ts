import { cp, mkdir, readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Creates a small site folder, for `npm run new -- {folder}`. */
async function makeSite(words: readonly string[]): Promise<number> {
	const [name, ...rest] = words;
	if (name === undefined || rest.length > 0) {
		console.error(`The words must be one folder: got "${words.join(" ")}"`);
		return 1;
	}
	const folder = resolve(name);
	try {
		await mkdir(folder, { recursive: true });
	} catch (error) {
		const reason = error instanceof Error && "code" in error ? error.code : error;
		console.error(`The folder cannot be made: "${folder}" (${reason})`);
		return 1;
	}
	if ((await readdir(folder)).length > 0) {
		console.error(`The folder must be new or empty: "${folder}" is not`);
		return 1;
	}
	await cp(join(dirname(import.meta.dirname), "examples/start"), folder, { recursive: true });
	console.log(`Made a site in ${folder}\nServe it: SITE_DIR="${folder}" npm start`);
	return 0;
}

process.exitCode = await makeSite(process.argv.slice(2));
