import { createContext } from "react";
import type { ColorModePreference } from "../../shared/appearance/color-mode.ts";

/** The visitor's choice; the browser's entry provides it. */
export interface ColorModeChoice {
	readonly preference: () => ColorModePreference;
	readonly choose: (preference: ColorModePreference) => void;
	/** @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

/** The default of the server, which does not know the visitor. */
const NOT_CHOSEN: ColorModeChoice = {
	preference: () => "system",
	choose: () => undefined,
	subscribe: () => () => undefined,
};

export const ColorModeContext = createContext(NOT_CHOSEN);
