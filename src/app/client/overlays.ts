import { NO_OVERLAYS, type Overlay, type Overlays } from "../components/overlay-context.ts";
import { createListeners } from "./listeners.ts";

export interface OverlayStore extends Overlays {
	/** Adds an element to the frame. @returns A function that removes it. */
	readonly show: (place: Overlay["place"], element: Overlay["element"]) => () => void;
}

export function createOverlays(): OverlayStore {
	const { subscribe, notify } = createListeners();
	let shown = NO_OVERLAYS;
	let lastId = 0;
	return {
		subscribe,
		shown: () => shown,
		show(place, element) {
			lastId += 1;
			const added = { id: lastId, place, element };
			shown = [...shown, added];
			notify();
			return () => {
				shown = shown.filter((overlay) => overlay !== added);
				notify();
			};
		},
	};
}
