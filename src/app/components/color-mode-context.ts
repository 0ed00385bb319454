import { createContext } from "react";
import type { ColorModePreference } from "../../shared/appearance/color-mode.ts";

/** Where the visitor's choice lives; the browser's entry gives the real one. */
export interface ColorModeChoice {
	readonly preference: () => ColorModePreference;
	readonly choose: (preference: ColorModePreference) => void;
	/** @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

/** What the server renders: it does not know the visitor, so nothing is chosen yet. */
const NOT_CHOSEN: ColorModeChoice = {
	preference: () => "system",
	choose: () => undefined,
	subscribe: () => () => undefined,
};

export const ColorModeContext = createContext(NOT_CHOSEN);
