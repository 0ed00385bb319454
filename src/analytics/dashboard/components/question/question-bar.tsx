import { type FormEvent, type ReactElement, type ReactNode, useId } from "react";
import type { Interval } from "../../../wire/dashboard/dimensions.ts";
import { isTimeZone } from "../../../wire/is-time-zone.ts";
import { formatSpan } from "../../format/times.ts";
import { addDays, isCalendarDay } from "../../state/dates.ts";
import { COMPARISONS, type Comparison } from "../../state/question.ts";
import { RANGE_NAMES, RANGES, type RangeChoice } from "../../state/ranges.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Choice } from "../choice.tsx";
import { Menu } from "../menu.tsx";
import { ScreenHeader } from "../screen-header.tsx";

export interface QuestionBarProps {
	/** Which of the choices the screen takes; the range is always one. */
	readonly offers?: readonly ("comparison" | "interval")[];
}

export interface QuestionHeaderProps extends QuestionBarProps {
	readonly title: string;
	/** Before the choices. */
	readonly children?: ReactNode;
}

/** The heading of a screen with figures: says which range they are of, and chooses it. */
export function QuestionHeader({ title, children, ...bar }: QuestionHeaderProps): ReactElement {
	return (
		<ScreenHeader title={title} lead={formatSpan(useQuestion().span)}>
			{children}
			<QuestionBar {...bar} />
		</ScreenHeader>
	);
}

/** Chooses what figures are of. Each choice is written into the address. */
export function QuestionBar({ offers = [] }: QuestionBarProps): ReactElement {
	const { question, span, timeZone, change } = useQuestion();
	const { range, comparison, interval } = question;
	const label = range.kind === "named" ? RANGES[range.name].label : formatSpan(span);
	return (
		<div className="question-bar">
			<Menu icon="calendar" name="Range" label={label}>
				{(close) => <RangePanel onChosen={close} />}
			</Menu>
			{offers.includes("comparison") && (
				<Choice
					isLabelHidden
					label="Compare with"
					value={comparison}
					options={COMPARISONS.map((name) => [name, COMPARISON_LABELS[name]])}
					onChoose={(comparison) => change({ comparison })}
				/>
			)}
			{offers.includes("interval") && (
				<Choice
					isLabelHidden
					label="Interval"
					value={interval ?? ""}
					options={INTERVAL_OPTIONS}
					onChoose={(name) => change({ interval: name === "" ? undefined : name })}
				/>
			)}
			<Menu icon="globe" name="Time zone" label={timeZone.replaceAll("_", " ")}>
				{(close) => <TimeZonePanel onChosen={close} />}
			</Menu>
		</div>
	);
}

const COMPARISON_LABELS: Readonly<Record<Comparison, string>> = {
	previous: "vs. previous period",
	year: "vs. previous year",
	none: "No comparison",
};

const INTERVAL_OPTIONS: readonly (readonly [Interval | "", string])[] = [
	["", "Automatic interval"],
	["hour", "Hourly"],
	["day", "Daily"],
	["week", "Weekly"],
	["month", "Monthly"],
];

interface PanelProps {
	readonly onChosen: () => void;
}

function RangePanel({ onChosen }: PanelProps): ReactElement {
	const { question, span, change } = useQuestion();
	const { range } = question;
	const [first, last] = [useId(), useId()];
	const choose = (chosen: RangeChoice): void => {
		change({ range: chosen, interval: undefined });
		onChosen();
	};
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const [from, to] = [String(form.get("first")), String(form.get("last"))].toSorted();
		if (from === undefined || to === undefined || !isCalendarDay(from) || !isCalendarDay(to))
			return;
		choose({ kind: "own", first: from, last: to });
	};
	const own = range.kind === "own" ? range : undefined;
	return (
		<>
			<ul className="menu-list">
				{RANGE_NAMES.map((name) => (
					<li key={name}>
						<button
							type="button"
							aria-pressed={range.kind === "named" && range.name === name}
							onClick={() => choose({ kind: "named", name })}
						>
							{RANGES[name].label}
							<kbd>{RANGES[name].shortcut.toUpperCase()}</kbd>
						</button>
					</li>
				))}
			</ul>
			<form className="menu-form" onSubmit={submit}>
				<label htmlFor={first}>From</label>
				<input
					id={first}
					name="first"
					type="date"
					required
					defaultValue={own?.first ?? (span.from === "all" ? "" : span.from)}
				/>
				<label htmlFor={last}>To</label>
				<input
					id={last}
					name="last"
					type="date"
					required
					defaultValue={own?.last ?? addDays(span.to, -1)}
				/>
				<button type="submit" className="button">
					Apply
				</button>
			</form>
		</>
	);
}

function TimeZonePanel({ onChosen }: PanelProps): ReactElement {
	const { timeZone, change } = useQuestion();
	const [input, list] = [useId(), useId()];
	/** Without a name, that of the browser. */
	const choose = (name: string | undefined): void => {
		change({ timeZone: name });
		onChosen();
	};
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const name = String(new FormData(event.currentTarget).get("zone")).trim().replaceAll(" ", "_");
		if (name !== "" && isTimeZone(name)) choose(name);
	};
	return (
		<form className="menu-form menu-form-wide" onSubmit={submit}>
			<label htmlFor={input}>Time zone</label>
			<input
				id={input}
				name="zone"
				list={list}
				defaultValue={timeZone}
				autoComplete="off"
				onFocus={({ target }) => target.select()}
			/>
			<datalist id={list}>
				{["UTC", ...Intl.supportedValuesOf("timeZone")].map((name) => (
					<option key={name}>{name}</option>
				))}
			</datalist>
			<button type="submit" className="button">
				Apply
			</button>
			<button type="button" className="button button-quiet" onClick={() => choose(undefined)}>
				Browser time zone
			</button>
			<button type="button" className="button button-quiet" onClick={() => choose("UTC")}>
				UTC
			</button>
		</form>
	);
}
