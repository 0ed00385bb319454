import { randomUUID } from "node:crypto";
import { DEPLOY_EVENT, INGEST_PATH } from "../../shared/analytics.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import { type Delivery, isVerdict, UNKNOWN_SENDER } from "./delivery.ts";
import type { EventQueue } from "./event-queue.ts";

/** An event that the server captures by itself. It is about no person. */
export function serverEvent(event: string, nowMs: number, properties: object): object {
	return {
		event,
		uuid: randomUUID(),
		timestamp: new Date(nowMs).toISOString(),
		properties: { $lib: "loggia", $process_person_profile: false, ...properties },
	};
}

/** What has become live. */
export interface Deploy {
	readonly kind: "build" | "revision";
	/** Its id. */
	readonly version: string;
	readonly description: string;
}

/**
 * Captures an event when a build or a revision has become live, as any client does: with the
 * project key, and through the queue while the service is away. Charts show these events as lines.
 */
export async function captureDeploy(
	{ kind, version, description }: Deploy,
	queue: EventQueue,
	{ key, host }: PublicConfig["analytics"],
): Promise<void> {
	// The site counts nothing, or at another service.
	if (key === "" || host !== INGEST_PATH) return;
	const properties = { distinct_id: "site", kind, version, description };
	const event = serverEvent(DEPLOY_EVENT, queue.now(), properties);
	const delivery: Delivery = {
		id: randomUUID(),
		arrivedAt: queue.now(),
		path: "/batch/",
		headers: { "content-type": "application/json", ...UNKNOWN_SENDER },
		body: Buffer.from(JSON.stringify({ api_key: key, batch: [event] })),
	};
	const answer = queue.isEmpty ? await queue.deliver(delivery).catch(() => undefined) : undefined;
	if (answer === undefined || !isVerdict(answer, delivery)) await queue.add(delivery);
}
