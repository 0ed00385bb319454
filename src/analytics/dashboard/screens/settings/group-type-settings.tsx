import type { ReactElement } from "react";
import * as z from "zod";
import type { GroupTypesAnswer } from "../../../api-types/settings.ts";
import { send } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { Form, optionalText } from "../../components/form.tsx";
import { visibleText } from "../../format/visible-text.ts";

const GROUP_TYPES = "/api/v1/group-types";

/** Types of groups, such as companies. After they are saved here, events cannot add others. */
export function GroupTypeSettings(): ReactElement {
	return (
		<Answered what="the group types" query={useAnswer<GroupTypesAnswer>(GROUP_TYPES)}>
			{({ results, is_named }) => {
				const names = results.map(({ name }) => name).join(", ");
				const schema = z.object({
					names: optionalText({
						title: "Names",
						placeholder: "company, project",
						initial: names,
						hint: "Up to five, separated by commas, in the order of their numbers in flags. Groups of other types are deleted.",
					}),
				});
				return (
					<Form
						schema={schema}
						submit="Save group types"
						isStored
						refreshes={GROUP_TYPES}
						send={({ names = "" }) =>
							send("PUT", GROUP_TYPES, {
								results: names.split(/\s*,\s*/).filter((name) => name !== ""),
							})
						}
					>
						{!is_named && names !== "" && (
							<p>
								Seen in events: {visibleText(names)}. Save the names that you use, so that events
								cannot add others.
							</p>
						)}
					</Form>
				);
			}}
		</Answered>
	);
}
