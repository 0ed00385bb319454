import { expect } from "vitest";
import { ask } from "./ask.ts";
import type { Stack } from "./create-stack.ts";

/** For `ANALYTICS_API_KEY` of a stack whose events are to be read. */
export const API_KEY = "phx_of_the_container_test";

export interface StoredEvent {
	readonly uuid: string;
	readonly event: string;
	readonly properties: Readonly<Record<string, unknown>>;
}

/** Every event of a project, the first unless told, as an operator exports them. */
export async function storedEvents(
	stack: Stack,
	{ path, key } = { path: "", key: API_KEY },
): Promise<readonly StoredEvent[]> {
	const { status, body } = await ask(`${stack.analyticsUrl}${path}/api/v1/export/events.jsonl`, {
		authority: await stack.authority(),
		headers: { authorization: `Bearer ${key}` },
	});
	expect(status).toBe(200);
	const lines = body.toString().split("\n");
	return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}
