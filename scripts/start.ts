import { dirname } from "node:path";
import { ensureBuild } from "./build.ts";
import { parseServiceChoice } from "./start/plan-services.ts";
import { runServices } from "./start/run-services.ts";

/** Builds if needed and runs the services until a signal: `npm start [site | analytics]`. */
const choice = parseServiceChoice(process.argv[2]);
const root = dirname(import.meta.dirname);
await ensureBuild(root);
process.exitCode = await runServices(choice, root);
