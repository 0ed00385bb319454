import { LRUCache } from "lru-cache";
import { fnv1a } from "../../platform/fnv1a.ts";
import { Answer, type AnswerParts } from "./answer.ts";

export interface AnswerCacheOptions {
	/** For everything that is kept; 0 keeps nothing. */
	readonly maxBytes: number;
	/** Another value when another revision is live, or when a page appears or expires. */
	readonly snapshot: () => object;
}

/** How an answer is kept. */
export interface Keeping {
	readonly key: string;
	/** Whether clients can make up as many keys as they like: kept when asked for again. */
	readonly isFlood?: boolean;
	/** Whether it stays when content changes: it is named by what it says. */
	readonly isLasting?: boolean;
}

/** Of an entry, beside its bodies and headers: objects, maps, the list of what was used last. */
const ENTRY_BYTES = 2048;

/** Of a character of a key or a header, at most. */
const CHARACTER_BYTES = 2;

/** How many keys are remembered that were asked for once. */
const ASKED_ONCE = 4096;

/**
 * The one place for answers that are ready to be sent, whatever they are made from. What was not
 * used for longest goes first.
 */
export class AnswerCache {
	readonly #kept: LRUCache<string, Answer> | undefined;
	readonly #lasting = new WeakSet<Answer>();
	readonly #askedOnce = new Int32Array(ASKED_ONCE);
	readonly #snapshot: () => object;
	#last: object | undefined;

	constructor({ maxBytes, snapshot }: AnswerCacheOptions) {
		this.#snapshot = snapshot;
		if (maxBytes === 0) return;
		this.#kept = new LRUCache({
			maxSize: maxBytes,
			sizeCalculation: (answer, key) => answer.bytes + ENTRY_BYTES + key.length * CHARACTER_BYTES,
		});
	}

	get bytes(): number {
		return this.#kept?.calculatedSize ?? 0;
	}

	get size(): number {
		return this.#kept?.size ?? 0;
	}

	/** Whether more can be foreseen without taking the room of what is really asked for. */
	get hasRoom(): boolean {
		return this.#kept !== undefined && this.bytes < this.#kept.maxSize * FORESEEN_SHARE;
	}

	/** Whether there is such an answer, of the current content or of the one before. */
	has(key: string): boolean {
		return this.#kept?.has(key) === true;
	}

	find(key: string): Answer | undefined {
		const snapshot = this.#snapshot();
		if (snapshot !== this.#last) this.#begin(snapshot);
		return this.#kept?.get(key);
	}

	/** @returns The cached answer under this key, or a new one, which is cached if `keeping` allows it. */
	findOrMake(keeping: Keeping, make: () => AnswerParts): Answer {
		return this.find(keeping.key) ?? this.replace(keeping, make());
	}

	/** Makes an answer in the place of the one under this key, if there is one. */
	replace({ key, isFlood = false, isLasting = false }: Keeping, parts: AnswerParts): Answer {
		const made: Answer = new Answer(parts, () => {
			// It weighs more now. One that was dropped meanwhile takes no room.
			if (this.#kept?.peek(key) !== made) return;
			this.#kept.delete(key);
			this.#kept.set(key, made);
		});
		if (isLasting) this.#lasting.add(made);
		if (!isFlood || this.#isAskedAgain(key)) this.#kept?.set(key, made);
		return made;
	}

	/** @returns Keys that were used last, now or before content changed, the latest first. */
	lastUsed(count: number): readonly string[] {
		return [...new Set([...this.#pageKeys(), ...this.#usedBefore])].slice(0, count);
	}

	#usedBefore: readonly string[] = [];

	#begin(snapshot: object): void {
		this.#last = snapshot;
		this.#usedBefore = this.#pageKeys().slice(0, REMEMBERED);
		for (const key of this.#pageKeys()) this.#kept?.delete(key);
	}

	#pageKeys(): readonly string[] {
		return [...(this.#kept?.entries() ?? [])].flatMap(([key, answer]) =>
			this.#lasting.has(answer) ? [] : [key],
		);
	}

	#isAskedAgain(key: string): boolean {
		const hash = fnv1a(key);
		const place = (hash >>> 0) % ASKED_ONCE;
		const isAgain = this.#askedOnce[place] === hash;
		this.#askedOnce[place] = hash;
		return isAgain;
	}
}

/** Of the room: the rest is for what is asked for and was not foreseen. */
const FORESEEN_SHARE = 0.75;

/** Beyond a change of content: enough for most visitors of most sites. */
const REMEMBERED = 100;
