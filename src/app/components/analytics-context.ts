import { createContext } from "react";

/** What a page can tell the analytics service, and ask it. Without analytics nothing happens. */
export interface Analytics {
	readonly capture: (event: string, properties?: EventProperties) => void;
	/**
	 * Says who the visitor is from here on.
	 *
	 * @param id Of one person and nobody else; placeholders are refused with a console error.
	 */
	readonly identify: (id: string, properties?: EventProperties) => void;
	/** Makes the visitor anonymous again, as somebody new. */
	readonly reset: () => void;
	/** @returns `undefined` while it is not known, or when no such flag is defined. */
	readonly flag: (key: string) => FlagValue | undefined;
	/** Says that the visitor has seen what the flag decides; each value is reported once. */
	readonly reportFlag: (key: string) => void;
	/** To hear of new values of flags. @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

/** Whatever JSON can say. */
export type EventProperties = Readonly<Record<string, unknown>>;

/** On or off, or the name of a variant. */
export type FlagValue = string | boolean;

/** What the server renders with: flags are of one visitor, and its pages are of all. */
const NO_ANALYTICS: Analytics = {
	capture: () => undefined,
	identify: () => undefined,
	reset: () => undefined,
	flag: () => undefined,
	reportFlag: () => undefined,
	subscribe: () => () => undefined,
};

export const AnalyticsContext = createContext(NO_ANALYTICS);
