import { expect } from "vitest";
import { DEPLOY_EVENT } from "../../../src/shared/analytics.ts";
import { ask } from "./ask.ts";
import type { Stack } from "./create-stack.ts";

/** For `ANALYTICS_API_KEY` of a stack whose events are to be read. */
export const API_KEY = "phx_of_the_container_test";

export interface StoredEvent {
	readonly uuid: string;
	readonly event: string;
	readonly properties: Readonly<Record<string, unknown>>;
}

/** The events of visitors and clients of a project, the first by default, as an operator exports them. */
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
	const events: readonly StoredEvent[] = lines
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line));
	return events.filter(({ event }) => event !== DEPLOY_EVENT);
}
