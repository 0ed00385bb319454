/** `GET /api/v1/flags`, `/api/v1/cohorts` and `/api/v1/early-access-features`. */
export interface DefinitionsAnswer {
	readonly results: readonly ListedDefinition[];
}

export interface ListedDefinition {
	readonly id: number;
	readonly key: string;
	readonly version: number;
	readonly created_at: string;
	readonly updated_at: string;
	/** PostHog's own JSON, as it was written. */
	readonly definition: Readonly<Record<string, unknown>>;
}

/** `GET /api/v1/flags/{key}/history`, the newest first. */
export interface HistoryAnswer {
	readonly results: readonly {
		readonly version: number;
		readonly changed_at: string;
		/** `null`: it was deleted. */
		readonly definition: Readonly<Record<string, unknown>> | null;
	}[];
}

/** `POST /api/v1/flags/{key}/restore`. */
export interface RestoreVersion {
	readonly version: number;
}

/** `POST /api/v1/flags/{key}/try`. */
export interface TryFlag {
	readonly distinct_id: string;
	/** Beside what is stored of the person; what is said here wins. */
	readonly person_properties?: Readonly<Record<string, unknown>>;
	/** Group type → group key. */
	readonly groups?: Readonly<Record<string, string>>;
	readonly group_properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	/** Try this instead of what is stored, before it is saved. */
	readonly definition?: Readonly<Record<string, unknown>>;
}

export interface TryFlagAnswer {
	readonly enabled: boolean;
	readonly variant: string | null;
	readonly payload: unknown;
	readonly reason: {
		readonly code: string;
		readonly description: string;
		/** Place in `filters.groups`. */
		readonly condition_index: number | null;
	};
	/** Whether a person is stored under the id. */
	readonly is_known_person: boolean;
}
