import { dirname } from "node:path";
import { ensureBuild } from "./build.ts";

// Writes the `site.yaml` of another generator's folder, for `npm run adopt -- {folder}`.
await ensureBuild(dirname(import.meta.dirname));
await import(new URL("../dist/migrate/main.js", import.meta.url).href);
