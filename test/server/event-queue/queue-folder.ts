import { randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createLogger } from "../../../src/platform/observability/logger.ts";
import { Metrics } from "../../../src/platform/observability/metrics.ts";
import { ACK_HEADER, type Delivery } from "../../../src/server/event-queue/delivery.ts";
import { EventQueue } from "../../../src/server/event-queue/event-queue.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

export const NOON = Date.parse("2026-11-22T12:00:00Z");
export const HOUR_MS = 60 * 60 * 1000;

export const UNKNOWN_HEADERS = { "content-type": "x", "x-loggia-sender": "unknown" };

export const SENT_HEADERS = {
	"content-type": "x",
	"user-agent": "Example Browser",
	"x-forwarded-for": "203.0.113.7",
	"accept-language": "tlh",
};

interface SetUpOptions {
	/** One for each attempt, and 200 after that. */
	readonly answers?: readonly (number | "away" | { readonly foreign: number })[];
	readonly maxBytes?: number;
	readonly now?: () => number;
	/** Name of the queue's folder. Default: it is the temporary folder itself. */
	readonly within?: string;
}

/** A folder, and queues over it whose deliveries the test answers. */
export async function setUp(options: SetUpOptions = {}) {
	const { answers = [], maxBytes = 1e6, now = () => NOON + HOUR_MS } = options;
	const folder = join(temporaryFolder(), options.within ?? "");
	const [attempts, delivered]: [Delivery[], Delivery[]] = [[], []];
	const queues: EventQueue[] = [];
	const metrics = new Metrics();
	onTestFinished(async () => {
		for (const queue of queues) await queue.close();
	});
	const open = (): EventQueue => {
		const queue = new EventQueue({
			folder,
			maxBytes,
			now,
			metrics,
			log: createLogger({ service: "site", level: "silent" }),
			deliver: async (delivery) => {
				const answer = answers[attempts.length] ?? 200;
				attempts.push(delivery);
				if (answer === "away") throw new Error("Nothing listens");
				const body = Buffer.alloc(0);
				if (typeof answer === "object") {
					return { status: answer.foreign, headers: new Headers(), body };
				}
				if (answer === 200) delivered.push(delivery);
				return { status: answer, headers: new Headers({ [ACK_HEADER]: delivery.id }), body };
			},
		});
		queues.push(queue);
		return queue;
	};
	const startWith = async (...times: readonly number[]): Promise<EventQueue> => {
		const queue = open();
		for (const time of times) await queue.add(deliveryAt(time));
		queue.start();
		return queue;
	};
	const timesOf = (): readonly number[] => delivered.map(({ arrivedAt }) => arrivedAt);
	return { folder, attempts, delivered, metrics, open, startWith, timesOf };
}

export function deliveryAt(
	arrivedAt: number,
	body = Buffer.from("{}"),
	id: string = randomUUID(),
): Delivery {
	return { id, arrivedAt, path: "/e/?ip=1", headers: SENT_HEADERS, body };
}

/** Says that each process so far was another one, of this machine, and was killed. */
export async function writeLeasesOfEndedProcess(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		if (!name.endsWith(".lease")) continue;
		const [place = "", , process = ""] = (await readFile(join(folder, name), "utf8")).split("\n");
		await writeFile(join(folder, name), [place, NO_PROCESS, process].join("\n"));
	}
}

/** Above the highest number that Linux gives. */
const NO_PROCESS = 2 ** 22 + 1;

export function keyFiles(names: readonly string[]): readonly string[] {
	return names.filter((name) => name.endsWith(".key"));
}

export function eventFiles(names: readonly string[]): readonly string[] {
	return names.filter((name) => name.endsWith(".event")).toSorted();
}
