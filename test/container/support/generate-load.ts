import { type ClientHttp2Session, connect } from "node:http2";
import { setTimeout as delay } from "node:timers/promises";
import { PATIENCE_MS } from "../../support/patience.ts";
import { lookupAt } from "./lookup-at.ts";

export interface LoadOptions {
	readonly url: string;
	readonly authority: string;
	/** Where the host is, whatever its name resolves to. */
	readonly address?: string;
	readonly requestsPerSecond: number;
	/** Asked for in turn; every asset that one of them names is asked for as well. */
	readonly paths: readonly string[];
}

export interface LoadResult {
	readonly requests: number;
	/** One sentence each: what was asked for and what came in its place. */
	readonly failures: readonly string[];
	readonly assetsSeen: number;
	readonly seconds: number;
}

const TICK_MS = 10;
/** No less than a test has: a machine that stands still must not look like a visitor who is lost. */
const TIMEOUT_MS = 5 * PATIENCE_MS;
/** What the site says when its event loop is late; Caddy, which has no answer to pass on, says more. */
const SHED_FOR_MS = 2000;
/** As many visitors' browsers, each with the one connection that it keeps. */
const SESSIONS = 24;
/** Often enough to notice a new build at once. */
const LOOK_INTO_EVERY = 30;

/**
 * Sends requests at a steady rate while something else is done, however long answers take: a
 * server that stands still is asked all the same, as it would be by visitors.
 *
 * @param name Of the work, for the report.
 */
export async function underLoad(
	name: string,
	options: LoadOptions,
	work: () => Promise<unknown>,
): Promise<LoadResult> {
	const sessions = new Sessions(options);
	const assets: string[] = [];
	const durations: number[] = [];
	const failures: string[] = [];
	const pending = new Set<Promise<void>>();
	const startedAt = performance.now();
	let sent = 0;
	const over = new AbortController();
	let seconds = 0;

	const send = (): void => {
		const path = nextPath(sent, options.paths, assets);
		// What is looked into comes as text; the rest as browsers ask for it.
		const coding = sent % LOOK_INTO_EVERY === 0 ? "identity" : "br";
		sent += 1;
		const one = fetchAsBrowser(sessions, path, coding).then((outcome) => {
			durations.push(outcome.ms);
			if (outcome.failure !== undefined) failures.push(`${path}: ${outcome.failure}`);
			for (const asset of coding === "identity" ? assetsIn(outcome.body) : []) {
				if (!assets.includes(asset)) assets.push(asset);
			}
			pending.delete(one);
		});
		pending.add(one);
	};
	const sendWhatIsDue = (): void => {
		const due = ((performance.now() - startedAt) / 1000) * options.requestsPerSecond;
		for (let missing = Math.floor(due) - sent; missing > 0; missing -= 1) send();
	};
	const ticking = (async () => {
		while (!over.signal.aborted) {
			sendWhatIsDue();
			await delay(TICK_MS);
		}
	})();
	try {
		await work();
	} finally {
		over.abort();
		await ticking;
		sendWhatIsDue();
		seconds = (performance.now() - startedAt) / 1000;
		await Promise.all(pending);
		sessions.close();
	}
	// How long answers take depends on the machine: that is reported, and nothing fails for it.
	console.log(
		`figures: ${name}: ${sent} requests in ${seconds.toFixed(0)} s, ${failures.length} failed, ` +
			`p50, p99 and longest ms: ${[0.5, 0.99, 1].map((share) => quantile(durations, share)).join(", ")}`,
	);
	return { requests: sent, failures, assetsSeen: assets.length, seconds };
}

/** Every third request is for an asset, as soon as one is known; the first ones are for pages. */
function nextPath(index: number, paths: readonly string[], assets: readonly string[]): string {
	const list = index % 3 === 2 && assets.length > 0 ? assets : paths;
	return list[Math.floor(index / 3) % list.length] ?? "/";
}

