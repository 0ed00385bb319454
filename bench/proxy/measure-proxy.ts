import { spawnSync } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "node:tls";
import { freePort } from "../../test/support/free-port.ts";
import { BENCH_PAGE, createBenchSite } from "../http/bench-site.ts";
import { mainScript } from "../http/main-script.ts";
import type { Rounds } from "../http/measure-case.ts";
import type { PinnedProcess } from "../http/pinned-process.ts";
import { recordAnswer } from "../http/record-answer.ts";
import type { Servers } from "../http/servers.ts";
import { median } from "../median.ts";
import { bareCaddyfile, shippedCaddyfile } from "./caddyfiles.ts";
import { loadTls, type Protocol } from "./load-tls.ts";

/** Costs of a request over TLS; processor time in milliseconds. */
export interface ProxyMeasure {
	readonly requestsPerSecond: number;
	readonly proxyMs: number;
	/** Of the server behind the proxy. */
	readonly serverMs: number;
}

/** The project's Caddyfile beside a bare Caddy. Figures are the median of the rounds. */
export interface ProxyResult {
	readonly name: "page" | "asset";
	readonly protocol: Protocol;
	readonly product: ProxyMeasure;
	readonly baseline: ProxyMeasure & { readonly name: string };
	/** Share of the baseline's rate: the median over consecutive pairs. */
	readonly share: number;
	/** The same by the processor time of both processes. */
	readonly cpuShare: number;
}

interface Subject {
	readonly url: string;
	readonly proxy: PinnedProcess;
	/** Absent: the proxy has the files itself. */
	readonly server?: PinnedProcess;
}

const BR = { "accept-encoding": "br" };

/** As in the Dockerfile. */
const IMAGE_ENVIRONMENT = { GOGC: "400" };

/** @returns `undefined` when a program is absent. */
export async function measureProxy(
	servers: Servers,
	rounds: Rounds,
): Promise<readonly ProxyResult[] | undefined> {
	const caddy = process.env["CADDY"] ?? "caddy";
	const absent = [caddy, "wrk", "h2load"].filter((name) => spawnSync(name, ["--version"]).error);
	if (absent.length > 0) {
		console.error(`Skipped proxy: PATH must have ${absent.join(", ")}; CADDY can name a Caddy`);
		return undefined;
	}
	const dataFolder = await servers.folder();
	const site = await servers.product(
		servers.adopt(await createBenchSite({ pages: 200, redirects: 10 })),
		{
			dataFolder,
			environment: { TRUSTED_PROXIES: "loopback" },
		},
	);
	const page = await recordAnswer("page", `http://127.0.0.1:${site.port}${BENCH_PAGE}`, BR);
	const bare = await servers.bareFastify([page]);
	// The length of the list is in its argument, which the type of `Array.from()` loses.
	const ports = await Promise.all(Array.from({ length: 8 }, () => freePort()));
	const [
		sitePort,
		analyticsPort,
		httpPort,
		healthPort,
		proxyPort,
		filesPort,
		bareHttp,
		bareHealth,
	] = ports as unknown as Ports;

	const buildsFolder = join(dataFolder, "builds");
	const work = await servers.folder();
	const shipped = await startCaddy("shipped", healthPort, {
		text: shippedCaddyfile({
			healthPort,
			sitePort: site.port,
			buildsFolder,
			logFile: join(work, "requests.log"),
		}),
		environment: {
			...IMAGE_ENVIRONMENT,
			SITE_ADDRESS: `localhost:${sitePort}`,
			ANALYTICS_ADDRESS: `localhost:${analyticsPort}`,
			HTTP_PORT: String(httpPort),
		},
	});
	await symlink(join(buildsFolder, ".public"), join(work, "_nuxt"));
	const other = await startCaddy("bare", bareHealth, {
		text: bareCaddyfile({
			healthPort: bareHealth,
			httpPort: bareHttp,
			proxyPort,
			filesPort,
			serverPort: bare.port,
			folder: work,
		}),
	});

	const asset = `/_nuxt/${await mainScript()}`;
	for (const port of [sitePort, proxyPort, filesPort]) await untilSecure(port);
	const origin = (port: number): string => `https://localhost:${port}`;
	const pairs = [
		{
			name: "page",
			ours: { url: origin(sitePort) + BENCH_PAGE, proxy: shipped, server: site },
			theirs: { url: `${origin(proxyPort)}/page`, proxy: other, server: bare },
			baseline: "bare reverse_proxy and bare Fastify",
		},
		{
			name: "asset",
			ours: { url: origin(sitePort) + asset, proxy: shipped },
			theirs: { url: origin(filesPort) + asset, proxy: other },
			baseline: "bare file_server",
		},
	] as const;
	const results: ProxyResult[] = [];
	for (const { name, ours, theirs, baseline } of pairs) {
		for (const protocol of ["HTTP/1.1", "HTTP/2"] as const) {
			await measureTurns(ours, theirs, protocol, { ...rounds, count: 1 });
			const turns = await measureTurns(ours, theirs, protocol, rounds);
			results.push({ name, protocol, ...summarize(turns, baseline) });
		}
	}
	return results;

	async function startCaddy(
		name: string,
		port: number,
		{ text, environment = {} }: { text: string; environment?: Readonly<Record<string, string>> },
	): Promise<PinnedProcess> {
		const file = join(work, `${name}.Caddyfile`);
		await writeFile(file, text);
		return servers.program(caddy, {
			args: ["run", "--config", file, "--adapter", "caddyfile"],
			port,
			readyPath: "/",
			environment: { HOME: work, XDG_DATA_HOME: work, ...environment },
		});
	}
}

