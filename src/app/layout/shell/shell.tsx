import type { ReactElement, ReactNode } from "react";
import { LiveRegion } from "./live-region.tsx";
import { NoticeLine } from "./notice-line.tsx";
import { OverlayList } from "./overlay-list.tsx";
import { PendingBar } from "./pending-bar.tsx";

/** What is around every page, also when the layout has failed: notices, progress, announcements. */
export function Shell({ children }: { readonly children: ReactNode }): ReactElement {
	return (
		<>
			<OverlayList place="before" />
			{children}
			<OverlayList place="after" />
			<NoticeLine />
			<PendingBar />
			<LiveRegion />
		</>
	);
}
