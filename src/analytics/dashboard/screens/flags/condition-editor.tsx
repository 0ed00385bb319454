import type { ReactElement } from "react";
import { FLAG_OPERATORS, type FlagOperator } from "../../../api-types/flags.ts";
import { Choice } from "../../components/choice.tsx";
import { Tool } from "../../components/tool.tsx";
import { conditionSentence, operatorNamed } from "./condition-sentence.ts";
import {
	EVERYBODY,
	type FlagCondition,
	type FlagFilter,
	type FlagVariant,
} from "./flag-definition.ts";

export interface ConditionEditorProps {
	/** Number of the condition, from 1. */
	readonly place: number;
	readonly condition: FlagCondition;
	readonly variants: readonly FlagVariant[];
	readonly onChange: (condition: FlagCondition) => void;
	readonly onRemove: () => void;
}

/** Fields of a condition (filters, share, variant) with a sentence that describes it. */
export function ConditionEditor(props: ConditionEditorProps): ReactElement {
	const { place, condition, variants, onChange, onRemove } = props;
	const { properties, rollout_percentage, variant } = condition;
	return (
		<fieldset className="condition">
			<legend>Condition {place}</legend>
			<p className="condition-sentence">{conditionSentence(condition)}</p>
			{properties.map((filter, index) => (
				<FilterEditor
					// biome-ignore lint/suspicious/noArrayIndexKey: filters have a place and nothing else to be known by.
					key={index}
					name={`${place}.${index + 1}`}
					filter={filter}
					onChange={(changed) =>
						onChange({ ...condition, properties: properties.with(index, changed) })
					}
					onRemove={() => onChange({ ...condition, properties: properties.toSpliced(index, 1) })}
				/>
			))}
			<div className="editor-line">
				<Tool
					onClick={() => onChange({ ...condition, properties: [...properties, EMPTY_FILTER] })}
					icon="plus"
				>
					Add property
				</Tool>
				<span className="condition-share">
					<span>Rollout</span>
					<PercentInput
						label={`Rollout of condition ${place}`}
						value={rollout_percentage}
						onChange={(share) => onChange({ ...condition, rollout_percentage: share })}
					/>
				</span>
				{variants.length > 0 && (
					<Choice
						label="Variant"
						value={variant ?? ""}
						options={[
							["", "By share"],
							...variants.map(({ key }) => [key, `Always ${key}`] as const),
						]}
						onChoose={(chosen) => onChange({ ...condition, variant: chosen || null })}
					/>
				)}
				<Tool look="icon" aria-label={`Remove condition ${place}`} onClick={onRemove} icon="bin" />
			</div>
		</fieldset>
	);
}

const EMPTY_FILTER: FlagFilter = { key: "", type: "person", operator: "exact", value: [""] };

interface FilterEditorProps {
	/** Accessible name: the position in the list. */
	readonly name: string;
	readonly filter: FlagFilter;
	readonly onChange: (filter: FlagFilter) => void;
	readonly onRemove: () => void;
}

function FilterEditor({ name, filter, onChange, onRemove }: FilterEditorProps): ReactElement {
	const { key, type, operator, value } = filter;
	const known = operatorNamed(operator);
	return (
		<div className="editor-line">
			{known === undefined || ![undefined, "person", "group"].some((kind) => kind === type) ? (
				<p className="hint">
					{conditionSentence({ ...EVERYBODY, properties: [filter] })}: can only be changed by API.
				</p>
			) : (
				<>
					<input
						required
						aria-label={`Property ${name}`}
						placeholder="property"
						value={key}
						onChange={({ target }) => onChange({ ...filter, key: target.value })}
					/>
					<select
						aria-label={`Comparison ${name}`}
						value={operator}
						onChange={({ target }) => {
							const next = operatorNamed(target.value)?.takes;
							const kept = next === known.takes ? value : valueFor(next, textOf(value));
							onChange({ ...filter, operator: target.value, value: kept });
						}}
					>
						{Object.entries<FlagOperator>(FLAG_OPERATORS).map(([operator, { phrase, takes }]) => (
							<option key={operator} value={operator}>
								{takes === "list" && operator.endsWith("multi") ? `${phrase} any of` : phrase}
							</option>
						))}
					</select>
					{known.takes !== "none" && (
						<input
							required
							aria-label={`Value ${name}`}
							placeholder={
								known.takes === "list" ? "value, or several separated by commas" : "value"
							}
							value={textOf(value)}
							onChange={({ target }) =>
								onChange({ ...filter, value: valueFor(known.takes, target.value) })
							}
						/>
					)}
				</>
			)}
			<Tool
				look="icon"
				aria-label={`Remove property ${key === "" ? name : key}`}
				onClick={onRemove}
				icon="close"
			/>
		</div>
	);
}

function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(String).join(",");
	return value === undefined || value === null ? "" : String(value);
}

/** Value to send: a text, a list of texts, or `undefined` without a comparison. */
function valueFor(takes: FlagOperator["takes"], text: string): unknown {
	if (takes === "none") return undefined;
	return takes === "list" ? text.split(",") : text;
}

interface PercentInputProps {
	readonly label: string;
	readonly value: number;
	readonly onChange: (value: number) => void;
}

/** A percentage, set with a slider or an exact number. */
export function PercentInput({ label, value, onChange }: PercentInputProps): ReactElement {
	return (
		<span className="percent">
			<input
				type="range"
				min={0}
				max={100}
				value={value}
				aria-label={`${label}, by a slider`}
				onChange={({ target }) => onChange(Number(target.value))}
			/>
			<input
				type="number"
				min={0}
				max={100}
				step="any"
				required
				aria-label={`${label} in percent`}
				value={value}
				onChange={({ target }) => onChange(Number(target.value))}
			/>
			%
		</span>
	);
}
