export interface DashboardPerson {
	readonly id: string;
	readonly created_at: string;
	readonly is_identified: boolean;
	readonly properties: Readonly<Record<string, unknown>>;
	readonly distinct_ids: readonly string[];
}

/** `GET /api/v1/persons`. */
export interface PersonsAnswer {
	readonly results: readonly DashboardPerson[];
	readonly next_cursor: string | null;
}

/** `GET /api/v1/persons/{id}/erasure`: what `DELETE /api/v1/persons/{id}` would delete. */
export interface ErasurePreview {
	readonly distinct_ids: readonly string[];
	readonly events: number;
	readonly first_event_at: string | null;
	readonly last_event_at: string | null;
	/** Names of the person's properties. */
	readonly properties: readonly string[];
}

/** `DELETE /api/v1/persons/{id}`. */
export interface Erasure {
	readonly distinct_ids: readonly string[];
	readonly events: number;
}