/** Connections over HTTP/2, used in turn; one that has ended is replaced. */
class Sessions {
	readonly #options: LoadOptions;
	readonly #sessions: ClientHttp2Session[] = [];
	#turn = 0;

	constructor(options: LoadOptions) {
		this.#options = options;
	}

	next(): ClientHttp2Session {
		this.#turn = (this.#turn + 1) % SESSIONS;
		const present = this.#sessions[this.#turn];
		if (present !== undefined && !present.closed && !present.destroyed) return present;
		return this.#connect(this.#turn);
	}

	/** @returns A new connection in the place of one on which the server takes no more. */
	replacementOf(session: ClientHttp2Session): ClientHttp2Session {
		session.close();
		const place = this.#sessions.indexOf(session);
		return this.#connect(place < 0 ? this.#turn : place);
	}

	#connect(place: number): ClientHttp2Session {
		const { url, authority, address } = this.#options;
		const way = address === undefined ? {} : { lookup: lookupAt(address) };
		const fresh = connect(url, { ca: authority, ...way });
		// Each request on it fails as well, and is counted there.
		fresh.on("error", () => undefined);
		fresh.on("goaway", () => fresh.close());
		this.#sessions[place] = fresh;
		return fresh;
	}

	close(): void {
		for (const session of this.#sessions) session?.destroy();
	}
}

interface Outcome {
	readonly ms: number;
	readonly failure?: string;
	/** The site says that the machine does not keep up, and asks to be asked again. */
	readonly isShed?: boolean;
	readonly body: string;
}

/**
 * A stream that is refused has not been looked at: browsers send it again on another connection.
 * What a busy machine makes the site turn away is asked for again as well.
 *
 * @see RFC 9113, section 8.7
 */
async function fetchAsBrowser(sessions: Sessions, path: string, coding: string): Promise<Outcome> {
	const session = sessions.next();
	const outcome = await fetchPath(session, path, coding);
	if (outcome.isShed) {
		await delay(SHED_FOR_MS);
		const later = await fetchAsBrowser(sessions, path, coding);
		return { ...later, ms: outcome.ms + SHED_FOR_MS + later.ms };
	}
	if (!outcome.failure?.includes("NGHTTP2_REFUSED_STREAM")) return outcome;
	const second = await fetchPath(sessions.replacementOf(session), path, coding);
	return { ...second, ms: outcome.ms + second.ms };
}

function fetchPath(session: ClientHttp2Session, path: string, coding: string): Promise<Outcome> {
	const startedAt = performance.now();
	const outcome = (body: string, failure?: string): Outcome => ({
		ms: performance.now() - startedAt,
		body,
		...(failure === undefined ? {} : { failure }),
	});
	return new Promise((resolve) => {
		const stream = session.request({ ":path": path, "accept-encoding": coding });
		let status: number | undefined;
		let isShed = false;
		let body = "";
		stream.setTimeout(TIMEOUT_MS, () => stream.destroy(new Error("No answer in time")));
		stream.on("response", (headers) => {
			status = headers[":status"];
			isShed = headers["retry-after"] === String(SHED_FOR_MS / 1000);
		});
		stream.on("data", (chunk: Buffer) => {
			if (coding === "identity") body += chunk.toString("latin1");
		});
		stream.on("error", (error) => resolve(outcome("", String(error))));
		stream.on("close", () => {
			resolve(status === 200 ? outcome(body) : { ...outcome("", `status ${status}`), isShed });
		});
		stream.end();
	});
}

/** Whatever a page names below `/_nuxt/`; a script names its chunks without the folder. */
function assetsIn(body: string): readonly string[] {
	if (!body.startsWith("<!")) return [];
	return [...body.matchAll(/"(\/_nuxt\/[\w.-]+\.(?:js|css))"/g)].map(([, path = ""]) => path);
}

function quantile(durations: readonly number[], share: number): number {
	const sorted = durations.toSorted((one, other) => one - other);
	return Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}
