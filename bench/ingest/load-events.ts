import { type HttpLoadResult, loadHttp } from "../load/http-load.ts";

export interface IngestLoad {
	readonly port: number;
	readonly path: string;
	readonly connections: number;
	readonly durationMs: number;
	/** Bodies with new events only. */
	readonly bodies: readonly string[];
}

/** A new visitor costs more than a known one; this is a usual ratio of sites. */
const VIEWS_PER_VISITOR = 3;

/**
 * Sends events like the visitors of a site.
 *
 * @throws Error when an event is refused: a refusal is fast, so the figure would be invalid.
 */
export async function loadEvents({ path, bodies, ...load }: IngestLoad): Promise<HttpLoadResult> {
	const requests = bodies.map((body, index) =>
		requestBytes(path, body, Math.floor(index / VIEWS_PER_VISITOR)),
	);
	const result = await loadHttp({ ...load, requests, areSentOnce: true });
	const others = [...result.statuses.keys()].filter((status) => status !== 200);
	if (others.length > 0) throw new Error(`Events must be answered 200: got ${others.join(", ")}`);
	return result;
}

function requestBytes(path: string, body: string, visitor: number): Buffer {
	const lines = [
		`POST ${path} HTTP/1.1`,
		"host: bench",
		"content-type: application/json",
		`user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${100 + (visitor % 57)}.0.0.0 Safari/537.36`,
		`x-forwarded-for: 10.${(visitor >> 16) % 256}.${(visitor >> 8) % 256}.${visitor % 256}`,
		`content-length: ${Buffer.byteLength(body)}`,
	];
	return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
