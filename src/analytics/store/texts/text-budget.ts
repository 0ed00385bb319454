/**
 * How much new text a day may bring. Text that is stored once for many events outlives them, so
 * a client that makes texts up would fill the file with what no retention deletes.
 */
export class TextBudget {
	readonly #charactersPerDay: number;
	#day: number | undefined = undefined;
	#left = 0;
	#refused = 0;

	constructor(charactersPerDay: number) {
		this.#charactersPerDay = charactersPerDay;
	}

	/** How often there was no room since the start. */
	get refused(): number {
		return this.#refused;
	}

	/** @param day Whole days since the Unix epoch, by our clock: a sender's would give a budget for every day there ever was. */
	startDay(day: number): void {
		if (day === this.#day) return;
		this.#day = day;
		this.#left = this.#charactersPerDay;
	}

	/** @returns Whether there is room for it; then it is taken. */
	spend(text: string): boolean {
		const hasRoom = text.length <= this.#left;
		if (hasRoom) this.#left -= text.length;
		else this.#refused += 1;
		return hasRoom;
	}
}
