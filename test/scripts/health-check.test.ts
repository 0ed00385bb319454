import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/health-check.sh");

const LONG_AGO = Math.floor(Date.now() / 1000) - 3600;

test("a site that listens at HOST and is ready is healthy, and a port that cannot be known is not asked", async () => {
	const hosts = { "127.0.0.1": "127.0.0.1", " ": "127.0.0.1", "0.0.0.0": "0.0.0.0", "::": "::" };
	const listening = Object.entries({ ...hosts, "::1": "::1", localhost: "localhost" }).map(
		async ([HOST, listensAt]) => ({ HOST, PORT: String(await answering(200, listensAt)) }),
	);
	const unknown = ["0", "none", "70000x"].map((PORT) => ({ PORT }));

	for (const environment of [...(await Promise.all(listening)), ...unknown]) {
		expect([environment, ...(await check(["site"], environment))]).toEqual([environment, "", 0]);
	}
});

test("a service that answers 503 is not ready", async () => {
	const port = await answering(503);

	const result = await check(["analytics", "end-hung"], { ANALYTICS_PORT: String(port) });

	expect(result).toEqual([
		`The analytics service is not ready: at 127.0.0.1, port ${port}, it answered 503\n`,
		1,
	]);
});

test("of all services, each that is away is named", async () => {
	const [site, analytics] = [await freePort(), await freePort()];

	const environment = { PORT: String(site), ANALYTICS_PORT: String(analytics) };
	const [problems, code] = await check(["all", "end-hung"], environment);

	expect(problems.trim().split("\n").toSorted()).toEqual([
		`The analytics service does not answer at 127.0.0.1, port ${analytics}`,
		`The site service does not answer at 127.0.0.1, port ${site}`,
	]);
	expect(code).toBe(1);
});

test("all services are ready only if both are", async () => {
	const [ready, away] = [String(await answering(200)), String(await freePort())];

	const codes = await Promise.all(
		[
			{ PORT: ready, ANALYTICS_PORT: ready },
			{ PORT: away, ANALYTICS_PORT: ready },
			{ PORT: ready, ANALYTICS_PORT: away },
		].map(async (environment) => (await check([], environment))[1]),
	);

	expect(codes).toEqual([0, 1, 1]);
});

test("another word is refused", async () => {
	expect((await check(["sites"], {}))[1]).toBe(2);
});

test("a service that has been silent for 20 s is ended, though all its threads are stopped", async () => {
	const { folder, temporary, port, service } = await startHung();
	const environment = { PORT: String(port), TMPDIR: temporary };
	const silentSince = join(temporary, "loggia-site-silent-since");

	const first = await check(["site", "end-hung"], environment, folder);
	const isAliveAfterFirst = service.exitCode === null && service.signalCode === null;
	writeFileSync(silentSince, `${LONG_AGO}\n`);
	const ended = once(service, "exit");
	const second = await check(["site", "end-hung"], environment, folder);

	const silent = `The site service does not answer at 127.0.0.1, port ${port}\n`;
	expect(first).toEqual([silent, 1]);
	expect(isAliveAfterFirst).toBe(true);
	expect(second).toEqual([`The site service hung and was ended\n${silent}`, 1]);
	expect((await ended)[1]).toBe("SIGKILL");
});

test("an answer in between starts the count anew, and nothing is ended without being asked", async () => {
	const { folder, temporary, port, service } = await startHung();
	const silentSince = join(temporary, "loggia-site-silent-since");
	writeFileSync(silentSince, `${LONG_AGO}\n`);
	const alive = String(await answering(503));

	await check(["site"], { PORT: String(port), TMPDIR: temporary }, folder);
	await check(["site", "end-hung"], { PORT: alive, TMPDIR: temporary }, folder);
	await check(["site", "end-hung"], { PORT: String(port), TMPDIR: temporary }, folder);

	expect([service.exitCode, service.signalCode]).toEqual([null, null]);
});

/** @returns What it printed, and its exit code. */
async function check(
	words: readonly string[],
	environment: Readonly<Record<string, string>>,
	folder: string = tmpdir(),
): Promise<[string, number | null]> {
	const { PATH } = process.env;
	const options = { cwd: folder, env: { PATH, TMPDIR: folder, ...environment } };
	const run = spawn(SCRIPT, words, options);
	let printed = "";
	run.stdout.on("data", (chunk: Buffer) => {
		printed += chunk.toString();
	});
	const [code] = await once(run, "close");
	return [printed, code];
}

/** @returns The port of a service that is there. */
async function answering(status: number, host = "127.0.0.1"): Promise<number> {
	const server = createServer((_request, response) => response.writeHead(status).end());
	onTestFinished(() => void server.close());
	server.listen(0, host);
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}

/** A process that runs what the service would run, and listens, but does not answer any more. */
async function startHung() {
	const folder = temporaryFolder();
	const temporary = join(folder, "tmp");
	for (const name of [temporary, join(folder, "dist/server")]) mkdirSync(name, { recursive: true });
	writeFileSync(
		join(folder, "dist/server/main.js"),
		`const server = require("node:net").createServer().listen(0, "127.0.0.1", () => console.log(server.address().port));`,
	);
	const service = spawn(process.execPath, ["dist/server/main.js"], { cwd: folder });
	onTestFinished(() => void service.kill("SIGKILL"));
	const [port] = await once(service.stdout, "data");
	service.kill("SIGSTOP");
	return { folder, temporary, port: Number(port), service };
}
