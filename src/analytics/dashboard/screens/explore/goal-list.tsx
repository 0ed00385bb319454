import type { ReactElement } from "react";
import * as z from "zod";
import type { Goal } from "../../../api-types/question.ts";
import { selectorWords } from "../../../api-types/selector-words.ts";
import { send } from "../../api/request.ts";
import { GOALS, type Saved } from "../../api/use-saved.ts";
import { Card } from "../../components/card.tsx";
import { type Entered, Form, optionalText } from "../../components/form.tsx";
import { RecordList } from "../../components/tables/record-list.tsx";
import { visibleText } from "../../format/visible-text.ts";

const isEvent = ({ kind }: Entered): boolean => kind === "event";

const newGoal = z.object({
	name: z.string().max(100).meta({ title: "Name", placeholder: "Signed up" }),
	kind: z.enum(["page", "event"]).meta({
		title: "Reached by",
		options: [
			["page", "Viewing a page"],
			["event", "An event"],
		],
	}),
	page: z
		.string()
		.default("")
		.meta({
			title: "Path; * matches any text",
			placeholder: "/thanks*",
			when: (entered) => !isEvent(entered),
		}),
	event: z
		.string()
		.default("")
		.meta({ title: "Name of the event", placeholder: "signup", when: isEvent }),
	property: optionalText({
		title: "Property (optional)",
		placeholder: "plan",
		when: isEvent,
	}),
	value: optionalText({ title: "Value of the property", placeholder: "team", when: isEvent }),
	value_property: optionalText({
		title: "Property with the goal’s value (optional)",
		placeholder: "amount",
		when: isEvent,
	}),
});

/** List of goals, and the form that adds a goal. */
export function GoalList(): ReactElement {
	return (
		<Card title="Goals">
			<RecordList<Saved<Goal>>
				title="Goals"
				path={GOALS}
				empty="Define one below: a page or an event."
				nameOf={({ definition }) => definition.name}
				columns={[
					{ label: "Name", cell: ({ definition }) => definition.name },
					{
						label: "Reached by",
						cell: ({ definition }) => visibleText(selectorWords(definition.selector)),
					},
				]}
				removal={{
					warning: "Saved questions that use this goal stop working. Events stay.",
				}}
			/>
			<Form
				needs="editor"
				schema={newGoal}
				submit="Define goal"
				refreshes={GOALS}
				send={(entered) => send("POST", GOALS, goalOf(entered))}
			/>
		</Card>
	);
}

function goalOf(entered: z.output<typeof newGoal>): object {
	const { name, kind, page, event, property, value = "", value_property } = entered;
	const operator = page.includes("*") ? "matches" : "is";
	const selector =
		kind === "page"
			? { conditions: [{ dimension: "page", operator, values: [page] }] }
			: {
					event,
					conditions: property === undefined ? [] : [{ property, operator: "is", values: [value] }],
				};
	return { name, selector, value_property };
}
