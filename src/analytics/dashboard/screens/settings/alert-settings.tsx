import { type FormEvent, type ReactElement, useState } from "react";
import type { Alert, DeliveriesAnswer } from "../../../wire/dashboard/alerts.ts";
import { pathOf, request } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Answered } from "../../components/answered.tsx";
import { Code } from "../../components/code.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { Table } from "../../components/tables/table.tsx";
import { formatTime } from "../../format/times.ts";
import { useQuestion } from "../../state/use-question.ts";
import { type Saved, type SavedAnswer, useQuestionName } from "../explore/use-saved.ts";
import { Outcome } from "./outcome.tsx";
import { QuestionSelect } from "./question-select.tsx";

const ALERTS = "/api/v1/alerts";

const WHEN: Readonly<Record<Alert["when"], string>> = {
	weekly: "Every Monday",
	above: "Above",
	below: "Below",
	changed_by: "Changed by %",
};

/** Messages to webhooks: when a figure passes a limit, and every week. */
export function AlertSettings(): ReactElement {
	const alerts = useAnswer<SavedAnswer<Alert>>(ALERTS);
	const [when, setWhen] = useState<Alert["when"]>("weekly");
	const create = useChange((body: object) => request(ALERTS, { method: "POST", body }), {
		refreshes: ALERTS,
	});
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		const data = new FormData(form);
		const text = (name: string): string => String(data.get(name) ?? "").trim();
		const question = text("question") === "" ? null : text("question");
		const body = {
			name: text("name"),
			question,
			when,
			value: Number(text("value")),
			url: text("url"),
		};
		create.mutate(body, { onSuccess: () => form.reset() });
	};
	return (
		<>
			<p>
				A webhook gets a signed message when the figure of a saved trend passes a limit on a day
				(UTC), or the figures of each week.
			</p>
			<Answered what="the alerts" query={alerts}>
				{({ results }) =>
					results.length === 0 ? (
						<Empty title="No alerts yet">
							<p>Create one below. For a limit, save a trend under Explore first.</p>
						</Empty>
					) : (
						<AlertTable alerts={results} />
					)
				}
			</Answered>
			<form className="form" onSubmit={submit}>
				<div className="fields">
					<Field label="Name of the alert">
						{(control) => (
							<input {...control} name="name" required maxLength={100} autoComplete="off" />
						)}
					</Field>
					<Field label="When">
						{(control) => (
							<select
								{...control}
								value={when}
								onChange={({ target }) => setWhen(target.value as Alert["when"])}
							>
								{Object.entries(WHEN).map(([value, label]) => (
									<option key={value} value={value}>
										{label}
									</option>
								))}
							</select>
						)}
					</Field>
					{when !== "weekly" && (
						<Field label="Limit">
							{(control) => <input {...control} name="value" type="number" step="any" required />}
						</Field>
					)}
					<QuestionSelect
						label="Figure"
						empty={when === "weekly" ? "Overview" : "Choose"}
						kind="trend"
					/>
				</div>
				<Field label="URL of the webhook">
					{(control) => (
						<input
							{...control}
							name="url"
							type="url"
							required
							placeholder="https://hooks.example.org/loggia"
						/>
					)}
				</Field>
				<div className="buttons">
					<button type="submit" className="button" disabled={create.isPending}>
						Create alert
					</button>
				</div>
				<Outcome mutation={create} done="Created" />
			</form>
			<DeliveryLog />
		</>
	);
}

function AlertTable({ alerts }: { readonly alerts: readonly Saved<Alert>[] }): ReactElement {
	const questionName = useQuestionName();
	const [deleting, setDeleting] = useState<Saved<Alert>>();
	return (
		<>
			<Table caption="Alerts" columns={COLUMNS} className="table-stacked">
				<tbody>
					{alerts.map((alert) => {
						const { name, when, value, question, url } = alert.definition;
						return (
							<tr key={alert.key}>
								<th scope="row">{name}</th>
								<td data-label="When">
									{WHEN[when]} {when !== "weekly" && value}
								</td>
								<td data-label="Figure">{questionName(question)}</td>
								<td data-label="Webhook">{url}</td>
								<td>
									<button
										type="button"
										className="tool tool-danger"
										onClick={() => setDeleting(alert)}
									>
										Delete<span className="visually-hidden"> {name}</span>
									</button>
								</td>
							</tr>
						);
					})}
				</tbody>
			</Table>
			{deleting !== undefined && (
				<DeleteAlert alert={deleting} onClose={() => setDeleting(undefined)} />
			)}
		</>
	);
}

const COLUMNS = ["Name", "When", "Figure", "Webhook", "Delete"].map((label) => ({
	label,
	...(label === "Delete" ? { head: <span className="visually-hidden">{label}</span> } : {}),
}));

interface DeleteAlertProps {
	readonly alert: Saved<Alert>;
	readonly onClose: () => void;
}

function DeleteAlert({ alert: { key, definition }, onClose }: DeleteAlertProps): ReactElement {
	const change = useChange(() => request(pathOf`/api/v1/alerts/${key}`, { method: "DELETE" }), {
		refreshes: ALERTS,
		onDone: onClose,
	});
	return (
		<ConfirmDialog
			title={`Delete ${definition.name}?`}
			action="Delete"
			change={change}
			onClose={onClose}
		>
			<p>Its webhook gets no more messages.</p>
		</ConfirmDialog>
	);
}

/** Asked for when it is opened: it shows the secret. */
function DeliveryLog(): ReactElement {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
			<summary>Messages and signing secret</summary>
			{isOpen && <Deliveries />}
		</details>
	);
}

function Deliveries(): ReactElement {
	const { timeZone } = useQuestion();
	const deliveries = useAnswer<DeliveriesAnswer>("/api/v1/deliveries");
	return (
		<Answered what="the messages" query={deliveries}>
			{({ secret, results }) => (
				<>
					<Code label="Secret (Standard Webhooks)" text={secret} />
					{results.length === 0 ? (
						<p className="hint">No messages yet.</p>
					) : (
						<ul>
							{results.map(({ id, alert, made_at, attempts, outcome }) => (
								<li key={id}>
									{formatTime(made_at, timeZone)}: {alert}, {outcome ?? "waiting"} ({attempts}{" "}
									{attempts === 1 ? "attempt" : "attempts"})
								</li>
							))}
						</ul>
					)}
				</>
			)}
		</Answered>
	);
}
