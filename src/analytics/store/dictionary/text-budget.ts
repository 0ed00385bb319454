/** Enough for 100,000 new paths, campaigns and event names of 100 characters. */
const CHARACTERS_PER_DAY = 10_000_000;

/**
 * Limits the new text of a day. Shared texts outlive their events, so a client with random texts would fill
 * the file, and retention would not free it.
 */
export class TextBudget {
	#day: number | undefined = undefined;
	#left = 0;
	#refused = 0;

	/** Number of refused texts since the start. */
	get refused(): number {
		return this.#refused;
	}

	/** @param day Days since the Unix epoch, by our clock: a sender could invent days, each with a budget. */
	startDay(day: number): void {
		if (day === this.#day) return;
		this.#day = day;
		this.#left = CHARACTERS_PER_DAY;
	}

	/** Spends a text's length. @returns Whether the budget had room for it. */
	spend(text: string): boolean {
		const hasRoom = text.length <= this.#left;
		if (hasRoom) this.#left -= text.length;
		else this.#refused += 1;
		return hasRoom;
	}
}
