import { createContext } from "react";

/** Where icons come from: all at once on the server, on demand in the browser. */
export interface IconSource {
	/** @returns The markup of an SVG, or `undefined` while there is none. */
	readonly markup: (name: string) => string | undefined;
	/** Asks for an icon; listeners hear of it when it has come. */
	readonly request: (name: string) => void;
	/** @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

const NO_ICONS: IconSource = {
	markup: () => undefined,
	request: () => undefined,
	subscribe: () => () => undefined,
};

export const IconContext = createContext(NO_ICONS);
