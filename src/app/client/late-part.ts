/** A part of the app in its own chunk. */
export interface LatePart<Part> {
	/** `undefined` until it is loaded. */
	readonly current: () => Part | undefined;
	/** Loads the part once; after a failure, the next call retries. */
	readonly load: () => Promise<Part>;
}

export function createLatePart<Part>(load: () => Promise<Part>): LatePart<Part> {
	let part: Part | undefined;
	let loading: Promise<Part> | undefined;
	return {
		current: () => part,
		load() {
			loading ??= load().then(
				(loaded) => {
					part = loaded;
					return loaded;
				},
				(cause: unknown) => {
					loading = undefined;
					throw cause;
				},
			);
			return loading;
		},
	};
}

/** Logs that an optional part could not be loaded. */
export function warnOfMissingPart(cause: unknown): void {
	console.warn("A part of this page could not be loaded", cause);
}
