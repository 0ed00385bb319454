import { describe, expect, test } from "vitest";
import { storedEvents, testAnalytics } from "../support/analytics-service.ts";
import { posthogFixture, posthogFixtureLines } from "../support/posthog-fixtures.ts";

interface RecordedRequest {
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	readonly body_raw_base64?: string;
	readonly body_decoded?: unknown;
	readonly events?: readonly string[];
}

interface RecordedEvent {
	readonly event: string;
	readonly properties: Readonly<Record<string, unknown>>;
}

interface DumpedRequest {
	readonly path: string;
	readonly content_type: string;
	readonly now: string;
	readonly body: string;
	readonly output: readonly { uuid: string; distinct_id: string; token: string }[];
}

const CAPTURE_PATH = /^\/(?:e|i\/v0\/e|batch|s)\/$/;

/** What is left of a request when everything that browsers add is gone. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36";

describe.each([
	"requests-posthog-js-1.215.1.json",
	"requests-posthog-node-4.6.0.json",
])("every recorded request of %s", (file) => {
	const { requests } = posthogFixture<{ requests: readonly RecordedRequest[] }>(file);
	const captures = requests.filter(({ path }) => CAPTURE_PATH.test(path));
	for (const [index, request] of captures.entries()) {
		test(`${index}: ${request.path} ${request.events?.join(", ")}`, async () => {
			const { service, store, clock } = testAnalytics({
				projectKey: tokenOf(request),
				// One of them moves in what happened in 2019.
				fixedLimits: { retentionDays: 3_650, maxFileMegabytes: undefined },
			});
			clock.now = Date.UTC(2026, 10, 20, 10);

			const response = await service.inject({
				method: request.method,
				url: request.path,
				query: request.query ?? {},
				headers: { "user-agent": BROWSER, ...request.headers },
				payload: bodyOf(request),
			});

			const stored = storedEvents(store).map(({ event }) => event);
			expect(response.statusCode).toBe(request.query?.["beacon"] === "1" ? 204 : 200);
			expect(stored.toSorted()).toEqual(storable(request).toSorted());
		});
	}
});

describe("the requests that PostHog's own service was tested with", () => {
	const requests = posthogFixtureLines<DumpedRequest>("upstream/capture-requests_dump.jsonl");
	for (const [index, { path, content_type, now, body, output }] of requests.entries()) {
		test(`${index}: ${path} gives ${output.length} events`, async () => {
			const { store, clock, send } = testAnalytics({ projectKey: output[0]?.token ?? "" });
			clock.now = Date.parse(now);

			const response = await send(path, Buffer.from(body, "base64"), {
				"content-type": content_type,
			});

			const stored = storedEvents(store).map(({ uuid, distinctId }) => ({ uuid, distinctId }));
			expect(response.statusCode).toBe(200);
			expect(stored.toSorted(byUuid)).toEqual(
				output.map(({ uuid, distinct_id }) => ({ uuid, distinctId: distinct_id })).toSorted(byUuid),
			);
		});
	}
});

/** Events that a service without recordings, and with `identified_only`, has to keep. */
function storable(request: RecordedRequest): readonly string[] {
	const ofPersons = ["$identify", "$create_alias", "$groupidentify"];
	return eventsOf(request)
		.filter(({ event, properties }) => {
			const keepsNoPerson = properties["$process_person_profile"] === false;
			return event !== "$snapshot" && !(keepsNoPerson && ofPersons.includes(event));
		})
		.map(({ event }) => event);
}

function eventsOf({ body_decoded: body }: RecordedRequest): readonly RecordedEvent[] {
	if (Array.isArray(body)) return body;
	const { batch } = body as { batch?: readonly RecordedEvent[] };
	// Without a batch, the body is an event.
	return batch ?? [body as RecordedEvent];
}

function tokenOf(request: RecordedRequest): string {
	const body = request.body_decoded as { api_key?: string };
	return body.api_key ?? String(eventsOf(request)[0]?.properties["token"] ?? "");
}

function bodyOf({ body_raw_base64, body_decoded }: RecordedRequest): Buffer {
	if (body_raw_base64 !== undefined) return Buffer.from(body_raw_base64, "base64");
	return Buffer.from(JSON.stringify(body_decoded));
}

function byUuid(left: { uuid: string }, right: { uuid: string }): number {
	return left.uuid.localeCompare(right.uuid);
}
