import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { PERSONAL_KEY } from "../../../support/analytics.ts";
import {
	type AnalyticsProcess,
	startAnalyticsProcess,
} from "../../../support/analytics-process.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { pageView } from "../../../support/visitor.ts";

/** A small disk of its own needs a mount, which not every machine lets a test do. */
const canMount = spawnSync("unshare", ["-rm", "true"]).status === 0;

test.skipIf(!canMount)(
	"a full disk answers 503, acknowledges nothing, and recovers without a restart",
	async () => {
		const folder = temporaryFolder();
		const service = await startAnalyticsProcess(folder, { LOG_LEVEL: "silent" }, [
			"unshare",
			"-rm",
			"sh",
			"-c",
			`mount -t tmpfs -o size=4m tmpfs "${folder}" && exec "$0" "$@"`,
		]);
		const filler = `/proc/${service.child.pid}/root${folder}/filler`;
		const before = await sendMany(service, 50);
		fillDisk(filler);

		const full = await sendUntilRefused(service);
		const refused = await sendMany(service, 20);
		const readiness = await fetch(`${service.url}/readyz`);
		rmSync(filler);
		const after = await sendMany(service, 50);

		expect(before).toEqual({ accepted: 50, refused: 0 });
		expect(refused).toEqual({ accepted: 0, refused: 20 });
		expect(readiness.status).toBe(503);
		expect(after).toEqual({ accepted: 50, refused: 0 });
		expect(await storedTotal(service)).toBe(before.accepted + full + after.accepted);
		expect(await service.kill("SIGTERM")).toBe(0);
	},
	60_000,
);

/** A disk that outlives the process: only for root. */
const canMountForAll = process.getuid?.() === 0 && canMount;

test.skipIf(!canMountForAll)(
	"a service whose disk was full starts again, serves reads, and recovers without a restart",
	async () => {
		const folder = temporaryFolder();
		expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", folder]).status).toBe(0);
		onTestFinished(() => void spawnSync("umount", [folder]));
		const environment = { LOG_LEVEL: "silent", ANALYTICS_API_KEY: PERSONAL_KEY };
		const first = await startAnalyticsProcess(folder, environment);
		const before = await sendMany(first, 50);
		fillDisk(`${folder}/filler`);
		await sendUntilRefused(first);
		expect(await readViews(first)).toBeGreaterThanOrEqual(before.accepted);
		await first.kill("SIGTERM");
		fillDisk(`${folder}/filler-of-the-rest`);

		const second = await startAnalyticsProcess(folder, environment);
		const views = await readViews(second);
		rmSync(`${folder}/filler`);
		const after = await sendMany(second, 20);

		expect(views).toBeGreaterThanOrEqual(before.accepted);
		expect(after).toEqual({ accepted: 20, refused: 0 });
		expect(await second.kill("SIGTERM")).toBe(0);
	},
	60_000,
);

async function readViews({ url }: AnalyticsProcess): Promise<number> {
	const headers = { authorization: `Bearer ${PERSONAL_KEY}` };
	const response = await fetch(`${url}/api/v1/stats?breakdown=event,bot`, { headers });
	expect(response.status).toBe(200);
	const { breakdowns } = await response.json();
	const rows: readonly { readonly views: number }[] = [...breakdowns.event, ...breakdowns.bot];
	return rows.reduce((sum, { views }) => sum + views, 0);
}

/** Both disks are smaller. Without a bound, a mount that failed would cost the disk of the machine. */
const LARGEST_DISK_BYTES = 8 * 1024 * 1024;

/** @throws {RangeError} When the file is not on a small disk. */
function fillDisk(path: string): void {
	const file = openSync(path, "w");
	const block = Buffer.alloc(4_096);
	try {
		for (let bytes = 0; bytes <= LARGEST_DISK_BYTES; bytes += block.length) writeSync(file, block);
	} catch {
		// No space left: that is the point.
		return;
	} finally {
		closeSync(file);
	}
	rmSync(path);
	throw new RangeError(`"${path}" must be on a disk of at most ${LARGEST_DISK_BYTES} bytes`);
}

/** The log may have room for a few more. @returns How many were accepted before the first 503. */
async function sendUntilRefused(service: AnalyticsProcess): Promise<number> {
	for (let accepted = 0; accepted < 10_000; accepted += 1) {
		const response = await service.send(pageView("https://site.example/"));
		if (response.status === 503) return accepted;
	}
	throw new Error("The disk never became full");
}

async function sendMany(service: AnalyticsProcess, count: number) {
	const responses = await Promise.all(
		Array.from({ length: count }, () => service.send(pageView("https://site.example/"))),
	);
	const accepted = responses.filter(({ status }) => status === 200).length;
	const refused = responses.filter(({ status }) => status === 503).length;
	return { accepted, refused };
}

async function storedTotal({ url }: AnalyticsProcess): Promise<number> {
	const metrics = await (await fetch(`${url}/metrics`)).text();
	return Number(/^analytics_events_stored_total (\d+)$/m.exec(metrics)?.[1]);
}
