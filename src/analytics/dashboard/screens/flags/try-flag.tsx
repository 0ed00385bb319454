import { type FormEvent, type ReactElement, useId, useState } from "react";
import type { FlagTrial, FlagTrialAnswer } from "../../../wire/dashboard/flags.ts";
import { pathOf, request } from "../../api/request.ts";
import { useChange } from "../../api/use-change.ts";
import { Danger } from "../../components/state-notices.tsx";
import type { RawDefinition } from "./flag-definition.ts";

export interface TryFlagProps {
	readonly flagKey: string;
	/** Tested in place of the stored one. */
	readonly definition: RawDefinition | undefined;
}

/** What a visitor would get, and why. */
export function TryFlag({ flagKey, definition }: TryFlagProps): ReactElement {
	const id = useId();
	const [properties, setProperties] = useState("");
	const attempt = useChange((body: FlagTrial) =>
		request<FlagTrialAnswer>(pathOf`/api/v1/flags/${flagKey}/try`, { method: "POST", body }),
	);
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
				<label htmlFor={`${id}-id`}>Distinct ID</label>
				<input id={`${id}-id`} name="id" required autoComplete="off" placeholder="user-1" />
				<label htmlFor={`${id}-properties`}>Properties, in addition to those stored</label>
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
					Test
				</button>
			</form>
			<div id={`${id}-problem`} className="form-problem" role="status">
				{given === undefined && (
					<p>Properties must be an object of JSON, such as {'{"plan": "pro"}'}</p>
				)}
			</div>
			<div aria-live="polite">
				<Danger error={attempt.error} />
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
				{!is_known_person &&
					" No person is stored under this ID, so only the properties given here count."}
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
		// Not typed to its end yet.
		return undefined;
	}
}
