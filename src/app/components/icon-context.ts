import { createContext } from "react";

/** Where icons come from: all at once on the server, on demand in the browser. */
export interface IconSource {
	/** @returns The markup of an SVG, or `undefined` until it is loaded. */
	readonly markup: (name: string) => string | undefined;
	/** Loads an icon, then calls the listeners. */
	readonly request: (name: string) => void;
	/** @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

/** The default of both sides. */
export const NO_ICONS: IconSource = {
	markup: () => undefined,
	request: () => undefined,
	subscribe: () => () => undefined,
};

export const IconContext = createContext(NO_ICONS);
