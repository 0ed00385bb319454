import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMarkSender } from "../../../src/server/ingest/mark-sender.ts";
import { PATIENCE_MS } from "../../support/patience.ts";

const PATIENCE = { timeout: PATIENCE_MS };

const MARK = { kind: "revision", key: "r1", label: "3 pages" } as const;

/** An analytics service that answers with these statuses, one after the other. */
async function receiver(statuses: readonly number[]) {
	const left = [...statuses];
	const received: { readonly body: string; readonly authorization: string | undefined }[] = [];
	const server = createServer((request, response) => {
		let body = "";
		request.on("data", (chunk: Buffer) => {
			body += chunk.toString();
		});
		request.on("end", () => {
			received.push({ body, authorization: request.headers.authorization });
			response.writeHead(left.shift() ?? 200).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	const warn = vi.fn();
	const sender = createMarkSender({
		upstream: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		secret: "secret",
		log: { warn },
		now: () => Date.UTC(2026, 0, 15),
		retryAfterMs: [1, 1],
	});
	onTestFinished(sender.close);
	return { sender, received, warn };
}

test("a mark is sent again until the service takes it, with the time of the first attempt", async () => {
	const { sender, received, warn } = await receiver([503, 500]);

	sender.send(MARK);

	await vi.waitFor(() => expect(received).toHaveLength(3), PATIENCE);
	expect(new Set(received.map(({ body }) => body)).size).toBe(1);
	expect(JSON.parse(received[0]?.body ?? "")).toEqual({ ...MARK, at: "2026-01-15T00:00:00.000Z" });
	expect(received[0]?.authorization).toBe("Bearer secret");
	expect(warn).not.toHaveBeenCalled();
});

test.each([
	[[401]],
	[[500, 500, 500]],
])("answers of %j end in one line of the log", async (statuses) => {
	const { sender, received, warn } = await receiver(statuses);

	sender.send(MARK);

	await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), PATIENCE);
	expect(received).toHaveLength(statuses.length);
});
