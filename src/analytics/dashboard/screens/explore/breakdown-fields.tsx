import type { ReactElement } from "react";
import { Choice } from "../../components/choice.tsx";
import { DIMENSION_OPTIONS } from "../../format/labels.ts";
import type { QuestionFormProps } from "./draft.ts";
import { TextField } from "./text-field.tsx";

export interface BreakdownFieldsProps extends QuestionFormProps {
	/** Whether a property can be chosen. */
	readonly hasProperties?: boolean;
}

export function BreakdownFields(props: BreakdownFieldsProps): ReactElement {
	const { draft, hasProperties = true, onChange } = props;
	const { breakdown } = draft;
	const isProperty = breakdown.startsWith("property.");
	const property = [["property.", "Property…"]] as const;
	return (
		<>
			<Choice
				label="Break down by"
				value={isProperty ? "property." : breakdown}
				options={[["", "None"], ...DIMENSION_OPTIONS, ...(hasProperties ? property : [])]}
				onChoose={(chosen) => onChange({ breakdown: chosen })}
			/>
			{isProperty && (
				<TextField
					label="Property to break down by"
					text={breakdown.slice("property.".length)}
					onWrite={(name) => onChange({ breakdown: `property.${name}` })}
				/>
			)}
		</>
	);
}
