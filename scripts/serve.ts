import { dirname } from "node:path";
import { parseServiceChoice } from "./start/plan-services.ts";
import { runServices } from "./start/run-services.ts";

/** Runs built services, for the image. */
const choice = parseServiceChoice(process.argv[2]);
process.exitCode = await runServices(choice, dirname(import.meta.dirname));
