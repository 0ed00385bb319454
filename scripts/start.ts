import { dirname } from "node:path";
import { ensureBuild } from "./build.ts";
import { originForPeople } from "./start/address.ts";
import { isPortTaken } from "./start/is-port-taken.ts";
import {
	planServices,
	SERVICE_CHOICES,
	type ServiceChoice,
	type ServicePlan,
} from "./start/plan-services.ts";
import { startService } from "./start/service-process.ts";
import { supervise } from "./start/supervise.ts";
import { waitUntilReady } from "./start/wait-until-ready.ts";

/** Builds if need be and runs the services until a signal comes: `npm start [site | analytics]`. */
async function start(choice: ServiceChoice): Promise<number> {
	const root = dirname(import.meta.dirname);
	await ensureBuild(root);
	const plans = planServices(choice, process.env, root);
	const refusals = await refusedPorts(plans);
	if (refusals.length > 0) {
		tell(refusals.join("\n"));
		return 1;
	}
	const over = new AbortController();
	void announce(plans, over.signal);
	const code = await supervise({ services: plans.map(startService), process });
	over.abort();
	return code;
}

/** @returns One sentence for each port that another process holds. */
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

/** Says where to look once everything can be looked at. */
async function announce(plans: readonly ServicePlan[], signal: AbortSignal): Promise<void> {
	const addresses = plans.flatMap(({ address }) => (address === undefined ? [] : [address]));
	const ready = await Promise.all(addresses.map((address) => waitUntilReady(address, signal)));
	const [first] = addresses;
	if (first === undefined || ready.includes(false)) return;
	tell(`Loggia is ready on ${originForPeople(first)}${process.env["BASE_PATH"] ?? ""}`);
}

function parseChoice(argument: string | undefined): ServiceChoice {
	const choice = SERVICE_CHOICES.find((candidate) => candidate === (argument ?? "all"));
	if (choice === undefined) {
		throw new RangeError(
			`The service must be one of ${SERVICE_CHOICES.join(", ")}: got "${argument}"`,
		);
	}
	return choice;
}

/** Standard output belongs to the services, whose lines are JSON. */
function tell(sentence: string): void {
	process.stderr.write(`${sentence}\n`);
}

process.exitCode = await start(parseChoice(process.argv[2]));
