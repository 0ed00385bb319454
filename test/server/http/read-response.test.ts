import { expect, test } from "vitest";
import { readResponse } from "../../../src/server/http/read-response.ts";

const LIMIT = { maxBytes: 10, name: "/api/list" };

test.each([
	["no body", null, ""],
	["a body of the limit", "0123456789", "0123456789"],
])("%s is read", async (_name, body, text) => {
	const bytes = await readResponse(new Response(body), LIMIT);

	expect(Buffer.from(bytes).toString()).toBe(text);
});

test("an endless body is an error that names the function and the limit, and is canceled", async () => {
	let sent = 0;
	let isCanceled = false;
	const endless = new ReadableStream({
		pull(controller) {
			sent += 4;
			controller.enqueue(new Uint8Array(4));
		},
		cancel() {
			isCanceled = true;
		},
	});

	const reading = readResponse(new Response(endless), LIMIT);

	await expect(reading).rejects.toThrow(
		new RangeError('The response of "/api/list" must have at most 10 bytes'),
	);
	expect(isCanceled).toBe(true);
	expect(sent).toBeLessThan(30);
});
