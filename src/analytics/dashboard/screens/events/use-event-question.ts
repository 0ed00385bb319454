import { useAddress } from "../../state/use-address.ts";
import {
	type PropertyFilter,
	parsePropertyFilter,
	renderPropertyFilter,
} from "./event-question.ts";

export interface EventQuestion {
	/** Name of the event; empty until one is chosen. */
	readonly event: string;
	/** Property that the picture is broken down by; empty for none. */
	readonly breakdown: string;
	readonly filters: readonly PropertyFilter[];
}

export interface AskedEventQuestion extends EventQuestion {
	readonly change: (change: Partial<EventQuestion>) => void;
}

/** What the address asks about one event. */
export function useEventQuestion(): AskedEventQuestion {
	const [params, changeAddress] = useAddress();
	return {
		...readQuestion(params),
		change: (change) =>
			changeAddress((current) => {
				const next = new URLSearchParams(current);
				const { event, breakdown, filters } = { ...readQuestion(current), ...change };
				for (const name of ["name", "by", "property"]) next.delete(name);
				if (event !== "") next.set("name", event);
				if (breakdown !== "") next.set("by", breakdown);
				for (const filter of filters) next.append("property", renderPropertyFilter(filter));
				return next;
			}),
	};
}

function readQuestion(params: URLSearchParams): EventQuestion {
	return {
		event: params.get("name") ?? "",
		breakdown: params.get("by") ?? "",
		filters: params.getAll("property").flatMap((text) => parsePropertyFilter(text) ?? []),
	};
}
