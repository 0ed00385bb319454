import type { ReactElement } from "react";
import * as z from "zod";
import type { Alert, DeliveriesAnswer } from "../../../api-types/alerts.ts";
import { hasLimit } from "../../../api-types/dimensions.ts";
import { send } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { type Saved, useQuestionName, useQuestionOptions } from "../../api/use-saved.ts";
import { Answered } from "../../components/answered.tsx";
import { Code } from "../../components/code.tsx";
import { Disclosure } from "../../components/disclosure.tsx";
import { Form, optionalText } from "../../components/form.tsx";
import { RecordList } from "../../components/tables/record-list.tsx";
import { Time } from "../../components/time.tsx";
import { formatCounted } from "../../format/numbers.ts";

const ALERTS = "/api/v1/alerts";

const WHEN: Readonly<Record<Alert["when"], string>> = {
	weekly: "Every Monday",
	monthly: "Every month",
	above: "Above",
	below: "Below",
	changed_by: "Changed by %",
	new_error: "New error",
};

/** Alerts by webhook or mail: when a figure passes a limit, or every week or month. */
export function AlertSettings(): ReactElement {
	const questionName = useQuestionName();
	const options = useQuestionOptions("Overview (weekly and monthly only)", "trend");
	const schema = z.object({
		name: z.string().max(100).meta({ title: "Name of the alert" }),
		when: z.string().meta({ title: "When", options: Object.entries(WHEN) }),
		value: z
			.number()
			.optional()
			.meta({ title: "Limit", when: ({ when }) => hasLimit(when) }),
		question: optionalText({ title: "Figure", options, when: ({ when }) => when !== "new_error" }),
		url: z.string().meta({
			title: "Webhook, or mail addresses",
			placeholder: "https://hooks.example.org/loggia or team@example.org",
		}),
	});
	return (
		<>
			<p>
				An alert sends a message to a webhook or mail address: when a saved trend passes a limit on
				a day (UTC), for new errors, or with the figures of a week or month.
			</p>
			<RecordList<Saved<Alert>>
				title="Alerts"
				path={ALERTS}
				empty="Create one below. For a limit, save a trend under Explore first."
				nameOf={({ definition }) => definition.name}
				columns={[
					{ label: "Name", cell: ({ definition }) => definition.name },
					{
						label: "When",
						cell: ({ definition: { when, value } }) =>
							hasLimit(when) ? `${WHEN[when]} ${value}` : WHEN[when],
					},
					{
						label: "Figure",
						cell: ({ definition: { when, question } }) =>
							when === "new_error" ? "Errors" : questionName(question),
					},
					{ label: "To", cell: ({ definition }) => definition.url.replace(/^mailto:/, "") },
				]}
				removal={{ warning: "The alert sends no more messages." }}
			/>
			<Form
				schema={schema}
				submit="Create alert"
				done="Created"
				refreshes={ALERTS}
				send={({ question = null, value = 0, url, ...rest }) =>
					send("POST", ALERTS, { ...rest, question, value, url: addressOf(url) })
				}
			/>
			<Disclosure summary="Messages and signing secret">{() => <Deliveries />}</Disclosure>
		</>
	);
}

function addressOf(text: string): string {
	return /^\w+:/.test(text) ? text : `mailto:${text.replaceAll(/\s/g, "")}`;
}

/** Fetched only when opened, because it shows the secret. */
function Deliveries(): ReactElement {
	const deliveries = useAnswer<DeliveriesAnswer>("/api/v1/deliveries");
	return (
		<Answered what="the messages" query={deliveries}>
			{({ secret, results }) => (
				<>
					<Code label="Secret (Standard Webhooks)" text={secret} />
					{results.length === 0 && <p className="hint">No messages yet.</p>}
					<ul>
						{results.map(({ id, alert, made_at, attempts, outcome }) => (
							<li key={id}>
								<Time at={made_at} />: {alert}, {outcome ?? "waiting"} (
								{formatCounted(attempts, "attempt")})
							</li>
						))}
					</ul>
				</>
			)}
		</Answered>
	);
}
