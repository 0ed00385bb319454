import { Fragment, type ReactElement, useContext, useSyncExternalStore } from "react";
import { NO_OVERLAYS, type Overlay, OverlayContext } from "../../components/overlay-context.ts";

/** The late parts of the frame at one place. */
export function OverlayList({ place }: Pick<Overlay, "place">): ReactElement[] {
	const { subscribe, shown } = useContext(OverlayContext);
	return useSyncExternalStore(subscribe, shown, () => NO_OVERLAYS)
		.filter((overlay) => overlay.place === place)
		.map(({ id, element }) => <Fragment key={id}>{element}</Fragment>);
}
