/** State of a listed file. */
export interface FileState {
	/** Relative to the site folder. */
	readonly file: string;
	/** Changes with every change of the file. */
	readonly stamp: string;
}

/** Linux allows paths of 4096 bytes; a stamp adds less than a hundred. */
const TEXT_BYTES = 5000;

/** The count of changes and the length of the text, 32 bits each. */
const HEAD_BYTES = 8;

/**
 * The file that a thread is reading, in shared memory: a stuck thread cannot answer, but its
 * watchdog can read the name of the file.
 */
export class CurrentFile {
	/** Shared with the other threads. */
	readonly memory: SharedArrayBuffer;
	readonly #head: Int32Array;
	readonly #text: Uint8Array;

	constructor(memory = new SharedArrayBuffer(HEAD_BYTES + TEXT_BYTES)) {
		this.memory = memory;
		this.#head = new Int32Array(memory, 0, 2);
		this.#text = new Uint8Array(memory, HEAD_BYTES);
	}

	enter({ file, stamp }: FileState): void {
		const bytes = Buffer.from(`${stamp}\0${file}`).subarray(0, TEXT_BYTES);
		this.#text.set(bytes);
		this.#head[1] = bytes.length;
		Atomics.add(this.#head, 0, 1);
	}

	leave(): void {
		this.#head[1] = 0;
		Atomics.add(this.#head, 0, 1);
	}

	/** Changes whenever a file is entered or left. */
	get changes(): number {
		return Atomics.load(this.#head, 0);
	}

	/** Must be called while the thread is stuck. @returns `undefined` between two files. */
	read(): FileState | undefined {
		const length = this.#head[1] ?? 0;
		if (length === 0) return undefined;
		const [stamp = "", file = ""] = Buffer.from(this.#text.slice(0, length)).toString().split("\0");
		return { file, stamp };
	}
}
