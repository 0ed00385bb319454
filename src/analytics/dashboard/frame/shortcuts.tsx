import { type ReactElement, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Modal } from "../components/dialogs/modal.tsx";
import { Tool } from "../components/tool.tsx";
import { COMPARISONS } from "../state/question.ts";
import { RANGE_NAMES, RANGES } from "../state/ranges.ts";
import { useQuestion } from "../state/use-question.ts";
import { SCREENS } from "./screen-list.ts";

/** Keyboard shortcuts that choose a range or open a screen, and the list of them. */
export function Shortcuts(): ReactElement {
	const [isHelp, setIsHelp] = useState(false);
	useShortcuts(() => setIsHelp(true));
	return (
		<>
			<Tool
				look="icon"
				title="Keyboard shortcuts"
				onClick={() => setIsHelp(true)}
				icon="keyboard"
			/>
			{isHelp && (
				<Modal title="Keyboard shortcuts" onClose={() => setIsHelp(false)}>
					<div className="shortcuts">
						<ShortcutList
							title="Range"
							entries={[
								...RANGE_NAMES.map(
									(name) => [[RANGES[name].shortcut], RANGES[name].label] as const,
								),
								[["c"], "Change comparison"],
								[["x"], "Remove all filters"],
							]}
						/>
						<ShortcutList
							title="Screens"
							entries={[
								...SCREENS.map(({ shortcut, label }) => [["g", shortcut], label] as const),
								[["?"], "Show this list"],
								[["Esc"], "Close"],
							]}
						/>
					</div>
				</Modal>
			)}
		</>
	);
}

interface ShortcutListProps {
	readonly title: string;
	readonly entries: readonly (readonly [keys: readonly string[], label: string])[];
}

function ShortcutList({ title, entries }: ShortcutListProps): ReactElement {
	return (
		<section>
			<h3>{title}</h3>
			<dl>
				{entries.map(([keys, label]) => (
					<div key={label}>
						<dt>
							{keys.map((key) => (
								<kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</kbd>
							))}
						</dt>
						<dd>{label}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

/** Time for the second key after G, which chooses a screen. */
const SEQUENCE_MS = 1_500;

function useShortcuts(openHelp: () => void): void {
	const { question, change } = useQuestion();
	const { search } = useLocation();
	const navigate = useNavigate();
	const wentAt = useRef(Number.NEGATIVE_INFINITY);
	useEffect(() => {
		const press = (event: KeyboardEvent): void => {
			if (isMeantForSomethingElse(event)) return;
			const key = event.key.toLowerCase();
			if (event.timeStamp - wentAt.current < SEQUENCE_MS) {
				wentAt.current = Number.NEGATIVE_INFINITY;
				const screen = SCREENS.find(({ shortcut }) => shortcut === key);
				if (screen !== undefined) void navigate({ pathname: screen.path, search });
				return;
			}
			if (key === "g") wentAt.current = event.timeStamp;
			if (key === "?") openHelp();
			if (key === "x") change({ filters: [] });
			if (key === "c") {
				const next = (COMPARISONS.indexOf(question.comparison) + 1) % COMPARISONS.length;
				change({ comparison: COMPARISONS[next] ?? "previous" });
			}
			const name = RANGE_NAMES.find((name) => RANGES[name].shortcut === key);
			if (name !== undefined) change({ range: { kind: "named", name }, interval: undefined });
		};
		addEventListener("keydown", press);
		return () => removeEventListener("keydown", press);
	}, [question, change, search, navigate, openHelp]);
}

/** Whether the key is for a text field, the browser, another handler or an open dialog. */
function isMeantForSomethingElse(event: KeyboardEvent): boolean {
	if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
	if (document.querySelector("dialog[open]") !== null) return true;
	return event.target instanceof Element && event.target.closest(WRITTEN_IN) !== null;
}

const WRITTEN_IN = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select";
