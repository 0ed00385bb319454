import { LRUCache } from "lru-cache";
import { fnv1a } from "../../platform/fnv1a.ts";
import { Answer, type AnswerParts } from "./answer.ts";

export interface AnswerCacheOptions {
	/** 0 turns the cache off. */
	readonly maxBytes: number;
	/** Returns a new object for each live revision, and when a page appears or expires. */
	readonly snapshot: () => object;
}

export interface CacheEntry {
	readonly key: string;
	/** Whether clients can invent any number of keys. Such an entry is cached at the second request. */
	readonly cacheOnSecondHit?: boolean;
	/** Whether the entry outlives the revision. */
	readonly survivesRevision?: boolean;
}

/** Overhead of an entry beside its bodies and headers. */
const ENTRY_BYTES = 2048;

/** Maximum bytes per character of a key. */
const CHARACTER_BYTES = 2;

/** Number of remembered keys that were requested once. */
const ASKED_ONCE = 4096;

/** The one LRU cache for answers of all kinds. */
export class ResponseCache {
	readonly #cached: LRUCache<string, Answer> | undefined;
	readonly #lasting = new WeakSet<Answer>();
	readonly #askedOnce = new Int32Array(ASKED_ONCE);
	readonly #snapshot: () => object;
	#last: object | undefined;

	constructor({ maxBytes, snapshot }: AnswerCacheOptions) {
		this.#snapshot = snapshot;
		if (maxBytes === 0) return;
		this.#cached = new LRUCache({
			maxSize: maxBytes,
			sizeCalculation: (answer, key) => answer.bytes + ENTRY_BYTES + key.length * CHARACTER_BYTES,
		});
	}

	get bytes(): number {
		return this.#cached?.calculatedSize ?? 0;
	}

	get size(): number {
		return this.#cached?.size ?? 0;
	}

	/** Whether a warm-up leaves room for requests of visitors. */
	get hasRoom(): boolean {
		return this.#cached !== undefined && this.bytes < this.#cached.maxSize * WARM_UP_SHARE;
	}

	/** Also finds answers of the previous snapshot, until the next `find()`. */
	has(key: string): boolean {
		return this.#cached?.has(key) === true;
	}

	find(key: string): Answer | undefined {
		const snapshot = this.#snapshot();
		if (snapshot !== this.#last) this.#begin(snapshot);
		return this.#cached?.get(key);
	}

	findOrMake(entry: CacheEntry, make: () => AnswerParts): Answer {
		return this.find(entry.key) ?? this.replace(entry, make());
	}

	/** Makes an answer, and replaces the cached answer of this key. */
	replace(
		{ key, cacheOnSecondHit = false, survivesRevision = false }: CacheEntry,
		parts: AnswerParts,
	): Answer {
		const cached = this.#cached;
		if (cached === undefined || (cacheOnSecondHit && !this.#isAskedAgain(key)))
			return new Answer(parts);
		const made: Answer = new Answer(parts, () => {
			// Measures it again, unless it was evicted meanwhile.
			if (cached.peek(key) !== made) return;
			cached.delete(key);
			cached.set(key, made);
		});
		if (survivesRevision) this.#lasting.add(made);
		cached.set(key, made);
		return made;
	}

	/** @returns Keys of this snapshot and the previous one, most recently used first. */
	lastUsed(count: number): readonly string[] {
		return [...new Set([...this.#pageKeys(), ...this.#usedBefore])].slice(0, count);
	}

	#usedBefore: readonly string[] = [];

	#begin(snapshot: object): void {
		this.#last = snapshot;
		this.#usedBefore = this.#pageKeys().slice(0, REMEMBERED);
		for (const key of this.#pageKeys()) this.#cached?.delete(key);
	}

	#pageKeys(): readonly string[] {
		return [...(this.#cached?.entries() ?? [])].flatMap(([key, answer]) =>
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

/** The rest of the cache is for requests of visitors. */
const WARM_UP_SHARE = 0.75;

/** Keys of the previous snapshot: enough for most visitors of most sites. */
const REMEMBERED = 100;
