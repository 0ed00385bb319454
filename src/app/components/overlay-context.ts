import { createContext, type ReactElement } from "react";

/** Parts of the frame that the browser adds later, from their own chunks. */
export interface Overlays {
	/** The same array until it changes. */
	readonly shown: () => readonly Overlay[];
	/** @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

export interface Overlay {
	readonly id: number;
	/** Position in the Tab order: before or after the page. */
	readonly place: "before" | "after";
	readonly element: ReactElement;
}

export const NO_OVERLAYS: readonly Overlay[] = [];

export const OverlayContext = createContext<Overlays>({
	shown: () => NO_OVERLAYS,
	subscribe: () => () => undefined,
});
