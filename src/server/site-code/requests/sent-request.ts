import type { SentRequest } from "../../pages/code-runner.ts";

/** Creates the request that the code of a site folder gets. */
export function requestOf({ url, method, headers, body }: SentRequest): Request {
	return new Request(url, {
		method,
		headers: headers.map(([name, value]) => [name, value]),
		...(body !== undefined && { body: Buffer.from(body) }),
	});
}
