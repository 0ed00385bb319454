/** A part of the app in a chunk of its own. */
export interface LatePart<Part> {
	/** `undefined` until it is loaded. */
	readonly current: () => Part | undefined;
	/** Loads the part once; a failed load can be repeated. */
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

/** Reports a missing part that the page works without. */
export function warnOfMissingPart(cause: unknown): void {
	console.warn("A part of this page could not be loaded", cause);
}
