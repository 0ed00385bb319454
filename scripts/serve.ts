import { dirname } from "node:path";
import { parseServiceChoice } from "./start/plan-services.ts";
import { runServices } from "./start/run-services.ts";

/** Runs services that are built already, with nothing that builds: what the image does. */
const choice = parseServiceChoice(process.argv[2]);
process.exitCode = await runServices(choice, dirname(import.meta.dirname));