type Ports = readonly [number, number, number, number, number, number, number, number];

/** Resolves after the first handshake: Caddy issues its certificates after its start. */
async function untilSecure(port: number): Promise<void> {
	for (;;) {
		const isSecure = await new Promise<boolean>((resolve) => {
			const options = { host: "localhost", servername: "localhost", rejectUnauthorized: false };
			const socket = connect({ ...options, port }, () => {
				socket.destroy();
				resolve(true);
			}).once("error", () => resolve(false));
		});
		if (isSecure) return;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}

async function measureTurns(ours: Subject, theirs: Subject, protocol: Protocol, rounds: Rounds) {
	const turns: { readonly our: ProxyMeasure; readonly their: ProxyMeasure }[] = [];
	for (let turn = 0; turn < rounds.count; turn += 1) {
		const our = await measure(ours, protocol, rounds.durationMs);
		turns.push({ our, their: await measure(theirs, protocol, rounds.durationMs) });
	}
	return turns;
}

async function measure(
	{ url, proxy, server }: Subject,
	protocol: Protocol,
	durationMs: number,
): Promise<ProxyMeasure> {
	const serverSeconds = (): number => server?.cpuSeconds() ?? 0;
	const before = [proxy.cpuSeconds(), serverSeconds()] as const;
	const { requests, requestsPerSecond } = await loadTls({ url, protocol, durationMs });
	return {
		requestsPerSecond,
		proxyMs: ((proxy.cpuSeconds() - before[0]) / requests) * 1000,
		serverMs: ((serverSeconds() - before[1]) / requests) * 1000,
	};
}

function summarize(
	turns: readonly { readonly our: ProxyMeasure; readonly their: ProxyMeasure }[],
	name: string,
): Pick<ProxyResult, "product" | "baseline" | "share" | "cpuShare"> {
	const middle = (measures: readonly ProxyMeasure[]): ProxyMeasure => ({
		requestsPerSecond: median(measures.map((one) => one.requestsPerSecond)),
		proxyMs: median(measures.map((one) => one.proxyMs)),
		serverMs: median(measures.map((one) => one.serverMs)),
	});
	const cpuMs = ({ proxyMs, serverMs }: ProxyMeasure): number => proxyMs + serverMs;
	return {
		product: middle(turns.map(({ our }) => our)),
		baseline: { name, ...middle(turns.map(({ their }) => their)) },
		share: median(turns.map(({ our, their }) => our.requestsPerSecond / their.requestsPerSecond)),
		cpuShare: median(turns.map(({ our, their }) => cpuMs(their) / cpuMs(our))),
	};
}
