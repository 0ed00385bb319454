import { useContext, useSyncExternalStore } from "react";
import { NavigationContext } from "./navigation-context.ts";

/** @returns Whether the visitor waits for the next page; never on the server. */
export function useBusy(): boolean {
	const { subscribe, isBusy } = useContext(NavigationContext);
	return useSyncExternalStore(subscribe, isBusy, () => false);
}
