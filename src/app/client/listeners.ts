export interface Listeners {
	/** @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
	readonly notify: () => void;
}

/** The listeners of a store, for `useSyncExternalStore()`. */
export function createListeners(): Listeners {
	const listeners = new Set<() => void>();
	return {
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		notify() {
			for (const listener of listeners) listener();
		},
	};
}
