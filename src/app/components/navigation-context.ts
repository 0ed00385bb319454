import { createContext, useContext, useSyncExternalStore } from "react";

/** Status of the tab's navigation, for the frame. */
export interface NavigationStatus {
	/** Current notice for the visitor. */
	readonly notice: () => Notice | undefined;
	/** Whether to show progress. */
	readonly isBusy: () => boolean;
	/** Sends the visitor's answer to a notice. */
	readonly answer: (answer: NoticeAnswer) => void;
	/** @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

/**
 * `waiting`: the server is unreachable, and the page opens when it answers. `cached`: the page is
 * from an earlier visit. `slow`: the page takes long. `incomplete`: a part of the page is missing on
 * the server. `undecided`: the flag of the page is unknown. `unsent`: a form could not be sent.
 */
export type Notice = "waiting" | "cached" | "slow" | "incomplete" | "undecided" | "unsent";

export type NoticeAnswer = "cancel" | "keep-waiting" | "load-document";

/** Default on the server, which has no pending navigation. */
const AT_REST: NavigationStatus = {
	notice: () => undefined,
	isBusy: () => false,
	answer: () => undefined,
	subscribe: () => () => undefined,
};

export const NavigationContext = createContext(AT_REST);

/** @returns Whether the visitor waits for the next page; always false on the server. */
export function useBusy(): boolean {
	const { subscribe, isBusy } = useContext(NavigationContext);
	return useSyncExternalStore(subscribe, isBusy, () => false);
}
