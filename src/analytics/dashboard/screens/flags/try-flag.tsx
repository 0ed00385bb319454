import type { ReactElement } from "react";
import * as z from "zod";
import { isRecord } from "../../../../shared/is-record.ts";
import type { FlagTrialAnswer } from "../../../api-types/flags.ts";
import { pathOf, send } from "../../api/request.ts";
import { Form } from "../../components/form.tsx";
import { parseJson, type RawDefinition } from "./flag-definition.ts";

export interface TryFlagProps {
	readonly flagKey: string;
	/** Tested instead of the stored definition. */
	readonly definition: RawDefinition | undefined;
}

const trial = z.object({
	distinct_id: z.string().meta({ title: "Distinct ID", placeholder: "user-1" }),
	person_properties: z
		.string()
		.optional()
		.transform((text, context) => {
			const properties = parseJson(text ?? "{}");
			if (isRecord(properties)) return properties;
			context.addIssue('must be an object of JSON, such as {"plan": "pro"}');
			return z.NEVER;
		})
		.meta({
			title: "Properties, in addition to those stored",
			placeholder: '{"plan": "pro"}',
		}),
});

/** Evaluates a flag for a visitor, and shows the reason. */
export function TryFlag({ flagKey, definition }: TryFlagProps): ReactElement {
	return (
		<Form
			schema={trial}
			submit="Test"
			done=""
			isStored
			send={(entered) =>
				send<FlagTrialAnswer>("POST", pathOf`/api/v1/flags/${flagKey}/try`, {
					...entered,
					definition,
				})
			}
			result={(answer, { distinct_id }) => (
				<div aria-live="polite">
					<TryOutcome id={distinct_id} {...answer} />
				</div>
			)}
		/>
	);
}

function TryOutcome(tried: FlagTrialAnswer & { readonly id: string }): ReactElement {
	const { id, enabled, variant, payload, reason, is_known_person } = tried;
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
