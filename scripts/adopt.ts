import { dirname } from "node:path";
import { ensureBuild } from "./build.ts";
import { callerPath } from "./start/caller-path.ts";

// Writes the `site.yaml` of another generator's folder, for `npm run adopt -- {folder}`.
await ensureBuild(dirname(import.meta.dirname));
// Relative names are names in the folder of the caller.
process.chdir(callerPath(""));
await import(new URL("../dist/migrate/main.js", import.meta.url).href);
