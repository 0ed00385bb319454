import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { createSiteFolder, type SiteFiles } from "../../support/site-folder.ts";
import { reserveNetworks, type StackNetworks } from "./reserve-networks.ts";
import { reservePorts } from "./reserve-ports.ts";
import { type DockerAnswer, environmentOfDocker, runDocker, tryDocker } from "./run-docker.ts";

export interface StackOptions {
	readonly files?: SiteFiles;
	/** As an operator's `.env` has them; a function gets the value of `STACK_NETWORK`. */
	readonly environment?: PerNetwork<Readonly<Record<string, string>>>;
	/** Files of the repository that extend the compose file. */
	readonly extensions?: readonly string[];
	/** `NAME_SERVER` names another one for all stacks of a run by hand. */
	readonly nameServer?: NameServer;
	/** More of a compose file, as JSON, on top of the real one. */
	readonly override?: PerNetwork<object>;
}

type PerNetwork<Value extends object> = Value | ((network: string) => Value);

/**
 * The outside's name server says of every name that it does not exist, or that its address is the
 * server's own; or there is none, and who asks waits in vain.
 */
type NameServer = "empty" | "lying" | "none";

/** The product as an operator runs it, with ports and volumes of its own. */
export interface Stack {
	readonly siteUrl: string;
	readonly analyticsUrl: string;
	readonly httpUrl: string;
	/**
	 * An address of this machine that leads to the published ports as it does for visitors, through the
	 * kernel. What asks for "localhost" gets there through a process of the engine's, which needs six
	 * files a connection and ends for good when it has no more.
	 */
	readonly publicAddress: string;
	readonly siteFolder: string;
	/** The certificate of Caddy's own authority; there once Caddy is up. */
	readonly authority: () => Promise<string>;
	/** `docker compose` for this stack: standard output of what succeeds. */
	readonly compose: (...words: string[]) => Promise<string>;
	readonly tryCompose: (...words: string[]) => Promise<DockerAnswer>;
	/** Id of the only container of a service. */
	readonly containerOf: (service: string) => Promise<string>;
	/** Runs JavaScript in a container of the service. */
	readonly evaluateIn: (service: string, code: string) => Promise<string>;
	/**
	 * Writes `.env` and more of a compose file into an operator's folder, so that there
	 * `docker compose`, as it stands, means this stack.
	 *
	 * @returns What a shell needs for it.
	 */
	readonly settleIn: (folder: string) => Promise<NodeJS.ProcessEnv>;
	/** Removes its containers, volumes and networks, as far as the engine lets go of them. */
	readonly takeDown: () => Promise<void>;
	/** The same, and its folders. */
	readonly remove: () => Promise<void>;
}

const ROOT = join(import.meta.dirname, "../../..");

const FILES: SiteFiles = {
	"site.yaml": "name: Example\n",
	"pages/index.md": "# Welcome\n\n[Guide](/guide)\n",
	"pages/guide.md": "# Guide\n\nText.\n",
};

/**
 * Prepares the real compose file for one test and takes everything away after it. Nothing
 * runs before `compose("up", …)`. The outside is cut off: no packet is let out, and the only
 * name server is one that knows no names.
 */
export async function createStack(options: StackOptions = {}): Promise<Stack> {
	const stack = await prepareStack(options);
	onTestFinished(stack.remove);
	return stack;
}

