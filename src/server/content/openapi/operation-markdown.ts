import type { ApiScope } from "./api-scope.ts";
import { entriesOf, type JsonMap, listOf, mapOf, textOf } from "./json.ts";
import { badge, code, codeBlock, item, joined, plain, prose } from "./markup.ts";
import { property, schemaBlocks, typeText } from "./schema-markdown.ts";

/** An operation of a description. */
export interface Operation {
	/** The id of its heading. */
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly title: string;
	readonly value: JsonMap;
	/** Parameters of the operation and of its path. */
	readonly parameters: readonly JsonMap[];
}

/** Methods that a path may have. */
export const METHODS = "get put post delete options head patch trace query".split(" ");

/** With more properties, only the type of a body is shown. */
const MAX_PROPERTIES_IN_PLACE = 60;

/** Writes the Markdown of an operation. @param server The start of its URL. */
export function operationMarkdown(scope: ApiScope, operation: Operation, server: string): string {
	const { id, value, parameters } = operation;
	const body = scope.resolve(value["requestBody"]).value;
	// Not a heading: search and the table of contents link to operations only.
	const section = (label: string, ...blocks: readonly string[]): string => {
		const inside = joined(...blocks);
		return inside === "" ? "" : joined(`**${label}**`, inside);
	};
	return joined(
		`## ${plain(operation.title)} {#${id}}`,
		signature(operation),
		prose(value["description"]),
		authentication(scope.document, value),
		section("Parameters", ...parameters.map((one) => parameterItem(scope, one))),
		section("Request body", prose(body["description"]), ...contents(scope, body, "request")),
		section("Example request", codeBlock("sh", curl(scope, operation, server))),
		section("Responses", ...responses(scope, value)),
	);
}

/** The method and the path on one line. */
export function signature({ method, path, value }: Operation): string {
	const deprecated = value["deprecated"] === true ? ` ${badge("deprecated", "deprecated")}` : "";
	return `${badge(`signature ${method}`, method.toUpperCase())} ${code(path)}${deprecated}`;
}

function authentication(document: JsonMap, value: JsonMap): string {
	const ways = listOf(value["security"] ?? document["security"]).map((way) =>
		entriesOf(way).map(([name, scopes]) => {
			const all = listOf(scopes).map(code).join(", ");
			return `[${plain(name)}](@api/#authentication)${all && ` (${all})`}`;
		}),
	);
	if (ways.flat().length === 0) return "";
	return `Authentication: ${ways.map((way) => way.join(" and ") || "none").join(" or ")}`;
}

function parameterItem(scope: ApiScope, parameter: JsonMap): string {
	const { name, required, in: place, description = "", example } = parameter;
	return property(scope, {
		...{ name: textOf(name), isRequired: required === true, place: `, in ${plain(place)}` },
		...{ schema: schemaOf(parameter), description, example },
	});
}

/** Parameters of version 2 in a separate file contain the keys of a schema directly. */
function schemaOf(parameter: JsonMap): unknown {
	const [content] = Object.values(mapOf(parameter["content"]));
	return parameter["schema"] ?? mapOf(content)["schema"] ?? { ...parameter, description: "" };
}

/** Content of a body by media type. A schema of several types is written once. */
function contents(scope: ApiScope, body: JsonMap, kind: "request" | "response"): readonly string[] {
	const bySchema = Map.groupBy(entriesOf(body["content"]), ([, media]) =>
		JSON.stringify(mapOf(media)["schema"]),
	);
	return [...bySchema.values()].flatMap((group) => {
		const media = mapOf(group[0]?.[1]);
		const { value, name } = scope.resolve(media["schema"]);
		const isInPlace = name === undefined || kind === "request";
		const isShort = entriesOf(value["properties"]).length <= MAX_PROPERTIES_IN_PLACE;
		const required = body["required"] === true ? ` ${badge("required", "required")}` : "";
		const types = group.map(([type]) => code(type)).join(", ");
		return [
			`${types}: ${typeText(scope, media["schema"])}${required}`,
			isInPlace && isShort ? schemaBlocks(scope, media["schema"]) : "",
			kind === "request" ? "" : codeBlock("json", exampleText(scope, media)),
		];
	});
}

function exampleText(scope: ApiScope, holder: JsonMap): string {
	const example = scope.exampleOf(holder);
	return typeof example === "object" ? JSON.stringify(example, undefined, 2) : textOf(example);
}

function responses(scope: ApiScope, value: JsonMap): readonly string[] {
	return entriesOf(value["responses"]).map(([status, response]) => {
		const { description, headers, ...shown } = scope.resolve(response).value;
		const headerItems = entriesOf(headers).map(([name, header]) => {
			const { value: own } = scope.resolve(header);
			return parameterItem(scope, { ...own, name, in: "header", required: false });
		});
		const kind = /^[23]/.test(status) ? "good" : "bad";
		return item(
			`${badge(kind, status)} ${prose(description)}`,
			...headerItems,
			...contents(scope, shown, "response"),
		);
	});
}

function curl(scope: ApiScope, operation: Operation, server: string): string {
	const { method, path, value, parameters } = operation;
	const required = (place: string, separator: string, encode: (text: string) => string) =>
		parameters
			.filter((one) => one["in"] === place && one["required"] === true)
			.map((one) => {
				const example = exampleText(scope, { ...one, schema: schemaOf(one) });
				return encode(textOf(one["name"])) + separator + encode(example);
			});
	const query = required("query", "=", encodeURIComponent).join("&");
	const [[type, media] = []] = entriesOf(scope.resolve(value["requestBody"]).value["content"]);
	const body = exampleText(scope, mapOf(media));
	const headers = [
		...required("header", ": ", String),
		...credentials(scope, value),
		...(type === undefined ? [] : [`Content-Type: ${type}`]),
	];
	return [
		`curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoted(server + path + (query && `?${query}`))}`,
		...headers.map((header) => `-H ${quoted(header)}`),
		...(body === "" ? [] : [`-d ${quoted(body)}`]),
	].join(" \\\n  ");
}

/** Headers of the first authentication method. */
function credentials({ document }: ApiScope, value: JsonMap): readonly string[] {
	const [way] = listOf(value["security"] ?? document["security"]);
	const schemes = mapOf(mapOf(document["components"])["securitySchemes"]);
	return Object.keys(mapOf(way)).flatMap((name) => {
		const { type, in: place, name: key, scheme } = mapOf(schemes[name]);
		if (type === "apiKey") return place === "header" ? [`${textOf(key)}: YOUR_KEY`] : [];
		const isBasic = type === "http" && /^basic$/i.test(textOf(scheme));
		return [`Authorization: ${isBasic ? "Basic YOUR_CREDENTIALS" : "Bearer YOUR_TOKEN"}`];
	});
}

/** Quotes text, so that a shell reads it as one word. */
function quoted(text: string): string {
	return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
