/** `GET /api/v1/settings`, and the answer to `PATCH`. */
export interface SettingsAnswer {
	readonly retention_days: NumberSetting;
	readonly max_file_mb: NumberSetting;
	/** Addresses and networks whose events are dropped. */
	readonly ignored_addresses: readonly string[];
	/** The address that this request came from, to be added to them. */
	readonly own_address: string;
	readonly project_key: string;
	readonly data: {
		readonly file_bytes: number;
		readonly events: number;
		readonly persons: number;
		readonly oldest_event_at: string | null;
		readonly newest_event_at: string | null;
		readonly schema_version: number;
	};
}

export interface NumberSetting {
	readonly value: number;
	readonly min: number;
	readonly max: number;
	/** What stands in the environment cannot be changed here. */
	readonly from: "environment" | "dashboard" | "default";
	/** The variable of the environment. */
	readonly variable: string;
}

/** `PATCH /api/v1/settings`; `null` goes back to the default. */
export interface SettingsChange {
	readonly retention_days?: number | null;
	readonly max_file_mb?: number | null;
	readonly ignored_addresses?: readonly string[];
}

export interface ListedKey {
	readonly id: number;
	readonly name: string;
	readonly created_at: string;
	/** To the minute. */
	readonly last_used_at: string | null;
	/** Seeded by `ANALYTICS_API_KEY`; it is removed there. */
	readonly is_from_environment: boolean;
}

/** `GET /api/v1/keys`. */
export interface KeysAnswer {
	readonly results: readonly ListedKey[];
}

/** `POST /api/v1/keys`. */
export interface NewKey {
	readonly name: string;
}

export interface CreatedKey extends ListedKey {
	/** Shown this once. */
	readonly key: string;
}

/** `GET /api/v1/first-run`. */
export interface FirstRunAnswer {
	readonly has_received_events: boolean;
	readonly project_key: string;
	/** Scheme, host and port under which the service was asked. */
	readonly host: string;
}

/** `POST /api/v1/first-run/test-event`: an event that has gone through all of ingest. */
export interface TestEventAnswer {
	readonly uuid: string;
	readonly event: string;
	/** `null`: it was stored. Otherwise why it was dropped. */
	readonly dropped_because: string | null;
}
