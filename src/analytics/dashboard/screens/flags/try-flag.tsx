import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useId, useState } from "react";
import type { FlagTrial, FlagTrialAnswer } from "../../../wire/dashboard/flags.ts";
import { pathOf, request } from "../../api/request.ts";
import { Problems } from "../../components/state-notices.tsx";
import type { RawDefinition } from "./flag-definition.ts";

export interface TryFlagProps {
	readonly flagKey: string;
	/** What is tried in place of what is stored. */
	readonly definition: RawDefinition | undefined;
}

/** What an id would get, and why. */
export function TryFlag({ flagKey, definition }: TryFlagProps): ReactElement {
	const id = useId();
	const [properties, setProperties] = useState("");
	const attempt = useMutation({
		mutationFn: (body: FlagTrial) =>
			request<FlagTrialAnswer>(pathOf`/api/v1/flags/${flagKey}/try`, { method: "POST", body }),
	});
	const given = readProperties(properties);
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		if (given === undefined) return;
		attempt.mutate({
			distinct_id: String(new FormData(event.currentTarget).get("id")).trim(),
			person_properties: given,
			...(definition === undefined ? {} : { definition }),
		});
	};
	return (
		<>
			<form className="form form-line" onSubmit={submit}>
				<label htmlFor={`${id}-id`}>Distinct id</label>
				<input id={`${id}-id`} name="id" required autoComplete="off" placeholder="user-1" />
				<label htmlFor={`${id}-properties`}>With these properties, beside what is stored</label>
				<input
					id={`${id}-properties`}
					autoComplete="off"
					spellCheck={false}
					placeholder='{"plan": "pro"}'
					value={properties}
					onChange={({ target }) => setProperties(target.value)}
					aria-invalid={given === undefined}
					aria-describedby={`${id}-problem`}
				/>
				<button
					type="submit"
					className="button"
					disabled={attempt.isPending || given === undefined}
				>
					Try
				</button>
			</form>
			<div id={`${id}-problem`} className="form-problem" role="status">
				{given === undefined && (
					<p>Properties must be an object of JSON, such as {'{"plan": "pro"}'}</p>
				)}
			</div>
			<div aria-live="polite">
				{attempt.error !== null && (
					<div className="notice notice-danger">
						<Problems error={attempt.error} />
					</div>
				)}
				{attempt.data !== undefined && attempt.variables !== undefined && (
					<TryOutcome id={attempt.variables.distinct_id} answer={attempt.data} />
				)}
			</div>
		</>
	);
}

interface TryOutcomeProps {
	readonly id: string;
	readonly answer: FlagTrialAnswer;
}

function TryOutcome({ id, answer }: TryOutcomeProps): ReactElement {
	const { enabled, variant, payload, reason, is_known_person } = answer;
	return (
		<div className={enabled ? "notice notice-good" : "notice"}>
			<p>
				<strong>
					{id} {enabled ? "gets it" : "does not get it"}
					{variant !== null && `, as “${variant}”`}.
				</strong>
			</p>
			<p>
				{reason.description}
				{reason.condition_index !== null && ` (condition ${reason.condition_index + 1})`}.
				{!is_known_person && " Nobody is stored under this id, so only what is given here counts."}
			</p>
			{payload !== null && payload !== undefined && (
				<p>
					Payload: <code>{typeof payload === "string" ? payload : JSON.stringify(payload)}</code>
				</p>
			)}
		</div>
	);
}

/** @returns `undefined` for what is not an object. */
function readProperties(text: string): RawDefinition | undefined {
	if (text.trim() === "") return {};
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
		return { ...value };
	} catch {
		// Half of it is typed.
		return undefined;
	}
}
