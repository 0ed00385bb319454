import { API_KEY, pageViewBody } from "../ingest/bodies.ts";

export interface AskedQuestion {
	readonly name: string;
	/** Sends the question. */
	readonly ask: (port: number) => Promise<Response>;
	readonly times: number;
	/** Rate of page views meanwhile. */
	readonly viewsPerSecond: number;
}

/** Latency of a question while page views arrive. */
export interface QuestionTimes {
	readonly name: string;
	/** Number of repetitions. */
	readonly times: number;
	readonly p50Ms: number;
	readonly p95Ms: number;
	/** Figures of the page views meanwhile. */
	readonly ingest: {
		/** Acknowledged page views. */
		readonly perSecond: number;
		readonly refused: number;
		readonly p99Ms: number;
	};
}

const TICK_MS = 10;
const LONGEST_PAUSE_MS = 200;

/** Rate while questions are sent, on the machine of the budgets. */
export const VIEWS_PER_SECOND = 500;

/** Authorization header of a question. */
export const AUTHORIZED = { authorization: `Bearer ${API_KEY}` };

/** @returns A function that sends a question to the route for all kinds of questions. */
export function asking(question: object): AskedQuestion["ask"] {
	const body = JSON.stringify(question);
	const headers = { ...AUTHORIZED, "content-type": "application/json" };
	return (port) =>
		fetch(`http://127.0.0.1:${port}/api/v1/query`, { method: "POST", headers, body });
}

/** Returns a funnel whose steps each match a part of all pages. */
export function funnelOf(steps: number) {
	const conditionsOf = (step: number) => [
		{ dimension: "page", operator: "matches", values: [`/guide/page-${step}*`] },
	];
	return {
		kind: "funnel",
		steps: Array.from({ length: steps }, (_, index) => ({ conditions: conditionsOf(index + 1) })),
	};
}

/** Repeats a question while page views arrive, as posthog-js sends them. */
export async function measureQuestion(
	port: number,
	{ name, ask, times, viewsPerSecond }: AskedQuestion,
): Promise<QuestionTimes> {
	const ingest = startIngest(port, viewsPerSecond);
	const answered: number[] = [];
	try {
		for (let count = 0; count < times; count += 1) {
			await new Promise((resolve) => setTimeout(resolve, LONGEST_PAUSE_MS * Math.random()));
			const start = performance.now();
			// The service may close an idle connection just when it is reused.
			const response = await ask(port).catch(() => ask(port));
			const answer = await response.text();
			if (!response.ok) throw new Error(`"${name}" was answered ${response.status}: ${answer}`);
			answered.push(performance.now() - start);
		}
	} finally {
		ingest.stop();
	}
	const at = percentilesOf(answered);
	return { name, times, p50Ms: at(0.5), p95Ms: at(0.95), ingest: await ingest.result() };
}

/** Sends at a steady rate, regardless of answers, as visitors do. */
function startIngest(port: number, viewsPerSecond: number) {
	const start = performance.now();
	const underWay: Promise<number | undefined>[] = [];
	const timer = setInterval(() => {
		const due = ((performance.now() - start) * viewsPerSecond) / 1_000;
		while (underWay.length < due) {
			// A reset connection has delivered nothing, and counts as refused.
			underWay.push(sendOne(port, underWay.length).catch(() => undefined));
		}
	}, TICK_MS);
	let seconds = 0;
	return {
		stop: (): void => {
			clearInterval(timer);
			seconds = (performance.now() - start) / 1_000;
		},
		result: async (): Promise<QuestionTimes["ingest"]> => {
			const results = await Promise.all(underWay);
			const times = results.filter((ms) => ms !== undefined);
			return {
				perSecond: times.length / seconds,
				refused: results.length - times.length,
				p99Ms: percentilesOf(times)(0.99),
			};
		},
	};
}

/** @returns The latency in milliseconds; `undefined` if the service refused the page view. */
async function sendOne(port: number, index: number): Promise<number | undefined> {
	const start = performance.now();
	const response = await fetch(`http://127.0.0.1:${port}/e/`, {
		method: "POST",
		headers: {
			"user-agent": `Mozilla/5.0 (X11; Linux x86_64) Chrome/${100 + (index % 57)}.0.0.0`,
			"x-forwarded-for": `10.0.${(index >> 8) % 256}.${index % 256}`,
		},
		body: pageViewBody(index),
	});
	await response.arrayBuffer();
	return response.ok ? performance.now() - start : undefined;
}

function percentilesOf(times: readonly number[]): (share: number) => number {
	const sorted = times.toSorted((one, other) => one - other);
	return (share) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
