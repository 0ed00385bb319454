import { type PerHoursSources, perHours } from "../pages/per-hours.ts";
import { PageAnswer } from "./page-answer.ts";

export interface PageCacheOptions extends PerHoursSources {
	/** For all bodies together; the headers of an answer come on top. */
	readonly maxBytes: number;
}

/** What lives and dies with one revision, and within it with the hours of its pages. */
interface Generation {
	/** By key, in the order in which they are looked at when there is no room. */
	readonly answers: Map<string, PageAnswer>;
	bytes: number;
}

/**
 * Keeps the answers of pages and payloads ready to be sent, as long as their revision is
 * live and no page has its hour. Without room, what was not used since it was last looked at
 * goes first: a list in the order of use would have to be mended at every request.
 */
export class PageCache {
	readonly #maxBytes: number;
	readonly #current: () => Generation;
	#mostUsedBefore: readonly string[] = [];

	constructor({ maxBytes, ...sources }: PageCacheOptions) {
		this.#maxBytes = maxBytes;
		this.#current = perHours<Generation>(sources, (_revision, before) => {
			if (before !== undefined) this.#mostUsedBefore = keysByUse(before.answers);
			return { answers: new Map(), bytes: 0 };
		});
	}

	/** Bytes of all bodies. */
	get bytes(): number {
		return this.#current().bytes;
	}

	/** Says whether more can be foreseen without taking the room of what is really asked for. */
	get hasRoom(): boolean {
		return this.bytes < this.#maxBytes * FORESEEN_SHARE;
	}

	/** How many pages and payloads there are. */
	get size(): number {
		return this.#current().answers.size;
	}

	/** @returns `undefined` when there is no such answer in this revision at this hour. */
	find(key: string): PageAnswer | undefined {
		const { answers } = this.#current();
		const answer = answers.get(key);
		if (answer === undefined) return undefined;
		answer.uses += 1;
		answer.isSpared = true;
		return answer;
	}

	/** @returns The answer under this key; made out of a text when there is none. */
	findOrMake(key: string, text: () => string): PageAnswer {
		const generation = this.#current();
		const known = generation.answers.get(key);
		if (known !== undefined) return known;
		const made: PageAnswer = new PageAnswer(text(), (bytes) => {
			// Whoever still waits for an answer that was dropped gets it, but it takes no room.
			if (generation.answers.get(key) === made) this.#grow(generation, made, bytes);
		});
		generation.answers.set(key, made);
		return made;
	}

	/**
	 * @param count At most so many.
	 * @returns Keys that were used most, now or in the generation before, the most used first.
	 */
	mostUsed(count: number): readonly string[] {
		const { answers } = this.#current();
		return [...new Set([...keysByUse(answers), ...this.#mostUsedBefore])].slice(0, count);
	}

	#grow(generation: Generation, grown: PageAnswer, bytes: number): void {
		generation.bytes += bytes;
		for (const [key, answer] of generation.answers) {
			if (generation.bytes <= this.#maxBytes) return;
			// One that is still being made has nothing to give yet; the newest is wanted now.
			if (answer === grown || answer.bytes === 0) continue;
			generation.answers.delete(key);
			// A map that grows while it is walked is walked to its new end: it is met once more.
			if (answer.isSpared) generation.answers.set(key, answer);
			else generation.bytes -= answer.bytes;
			answer.isSpared = false;
		}
	}
}

/** Of the room: the rest is for what is asked for and was not foreseen. */
const FORESEEN_SHARE = 0.75;

/** How many are remembered beyond a change: enough for most visitors of most sites. */
const REMEMBERED = 100;

function keysByUse(answers: ReadonlyMap<string, PageAnswer>): readonly string[] {
	return [...answers]
		.filter(([, { uses }]) => uses > 0)
		.toSorted(([, one], [, other]) => other.uses - one.uses)
		.slice(0, REMEMBERED)
		.map(([key]) => key);
}
