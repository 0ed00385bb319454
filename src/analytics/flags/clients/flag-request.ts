import { isRecord } from "../../../shared/is-record.ts";

type Properties = Readonly<Record<string, unknown>>;

/** A client's request for its flags. */
export interface FlagRequest {
	readonly distinctId: string;
	readonly deviceId: string | undefined;
	/** Sent after `identify()`, until an answer arrives. */
	readonly anonymousId: string | undefined;
	readonly groups: Properties;
	readonly personProperties: Properties;
	readonly groupProperties: Readonly<Record<string, Properties>>;
	/** Only these flags; all of them when absent. */
	readonly flagKeys: readonly string[] | undefined;
	/** Where the client runs; absent: flags for every runtime. */
	readonly runtime: Runtime | undefined;
	/** Parts of an app that the client names; empty: flags for all parts. */
	readonly contexts: readonly string[];
	/** The client wants only the configuration. */
	readonly flagsDisabled: boolean;
}

export type Runtime = "client" | "server";

export type FlagRequestReading =
	| { readonly kind: "request"; readonly request: FlagRequest }
	| {
			readonly kind: "refused";
			readonly status: 400 | 401 | 413;
			readonly message: string;
			/** Key of another project. */
			readonly token?: string;
	  };

/** As in capture: a longer id is cut, not refused. */
const MAX_DISTINCT_ID_LENGTH = 200;

const NO_TOKEN = "No API token provided. Please include a valid API token in your request.";
const WRONG_TOKEN =
	"The provided API key is invalid or has expired. Please check your API key and try again.";
const NO_DISTINCT_ID =
	"The distinct_id field is missing from the request. Please include a valid identifier.";

/**
 * Reads the body of a `decide` or `flags` call.
 *
 * @param sender Runtime by the headers. Newer clients for servers name it in the body, which wins.
 */
export function readFlagRequest(
	body: unknown,
	sender: Runtime,
	isProjectKey: (token: string) => boolean,
): FlagRequestReading {
	const fields = readObject(body);
	const token = fields["token"] ?? fields["api_key"] ?? fields["$token"];
	if (typeof token !== "string" || token.trim() === "") return refuse(401, NO_TOKEN);
	if (!isProjectKey(token.trim())) {
		return { kind: "refused", status: 401, message: WRONG_TOKEN, token: token.trim() };
	}
	const distinctId = readIdentifier(fields["distinct_id"] ?? fields["$distinct_id"]);
	if (distinctId === undefined) return refuse(400, NO_DISTINCT_ID);
	return { kind: "request", request: { distinctId, ...readDetails(fields, sender) } };
}

function readDetails(fields: Properties, sender: Runtime): Omit<FlagRequest, "distinctId"> {
	const groupProperties = Object.entries(readObject(fields["group_properties"]));
	return {
		deviceId: readIdentifier(fields["$device_id"]),
		anonymousId: readIdentifier(fields["$anon_distinct_id"]) || undefined,
		groups: readObject(fields["groups"] ?? fields["$groups"]),
		personProperties: readObject(fields["person_properties"]),
		groupProperties: Object.fromEntries(
			groupProperties.map(([type, properties]) => [type, readObject(properties)]),
		),
		flagKeys: readKeys(fields["flag_keys_to_evaluate"] ?? fields["flag_keys"]),
		runtime: readRuntime(fields["evaluation_runtime"]) ?? sender,
		contexts: readKeys(fields["evaluation_contexts"] ?? fields["evaluation_environments"]) ?? [],
		flagsDisabled: fields["disable_flags"] === true,
	};
}

/** Accepts the empty text; writes numbers and truth values as text. */
function readIdentifier(value: unknown): string | undefined {
	if (value === undefined || value === null) return undefined;
	const text = typeof value === "string" ? value : JSON.stringify(value);
	return text.slice(0, MAX_DISTINCT_ID_LENGTH);
}

function readObject(value: unknown): Properties {
	return isRecord(value) ? value : {};
}

function readKeys(value: unknown): readonly string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	return value.filter((key) => typeof key === "string");
}

function readRuntime(value: unknown): Runtime | undefined {
	return value === "client" || value === "server" ? value : undefined;
}

function refuse(status: 400 | 401, message: string): FlagRequestReading {
	return { kind: "refused", status, message };
}
