import { type FormEvent, type ReactElement, useState } from "react";
import type { DefinitionsAnswer, ListedDefinition } from "../../../wire/dashboard/flags.ts";
import { pathOf, request } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Answered } from "../../components/answered.tsx";
import { Field } from "../../components/field.tsx";
import { Icon } from "../../components/icon.tsx";
import { FormProblem } from "../../components/state-notices.tsx";

const FEATURES = "/api/v1/early-access-features";

const STAGES = [
	["draft", "Draft: hidden"],
	["concept", "Concept: visitors can register interest"],
	["alpha", "Alpha: visitors can opt in"],
	["beta", "Beta: visitors can opt in, and clients list it by default"],
	["general-availability", "Generally available"],
	["archived", "Archived"],
] as const;

/** Whether visitors can opt in by themselves, and what they read about it. */
export function EarlyAccess({ flagKey }: { readonly flagKey: string }): ReactElement {
	const features = useAnswer<DefinitionsAnswer>(FEATURES);
	return (
		<Answered what="the early access" query={features}>
			{({ results }) => {
				const feature = results.find(({ definition }) => definition["flagKey"] === flagKey);
				return <FeatureForm key={feature?.version ?? 0} flagKey={flagKey} feature={feature} />;
			}}
		</Answered>
	);
}

interface FeatureFormProps {
	readonly flagKey: string;
	readonly feature: ListedDefinition | undefined;
}

function FeatureForm({ flagKey, feature }: FeatureFormProps): ReactElement {
	const path = pathOf`/api/v1/early-access-features/${feature?.key ?? flagKey}`;
	const save = useChange((body: object) => request(path, { method: "PUT", body }), {
		refreshes: FEATURES,
	});
	const remove = useChange(() => request(path, { method: "DELETE" }), { refreshes: FEATURES });
	const definition = feature?.definition ?? {};
	const textOf = (name: string, fallback: string): string => String(definition[name] ?? fallback);
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const text = (name: string): string => String(form.get(name)).trim();
		save.mutate({
			...definition,
			flagKey,
			name: text("name"),
			description: text("description"),
			stage: text("stage"),
			documentationUrl: text("documentation") === "" ? null : text("documentation"),
		});
	};
	const [isOffering, setIsOffering] = useState(feature !== undefined);
	if (!isOffering) {
		return (
			<>
				<p className="hint">Visitors cannot opt in to this flag.</p>
				<button type="button" className="tool" onClick={() => setIsOffering(true)}>
					<Icon name="plus" />
					Offer early access
				</button>
			</>
		);
	}
	return (
		<form className="form" onSubmit={submit}>
			<Field label="Stage">
				{(control) => (
					<select {...control} name="stage" defaultValue={textOf("stage", "beta")}>
						{STAGES.map(([stage, label]) => (
							<option key={stage} value={stage}>
								{label}
							</option>
						))}
					</select>
				)}
			</Field>
			<Field label="Name shown to visitors">
				{(control) => (
					<input {...control} name="name" required defaultValue={textOf("name", flagKey)} />
				)}
			</Field>
			<Field label="Description">
				{(control) => (
					<textarea
						{...control}
						name="description"
						rows={2}
						defaultValue={textOf("description", "")}
					/>
				)}
			</Field>
			<Field label="Link to documentation">
				{(control) => (
					<input
						{...control}
						name="documentation"
						type="url"
						defaultValue={textOf("documentationUrl", "")}
					/>
				)}
			</Field>
			<FormProblem error={save.error ?? remove.error} />
			<div className="buttons">
				<button type="submit" className="button" disabled={save.isPending}>
					{feature === undefined ? "Offer early access" : "Save"}
				</button>
				{feature !== undefined && (
					<button
						type="button"
						className="button button-quiet"
						disabled={remove.isPending}
						onClick={() => remove.mutate()}
					>
						End early access
					</button>
				)}
			</div>
		</form>
	);
}
