import type { ApiScope } from "./api-scope.ts";
import { entriesOf, type JsonMap, listOf, mapOf, textOf } from "./json.ts";
import { badge, code, item, joined, plain, prose, term } from "./markup.ts";

/** Levels. Deeper types are `any`, and deeper properties are omitted. */
const MAX_DEPTH = 8;

const MAX_VALUES = 200;

/** A type in a few words, such as `array of [Pet](…)`. */
export function typeText(scope: ApiScope, schema: unknown, depth = 0): string {
	const { value, name } = scope.resolve(schema);
	if (name !== undefined) return `[${plain(name)}](${scope.linkTo(name)})`;
	if (depth > MAX_DEPTH) return "any";
	const inside = (child: unknown): string => typeText(scope, child, depth + 1);
	const { type, properties, items, additionalProperties: values, format } = value;
	const variants = [
		...variantsOf(value),
		...(properties === undefined ? listOf(value["allOf"]) : []),
	];
	if (type === undefined && variants.length > 0) {
		const words = value["allOf"] === undefined ? " or " : " and ";
		return variants.length > 4 ? "one of several" : variants.map(inside).join(words);
	}
	const types = [type ?? (properties === undefined ? "any" : "object")].flat().map((one) => {
		if (one === "array") return `array of ${inside(items)}`;
		const isMap = one === "object" && properties === undefined && typeof values === "object";
		if (isMap) return `map of ${inside(values)}`;
		return plain(format === undefined || one === "null" ? one : `${one} (${textOf(format)})`);
	});
	return types.join(" or ");
}

/** Writes constraints, properties and variants of a schema; nothing for a named one below depth 0. */
export function schemaBlocks(scope: ApiScope, schema: unknown, depth = 0): string {
	const { value, name } = scope.resolve(schema);
	const isElsewhere = name !== undefined && depth > 0;
	if (schema === undefined || isElsewhere || depth > MAX_DEPTH) return "";
	const required = listOf(value["required"]);
	const inside = (child: unknown): string => schemaBlocks(scope, child, depth + 1);
	return joined(
		constraintsOf(value),
		...listOf(value["allOf"]).map((part) => {
			const { name: partName } = scope.resolve(part);
			return partName === undefined ? inside(part) : `All properties of ${typeText(scope, part)}.`;
		}),
		...entriesOf(value["properties"]).map(([key, child]) =>
			property(scope, { name: key, schema: child, isRequired: required.includes(key) }, depth + 1),
		),
		variantList(scope, value, depth + 1),
		inside(value["items"]),
		inside(value["additionalProperties"]),
	);
}

interface Property {
	readonly name: string;
	readonly schema: unknown;
	readonly isRequired: boolean;
	/** Location of a parameter, such as `, in path`. */
	readonly place?: string;
	/** Description of a parameter; absent: from the schema. */
	readonly description?: unknown;
	readonly example?: unknown;
}

/** A property or a parameter as an item of a list. */
export function property(
	scope: ApiScope,
	{ name, schema, isRequired, place = "", example, ...own }: Property,
	depth = 1,
): string {
	const { value, name: schemaName } = scope.resolve(schema);
	// A description beside a reference describes this use of the schema.
	const { description = (schemaName === undefined ? value : mapOf(schema))["description"] } = own;
	const marks = ["readOnly", "writeOnly", "deprecated"].filter((key) => value[key] === true);
	const head = [
		`${term(name)} ${typeText(scope, schema)}${place}`,
		...(isRequired ? [badge("required", "required")] : []),
		...marks.map((key) => badge("note", key.replace("O", "-o"))),
	];
	return item(
		head.join(" "),
		prose(description),
		schemaBlocks(scope, schema, depth),
		example === undefined ? "" : `Example: ${code(example)}`,
	);
}

function variantList(scope: ApiScope, value: JsonMap, depth: number): string {
	const variants = variantsOf(value).map((variant) => {
		const { value: shown, name } = scope.resolve(variant);
		const type = typeText(scope, variant);
		if (name !== undefined) return item(type);
		const title = plain(shown["title"]);
		const blocks = schemaBlocks(scope, variant, depth);
		return item(title === "" ? type : `${title}: ${type}`, prose(shown["description"]), blocks);
	});
	// The text of the type already lists the variants.
	if (variants.length < 5 && !variants.some((one) => one.includes("\n"))) return "";
	const key = mapOf(value["discriminator"])["propertyName"];
	return joined(key === undefined ? "One of:" : `One of, selected by ${code(key)}:`, ...variants);
}

function variantsOf({ oneOf, anyOf }: JsonMap): readonly unknown[] {
	return [...listOf(oneOf), ...listOf(anyOf)];
}

const LIMITS =
	"minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems";

function constraintsOf(value: JsonMap): string {
	const values = listOf(value["enum"]);
	const { const: constant, default: preset } = value;
	const more = values.length > MAX_VALUES ? ` and ${values.length - MAX_VALUES} more` : "";
	const limits = LIMITS.split(" ").filter((key) => /number|string/.test(typeof value[key]));
	const lines = [
		values.length > 0 && `One of: ${values.slice(0, MAX_VALUES).map(code).join(", ")}${more}`,
		constant !== undefined && `Always ${code(constant)}`,
		preset !== undefined && `Default: ${code(preset).slice(0, 200)}`,
		limits.length > 0 && limits.map((key) => `${key} ${code(value[key])}`).join(", "),
	];
	return lines.filter((line) => line !== false).join("  \n");
}
