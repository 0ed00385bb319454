import { isRecord } from "../../shared/is-record.ts";
import { type EnvelopeReading, readEnvelope } from "./read-envelope.ts";

/** Values from the headers of a batch. */
export interface V1Headers {
	/** Key from `Authorization: Bearer`. */
	readonly token: string | undefined;
	/** Name and version of the client, such as `posthog-node/5.70.0`. */
	readonly sdkInfo: string | undefined;
	/** Time of this attempt by the client's clock. */
	readonly requestTimestamp: string | undefined;
}

/**
 * Reads a batch of capture protocol v1. Converts its events to those of an older client, which sends
 * options, session and library as properties.
 *
 * @see dist/capture-v1/transform.mjs of posthog-node 5.70.0
 */
export function readV1Batch(
	value: unknown,
	{ token, sdkInfo, requestTimestamp }: V1Headers,
): EnvelopeReading {
	if (!isRecord(value) || !Array.isArray(value["batch"])) {
		return { kind: "refused", status: 400, message: "batch must be a list of events" };
	}
	const [library, version] = sdkInfo?.split("/") ?? [];
	const batch = value["batch"].map((event: unknown) => {
		if (!isRecord(event)) return event;
		const { options, session_id, window_id, properties, ...rest } = event;
		const asked = isRecord(options) ? options : {};
		return {
			...rest,
			properties: {
				...(isRecord(properties) ? properties : {}),
				$session_id: session_id,
				$window_id: window_id,
				$lib: library,
				$lib_version: version,
				$cookieless_mode: asked["cookieless_mode"],
				$ignore_sent_at: asked["disable_skew_correction"],
				$process_person_profile: asked["process_person_profile"],
				$product_tour_id: asked["product_tour_id"],
			},
		};
	});
	return readEnvelope(
		{ ...value, api_key: token, sent_at: requestTimestamp, batch },
		{ sentAtQuery: undefined, isEngage: false },
	);
}
