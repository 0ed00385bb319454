import { useAddress } from "../../state/use-address.ts";

/** Narrows events by a property that has a value, or has another value. */
export interface PropertyFilter {
	readonly name: string;
	readonly operator: "is" | "is_not";
	readonly value: string;
}

/** In the address a filter is `property=is:{name}:{value}`; a colon of the name is encoded. */
export function renderPropertyFilter({ name, operator, value }: PropertyFilter): string {
	return `${operator}:${encodeURIComponent(name)}:${value}`;
}

/** @returns `undefined` for what is no filter: an address comes from anyone. */
export function parsePropertyFilter(text: string): PropertyFilter | undefined {
	const [, operator, name, value] = /^(is|is_not):([^:]+):(.*)$/s.exec(text) ?? [];
	if (name === undefined || value === undefined) return undefined;
	try {
		return { name: decodeURIComponent(name), operator: operator === "is" ? "is" : "is_not", value };
	} catch {
		// A broken percent sign.
		return undefined;
	}
}

/** As the service takes them: a parameter for each property. */
export function propertyParameters(
	filters: readonly PropertyFilter[],
): readonly (readonly [string, string])[] {
	return filters.map(({ name, operator, value }) => [
		`${operator === "is" ? "property" : "property_not"}.${name}`,
		value,
	]);
}

/** @returns The filters with one more, in the place of another of the same property and operator. */
export function withPropertyFilter(
	filters: readonly PropertyFilter[],
	filter: PropertyFilter,
): readonly PropertyFilter[] {
	const others = filters.filter(
		({ name, operator }) => name !== filter.name || operator !== filter.operator,
	);
	return [...others, filter];
}

interface EventQuestion {
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
