import { recognize } from "./recognize.ts";

// Entry of the process that reads the configuration of a folder.
const [folder = ""] = process.argv.slice(2);
const adoption = recognize(folder);
if (adoption !== undefined) process.stdout.write(JSON.stringify(adoption));
