import { type JsonMap, listOf, mapOf, nameOfSegment, textOf, valueAtPointer } from "./json.ts";

/** Resolves references, links and examples for the parts of an API description. */
export class ApiScope {
	readonly document: JsonMap;
	/** @returns The link to a named schema. */
	readonly linkTo: (name: string) => string;
	/** Number of values in the example that is being built. */
	#values = 0;

	constructor(document: JsonMap, linkTo: ApiScope["linkTo"]) {
		this.document = document;
		this.linkTo = linkTo;
	}

	/** Follows references. @returns The value, and the name of its schema if it has one. */
	resolve(node: unknown): { readonly value: JsonMap; readonly name?: string | undefined } {
		let value = node;
		let name: string | undefined;
		for (let steps = 0; steps < 20; steps += 1) {
			const reference = mapOf(value)["$ref"];
			if (typeof reference !== "string") break;
			const segment = /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1];
			name ??= segment && nameOfSegment(segment);
			value = valueAtPointer(this.document, reference.slice(1));
		}
		return { value: mapOf(value), name };
	}

	/** Returns the example of a media type or a parameter, or else builds one from its schema. */
	exampleOf(holder: JsonMap): unknown {
		const [named] = Object.values(mapOf(holder["examples"]));
		const given = holder["example"] ?? this.resolve(named).value["value"];
		this.#values = 0;
		return given ?? this.#make(holder["schema"], []);
	}

	#make(node: unknown, above: readonly string[]): unknown {
		const { value, name = "" } = this.resolve(node);
		const { examples, type, properties, items, oneOf, anyOf, allOf } = value;
		const known = [value["example"], listOf(examples)[0], value["default"], value["const"]];
		const given = known.find((one) => one !== undefined) ?? listOf(value["enum"])[0];
		if (given !== undefined) return given;
		this.#values += 1;
		const isTooMuch = above.length > MAX_DEPTH || this.#values > MAX_VALUES;
		if (isTooMuch || (name !== "" && above.includes(name))) return undefined;
		const inside = (child: unknown): unknown => this.#make(child, [...above, name]);
		const [variant] = [...listOf(oneOf), ...listOf(anyOf)];
		if (variant !== undefined && properties === undefined) return inside(variant);
		if (type === "array") return [inside(items)].filter((one) => one !== undefined);
		if (properties !== undefined || allOf !== undefined) {
			const parts = listOf(allOf).map(inside).map(mapOf);
			const own = Object.entries(mapOf(properties))
				.filter(([, child]) => mapOf(child)["readOnly"] !== true)
				.map(([key, child]) => [key, inside(child)] as const);
			return Object.assign({}, ...parts, Object.fromEntries(own));
		}
		const [first] = [type].flat().filter((one) => one !== "null");
		return FORMATS[textOf(value["format"])] ?? VALUES[textOf(first)];
	}
}

/** Levels and values of a built example. Larger examples explain nothing. */
const MAX_DEPTH = 3;
const MAX_VALUES = 60;

const FORMATS: Readonly<Record<string, string>> = {
	date: "2026-01-31",
	"date-time": "2026-01-31T12:00:00Z",
	email: "user@example.com",
	uri: "https://example.com",
	uuid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
};

const VALUES: Readonly<Record<string, unknown>> = {
	...{ string: "string", integer: 0, number: 0, boolean: true, object: {} },
};
