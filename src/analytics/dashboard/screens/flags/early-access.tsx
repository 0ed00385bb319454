import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useId, useState } from "react";
import type { DefinitionsAnswer, ListedDefinition } from "../../../wire/dashboard/flags.ts";
import { pathOf, request } from "../../api/request.ts";
import { Answered } from "../../components/answered.tsx";
import { Icon } from "../../components/icon.tsx";
import { Problems } from "../../components/state-notices.tsx";

const FEATURES = ["early-access-features"] as const;

const STAGES = [
	["draft", "Draft: shown to nobody"],
	["concept", "Concept: people can say that they want it"],
	["alpha", "Alpha: people can join"],
	["beta", "Beta: people can join, and clients list it by default"],
	["general-availability", "Available to everybody"],
	["archived", "Archived"],
] as const;

/** Whether visitors may join by themselves, and what they read about it. */
export function EarlyAccess({ flagKey }: { readonly flagKey: string }): ReactElement {
	const features = useQuery({
		queryKey: FEATURES,
		queryFn: ({ signal }) =>
			request<DefinitionsAnswer>("/api/v1/early-access-features", { signal }),
	});
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
	const client = useQueryClient();
	const id = useId();
	const key = feature?.key ?? flagKey;
	const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: FEATURES });
	const save = useMutation({
		mutationFn: (body: object) =>
			request(pathOf`/api/v1/early-access-features/${key}`, { method: "PUT", body }),
		onSuccess: refresh,
	});
	const remove = useMutation({
		mutationFn: () => request(pathOf`/api/v1/early-access-features/${key}`, { method: "DELETE" }),
		onSuccess: refresh,
	});
	const definition = feature?.definition ?? {};
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
	const error = save.error ?? remove.error;
	const [isOffering, setIsOffering] = useState(feature !== undefined);
	if (!isOffering) {
		return (
			<>
				<p className="hint">Visitors cannot join this flag by themselves.</p>
				<button type="button" className="tool" onClick={() => setIsOffering(true)}>
					<Icon name="plus" />
					Offer early access
				</button>
			</>
		);
	}
	return (
		<form className="form" onSubmit={submit}>
			<div className="field">
				<label htmlFor={`${id}-stage`}>Stage</label>
				<select
					id={`${id}-stage`}
					name="stage"
					defaultValue={String(definition["stage"] ?? "beta")}
				>
					{STAGES.map(([stage, label]) => (
						<option key={stage} value={stage}>
							{label}
						</option>
					))}
				</select>
			</div>
			<div className="field">
				<label htmlFor={`${id}-name`}>Name that visitors read</label>
				<input
					id={`${id}-name`}
					name="name"
					required
					defaultValue={String(definition["name"] ?? flagKey)}
				/>
			</div>
			<div className="field">
				<label htmlFor={`${id}-description`}>Description</label>
				<textarea
					id={`${id}-description`}
					name="description"
					rows={2}
					defaultValue={String(definition["description"] ?? "")}
				/>
			</div>
			<div className="field">
				<label htmlFor={`${id}-documentation`}>Where to read more</label>
				<input
					id={`${id}-documentation`}
					name="documentation"
					type="url"
					defaultValue={String(definition["documentationUrl"] ?? "")}
				/>
			</div>
			{error !== null && (
				<div className="form-problem" role="alert">
					<Problems error={error} />
				</div>
			)}
			<div className="buttons">
				<button type="submit" className="button" disabled={save.isPending}>
					{feature === undefined ? "Offer it" : "Save"}
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
