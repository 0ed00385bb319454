import { createServer } from "node:http";
import { listenForTest } from "./listen-for-test.ts";

/** Answers webhooks with these statuses in turn, and 200 after that. */
export async function receiver(statuses: readonly number[], answer: Record<string, string> = {}) {
	const left = [...statuses];
	const received: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }[] =
		[];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
			response.writeHead(left.shift() ?? 200, answer).end("thanks");
		});
	});
	const port = await listenForTest(server);
	return { url: `http://127.0.0.1:${port}/hook`, port, received };
}
