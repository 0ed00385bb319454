import type { Logger } from "pino";

/** Tells the analytics service what has become live, so that its charts can show it. */
export interface MarkSender {
	readonly send: (mark: SentMark) => void;
	readonly close: () => void;
}

export interface SentMark {
	readonly kind: "build" | "revision";
	readonly key: string;
	readonly label: string;
}

export interface MarkSenderOptions {
	/** URL of the analytics service. */
	readonly upstream: string;
	/** `ANALYTICS_MARKS_SECRET`. */
	readonly secret: string;
	readonly log: Pick<Logger, "warn">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	/** Waits between attempts, in milliseconds. Both services may be starting; one may be upgraded. */
	readonly retryAfterMs?: readonly number[];
}

const RETRY_AFTER_MS = [1_000, 5_000, 30_000, 120_000, 600_000];
const TIMEOUT_MS = 5_000;

/** A mark that cannot be delivered is lost, with a line in the log: the site must not wait for it. */
export function createMarkSender({
	upstream,
	secret,
	log,
	now,
	retryAfterMs = RETRY_AFTER_MS,
}: MarkSenderOptions): MarkSender {
	const timers = new Set<NodeJS.Timeout>();
	const attempt = async (body: string, attempts: number): Promise<void> => {
		const problem = await post(`${upstream}/api/v1/site-marks`, secret, body);
		if (problem === undefined) return;
		const waitMs = retryAfterMs[attempts];
		if (waitMs === undefined || problem.isFinal) {
			log.warn({ problem: problem.text }, "The analytics service was not told of a new version");
			return;
		}
		const timer = setTimeout(() => {
			timers.delete(timer);
			void attempt(body, attempts + 1);
		}, waitMs).unref();
		timers.add(timer);
	};
	return {
		send: (mark) => {
			void attempt(JSON.stringify({ ...mark, at: new Date(now()).toISOString() }), 0);
		},
		close: () => {
			for (const timer of timers) clearTimeout(timer);
		},
	};
}

interface Problem {
	readonly text: string;
	/** Another attempt would not help: the secret is another one, or the service is older. */
	readonly isFinal: boolean;
}

async function post(url: string, secret: string, body: string): Promise<Problem | undefined> {
	try {
		const { ok, status } = await fetch(url, {
			method: "POST",
			redirect: "manual",
			headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
			body,
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		return ok ? undefined : { text: `status ${status}`, isFinal: status < 500 };
	} catch (error) {
		return { text: String(error), isFinal: false };
	}
}
