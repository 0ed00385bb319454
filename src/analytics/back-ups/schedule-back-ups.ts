import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Logger } from "pino";
import type { Metrics } from "../../platform/observability/metrics.ts";

export interface ScheduleOptions {
	/** Minutes of the day, in UTC. */
	readonly schedule: readonly number[];
	readonly folder: string;
	readonly log: Logger;
	readonly metrics: Metrics;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	/** Writes a back-up. @throws {Error} When it fails. */
	readonly backUp?: () => Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Backs up at the times of a schedule. @returns A function that ends the schedule. */
export function scheduleBackUps(options: ScheduleOptions): () => void {
	const { schedule, folder, log, metrics, now, backUp = backUpInProcess } = options;
	if (schedule.length === 0) return () => undefined;
	const countFailed = metrics.counter(
		"analytics_back_up_failures_total",
		"Back-ups of the schedule that failed",
	);
	let timer: NodeJS.Timeout;
	const plan = (): void => {
		timer = setTimeout(run, nextRun(schedule, now()) - now()).unref();
	};
	const run = (): void => {
		backUp()
			.then(() =>
				log.info({ folder }, "The store was backed up, and the copy was restored on trial"),
			)
			.catch((error: unknown) => {
				countFailed();
				log.error({ err: error, folder }, "The store could not be backed up");
			})
			.finally(plan);
	};
	plan();
	return () => clearTimeout(timer);
}

/** @returns The first time of the schedule after `time`, in milliseconds since the Unix epoch. */
export function nextRun(schedule: readonly number[], time: number): number {
	const day = Math.floor(time / (DAY_MINUTES * MINUTE_MS)) * DAY_MINUTES;
	const times = [...schedule, ...schedule.map((minute) => minute + DAY_MINUTES)];
	return Math.min(...times.map((minute) => (day + minute) * MINUTE_MS).filter((at) => at > time));
}

/** A process of its own: the check of a copy would delay events by seconds. */
async function backUpInProcess(): Promise<void> {
	const child = spawn(
		process.execPath,
		[...process.execArgv, process.argv[1] ?? "", "back-up-now"],
		{
			stdio: ["ignore", "ignore", "pipe"],
		},
	);
	let complaint = "";
	child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
		complaint += chunk;
	});
	const [code] = await once(child, "close");
	if (code !== 0) throw new Error(complaint.trim() || `The process ended with ${code}`);
}
