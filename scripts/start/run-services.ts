import { originForPeople } from "./address.ts";
import { isPortTaken } from "./is-port-taken.ts";
import { planServices, type ServiceChoice, type ServicePlan } from "./plan-services.ts";
import { startService } from "./service-process.ts";
import { supervise } from "./supervise.ts";

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
	const starts = plans.map((plan) => () => startService(plan));
	return supervise({ starts, process, print, onReady: () => announce(plans) });
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

function announce([first]: readonly ServicePlan[]): void {
	if (first?.address === undefined) return;
	print(`Loggia is ready on ${originForPeople(first.address)}${process.env["BASE_PATH"] ?? ""}`);
}

/** Standard output is reserved for the services, whose lines are JSON. */
function print(sentence: string): void {
	process.stderr.write(`${sentence}\n`);
}
