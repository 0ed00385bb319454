import { type ReactElement, useId } from "react";
import { Field } from "../../components/field.tsx";
import { Tool } from "../../components/tool.tsx";
import { ConditionEditor, PercentInput } from "./condition-editor.tsx";
import { EVERYBODY, type FlagDraft, type FlagVariant } from "./flag-definition.ts";

export interface FlagEditorProps {
	readonly draft: FlagDraft;
	readonly onChange: (draft: FlagDraft) => void;
}

/** Conditions, variants and payloads as fields. */
export function FlagEditor({ draft, onChange }: FlagEditorProps): ReactElement {
	const { name, conditions, variants, payloads } = draft;
	const payloadKeys = variants.length === 0 ? ["true"] : variants.map(({ key }) => key);
	return (
		<div className="flag-editor">
			<Field label="Description">
				{(control) => (
					<input
						{...control}
						value={name}
						onChange={({ target }) => onChange({ ...draft, name: target.value })}
					/>
				)}
			</Field>
			<h3>Conditions</h3>
			<p className="hint">
				The first matching condition applies. All properties of a condition must match.
			</p>
			{conditions.map((condition, index) => (
				<ConditionEditor
					// biome-ignore lint/suspicious/noArrayIndexKey: conditions have a place and nothing else to be known by.
					key={index}
					place={index + 1}
					condition={condition}
					variants={variants}
					onChange={(changed) =>
						onChange({ ...draft, conditions: conditions.with(index, changed) })
					}
					onRemove={() => onChange({ ...draft, conditions: conditions.toSpliced(index, 1) })}
				/>
			))}
			<Tool
				onClick={() => onChange({ ...draft, conditions: [...conditions, EVERYBODY] })}
				icon="plus"
			>
				Add condition
			</Tool>
			<h3>Variants</h3>
			<VariantsEditor
				variants={variants}
				onChange={(variants) => onChange({ ...draft, variants })}
			/>
			<h3>Payloads</h3>
			<p className="hint">JSON that clients receive with the flag. Leave empty for none.</p>
			{payloadKeys.map((key, index) => (
				<Field
					key={key || index}
					label={key === "true" ? "Payload of the flag" : `Payload of ${key}`}
				>
					{(control) => (
						<textarea
							{...control}
							rows={2}
							spellCheck={false}
							value={payloads[key] ?? ""}
							onChange={({ target }) =>
								onChange({ ...draft, payloads: { ...payloads, [key]: target.value } })
							}
						/>
					)}
				</Field>
			))}
		</div>
	);
}

interface VariantsEditorProps {
	readonly variants: readonly FlagVariant[];
	readonly onChange: (variants: readonly FlagVariant[]) => void;
}

function VariantsEditor({ variants, onChange }: VariantsEditorProps): ReactElement {
	const id = useId();
	return (
		<>
			{variants.length === 0 && <p className="hint">No variants: the flag is either on or off.</p>}
			{variants.map((variant, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the key of a variant changes while it is typed.
				<div key={index} className="editor-line">
					<label className="visually-hidden" htmlFor={`${id}-key-${index}`}>
						Key of variant {index + 1}
					</label>
					<input
						id={`${id}-key-${index}`}
						required
						value={variant.key}
						placeholder="key"
						onChange={({ target }) =>
							onChange(variants.with(index, { ...variant, key: target.value }))
						}
					/>
					<PercentInput
						label={`Share of variant ${index + 1}`}
						value={variant.rollout_percentage}
						onChange={(share) =>
							onChange(variants.with(index, { ...variant, rollout_percentage: share }))
						}
					/>
					<Tool
						look="icon"
						aria-label={`Remove variant ${variant.key}`}
						onClick={() => onChange(variants.toSpliced(index, 1))}
						icon="close"
					/>
				</div>
			))}
			<div className="editor-line">
				<Tool onClick={() => onChange(withOneMore(variants))} icon="plus">
					Add variant
				</Tool>
				{variants.length > 1 && (
					<Tool onClick={() => onChange(evenly(variants))}>Distribute evenly</Tool>
				)}
			</div>
		</>
	);
}

/** Adds the first two variants together, because a single variant has no alternative. */
function withOneMore(variants: readonly FlagVariant[]): readonly FlagVariant[] {
	const named = (key: string): FlagVariant => ({ key, rollout_percentage: 0 });
	if (variants.length === 0) return evenly([named("control"), named("test")]);
	return evenly([...variants, named(`variant-${variants.length + 1}`)]);
}

/** Sets integer percentages that sum to 100; the first variant gets the remainder. */
function evenly(variants: readonly FlagVariant[]): readonly FlagVariant[] {
	const share = Math.floor(100 / variants.length);
	return variants.map((variant, index) => ({
		...variant,
		rollout_percentage: index === 0 ? 100 - share * (variants.length - 1) : share,
	}));
}
