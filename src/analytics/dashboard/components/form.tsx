import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useState } from "react";
import * as z from "zod";
import type { Role } from "../../api-types/session.ts";
import { RefusedError } from "../api/request.ts";
import { useChange } from "../api/use-change.ts";
import { useMay } from "../api/use-role.ts";
import { Field, type FieldControl } from "./field.tsx";
import { Problems } from "./state-notices.tsx";

// The page's content security policy forbids `eval()`, which zod otherwise tries for every object.
z.config({ jitless: true });

declare module "zod" {
	/** Presentation of a form field; `title` is the label. */
	interface GlobalMeta {
		hint?: string;
		placeholder?: string;
		/** Type of the control, if the schema does not determine it. */
		control?: "password" | "url" | "textarea" | "date" | "datetime-local";
		autoComplete?: string;
		/** Initial value; unlike a default, the user can remove it. */
		initial?: string;
		/** Values and labels of a select. */
		options?: readonly (readonly [value: string, label: string])[];
		/** Suggestions while the user types. */
		suggestions?: readonly string[];
		/** Unit after the control. */
		unit?: string;
		/** File name extensions of a file field. */
		accept?: string;
		isDisabled?: boolean;
		/** Whether the field is shown; by default, always. */
		when?: (entered: Entered) => boolean;
	}
}

/** Texts of a form by the names of its fields. */
export type Entered = Readonly<Record<string, string | undefined>>;

export interface FormProps<Schema extends z.ZodObject, Answer> {
	/** Fields in order. Each needs a `title` in its metadata, which must be added last. */
	readonly schema: Schema;
	/** Label of the button. */
	readonly submit: string;
	/** Lower roles do not see the form. */
	readonly needs?: Role;
	/** Shown after success. */
	readonly done?: string;
	/** `menu`: narrow, in a panel that opens from a button. `danger`: the action cannot be undone. */
	readonly look?: "card" | "danger" | "menu";
	readonly send: (values: z.output<Schema>) => Promise<Answer>;
	/** Everything below this path is fetched again. */
	readonly refreshes?: string;
	readonly onDone?: (answer: Answer, values: z.output<Schema>) => void;
	readonly onCancel?: () => void;
	/** Whether the fields show the stored values, and are not cleared after success. */
	readonly isStored?: boolean;
	/** Shown below the fields. */
	readonly children?: ReactNode;
	/** Shown below the form after success. */
	readonly result?: (answer: Answer, values: z.output<Schema>) => ReactNode;
}

/** Renders a schema as a form, parses the entered values with it, and sends them. */
export function Form<Schema extends z.ZodObject, Answer = unknown>(
	props: FormProps<Schema, Answer>,
): ReactElement | null {
	const { schema, submit, done = "Saved", look = "card", onCancel, children, result } = props;
	const fields = fieldsOf(schema);
	const [entered, setEntered] = useState<Entered>({});
	const defaults = Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
	const shown = fields.filter(({ meta }) => meta.when?.({ ...defaults, ...entered }) ?? true);
	const change = useChange<z.output<Schema>, Answer>(async (values) => props.send(values), {
		refreshes: props.refreshes,
	});
	const [refused, setRefused] = useState<Error | null>(null);
	const send = (form: HTMLFormElement): void => {
		const data = new FormData(form);
		const reading = schema.safeParse(
			Object.fromEntries(
				shown.map((field) => [field.name, enteredValue(field, data.get(field.name))]),
			),
		);
		setRefused(reading.success ? null : refusalOf(reading.error, fields));
		if (!reading.success) return;
		const values = reading.data;
		change.mutate(values, {
			onSuccess: (answer) => {
				props.onDone?.(answer, values);
				if (props.isStored === true) return;
				form.reset();
				setEntered({});
			},
		});
	};
	const button = look === "danger" ? "button button-danger" : "button";
	if (!useMay(props.needs)) return null;
	return (
		<>
			<form
				className={look === "menu" ? "menu-form menu-form-wide" : "form"}
				onSubmit={(event) => {
					event.preventDefault();
					send(event.currentTarget);
				}}
				onChange={({ currentTarget }) =>
					setEntered(
						Object.fromEntries(
							[...new FormData(currentTarget)].map(([name, value]) => [name, String(value)]),
						),
					)
				}
			>
				<div className="fields">
					{shown.map((field) => (
						<SchemaField key={field.name} field={field} />
					))}
				</div>
				{children}
				<div className="buttons">
					<button type="submit" className={button} disabled={change.isPending}>
						{submit}
					</button>
					{onCancel !== undefined && (
						<button type="button" className="button button-quiet" onClick={onCancel}>
							Cancel
						</button>
					)}
					<Outcome
						mutation={refused === null ? change : { isSuccess: false, error: refused }}
						done={done}
					/>
				</div>
			</form>
			{change.isSuccess && result?.(change.data, change.variables)}
		</>
	);
}

