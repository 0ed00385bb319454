import type { ReactElement } from "react";
import { useNavigate } from "react-router";
import * as z from "zod";
import { pathOf } from "../../api/request.ts";
import { Card } from "../../components/card.tsx";
import { Form, optionalText } from "../../components/form.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { FLAGS, saveFlag, useFlags } from "./flag-definition.ts";

const newFlag = z.object({
	key: z
		.string()
		.max(400)
		.regex(/^[\w\-.]+$/, "must have letters, digits, - _ and . only")
		.meta({
			title: "Key",
			placeholder: "new-checkout",
			hint: "Your code uses this key. It cannot be changed later.",
		}),
	name: optionalText({ title: "Description" }),
});

/** Form for a new flag, which is off and has a rollout of 0 percent. */
export function NewFlag(): ReactElement {
	const navigate = useNavigate();
	const flags = useFlags();
	return (
		<>
			<ScreenHeader title="New flag" lead="A new flag is off until you turn it on" />
			<Card title="Details">
				<Form
					schema={newFlag}
					submit="Create flag"
					refreshes={FLAGS}
					send={async ({ key, name = "" }) => {
						// Saving under an existing key would replace that flag.
						const known = flags.data ?? (await flags.refetch()).data;
						if (known?.results.some((flag) => flag.key === key)) return "";
						const filters = { groups: [{ properties: [], rollout_percentage: 0, variant: null }] };
						await saveFlag(key, { key, name, active: false, filters });
						return "edit=yes";
					}}
					onDone={(search, { key }) => void navigate({ pathname: pathOf`/flags/${key}`, search })}
				/>
			</Card>
		</>
	);
}
