import type { ReactElement, ReactNode } from "react";
import * as z from "zod";
import type { Interval } from "../../../api-types/dimensions.ts";
import { isTimeZone } from "../../../protocol/is-time-zone.ts";
import { formatSpan } from "../../format/times.ts";
import { addDays } from "../../state/dates.ts";
import { COMPARISONS, type Comparison } from "../../state/question.ts";
import { RANGE_NAMES, RANGES, type RangeChoice } from "../../state/ranges.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Choice } from "../choice.tsx";
import { Form } from "../form.tsx";
import { Menu } from "../menu.tsx";
import { ScreenHeader } from "../screen-header.tsx";

export interface QuestionBarProps {
	/** Choices that the screen supports, in addition to the range. */
	readonly offers?: readonly ("comparison" | "interval")[];
}

export interface QuestionHeaderProps extends QuestionBarProps {
	readonly title: string;
	/** Shown before the choices. */
	readonly children?: ReactNode;
}

/** The heading of a screen with figures: shows their range, and the menu that changes it. */
export function QuestionHeader({ title, children, ...bar }: QuestionHeaderProps): ReactElement {
	return (
		<ScreenHeader title={title} lead={formatSpan(useQuestion().span)} beside={children}>
			<QuestionBar {...bar} />
		</ScreenHeader>
	);
}

/** Menus for the range, comparison and interval of figures. The URL stores each choice. */
export function QuestionBar({ offers = [] }: QuestionBarProps): ReactElement {
	const { question, span, timeZone, change } = useQuestion();
	const { range, comparison, interval } = question;
	const label = range.kind === "named" ? RANGES[range.name].label : formatSpan(span);
	return (
		<>
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
		</>
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

const day = z.iso.date();

function RangePanel({ onChosen }: PanelProps): ReactElement {
	const { question, span, change } = useQuestion();
	const { range } = question;
	const choose = (chosen: RangeChoice): void => change({ range: chosen, interval: undefined });
	const first = range.kind === "own" ? range.first : span.from;
	const own = z.object({
		first: (first === "all" ? day : day.default(first)).meta({ title: "From", control: "date" }),
		last: day.default(addDays(span.to, -1)).meta({ title: "To", control: "date" }),
	});
	return (
		<>
			<ul className="menu-list">
				{RANGE_NAMES.map((name) => (
					<li key={name}>
						<button
							type="button"
							aria-pressed={range.kind === "named" && range.name === name}
							onClick={() => {
								choose({ kind: "named", name });
								onChosen();
							}}
						>
							{RANGES[name].label}
							<kbd>{RANGES[name].shortcut.toUpperCase()}</kbd>
						</button>
					</li>
				))}
			</ul>
			<Form
				schema={own}
				submit="Apply"
				look="menu"
				send={async (entered) => {
					const [first = "", last = ""] = Object.values(entered).toSorted();
					choose({ kind: "own", first, last });
				}}
				onDone={onChosen}
			/>
		</>
	);
}

const zoneName = z
	.string()
	.transform((name) => name.replaceAll(" ", "_"))
	.refine(isTimeZone, "must be a time zone, such as Europe/Berlin")
	.meta({
		title: "Time zone",
		placeholder: "Europe/Berlin",
		suggestions: ["UTC", ...Intl.supportedValuesOf("timeZone")],
	});

function TimeZonePanel({ onChosen }: PanelProps): ReactElement {
	const { change } = useQuestion();
	return (
		<>
			<ul className="menu-list">
				{[["Browser time zone"], ["UTC", "UTC"]].map(([label, timeZone]) => (
					<li key={label}>
						<button
							type="button"
							onClick={() => {
								change({ timeZone });
								onChosen();
							}}
						>
							{label}
						</button>
					</li>
				))}
			</ul>
			<Form
				schema={z.object({ timeZone: zoneName })}
				submit="Apply"
				look="menu"
				send={async (entered) => change(entered)}
				onDone={onChosen}
			/>
		</>
	);
}
