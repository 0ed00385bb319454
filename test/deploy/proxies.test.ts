import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { DASHBOARD_HEADER } from "../../src/analytics/api-types/session.ts";
import { makeCertificate } from "../container/support/make-certificate.ts";
import { listenAnalytics } from "../support/analytics.ts";
import { freePort } from "../support/free-port.ts";
import { listenForTest } from "../support/listen-for-test.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const DEPLOY = join(import.meta.dirname, "../../deploy");

const PROXIES = [
	{ program: "nginx", file: "nginx.conf", start: startNginx },
	{ program: "haproxy", file: "haproxy.cfg", start: startHaproxy },
] as const;

const HIDDEN = ["/metrics", "/readyz", "/healthz/", "//metrics", "/%6detrics", "/readyz?x=1"];

describe.each(PROXIES)("deploy/$file", ({ program, start }) => {
	const isThere = spawnSync(program, ["-v"]).error === undefined;

	test.runIf(isThere)("hands addresses on as they are, and says itself who asks", async () => {
		const { site, ask } = await startBefore(start);

		const answer = await ask("example.org", "/a%2Fb//%C3%A9?q=1", {
			headers: { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "gopher" },
		});

		expect(answer.status).toBe(200);
		expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
		const [last] = site.received.filter(({ url }) => url !== "/readyz").slice(-1);
		expect(last?.url).toBe("/a%2Fb//%C3%A9?q=1");
		expect(last?.headers).toMatchObject({
			host: expect.stringMatching(/^example\.org/),
			"x-forwarded-for": "127.0.0.1",
			"x-forwarded-proto": "https",
		});
	});

	test.runIf(isThere)("shows the public no measurements and no probes", async () => {
		const { ask } = await startBefore(start);

		for (const path of HIDDEN) {
			const answers = [await ask("example.org", path), await ask("stats.example.org", path)];
			expect(
				answers.map(({ status }) => status),
				path,
			).toEqual([404, 404]);
		}
	});

	test.runIf(isThere)(
		"limits passwords by the address that is real, whatever a client says",
		async () => {
			const { ask } = await startBefore(start);
			const statuses: number[] = [];

			for (let attempt = 1; attempt <= 10; attempt += 1) {
				const { status } = await ask("stats.example.org", "/api/session", {
					method: "POST",
					headers: {
						"content-type": "application/json",
						"sec-fetch-site": "same-origin",
						"x-forwarded-for": `203.0.113.${attempt}`,
						[DASHBOARD_HEADER]: "1",
					},
					body: '{"password":"wrong password"}',
				});
				statuses.push(status);
			}

			expect(statuses.at(-1)).toBe(429);
		},
	);
});

test.each([
	"traefik.yaml",
	"kubernetes/ingress.yaml",
])("deploy/%s leads both names to their ports, and the probes nowhere", async (file) => {
	const text = await readFile(join(DEPLOY, file), "utf8");

	expect(parse(text)).toBeTypeOf("object");
	expect(text).toMatch(/\bsite\b[\s\S]*\b3000\b/);
	expect(text).toMatch(/\banalytics\b[\s\S]*\b8000\b/);
	for (const probe of ["healthz", "readyz", "metrics"]) expect(text).toContain(probe);
});

interface Ports {
	readonly tls: number;
	readonly plain: number;
	readonly site: number;
	readonly analytics: number;
}

interface AskOptions {
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
}

type Start = (folder: string, ports: Ports) => Promise<ChildProcess>;

/** A stand-in for the site that writes down what reaches it, the real analytics service, and the proxy. */
async function startBefore(start: Start) {
	const folder = temporaryFolder();
	const site = await standIn();
	const { url } = await listenAnalytics();
	const ports = {
		tls: await freePort(),
		plain: await freePort(),
		site: site.port,
		analytics: Number(new URL(url).port),
	};
	await makeCertificate(folder, "example.org", "example.org");
	const proxy = await start(folder, ports);
	onTestFinished(async () => {
		proxy.kill("SIGTERM");
		if (proxy.exitCode === null) await once(proxy, "exit");
	});
	const ask = (host: string, path: string, options: AskOptions = {}) =>
		askOver(ports.tls, host, path, options);
	await expect.poll(() => ask("example.org", "/").then(({ status }) => status, String)).toBe(200);
	await expect
		.poll(() => ask("stats.example.org", "/e/").then(({ status }) => status, String))
		.toBeLessThan(500);
	return { site, ask };
}

async function startNginx(folder: string, ports: Ports): Promise<ChildProcess> {
	const snippet = await adapted("nginx.conf", ports);
	const site = join(folder, "loggia.conf");
	await writeFile(site, snippet.replaceAll("/etc/ssl/example.org", join(folder, "example.org")));
	const main = join(folder, "main.conf");
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
		(name) => `${name}_temp_path ${folder}/${name};`,
	);
	await writeFile(
		main,
		`daemon off; pid ${folder}/pid; events {} http { access_log off; ${temporary.join(" ")} include ${site}; }`,
	);
	const words = ["-e", "stderr", "-p", folder, "-c", main];
	return spawn("nginx", words, { stdio: ["ignore", "ignore", "pipe"] });
}

async function startHaproxy(folder: string, ports: Ports): Promise<ChildProcess> {
	const certificates = join(folder, "certs");
	await mkdir(certificates);
	const parts = ["pem", "key"].map((kind) => readFile(join(folder, `example.org.${kind}`), "utf8"));
	await writeFile(join(certificates, "example.org.pem"), (await Promise.all(parts)).join(""));
	const file = join(folder, "haproxy.cfg");
	const snippet = await adapted("haproxy.cfg", ports);
	await writeFile(file, snippet.replace("/etc/haproxy/certs/", certificates));
	return spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
}

/** With free ports in the place of the usual ones. */
async function adapted(file: string, ports: Ports): Promise<string> {
	const text = await readFile(join(DEPLOY, file), "utf8");
	return text
		.replaceAll("listen 443", `listen 127.0.0.1:${ports.tls}`)
		.replaceAll("listen 80", `listen 127.0.0.1:${ports.plain}`)
		.replaceAll("bind :443", `bind 127.0.0.1:${ports.tls}`)
		.replaceAll("bind :80", `bind 127.0.0.1:${ports.plain}`)
		.replaceAll("127.0.0.1:3000", `127.0.0.1:${ports.site}`)
		.replaceAll("127.0.0.1:8000", `127.0.0.1:${ports.analytics}`);
}

async function standIn() {
	const received: Pick<IncomingMessage, "url" | "headers">[] = [];
	const server = createServer(({ url, headers }, response) => {
		received.push({ url, headers });
		response.end("ok");
	});
	return { received, port: await listenForTest(server) };
}

/** The path goes out as it is written, which fetch() would not do. */
async function askOver(port: number, host: string, path: string, options: AskOptions) {
	const { method = "GET", headers = {}, body = "" } = options;
	const sent = request({
		host: "127.0.0.1",
		port,
		path,
		method,
		agent: false,
		servername: host,
		rejectUnauthorized: false,
		headers: { ...headers, host: `${host}:${port}` },
	});
	sent.end(body);
	const [response] = (await once(sent, "response")) as [IncomingMessage];
	response.resume();
	return { status: response.statusCode ?? 0, headers: response.headers };
}
