import {
	Fragment,
	type ReactElement,
	type ReactNode,
	useContext,
	useSyncExternalStore,
} from "react";
import { LIVE_REGION_ID } from "../../components/announce.ts";
import { useBusy } from "../../components/navigation-context.ts";
import { NO_OVERLAYS, type Overlay, OverlayContext } from "../../components/overlay-context.ts";
import { useWords } from "../../runtime-config.ts";
import { NoticeLine } from "./notice-line.tsx";

/** What is around every page, also when the layout has failed: the skip link, notices, progress, announcements. */
export function Shell({ children }: { readonly children: ReactNode }): ReactElement {
	return (
		<>
			<OverlayList place="before" />
			<div id="site-start">
				<SkipLink />
			</div>
			{children}
			<OverlayList place="after" />
			<NoticeLine />
			<PendingBar />
			<LiveRegion />
		</>
	);
}

/**
 * Announces route changes. It is in the server's HTML, on error pages too: screen readers do not
 * read a region that is added together with its text. React never fills it.
 */
function LiveRegion(): ReactElement {
	return <div id={LIVE_REGION_ID} className="visually-hidden" role="status" aria-live="polite" />;
}

/** The late parts of the frame at one place. */
function OverlayList({ place }: Pick<Overlay, "place">): ReactElement[] {
	const { subscribe, shown } = useContext(OverlayContext);
	return useSyncExternalStore(subscribe, shown, () => NO_OVERLAYS)
		.filter((overlay) => overlay.place === place)
		.map(({ id, element }) => <Fragment key={id}>{element}</Fragment>);
}

/** A thin bar while the next page is slow. */
function PendingBar(): ReactElement | undefined {
	return useBusy() ? <div className="pending-bar" aria-hidden /> : undefined;
}

/** The first thing that the Tab key reaches. */
function SkipLink(): ReactElement {
	const word = useWords();
	return (
		<a className="skip-link" href="#main">
			{word("Skip to content")}
		</a>
	);
}
