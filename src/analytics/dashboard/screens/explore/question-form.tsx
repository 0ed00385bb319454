import type { ReactElement } from "react";
import { RETENTION_PERIODS, TREND_VIEWS } from "../../../api-types/dimensions.ts";
import { useGoals } from "../../api/use-saved.ts";
import { Choice } from "../../components/choice.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { DIMENSION_OPTIONS, MEASURE_LABELS } from "../../format/labels.ts";
import { DAY_SECONDS, KINDS, namesOf, type QuestionFormProps } from "./draft.ts";
import { StepFields } from "./step-fields.tsx";
import { TextField } from "./text-field.tsx";

/** Fields of a question; the URL stores each value. */
export function QuestionForm({ draft, onChange }: QuestionFormProps): ReactElement {
	const { kind } = draft;
	return (
		<div className="explore-form">
			<Tabs
				label="Kind of question"
				tabs={namesOf(KINDS).map((name) => ({ name, label: KINDS[name].label }))}
				chosen={kind}
				onChoose={(chosen) => onChange({ kind: chosen, steps: KINDS[chosen].steps, breakdown: "" })}
			/>
			{kind === "trend" && <TrendFields draft={draft} onChange={onChange} />}
			{kind === "conversions" && <GoalChoice draft={draft} onChange={onChange} />}
			{kind === "funnel" && <FunnelFields draft={draft} onChange={onChange} />}
			{kind === "retention" && (
				<>
					<Choice
						label="Period"
						value={draft.period}
						options={RETENTION_PERIODS.map((name) => [name, PERIOD_LABELS[name]])}
						onChoose={(period) => onChange({ period })}
					/>
					<StepFields
						labels={["Started with", "Came back for"]}
						steps={[draft.steps[0] ?? "", draft.steps[1] ?? ""]}
						isOptional
						onChange={(steps) => onChange({ steps })}
					/>
				</>
			)}
			{kind === "paths" && (
				<StepFields
					labels={["Around"]}
					steps={[draft.steps[0] ?? "page:"]}
					onChange={(steps) => onChange({ steps })}
				/>
			)}
			{kind !== "retention" && kind !== "paths" && (
				<BreakdownFields draft={draft} onChange={onChange} />
			)}
		</div>
	);
}

const PERIOD_LABELS = { day: "Days", week: "Weeks", month: "Months" } as const;
const VIEW_LABELS = { line: "Line", bar: "Bars", table: "Table", number: "Number" } as const;

function TrendFields({ draft, onChange }: QuestionFormProps): ReactElement {
	const { measure } = draft;
	const isOfProperty = ["sum", "average", "percentile"].includes(measure);
	return (
		<>
			<Choice
				label="Count"
				value={measure}
				options={namesOf(MEASURE_LABELS).map((name) => [name, MEASURE_LABELS[name]])}
				onChoose={(chosen) => onChange({ measure: chosen })}
			/>
			{isOfProperty && (
				<TextField
					label="Property"
					text={draft.property}
					onWrite={(property) => onChange({ property })}
				/>
			)}
			{measure === "percentile" && (
				<Choice
					label="Percentile"
					value={String(draft.percentile)}
					options={["50", "75", "90", "95", "99"].map((name) => [name, name])}
					onChoose={(text) => onChange({ percentile: Number(text) })}
				/>
			)}
			<StepFields
				labels={["Of"]}
				steps={[draft.steps[0] ?? ""]}
				isOptional
				onChange={([step = ""]) => onChange({ steps: step === "" ? [] : [step] })}
			/>
			<Choice
				label="Show as"
				value={draft.view}
				options={TREND_VIEWS.map((name) => [name, VIEW_LABELS[name]])}
				onChoose={(view) => onChange({ view })}
			/>
		</>
	);
}

const WINDOWS = [
	[String(1_800), "30 minutes"],
	[String(3_600), "1 hour"],
	[String(DAY_SECONDS), "1 day"],
	[String(7 * DAY_SECONDS), "7 days"],
	[String(30 * DAY_SECONDS), "30 days"],
] as const;

function FunnelFields({ draft, onChange }: QuestionFormProps): ReactElement {
	const { steps, windowSeconds } = draft;
	const shown = steps.length < 2 ? [...steps, ...KINDS.funnel.steps].slice(0, 2) : steps;
	return (
		<>
			<StepFields
				labels={shown.map((_, index) => `Step ${index + 1}`)}
				steps={shown}
				canGrow
				onChange={(changed) => onChange({ steps: changed })}
			/>
			<Choice
				label="Within"
				value={String(windowSeconds)}
				options={
					WINDOWS.some(([seconds]) => Number(seconds) === windowSeconds)
						? WINDOWS
						: [...WINDOWS, [String(windowSeconds), `${windowSeconds} seconds`]]
				}
				onChoose={(text) => onChange({ windowSeconds: Number(text) })}
			/>
			<Choice
				label="Per"
				value={draft.by}
				options={[
					["visitor", "Visitor"],
					["session", "Session"],
				]}
				onChoose={(by) => onChange({ by })}
			/>
		</>
	);
}

function BreakdownFields({ draft, onChange }: QuestionFormProps): ReactElement {
	const { breakdown, kind } = draft;
	const isProperty = breakdown.startsWith("property.");
	const property = [["property.", "Property…"]] as const;
	return (
		<>
			<Choice
				label="Break down by"
				value={isProperty ? "property." : breakdown}
				options={[["", "None"], ...DIMENSION_OPTIONS, ...(kind === "conversions" ? [] : property)]}
				onChoose={(chosen) => onChange({ breakdown: chosen })}
			/>
			{isProperty && (
				<TextField
					label="Property to break down by"
					text={breakdown.slice("property.".length)}
					onWrite={(name) => onChange({ breakdown: `property.${name}` })}
				/>
			)}
		</>
	);
}

/** Chooses the goals of a conversions question. */
function GoalChoice({ draft: { goals }, onChange }: QuestionFormProps): ReactElement {
	const known = useGoals();
	return (
		<fieldset className="explore-goals">
			<legend>Goals</legend>
			{known.length === 0 && <p className="hint">No goals yet: define one below.</p>}
			{known.map(([key, name]) => (
				<label key={key}>
					<input
						type="checkbox"
						checked={goals.includes(key)}
						onChange={({ target }) =>
							onChange({
								goals: target.checked ? [...goals, key] : goals.filter((other) => other !== key),
							})
						}
					/>
					{name}
				</label>
			))}
		</fieldset>
	);
}
