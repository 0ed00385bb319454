import { SiteConfigError } from "../server/content/site-config.ts";
import { adopt, readAdoption } from "./adopt.ts";
import { AdoptError } from "./adoption.ts";

const RECOGNIZER = new URL("recognizer.js", import.meta.url);

try {
	const read = (folder: string) => readAdoption(folder, RECOGNIZER);
	process.stdout.write(`${await adopt(process.argv.slice(2), read)}\n`);
} catch (error) {
	if (!(error instanceof AdoptError || error instanceof SiteConfigError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
