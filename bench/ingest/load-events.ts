import { type HttpLoadResult, loadHttp } from "../load/http-load.ts";

export interface IngestLoad {
	readonly port: number;
	readonly path: string;
	readonly connections: number;
	readonly durationMs: number;
	/** Of events that are all new. */
	readonly bodies: readonly string[];
}

/** A new visitor costs more than one who is known; sites see about so many views of each. */
const VIEWS_PER_VISITOR = 3;

/**
 * Sends events as the visitors of a site do.
 *
 * @throws Error when an event is refused: that is quick, and a figure with it would be none.
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
