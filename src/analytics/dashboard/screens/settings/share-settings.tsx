import { type FormEvent, type ReactElement, useState } from "react";
import type {
	CreatedShare,
	ListedShare,
	NewShare,
	SharesAnswer,
} from "../../../wire/dashboard/shares.ts";
import { projectPath } from "../../api/project-path.ts";
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
import { useQuestionName } from "../explore/use-saved.ts";
import { Outcome } from "./outcome.tsx";
import { QuestionSelect } from "./question-select.tsx";

const SHARES = "/api/v1/shares";
const DAY_MS = 86_400_000;

/** Links that show figures without the password of the dashboard. */
export function ShareSettings(): ReactElement {
	const shares = useAnswer<SharesAnswer>(SHARES);
	const { timeZone } = useQuestion();
	const create = useChange(
		(body: NewShare) => request<CreatedShare>(SHARES, { method: "POST", body }),
		{ refreshes: SHARES },
	);
	const address = (path: string): string => location.origin + projectPath() + path;
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		const data = new FormData(form);
		const text = (name: string): string => String(data.get(name)).trim();
		const body = {
			name: text("name"),
			question: text("question") === "" ? null : text("question"),
			expires_at: new Date(Date.now() + Number(text("days")) * DAY_MS).toISOString(),
			timezone: timeZone,
			origins: text("origins")
				.split(/[\s,]+/)
				.filter((origin) => origin !== ""),
			...(text("password") === "" ? {} : { password: text("password") }),
		};
		create.mutate(body, { onSuccess: () => form.reset() });
	};
	return (
		<>
			<p>
				A link shows one saved question, or the overview, of the last 30 days, and nothing else.
			</p>
			<Answered what="the share links" query={shares}>
				{({ results }) =>
					results.length === 0 ? (
						<Empty title="No share links yet">
							<p>Create one below and send it.</p>
						</Empty>
					) : (
						<ShareTable shares={results} />
					)
				}
			</Answered>
			<form className="form" onSubmit={submit}>
				<div className="fields">
					<Field label="Name of the link">
						{(control) => (
							<input {...control} name="name" required maxLength={100} autoComplete="off" />
						)}
					</Field>
					<QuestionSelect label="Shows" empty="Overview" />
					<Field label="Expires after days">
						{(control) => (
							<input
								{...control}
								name="days"
								type="number"
								min={1}
								max={3650}
								defaultValue={30}
								required
							/>
						)}
					</Field>
				</div>
				<Field label="Password" hint="Optional, at least 8 characters">
					{(control) => (
						<input
							{...control}
							name="password"
							type="password"
							minLength={8}
							autoComplete="new-password"
						/>
					)}
				</Field>
				<Field
					label="Origins that may embed it"
					hint="Optional, such as https://www.example.org; spaces between"
				>
					{(control) => <input {...control} name="origins" autoComplete="off" />}
				</Field>
				<div className="buttons">
					<button type="submit" className="button" disabled={create.isPending}>
						Create link
					</button>
				</div>
				<Outcome mutation={create} done="Created" />
			</form>
			{create.data !== undefined && (
				<div className="notice notice-good" role="status">
					<p>
						<strong>Copy this link now.</strong> It is not shown again.
					</p>
					<Code label={create.data.name} text={address(create.data.path)} />
					{create.data.origins.length > 0 && (
						<Code
							label="Embed"
							text={`<iframe src="${address(create.data.path)}" title="Figures" width="100%" height="600"></iframe>`}
						/>
					)}
				</div>
			)}
		</>
	);
}

const COLUMNS = ["Name", "Shows", "Expires", "Embeds", "Revoke"].map((label) => ({
	label,
	...(label === "Revoke" ? { head: <span className="visually-hidden">{label}</span> } : {}),
}));

function ShareTable({ shares }: { readonly shares: readonly ListedShare[] }): ReactElement {
	const { timeZone } = useQuestion();
	const questionName = useQuestionName();
	const [revoking, setRevoking] = useState<ListedShare>();
	return (
		<>
			<Table caption="Share links" columns={COLUMNS} className="table-stacked">
				<tbody>
					{shares.map((share) => (
						<tr key={share.id}>
							<th scope="row">
								{share.name}
								{share.has_password && <span className="hint"> with a password</span>}
							</th>
							<td data-label="Shows">{questionName(share.question)}</td>
							<td className="nowrap" data-label="Expires">
								{formatTime(share.expires_at, timeZone)}
							</td>
							<td data-label="Embeds">{share.origins.join(", ") || "None"}</td>
							<td>
								<button
									type="button"
									className="tool tool-danger"
									onClick={() => setRevoking(share)}
								>
									Revoke<span className="visually-hidden"> {share.name}</span>
								</button>
							</td>
						</tr>
					))}
				</tbody>
			</Table>
			{revoking !== undefined && (
				<RevokeShare share={revoking} onClose={() => setRevoking(undefined)} />
			)}
		</>
	);
}

interface RevokeShareProps {
	readonly share: ListedShare;
	readonly onClose: () => void;
}

function RevokeShare({ share: { id, name }, onClose }: RevokeShareProps): ReactElement {
	const change = useChange(() => request(pathOf`/api/v1/shares/${id}`, { method: "DELETE" }), {
		refreshes: SHARES,
		onDone: onClose,
	});
	return (
		<ConfirmDialog title={`Revoke ${name}?`} action="Revoke" change={change} onClose={onClose}>
			<p>The link and every page that embeds it show nothing any more.</p>
		</ConfirmDialog>
	);
}
