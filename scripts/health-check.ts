import { dirname } from "node:path";
import { originOf } from "./start/address.ts";
import { parseServiceChoice, planServices } from "./start/plan-services.ts";

/** Shorter than what a container engine allows, so that it gets a sentence and not a timeout. */
const TIMEOUT_MS = 4_000;

/**
 * Asks the services of this container whether they are ready: `[all | site | analytics]`. It
 * finds them by the same variables as they themselves.
 */
const plans = planServices(
	parseServiceChoice(process.argv[2]),
	process.env,
	dirname(import.meta.dirname),
);
const problems = await Promise.all(
	plans.flatMap(({ name, address }) =>
		address === undefined ? [] : [problemOf(name, `${originOf(address)}/readyz`)],
	),
);
process.stdout.write(problems.flat().join("\n"));
process.exitCode = problems.flat().length === 0 ? 0 : 1;

/** What the service says is in its log and at the address; here it only matters that it is not ready. */
async function problemOf(name: string, url: string): Promise<readonly string[]> {
	try {
		const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
		return ok ? [] : [`The ${name} service is not ready: ${url} answered ${status}`];
	} catch (error) {
		return [`The ${name} service does not answer at ${url} (${error})`];
	}
}
