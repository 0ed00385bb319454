import type { IncomingHttpHeaders } from "node:http";
import { isRecord, type JsonRecord } from "../../../shared/is-record.ts";
import { SERVER_LIBRARIES } from "../../protocol/server-libraries.ts";
import type { FlagSender } from "../evaluation/flag-context.ts";

/** A client's request for its flags. */
export interface FlagRequest extends FlagSender {
	/** Keys of the requested flags; absent: all flags. */
	readonly flagKeys: readonly string[] | undefined;
	/** Runtime of the client; absent: flags for every runtime. */
	readonly runtime: "client" | "server" | undefined;
	/** Parts of an app that the client names; empty: flags for all parts. */
	readonly contexts: readonly string[];
	/** The client wants only the configuration. */
	readonly flagsDisabled: boolean;
}

export type FlagRequestReading =
	| { readonly kind: "request"; readonly request: FlagRequest }
	| {
			readonly kind: "refused";
			readonly status: 400 | 401 | 413;
			readonly message: string;
			/** Key of another project. */
			readonly token?: string;
	  };

/** In characters. As in capture, a longer id is truncated, not refused. */
const MAX_DISTINCT_ID_LENGTH = 200;

const NO_TOKEN = "No API token provided. Please include a valid API token in your request.";
const WRONG_TOKEN =
	"The provided API key is invalid or has expired. Please check your API key and try again.";
const NO_DISTINCT_ID =
	"The distinct_id field is missing from the request. Please include a valid identifier.";

/** Reads the body of a `decide` or `flags` call. */
export function readFlagRequest(
	body: unknown,
	headers: IncomingHttpHeaders,
	projectKey: string,
): FlagRequestReading {
	const fields = readObject(body);
	const token = fields["token"] ?? fields["api_key"] ?? fields["$token"];
	if (typeof token !== "string" || token.trim() === "") return refuse(401, NO_TOKEN);
	if (token.trim() !== projectKey) return { ...refuse(401, WRONG_TOKEN), token: token.trim() };
	const distinctId = readIdentifier(fields["distinct_id"] ?? fields["$distinct_id"]);
	if (distinctId === undefined) return refuse(400, NO_DISTINCT_ID);
	const groupProperties = Object.entries(readObject(fields["group_properties"]));
	const { evaluation_runtime: runtime } = fields;
	return {
		kind: "request",
		request: {
			distinctId,
			deviceId: readIdentifier(fields["$device_id"]),
			anonymousId: readIdentifier(fields["$anon_distinct_id"]) || undefined,
			groups: readObject(fields["groups"] ?? fields["$groups"]),
			personProperties: readObject(fields["person_properties"]),
			groupProperties: Object.fromEntries(
				groupProperties.map(([type, properties]) => [type, readObject(properties)]),
			),
			flagKeys: readKeys(fields["flag_keys_to_evaluate"] ?? fields["flag_keys"]),
			// Newer clients for servers send their runtime.
			runtime: runtime === "client" || runtime === "server" ? runtime : runtimeOf(headers),
			contexts: readKeys(fields["evaluation_contexts"] ?? fields["evaluation_environments"]) ?? [],
			flagsDisabled: fields["disable_flags"] === true,
		},
	};
}

/** Clients for apps, by user agent. */
const APP_LIBRARIES = /^posthog-(?:android|flutter|ios|react-native)\b/;

/** @returns The runtime of a client by its headers. Unknown ones count as servers. */
function runtimeOf({ origin, "user-agent": agent = "" }: IncomingHttpHeaders): "client" | "server" {
	// First, because requests of some servers have headers of browsers.
	if (SERVER_LIBRARIES.has(agent.split("/", 1)[0])) return "server";
	const isOfPage = origin !== undefined || agent.startsWith("Mozilla/");
	return isOfPage || APP_LIBRARIES.test(agent) ? "client" : "server";
}

/** Accepts an empty text. Converts other values, such as numbers and booleans, to JSON text. */
function readIdentifier(value: unknown): string | undefined {
	if (value === undefined || value === null) return undefined;
	const text = typeof value === "string" ? value : JSON.stringify(value);
	return text.slice(0, MAX_DISTINCT_ID_LENGTH);
}

function readObject(value: unknown): JsonRecord {
	return isRecord(value) ? value : {};
}

function readKeys(value: unknown): readonly string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	return value.filter((key) => typeof key === "string");
}

function refuse(status: 400 | 401, message: string) {
	return { kind: "refused", status, message } as const;
}
