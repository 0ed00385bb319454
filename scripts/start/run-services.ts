import { originForPeople } from "./address.ts";
import { isPortTaken } from "./is-port-taken.ts";
import { planServices, type ServiceChoice, type ServicePlan } from "./plan-services.ts";
import { startService } from "./service-process.ts";
import { supervise } from "./supervise.ts";
import { waitUntilReady } from "./wait-until-ready.ts";

/**
 * Runs built services until a signal, and prints the first service's address on standard error.
 *
 * @param root Absolute; the folder with `dist`.
 * @returns The exit code of the process.
 */
export async function runServices(choice: ServiceChoice, root: string): Promise<number> {
	const plans = planServices(choice, process.env, root);
	const refusals = await refusedPorts(plans);
	if (refusals.length > 0) {
		print(refusals.join("\n"));
		return 1;
	}
	const over = new AbortController();
	void announce(plans, over.signal);
	const code = await supervise({ services: plans.map(startService), process });
	over.abort();
	return code;
}

/** @returns A sentence for each port that another process uses. */
async function refusedPorts(plans: readonly ServicePlan[]): Promise<readonly string[]> {
	const sentences = plans.map(async ({ name, address }) => {
		if (address === undefined || !(await isPortTaken(address))) return [];
		const variable = name === "site" ? "PORT" : "ANALYTICS_PORT";
		return [
			`Port ${address.port} is taken by another process: stop it, or choose another ${variable}`,
		];
	});
	return (await Promise.all(sentences)).flat();
}

/** Prints the address once all services are ready. */
async function announce(plans: readonly ServicePlan[], signal: AbortSignal): Promise<void> {
	const addresses = plans.flatMap(({ address }) => (address === undefined ? [] : [address]));
	const ready = await Promise.all(addresses.map((address) => waitUntilReady(address, signal)));
	const [first] = addresses;
	if (first === undefined || ready.includes(false)) return;
	print(`Loggia is ready on ${originForPeople(first)}${process.env["BASE_PATH"] ?? ""}`);
}

/** Standard output is reserved for the services, whose lines are JSON. */
function print(sentence: string): void {
	process.stderr.write(`${sentence}\n`);
}
