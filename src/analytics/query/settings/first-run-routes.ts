import { uuidV7 } from "../../ingest/uuid-v7.ts";
import { firstRunAnswer, testEventAnswer } from "../../wire/dashboard/settings.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import type { ApiContext } from "../api-context.ts";

const TEST_EVENT = "loggia test event";

/** What a new owner needs: whether anything has come in, what to paste, and a first event. */
export function firstRunRoutes(options: ApiContext): readonly ApiRoute[] {
	const { store, watch, projectKey, now, randomBytes } = options;
	const state = defineRoute("viewer", "GET /api/v1/first-run", {
		summary: "Whether anything has come in, and what clients have to be told",
		answer: {
			description: "The state",
			schema: firstRunAnswer,
		},
		handle: async ({ request }) => ({
			has_received_events: store.events.lastId() > 0,
			project_key: projectKey,
			host: `${request.protocol}://${request.host}`,
		}),
	});
	const test = defineRoute("editor", "POST /api/v1/first-run/test-event", {
		summary: "Send an event through all of ingest, as a client does",
		answer: {
			description: "What became of it",
			schema: testEventAnswer,
		},
		handle: async ({ request }) => {
			const uuid = uuidV7(now(), randomBytes(10));
			const reasons: string[] = [];
			const endWatch = watch.watch(({ event, reason }) => {
				if (event === TEST_EVENT) reasons.push(reason);
			});
			try {
				await request.server.inject({
					method: "POST",
					url: "/i/v0/e",
					remoteAddress: request.ip,
					headers: {
						"user-agent": request.headers["user-agent"],
						"content-type": "application/json",
					},
					payload: JSON.stringify({
						api_key: projectKey,
						uuid,
						event: TEST_EVENT,
						distinct_id: `test-${uuid}`,
						properties: { $process_person_profile: false, sent_from: "dashboard" },
					}),
				});
			} finally {
				endWatch();
			}
			const dropped_because =
				store.events.find(uuid) === undefined ? (reasons[0] ?? "not-stored") : null;
			return { uuid, event: TEST_EVENT, dropped_because };
		},
	});
	return [state, test];
}
