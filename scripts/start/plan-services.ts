import { join } from "node:path";
import { type Address, originOf } from "./address.ts";

/** Arguments of `npm start`. */
const SERVICE_CHOICES = ["all", "site", "analytics"] as const;

export type ServiceChoice = (typeof SERVICE_CHOICES)[number];

/** No argument means all services. @throws {RangeError} For an unknown choice. */
export function parseServiceChoice(argument: string | undefined): ServiceChoice {
	const choice = SERVICE_CHOICES.find((candidate) => candidate === (argument ?? "all"));
	if (choice !== undefined) return choice;
	throw new RangeError(
		`The service must be one of ${SERVICE_CHOICES.join(", ")}: got "${argument}"`,
	);
}

/** The plan for one service. */
export interface ServicePlan {
	readonly name: string;
	/** Absolute path of the built entry. */
	readonly entry: string;
	readonly environment: NodeJS.ProcessEnv;
	/** Address to listen on; `undefined` if the system chooses the port, or if the service will reject it. */
	readonly address: Address | undefined;
}

/**
 * Decides which services to start, and with which variables. Values are passed on unchanged: the services
 * validate them, and name every wrong one.
 *
 * @returns The services in the order of stopping: the site first, since it sends requests to the other.
 */
export function planServices(
	choice: ServiceChoice,
	environment: NodeJS.ProcessEnv,
	root: string,
): readonly ServicePlan[] {
	const variables = { DATA_DIR: join(root, "data"), ...withoutBlanks(environment) };
	if (choice === "site") return [planSite(variables, root)];
	if (choice === "analytics") return [planAnalytics(variables, root)];
	const analytics = planAnalytics(variables, root);
	return [planSite({ ...upstreamOf(analytics), ...variables }, root), analytics];
}

function upstreamOf({ address }: ServicePlan): NodeJS.ProcessEnv {
	return address === undefined ? {} : { ANALYTICS_UPSTREAM: originOf(address) };
}

function planSite(environment: NodeJS.ProcessEnv, root: string): ServicePlan {
	return {
		name: "site",
		entry: join(root, "dist/server/main.js"),
		environment: { ...(isForDeveloper(environment) && FOR_DEVELOPER), ...environment },
		address: addressOf(environment["HOST"] ?? "0.0.0.0", environment["PORT"] ?? "3000"),
	};
}

/** Visitors of other machines cannot reach a loopback address without a proxy, which has a variable. */
function isForDeveloper({
	SITE_CODE,
	HOST = "",
	NODE_ENV,
	TRUSTED_PROXIES,
}: NodeJS.ProcessEnv): boolean {
	const isOwn = NODE_ENV === undefined && TRUSTED_PROXIES === undefined;
	return SITE_CODE === "true" && isOwn && LOOPBACK.test(HOST);
}

const FOR_DEVELOPER = { DEVELOPMENT: "true", LIVE_UPDATES: "true" };

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

function planAnalytics(environment: NodeJS.ProcessEnv, root: string): ServicePlan {
	return {
		name: "analytics",
		entry: join(root, "dist/analytics/main.js"),
		environment,
		address: addressOf(environment["HOST"] ?? "127.0.0.1", environment["ANALYTICS_PORT"] ?? "8000"),
	};
}

/** A blank variable means the default, as in the services. */
function withoutBlanks(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(environment).filter(([, value]) => value?.trim() !== ""),
	);
}

function addressOf(host: string, port: string): Address | undefined {
	const isFixed = /^\d+$/.test(port) && Number(port) > 0 && Number(port) < 65_536;
	return isFixed ? { host, port: Number(port) } : undefined;
}