/** Schema of a text field that may stay empty. */
export function optionalText(meta: z.GlobalMeta) {
	return z.string().optional().meta(meta);
}

type FormField = ReturnType<typeof fieldsOf>[number];

function fieldsOf(schema: z.ZodObject) {
	return Object.entries(schema.shape).map(([name, field]) => {
		// The schemas are created with the full version of zod, so that their fields have its type.
		let type = field as z.ZodType;
		const meta = type.meta() ?? {};
		let isRequired = true;
		let { initial } = meta;
		// Unwraps optional and default types.
		while (type instanceof z.ZodOptional || type instanceof z.ZodDefault) {
			if (type instanceof z.ZodDefault) initial = String(type.def.defaultValue);
			else isRequired = false;
			type = type.def.innerType as z.ZodType;
		}
		initial ??= meta.options?.[0]?.[0];
		return { name, type, meta, initial, isRequired };
	});
}

function enteredValue({ type, meta }: FormField, entered: FormDataEntryValue | null): unknown {
	if (type instanceof z.ZodBoolean) return entered !== null;
	if (entered instanceof File) return entered;
	const text = meta.control === "password" ? (entered ?? "") : (entered ?? "").trim();
	if (text === "") return undefined;
	return type instanceof z.ZodNumber ? Number(text) : text;
}

function refusalOf({ issues }: z.ZodError, fields: readonly FormField[]): Error {
	const sentences = issues.map(({ path, message }) => {
		const title = fields.find(({ name }) => name === path[0])?.meta.title;
		return `${title ?? path.join(".")}: ${message}`;
	});
	return new RefusedError(0, sentences);
}

function SchemaField({ field }: { readonly field: FormField }): ReactElement {
	const { name, meta, type, initial } = field;
	if (type instanceof z.ZodBoolean) {
		return (
			<label className="check">
				<input name={name} type="checkbox" defaultChecked={initial === "true"} />
				{meta.title}
			</label>
		);
	}
	return (
		<Field label={meta.title} hint={meta.hint}>
			{(control) => {
				const input = <Control field={field} control={control} />;
				if (meta.unit === undefined) return input;
				return (
					<span className="field-input">
						{input}
						{meta.unit}
					</span>
				);
			}}
		</Field>
	);
}

interface ControlProps {
	readonly field: FormField;
	readonly control: FieldControl;
}

function Control({ field, control }: ControlProps): ReactElement {
	const { name, meta, type, isRequired, initial } = field;
	const common = { ...control, name, defaultValue: initial, disabled: meta.isDisabled };
	if (meta.options !== undefined) {
		return (
			<select {...common}>
				{meta.options.map(([value, label]) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>
		);
	}
	const typed = { ...common, required: isRequired, placeholder: meta.placeholder };
	if (meta.control === "textarea") return <textarea {...typed} rows={2} />;
	const list = meta.suggestions === undefined ? undefined : `${control.id}-list`;
	return (
		<>
			<input
				{...typed}
				{...limitsOf(type)}
				{...(type instanceof z.ZodFile ? { type: "file", accept: meta.accept } : {})}
				{...(meta.control === undefined ? {} : { type: meta.control })}
				autoComplete={meta.autoComplete ?? "off"}
				list={list}
			/>
			{list !== undefined && (
				<datalist id={list}>
					{meta.suggestions?.map((value) => (
						<option key={value}>{value}</option>
					))}
				</datalist>
			)}
		</>
	);
}

function limitsOf(type: z.ZodType): object {
	if (type instanceof z.ZodString) {
		return { minLength: type.minLength ?? undefined, maxLength: type.maxLength ?? undefined };
	}
	if (!(type instanceof z.ZodNumber)) return {};
	const step = type.format === "safeint" ? 1 : "any";
	const bound = (value: number | null) =>
		value !== null && Number.isSafeInteger(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER
			? value
			: undefined;
	return { type: "number", step, min: bound(type.minValue), max: bound(type.maxValue) };
}

export interface OutcomeProps {
	readonly mutation: Pick<UseMutationResult<unknown, Error, never>, "isSuccess" | "error">;
	/** Shown after success. */
	readonly done: string;
}

/** The result of a change, next to its button. */
export function Outcome({ mutation: { isSuccess, error }, done }: OutcomeProps): ReactElement {
	return (
		<span className="outcome" role="status">
			{isSuccess && <span className="outcome-done">{done}</span>}
			{error !== null && (
				<span className="form-problem">
					<Problems error={error} />
				</span>
			)}
		</span>
	);
}
