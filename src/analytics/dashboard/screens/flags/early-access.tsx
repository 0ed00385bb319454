import { type ReactElement, useState } from "react";
import * as z from "zod";
import type { Listed } from "../../../api-types/answer-of.ts";
import type { ListedDefinition } from "../../../api-types/flags.ts";
import { pathOf, send } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { RemoveButton } from "../../components/dialogs/remove-button.tsx";
import { Form, optionalText } from "../../components/form.tsx";
import { Tool } from "../../components/tool.tsx";

const FEATURES = "/api/v1/early-access-features";

const STAGES = [
	["draft", "Draft: hidden"],
	["concept", "Concept: visitors can register interest"],
	["alpha", "Alpha: visitors can opt in"],
	["beta", "Beta: visitors can opt in, and clients list it by default"],
	["general-availability", "Generally available"],
	["archived", "Archived"],
] as const;

/** Early access: whether visitors can opt in, and the text that they read. */
export function EarlyAccess({ flagKey }: { readonly flagKey: string }): ReactElement {
	const features = useAnswer<Listed<ListedDefinition>>(FEATURES);
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
	const [isOffering, setIsOffering] = useState(feature !== undefined);
	if (!isOffering) {
		return (
			<>
				<p className="hint">Visitors cannot opt in to this flag.</p>
				<Tool needs="editor" onClick={() => setIsOffering(true)} icon="plus">
					Offer early access
				</Tool>
			</>
		);
	}
	const definition = feature?.definition ?? {};
	const textOf = (name: string, fallback = ""): string => String(definition[name] ?? fallback);
	const schema = z.object({
		stage: z.string().default(textOf("stage", "beta")).meta({ title: "Stage", options: STAGES }),
		name: z.string().default(textOf("name", flagKey)).meta({ title: "Name shown to visitors" }),
		description: optionalText({
			title: "Description",
			control: "textarea",
			initial: textOf("description"),
		}),
		documentationUrl: optionalText({
			title: "Link to documentation",
			control: "url",
			initial: textOf("documentationUrl"),
		}),
	});
	return (
		<>
			<Form
				needs="editor"
				schema={schema}
				submit={feature === undefined ? "Offer early access" : "Save"}
				isStored
				refreshes={FEATURES}
				send={({ description = "", documentationUrl = null, ...rest }) =>
					send("PUT", path, { ...definition, ...rest, flagKey, description, documentationUrl })
				}
			/>
			{feature !== undefined && (
				<RemoveButton
					verb="End early access"
					name={flagKey}
					warning="Clients no longer list this feature."
					path={path}
					refreshes={FEATURES}
				/>
			)}
		</>
	);
}
