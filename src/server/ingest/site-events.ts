import { randomUUID } from "node:crypto";
import { DEPLOY_EVENT, INGEST_PATH } from "../../shared/analytics.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import { type Delivery, isVerdict, UNKNOWN_SENDER } from "./delivery.ts";
import type { EventQueue } from "./event-queue.ts";

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
	const event = {
		event: DEPLOY_EVENT,
		uuid: randomUUID(),
		timestamp: new Date(queue.now()).toISOString(),
		properties: {
			distinct_id: "site",
			$lib: "loggia",
			$process_person_profile: false,
			...{ kind, version, description },
		},
	};
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
