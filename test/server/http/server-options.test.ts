import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { answerUnparsable } from "../../../src/server/http/server-options.ts";
import { listenForTest } from "../../support/listen-for-test.ts";

test.each([
	["GET / HTTP/1.1\r\nHost: a", /^HTTP\/1\.1 408 Request Timeout\r\n/],
	// A proxy that sends its first request just then must not take this for the answer.
	["", /^$/],
])("a connection that has said %j in all its time is closed with %s", async (said, answer) => {
	const port = await startImpatient();
	const client = connect(port, "127.0.0.1");

	client.write(said);

	expect(await text(client)).toMatch(answer);
});

function startImpatient(): Promise<number> {
	const limits = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 };
	const server = createServer(limits).on("clientError", answerUnparsable);
	return listenForTest(server);
}
