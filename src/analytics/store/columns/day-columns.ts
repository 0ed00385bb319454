/** Codes of values. 0: no value; any other code is an index of `texts`. */
export interface Coded {
	readonly codes: Codes;
	/** Each text occurs once; the first element is `undefined`. */
	readonly texts: readonly (string | undefined)[];
}

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Columns of events whose values are texts. */
export const EVENT_TEXTS = ["event", "page", "status", "bot"] as const;
export type EventText = (typeof EVENT_TEXTS)[number];

/** The events of one day (UTC), sorted by time and number, as columns. Sessions are numbered from 1 in the day. */
export interface DayColumns {
	/** Whole days since the Unix epoch. */
	readonly day: number;
	/** Number of events. */
	readonly count: number;
	/** Milliseconds since the start of the day. */
	readonly times: Uint32Array;
	/** Numbers of the distinct ids. */
	readonly ids: Uint32Array;
	/** Sessions of the events; 0: none. */
	readonly sessions: Codes;
	readonly sessionTable: SessionTable;
	/** For views, `page` is the column of the event's row; other events have it in their properties. */
	readonly text: (name: EventText) => Coded;
	/** Pages of views; other events have none or their own page. Takes less time than `text("page")`. */
	readonly viewPages: () => Coded;
	/** Texts of a property, as questions compare them, cut to `MAX_VALUE_LENGTH`. */
	readonly property: (name: string) => Coded;
}

/** Sessions with events of the day, from index 1. */
export interface SessionTable {
	/** Number of sessions plus 1. */
	readonly size: number;
	/**
	 * Numbers of the clients' sessions, ascending; 0: a session of a daily visitor, which ends with the day. A
	 * session over midnight has the same number on both days.
	 */
	readonly numbers: Float64Array;
	/** Numbers of their visitors in the day, from 1; 0: the person of the event is the visitor. */
	readonly visitors: Uint32Array;
	/** Highest number of a visitor plus 1. */
	readonly visitorCount: number;
	/** Milliseconds since the Unix epoch. */
	readonly startedAt: Float64Array;
	/** Milliseconds. */
	readonly durations: Float64Array;
	readonly views: Uint32Array;
	/** Values of a trait, `entry_page` or `exit_page`. */
	readonly text: (name: string) => Coded;
}

export const MAX_VALUE_LENGTH = 500;

const MAX_UINT8 = 2 ** 8;
const MAX_UINT16 = 2 ** 16;

/** @returns Codes in the narrowest array that can have `count` different codes. */
export function newCodes(length: number, count: number): Codes {
	if (count <= MAX_UINT8) return new Uint8Array(length);
	return count <= MAX_UINT16 ? new Uint16Array(length) : new Uint32Array(length);
}

export function narrowCodes(codes: ArrayLike<number>, count: number): Codes {
	const narrow = newCodes(codes.length, count);
	narrow.set(codes);
	return narrow;
}

export function narrowed({ codes, texts }: Coded): Coded {
	return { codes: narrowCodes(codes, texts.length), texts };
}

/** Collects the codes of texts. */
export class CodedBuilder {
	readonly #texts: (string | undefined)[] = [undefined];
	readonly #codes = new Map<string, number>();

	get texts(): readonly (string | undefined)[] {
		return this.#texts;
	}

	codeOf(text: string | undefined): number {
		if (text === undefined) return 0;
		const known = this.#codes.get(text);
		if (known !== undefined) return known;
		const code = this.#texts.push(text) - 1;
		this.#codes.set(text, code);
		return code;
	}

	build(codes: readonly number[]): Coded {
		return { codes: narrowCodes(codes, this.#texts.length), texts: this.#texts };
	}
}
