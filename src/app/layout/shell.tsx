import {
	Fragment,
	type ReactElement,
	type ReactNode,
	useContext,
	useLayoutEffect,
	useRef,
	useSyncExternalStore,
} from "react";
import { announce, LIVE_REGION_ID, useFocusReturn } from "../components/announce.ts";
import {
	NavigationContext,
	type NavigationStatus,
	type Notice,
	type NoticeAnswer,
	useBusy,
} from "../components/navigation-context.ts";
import { NO_OVERLAYS, type Overlay, OverlayContext } from "../components/overlay-context.ts";
import { useWords } from "../runtime-config.ts";

/** Elements around every page, even if the layout fails: skip link, notices, progress, announcements. */
export function Shell({ children }: { readonly children: ReactNode }): ReactElement {
	const word = useWords();
	return (
		<>
			<OverlayList place="before" />
			<div id="site-start">
				<a className="skip-link" href="#main">
					{word("Skip to content")}
				</a>
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

/** Overlays of the frame at one position. */
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

interface MainProps {
	readonly className: string;
	readonly children: ReactNode;
}

/** The content of the document; it is busy while the next page is slow. */
export function Main({ className, children }: MainProps): ReactElement {
	const isBusy = useBusy();
	return (
		<main id="main" className={className} tabIndex={-1} aria-busy={isBusy || undefined}>
			{children}
		</main>
	);
}

/** A line at the edge of the window about the state of the navigation. */
function NoticeLine(): ReactElement | undefined {
	const { subscribe, notice, answer } = useContext(NavigationContext);
	const shown = useSyncExternalStore(subscribe, notice, () => undefined);
	if (shown === undefined) return undefined;
	return <Line key={shown} notice={shown} answer={answer} />;
}

interface LineProps extends Pick<NavigationStatus, "answer"> {
	readonly notice: Notice;
}

function Line({ notice, answer }: LineProps): ReactElement {
	const word = useWords();
	const line = useRef<HTMLDivElement>(null);
	const { sentence: english, answers } = TEXTS[notice];
	const sentence = word(english);
	useFocusReturn(line);
	useLayoutEffect(() => announce(document, sentence), [sentence]);
	return (
		<div ref={line} className="notice">
			<p>{sentence}</p>
			{answers.map(([kind, label]) => (
				<button key={kind} type="button" onClick={() => answer(kind)}>
					{word(label)}
				</button>
			))}
		</div>
	);
}

interface NoticeText {
	readonly sentence: string;
	readonly answers: readonly (readonly [answer: NoticeAnswer, label: string])[];
}

const TEXTS: Readonly<Record<Notice, NoticeText>> = {
	waiting: {
		sentence: "You seem to be offline. The page opens when the connection is back.",
		answers: [["cancel", "Cancel"]],
	},
	cached: {
		sentence: "You seem to be offline. Pages visited in this tab are shown as they were.",
		answers: [],
	},
	slow: {
		sentence: "The page takes a long time to load.",
		answers: [
			["keep-waiting", "Keep waiting"],
			["load-document", "Load the full page"],
		],
	},
	incomplete: {
		sentence: "A part of that page is missing on the server. Try again in a moment.",
		answers: [["cancel", "Close"]],
	},
	unsent: {
		sentence: "You seem to be offline. The form was not sent. Try again in a moment.",
		answers: [["cancel", "Close"]],
	},
	undecided: {
		sentence: "It is not known whether this page is for you. Try again in a moment.",
		answers: [["cancel", "Close"]],
	},
};
