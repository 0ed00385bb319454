import { Icon } from "loggia";
import { plans } from "../lib/plans.ts";

export interface PriceTagProps {
	/** Id of a plan. */
	readonly plan: string;
}

export default function PriceTag({ plan }: PriceTagProps) {
	const found = plans.find(({ id }) => id === plan);
	if (found === undefined) throw new RangeError(`There is no plan "${plan}"`);
	return (
		<span className="price-tag">
			<Icon name="lucide:tag" /> {found.name} from {found.base} €
		</span>
	);
}
