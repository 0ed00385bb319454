import type { ReactElement } from "react";
import * as z from "zod";
import type { CreatedShare, ListedShare, NewShare } from "../../../api-types/shares.ts";
import { projectPath, send } from "../../api/request.ts";
import { useQuestionName, useQuestionOptions } from "../../api/use-saved.ts";
import { Code, Secret } from "../../components/code.tsx";
import { Form, optionalText } from "../../components/form.tsx";
import { FilterBar } from "../../components/question/filter-bar.tsx";
import { RecordList } from "../../components/tables/record-list.tsx";
import { timeColumn } from "../../components/tables/table.tsx";
import { conditionsOf } from "../../state/filters.ts";
import { useQuestion } from "../../state/use-question.ts";

const SHARES = "/api/v1/shares";
const DAY_MS = 86_400_000;

/** Share links, which show figures to people without a sign-in. */
export function ShareSettings(): ReactElement {
	const { timeZone, question: asked } = useQuestion();
	const questionName = useQuestionName();
	const options = useQuestionOptions("Overview");
	const schema = z.object({
		name: z.string().max(100).meta({ title: "Name of the link" }),
		question: optionalText({ title: "Shows", options }),
		days: z.int().min(1).max(3_650).default(30).meta({ title: "Expires after", unit: "days" }),
		password: z.string().min(8).optional().meta({
			title: "Password",
			hint: "Optional, at least 8 characters",
			control: "password",
			autoComplete: "new-password",
		}),
		origins: optionalText({
			title: "Origins that may embed it",
			hint: "Optional, separated by spaces, such as https://www.example.org",
		}),
	});
	return (
		<>
			<p>A link shows only one saved question or the overview, for the last 30 days.</p>
			<RecordList<ListedShare>
				title="Share links"
				path={SHARES}
				empty="Create one below and send it."
				nameOf={({ name }) => name}
				columns={[
					{
						label: "Name",
						cell: ({ name, has_password }) => (
							<>
								{name}
								{has_password && <span className="hint"> with a password</span>}
							</>
						),
					},
					{ label: "Shows", cell: ({ question }) => questionName(question) },
					timeColumn("Expires", ({ expires_at }) => expires_at),
					{ label: "Embeds", cell: ({ origins }) => origins.join(", ") || "None" },
				]}
				removal={{
					verb: "Revoke",
					warning: "The link and all pages that embed it stop working.",
				}}
			/>
			<p className="hint">
				These filters apply to the overview. A saved question has its own filters.
			</p>
			<FilterBar />
			<Form
				schema={schema}
				submit="Create link"
				done="Created"
				refreshes={SHARES}
				send={({ question = null, days, origins = "", ...rest }) => {
					const body: NewShare = {
						...rest,
						question,
						...(question === null && { filters: conditionsOf(asked.filters, asked.match) }),
						expires_at: new Date(Date.now() + days * DAY_MS).toISOString(),
						timezone: timeZone,
						origins: origins.split(/[\s,]+/).filter((origin) => origin !== ""),
					};
					return send<CreatedShare>("POST", SHARES, body);
				}}
				result={(share) => <NewLink share={share} />}
			/>
		</>
	);
}

function NewLink({ share: { name, path, origins } }: { readonly share: CreatedShare }) {
	const address = location.origin + projectPath() + path;
	return (
		<>
			<Secret advice="Copy this link now." label={name} text={address} />
			{origins.length > 0 && (
				<Code
					label="Embed"
					text={`<iframe src="${address}" title="Figures" width="100%" height="600"></iframe>`}
				/>
			)}
		</>
	);
}
