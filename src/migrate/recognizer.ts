import { adoptionHint, recognize } from "./recognize.ts";

// Entry of the process that reads the configuration of a folder: `FOLDER [--hint]`.
const [folder = "", mode] = process.argv.slice(2);
const adoption = recognize(folder);
if (adoption !== undefined) {
	process.stdout.write(mode === "--hint" ? adoptionHint(adoption) : JSON.stringify(adoption));
}
