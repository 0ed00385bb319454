import {
	type ReactElement,
	useContext,
	useLayoutEffect,
	useRef,
	useSyncExternalStore,
} from "react";
import { announce } from "../../components/announce.ts";
import {
	NavigationContext,
	type Notice,
	type NoticeAnswer,
} from "../../components/navigation-context.ts";
import { useFocusReturn } from "../../components/use-focus-return.ts";
import { useWords } from "../../runtime-config.ts";

/** A line at the edge of the window about the state of the navigation. */
export function NoticeLine(): ReactElement | undefined {
	const { subscribe, notice, answer } = useContext(NavigationContext);
	const shown = useSyncExternalStore(subscribe, notice, () => undefined);
	if (shown === undefined) return undefined;
	return <Line key={shown} {...TEXTS[shown]} answer={answer} />;
}

interface NoticeText {
	readonly sentence: string;
	readonly answers: readonly (readonly [answer: NoticeAnswer, label: string])[];
}

interface LineProps extends NoticeText {
	readonly answer: (answer: NoticeAnswer) => void;
}

function Line({ sentence: english, answers, answer }: LineProps): ReactElement {
	const word = useWords();
	const line = useRef<HTMLDivElement>(null);
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
	undecided: {
		sentence: "It is not known whether this page is for you. Try again in a moment.",
		answers: [["cancel", "Close"]],
	},
};
