import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";

export interface Visit {
	readonly url: string;
	readonly method?: "GET" | "HEAD" | "POST";
	readonly headers?: Readonly<Record<string, string>>;
}

/** Has the fields of an `inject` response, so that a test can use either. */
export interface VisitAnswer {
	readonly statusCode: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
	readonly rawPayload: Buffer;
}

/**
 * Sends a request to a service over a new connection. Unlike `inject`, it includes the HTTP server
 * and all code in front of the framework.
 */
export async function visit(
	service: FastifyInstance,
	wanted: string | Visit,
): Promise<VisitAnswer> {
	const {
		url,
		method = "GET",
		headers = {},
	} = typeof wanted === "string" ? { url: wanted } : wanted;
	const port = await portOf(service);
	// No agent: every visitor opens a connection, and none stays open.
	const asking = request({ port, path: url, method, headers, agent: false });
	const [answer]: IncomingMessage[] = await once(asking.end(), "response");
	if (answer === undefined) throw new Error(`"${url}" must answer`);
	const rawPayload = await buffer(answer);
	const { statusCode = 0 } = answer;
	return { statusCode, headers: answer.headers, body: rawPayload.toString(), rawPayload };
}

/** Sends raw bytes, which clients would normalize. @returns All text until the end. */
export async function sendRaw(service: FastifyInstance, sent: string): Promise<string> {
	return text(connect(await portOf(service), "127.0.0.1").end(sent));
}

/** Pending starts by service: concurrent callers share one call of `listen()`. */
const listening = new WeakMap<FastifyInstance, Promise<unknown>>();

export async function portOf(service: FastifyInstance): Promise<number> {
	if (!service.server.listening) {
		const started = listening.get(service) ?? service.listen({ host: "127.0.0.1", port: 0 });
		listening.set(service, started);
		await started;
	}
	return (service.server.address() as AddressInfo).port;
}
