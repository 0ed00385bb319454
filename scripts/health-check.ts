import { dirname, relative } from "node:path";
import { originOf } from "./start/address.ts";
import { endHungService } from "./start/end-hung-service.ts";
import { parseServiceChoice, planServices, type ServicePlan } from "./start/plan-services.ts";

/** Shorter than what a container engine allows, so that it gets a sentence and not a timeout. */
const TIMEOUT_MS = 4_000;

/**
 * Asks the services of this container whether they are ready: `[all | site | analytics] [end-hung]`.
 * It finds them by the same variables as they themselves. With `end-hung`, a service that has
 * been silent for too long is ended.
 */
const [choice, task] = process.argv.slice(2);
const root = dirname(import.meta.dirname);
const checks = planServices(parseServiceChoice(choice), process.env, root).map(checkService);
const problems = (await Promise.all(checks)).flat();
process.stdout.write(problems.join("\n"));
process.exitCode = problems.length === 0 ? 0 : 1;

async function checkService({ name, entry, address }: ServicePlan): Promise<readonly string[]> {
	if (address === undefined) return [];
	const { problem, isSilent } = await askService(name, `${originOf(address)}/readyz`);
	if (task !== "end-hung") return problem;
	const hung = { name, entry: relative(root, entry), isSilent, nowMs: Date.now() };
	return endHungService(hung) ? [...problem, `The ${name} service hung and was ended`] : problem;
}

interface ServiceAnswer {
	readonly problem: readonly string[];
	readonly isSilent: boolean;
}

/** What the service says is in its log and at the address; here it only matters that it is not ready. */
async function askService(name: string, url: string): Promise<ServiceAnswer> {
	try {
		const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
		const problem = ok ? [] : [`The ${name} service is not ready: ${url} answered ${status}`];
		return { problem, isSilent: false };
	} catch (error) {
		const isSilent = error instanceof Error && error.name === "TimeoutError";
		return { problem: [`The ${name} service does not answer at ${url} (${error})`], isSilent };
	}
}
