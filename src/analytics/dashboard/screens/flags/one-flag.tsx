import { type ReactElement, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import type { ListedDefinition } from "../../../api-types/flags.ts";
import { pathOf } from "../../api/request.ts";
import { useChange } from "../../api/use-change.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { Code } from "../../components/code.tsx";
import { RemoveButton } from "../../components/dialogs/remove-button.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Danger, Empty } from "../../components/state-notices.tsx";
import { Tool } from "../../components/tool.tsx";
import { useParameter } from "../../state/use-address.ts";
import { targetSentences } from "./condition-sentence.ts";
import { EarlyAccess } from "./early-access.tsx";
import { Experiment } from "./experiment.tsx";
import {
	draftProblems,
	FLAGS,
	type FlagDraft,
	readDraft,
	saveFlag,
	useFlags,
	writeDraft,
} from "./flag-definition.ts";
import { FlagEditor } from "./flag-editor.tsx";
import { FlagHistory } from "./flag-history.tsx";
import { TryFlag } from "./try-flag.tsx";

/** Screen of a flag: targeting, a test, early access and history. */
export function OneFlag(): ReactElement {
	const { key = "" } = useParams();
	const flags = useFlags();
	return (
		<Answered what="the flag" query={flags}>
			{({ results }) => {
				const flag = results.find((flag) => flag.key === key);
				return flag === undefined ? (
					<MissingFlag flagKey={key} />
				) : (
					<Flag key={`${key} ${flag.version}`} flag={flag} />
				);
			}}
		</Answered>
	);
}

/** Deleted flags still have a history, and can be restored from it. */
function MissingFlag({ flagKey }: { readonly flagKey: string }): ReactElement {
	return (
		<>
			<ScreenHeader title={flagKey} />
			<Empty title="Flag not found">
				<Link to="/flags">All flags</Link>
			</Empty>
			<Card title="History">
				<FlagHistory flagKey={flagKey} />
			</Card>
		</>
	);
}

function Flag({ flag }: { readonly flag: ListedDefinition }): ReactElement {
	const { key, definition } = flag;
	const [edit, setEdit] = useParameter("edit");
	const isEditing = edit === "yes";
	const [draft, setDraft] = useState<FlagDraft>(() => readDraft(definition));
	const save = useChange((changed: FlagDraft) => saveFlag(key, writeDraft(changed)), {
		refreshes: FLAGS,
		onDone: () => setEdit(""),
	});
	const navigate = useNavigate();
	const problems = draftProblems(draft);
	const stored = readDraft(definition);
	const stop = (): void => {
		setDraft(stored);
		setEdit("");
	};
	return (
		<>
			<ScreenHeader title={key} lead={stored.name}>
				<Link className="tool" to="/flags">
					All flags
				</Link>
				<Tool
					needs="editor"
					role="switch"
					aria-checked={stored.isActive}
					// Switching saves a version, which would discard the edits.
					disabled={save.isPending || isEditing}
					onClick={() => save.mutate({ ...stored, isActive: !stored.isActive })}
				>
					<span className="switch" aria-hidden="true" />
					{stored.isActive ? "On" : "Off"}
				</Tool>
				<RemoveButton
					name={key}
					warning="Clients no longer receive this flag. Its history stays at this address, and any version can be restored."
					path={pathOf`/api/v1/flags/${key}`}
					refreshes={FLAGS}
					onDone={() => void navigate("/flags")}
				/>
			</ScreenHeader>
			<Danger error={save.error} />
			<Card
				title="Targeting"
				tools={
					!isEditing && (
						<Tool needs="editor" onClick={() => setEdit("yes")}>
							Edit
						</Tool>
					)
				}
			>
				{isEditing ? (
					<form
						onSubmit={(event) => {
							event.preventDefault();
							save.mutate(draft);
						}}
					>
						<FlagEditor draft={draft} onChange={setDraft} />
						<div className="form-problem" role="status">
							{problems.map((problem) => (
								<p key={problem}>{problem}</p>
							))}
						</div>
						<div className="buttons">
							<button
								type="submit"
								className="button"
								disabled={problems.length > 0 || save.isPending}
							>
								{save.isPending ? "Saving…" : "Save"}
							</button>
							<button type="button" className="button button-quiet" onClick={stop}>
								Discard changes
							</button>
						</div>
					</form>
				) : (
					<FlagSummary draft={stored} />
				)}
			</Card>
			{stored.variants.length > 1 && (
				<Card title="Experiment">
					<Experiment flagKey={key} />
				</Card>
			)}
			<div className="breakdowns">
				<div>
					<Card title={isEditing ? "Test the edited flag" : "Test a visitor"}>
						<TryFlag flagKey={key} definition={isEditing ? writeDraft(draft) : undefined} />
					</Card>
					<Card title="Early access">
						<EarlyAccess flagKey={key} />
					</Card>
				</div>
				<Card title="History">
					<FlagHistory flagKey={key} />
				</Card>
			</div>
		</>
	);
}

function FlagSummary({ draft }: { readonly draft: FlagDraft }): ReactElement {
	const { variants, payloads, isActive } = draft;
	return (
		<div className="flag-summary">
			{!isActive && <p className="notice">This flag is off for everyone.</p>}
			<ol className="sentences">
				{targetSentences(draft).map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
			</ol>
			{variants.length > 0 && (
				<>
					<h3>Variants</h3>
					<ul className="shares">
						{variants.map(({ key, rollout_percentage }, index) => (
							<li key={key}>
								<span>{key}</span>
								<span className="share">
									<span
										style={{
											inlineSize: `${rollout_percentage}%`,
											background: `var(--color-series-${(index % 8) + 1})`,
										}}
									/>
								</span>
								<span className="number">{rollout_percentage}%</span>
							</li>
						))}
					</ul>
				</>
			)}
			{Object.entries(payloads).map(([key, payload]) => (
				<Code key={key} label={key === "true" ? "Payload" : `Payload of ${key}`} text={payload} />
			))}
		</div>
	);
}