/** The same, to be removed by the caller: for tests that share one. */
export async function prepareStack(options: StackOptions): Promise<Stack> {
	const project = `loggia-test-${randomBytes(4).toString("hex")}`;
	const { ports, release: releasePorts } = await reservePorts(3);
	const [httpPort, httpsPort, analyticsPort] = ports;
	const site = await createSiteFolder(options.files ?? FILES);
	// The services are another user than the one that runs the tests.
	await chmod(site.folder, 0o755);
	const folder = await mkdtemp(join(tmpdir(), "loggia-stack-"));
	const override = join(folder, "override.json");
	const outside = join(folder, "no-outside.json");
	const { networks, release } = await reserveNetworks();
	const inNetwork = <Value extends object>(value: PerNetwork<Value> | undefined) =>
		typeof value === "function" ? value(networks.stack) : value;
	await writeFile(override, JSON.stringify(inNetwork(options.override) ?? {}));
	const chosen = process.env["NAME_SERVER"] as NameServer | undefined;
	const nameServer = chosen ?? options.nameServer ?? "empty";
	await writeFile(outside, JSON.stringify(withoutOutside(networks, nameServer)));
	const environment: Record<string, string> = {
		LOGGIA_VERSION: inject("imageTag"),
		LOGGIA_CADDY_VERSION: inject("imageTag"),
		SITE_DIR: site.folder,
		SITE_ADDRESS: `localhost:${httpsPort}`,
		ANALYTICS_ADDRESS: `localhost:${analyticsPort}`,
		HTTP_PORT: String(httpPort),
		HTTPS_PORT: String(httpsPort),
		ANALYTICS_HTTPS_PORT: String(analyticsPort),
		STACK_NETWORK: networks.stack,
		...inNetwork(options.environment),
	};
	const extensions = options.extensions ?? [];
	const shipped = ["docker-compose.yml", ...extensions].map((file) => join(ROOT, file));
	const files = [...shipped, outside, override];
	const words = [
		"compose",
		"--env-file",
		"/dev/null",
		"--project-name",
		project,
		...files.flatMap((file) => ["--file", file]),
	];
	const run = (more: readonly string[]): Promise<string> =>
		runDocker([...words, ...more], { environment });
	const compose = (...more: string[]): Promise<string> =>
		run(more).catch((error: unknown) => {
			// A machine that stands still for seconds fails a check of health. The second start waits again.
			if (more.includes("--wait") && String(error).includes("is unhealthy")) return run(more);
			throw error;
		});
	const tryCompose = (...more: string[]): Promise<DockerAnswer> =>
		tryDocker([...words, ...more], { environment });
	return {
		siteUrl: `https://localhost:${httpsPort}`,
		analyticsUrl: `https://localhost:${analyticsPort}`,
		httpUrl: `http://localhost:${httpPort}`,
		publicAddress: `${networks.outside}.1`,
		siteFolder: site.folder,
		compose,
		tryCompose,
		authority: () => compose("exec", "--no-TTY", "caddy", "cat", AUTHORITY),
		containerOf: (service) => compose("ps", "--all", "--quiet", service),
		evaluateIn: (service, code) => compose("exec", "--no-TTY", service, "node", "-e", code),
		settleIn: async (operator) => {
			const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
			await writeFile(join(operator, ".env"), lines.join(""));
			return environmentOfDocker({
				COMPOSE_PROJECT_NAME: project,
				COMPOSE_FILE: ["docker-compose.yml", ...extensions, outside, override].join(":"),
			});
		},
		takeDown: () => takeDown(tryCompose),
		remove: async () => {
			await takeDown(tryCompose);
			await Promise.all([site.remove(), rm(folder, { recursive: true, force: true })]);
			await Promise.all([release(), releasePorts()]);
		},
	};
}

/**
 * Removes what runs, with its volumes and networks. An engine may go on counting an address in a
 * network when no container is left there, until it is started anew (moby/moby#42119): such a
 * network stays behind, and other stacks take other ones.
 */
async function takeDown(tryCompose: Stack["tryCompose"]): Promise<void> {
	const words = ["down", "--volumes", "--remove-orphans", "--timeout", "1"];
	const { code, stderr } = await tryCompose(...words);
	if (code === 0) return;
	const complaints = stderr.split("\n").filter((line) => /^failed to|^Error/.test(line));
	const left = await tryCompose("ps", "--all", "--quiet");
	const isEmpty = left.code === 0 && left.stdout.trim() === "";
	const isCounted = (line: string): boolean => line.trimEnd().endsWith("has active endpoints");
	if (isEmpty && complaints.length > 0 && complaints.every(isCounted)) return;
	throw new Error(`The stack was not removed:\n${stderr}`);
}

const AUTHORITY = "/data/caddy/pki/authorities/local/root.crt";

function withoutOutside({ stack, outside }: StackNetworks, nameServer: NameServer): object {
	const dns = [`${stack}.10`];
	const forCaddy = { dns: [`${outside}.53`] };
	const networks = {
		outside: {
			ipam: { config: [{ subnet: `${outside}.0/24` }] },
			// A packet that leaves with such an address finds no way back.
			driver_opts: { "com.docker.network.bridge.enable_ip_masquerade": "false" },
		},
	};
	if (nameServer === "none") {
		return { services: { site: { dns }, analytics: { dns }, caddy: forCaddy }, networks };
	}
	const caddy = { ...forCaddy, depends_on: { resolver: { condition: "service_started" } } };
	const resolver = {
		image: `loggia:${inject("imageTag")}`,
		command: ["/resolver.mjs"],
		init: true,
		environment: nameServer === "lying" ? { ANSWER: `${outside}.53` } : {},
		healthcheck: { test: ["CMD", "true"], interval: "3s" },
		sysctls: { "net.ipv4.ip_unprivileged_port_start": 0 },
		volumes: [`${join(import.meta.dirname, "resolver.mjs")}:/resolver.mjs:ro`],
		networks: {
			stack: { ipv4_address: `${stack}.10` },
			outside: { ipv4_address: `${outside}.53` },
		},
	};
	return { services: { site: { dns }, analytics: { dns }, caddy, resolver }, networks };
}
