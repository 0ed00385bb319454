import { createContext, useContext, useSyncExternalStore } from "react";

/** The navigation of the tab, as the frame shows it. */
export interface NavigationStatus {
	/** What the visitor should know about it. */
	readonly notice: () => Notice | undefined;
	/** Whether to show progress. */
	readonly isBusy: () => boolean;
	/** The visitor answers a notice. */
	readonly answer: (answer: NoticeAnswer) => void;
	/** @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

/**
 * `waiting`: the server cannot be reached, and the page opens when it can. `cached`: the page is as it
 * was at an earlier visit. `slow`: the page takes long. `incomplete`: a part of it is missing.
 * `undecided`: its flag is not known.
 */
export type Notice = "waiting" | "cached" | "slow" | "incomplete" | "undecided";

export type NoticeAnswer = "cancel" | "keep-waiting" | "load-document";

/** The default of the server, where nothing is on its way. */
const AT_REST: NavigationStatus = {
	notice: () => undefined,
	isBusy: () => false,
	answer: () => undefined,
	subscribe: () => () => undefined,
};

export const NavigationContext = createContext(AT_REST);

/** @returns Whether the visitor waits for the next page; never on the server. */
export function useBusy(): boolean {
	const { subscribe, isBusy } = useContext(NavigationContext);
	return useSyncExternalStore(subscribe, isBusy, () => false);
}
