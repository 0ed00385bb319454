import { titleOfPath } from "../../../shared/page/title-of-path.ts";
import { ApiScope } from "./api-scope.ts";
import { entriesOf, type JsonMap, listOf, mapOf, textOf } from "./json.ts";
import { code, item, joined, plain, prose, term } from "./markup.ts";
import { type Operation, operationMarkdown, signature } from "./operation-markdown.ts";
import { METHODS } from "./read-api.ts";
import { schemaBlocks, typeText } from "./schema-markdown.ts";

/** One page of an API reference, below its overview. */
export interface ApiPage {
	/** The end of its path. */
	readonly slug: string;
	readonly title: string;
	readonly description: string;
	readonly navigation: { readonly title: string };
	readonly markdown: string;
}

export interface ApiPages {
	readonly title: string;
	/** What stands on the page that names the description. */
	readonly overview: string;
	readonly pages: readonly ApiPage[];
}

/** Operations of one tag. */
interface Group {
	readonly title: string;
	readonly description: string;
	readonly operations: Operation[];
}

/** With more operations, the overview names tags alone. */
const MAX_LISTED = 300;

/** Writes the pages of a description: a pure function of it. */
export function apiPages(document: JsonMap): ApiPages {
	const info = mapOf(document["info"]);
	const title = textOf(info["title"]) || "API";
	const claimSlug = claimer(/[^\p{L}\p{N}_.-]+/gu);
	const ids = new Map<string, string>();
	const claimId = claimer(/[^\w.-]+/g);
	const scope = new ApiScope(document, (name) => {
		const id = ids.get(name) ?? claimId(name);
		ids.set(name, id);
		return `@api/?${id}`;
	});
	const server = serverUrl(document);
	const groups = groupOperations(scope).map((group) => {
		const { operations, description } = group;
		const blocks = operations.map((one) => ({
			...one,
			markdown: operationMarkdown(scope, one, server),
		}));
		const about = `${operations.length} operations of ${title}`;
		const parts = divide(
			blocks,
			{ title: group.title, intro: prose(description), about },
			claimSlug,
		);
		return { ...group, parts };
	});
	const schemas = schemaParts(scope, ids, claimSlug);
	const pageOfSchema = new Map(
		schemas.flatMap(({ slug, blocks }) => blocks.map(({ id }) => [id, slug] as const)),
	);
	const isShort = groups.flatMap(({ operations }) => operations).length <= MAX_LISTED;
	const overview = joined(
		prose(info["description"]),
		info["version"] === undefined ? "" : `Version: ${code(textOf(info["version"]))}`,
		section("Servers", serverItems(document)),
		section("Authentication", securityItems(scope)),
		...groups.flatMap((group) => groupOverview(group, isShort)),
		section(
			"Schemas",
			schemas.map((page) => item(`[${plain(page.title)}](@api/${page.slug})`)),
		),
	);
	const pages = [...groups.flatMap(({ parts }) => parts), ...schemas].map(
		({ blocks: _, markdown, ...page }) => ({
			...page,
			// Only once all schemas are written is it known on which page each is.
			markdown: markdown.replace(
				/\(@api\/\?([\w.-]+)\)/g,
				(_link, id: string) => `(@api/${pageOfSchema.get(id) ?? ""}#${id})`,
			),
		}),
	);
	return { title, overview, pages };
}

function section(title: string, items: readonly string[]): string {
	return items.length === 0 ? "" : joined(`## ${title} {#${title.toLowerCase()}}`, ...items);
}

function groupOverview(
	{ title, description, parts }: Group & { readonly parts: readonly Part<Operation & Block>[] },
	isShort: boolean,
): readonly string[] {
	const items = parts.flatMap(({ slug, blocks }) =>
		blocks.map((one) => item(`[${plain(one.title)}](@api/${slug}#${one.id})  \n${signature(one)}`)),
	);
	const intro = prose(description).split(/\n\s*\n/, 1)[0] ?? "";
	const heading = `## [${plain(title)}](@api/${parts[0]?.slug ?? ""})`;
	return [heading, intro, ...(isShort ? items : [`${items.length} operations`])];
}

/** Groups operations by their first tag; those without, by the first word of their path. */
function groupOperations(scope: ApiScope): readonly Group[] {
	const { document } = scope;
	const groups = new Map<string, Group>();
	const groupOf = (name: string, tag: JsonMap = {}): Group => {
		const title = textOf(tag["x-displayName"]) || name;
		const group = groups.get(name) ?? {
			title,
			description: textOf(tag["description"]),
			operations: [],
		};
		groups.set(name, group);
		return group;
	};
	for (const tag of listOf(document["tags"]).map(mapOf)) groupOf(textOf(tag["name"]), tag);
	const claimId = claimer(/[^\w.-]+/g);
	const webhooks = entriesOf(document["webhooks"]).map(
		([path, one]) => [path, one, "Webhooks"] as const,
	);
	for (const [path, given, tag] of [...entriesOf(document["paths"]), ...webhooks]) {
		const item = scope.resolve(given).value;
		for (const method of METHODS.filter((one) => item[one] !== undefined)) {
			const value = mapOf(item[method]);
			if (value["x-internal"] === true) continue;
			const name = textOf(value["operationId"]) || `${method} ${path}`;
			groupOf(textOf(listOf(value["tags"])[0]) || (tag ?? tagOfPath(path))).operations.push({
				...{ id: claimId(name), method, path, value },
				title: (textOf(value["summary"]) || name).replace(/\.$/, ""),
				parameters: parametersOf(scope, [item, value]),
			});
		}
	}
	return [...groups.values()].filter(({ operations }) => operations.length > 0);
}

/** `/v1/accounts/{account}` belongs to "Accounts". */
function tagOfPath(path: string): string {
	const names = path.split("/").filter((part) => /^[a-z]/i.test(part));
	return titleOfPath(
		`/${names.find((name) => !/^(?:api|v\d[\w.]*)$/i.test(name)) ?? "operations"}`,
	);
}

/** Those of an operation replace those of its path. */
function parametersOf(scope: ApiScope, holders: readonly JsonMap[]): readonly JsonMap[] {
	const all = holders
		.flatMap((holder) => listOf(holder["parameters"]))
		.map((one) => scope.resolve(one).value);
	return [
		...new Map(all.map((one) => [`${textOf(one["in"])} ${textOf(one["name"])}`, one])).values(),
	];
}

interface Block {
	readonly id: string;
	readonly markdown: string;
}

interface Part<Item> extends ApiPage {
	readonly blocks: readonly Item[];
}

/** So much Markdown becomes 250 kB of HTML at most. */
const PAGE_CHARACTERS = 60_000;

/** Divides what would be too long for one page. */
function divide<Item extends Block>(
	given: readonly Item[],
	{
		title,
		intro,
		about,
	}: { readonly title: string; readonly intro: string; readonly about: string },
	claimSlug: (name: string) => string,
): readonly Part<Item>[] {
	const parts: Item[][] = [];
	let characters = Number.POSITIVE_INFINITY;
	for (const block of given) {
		characters += block.markdown.length;
		if (characters > PAGE_CHARACTERS) {
			parts.push([]);
			characters = block.markdown.length;
		}
		parts.at(-1)?.push(block);
	}
	const slug = claimSlug(title.toLowerCase());
	return parts.map((blocks, index) => ({
		...(index === 0
			? { slug, title, navigation: { title } }
			: {
					...{ slug: `${slug}/${index + 1}`, title: `${title}, part ${index + 1}` },
					navigation: { title: `Part ${index + 1}` },
				}),
		...{ description: `${title}: ${about}`, blocks },
		markdown: joined(index === 0 ? intro : "", ...blocks.map(({ markdown }) => cut(markdown))),
	}));
}

function cut(markdown: string): string {
	if (markdown.length <= PAGE_CHARACTERS) return markdown;
	const end = markdown.lastIndexOf("\n\n- ", PAGE_CHARACTERS);
	return joined(markdown.slice(0, Math.max(end, 0)), "The rest is too long for a page.");
}

/** @param ids Of the schemas that are linked, by their names. It grows while they link to others. */
function schemaParts(
	scope: ApiScope,
	ids: ReadonlyMap<string, string>,
	claimSlug: (name: string) => string,
): readonly Part<Block>[] {
	const blocks: Block[] = [];
	for (const [name, id] of ids) {
		const value = mapOf(mapOf(mapOf(scope.document["components"])["schemas"])[name]);
		const markdown = joined(
			`## ${plain(name)} {#${id}}`,
			`Type: ${typeText(scope, value)}`,
			prose(value["description"]),
			schemaBlocks(scope, value),
		);
		blocks.push({ id, markdown });
	}
	const sorted = blocks.toSorted((one, other) => one.id.localeCompare(other.id, "en"));
	return divide(
		sorted,
		{ title: "Schemas", intro: "", about: `${blocks.length} types` },
		claimSlug,
	);
}

function serverUrl(document: JsonMap): string {
	const url = filledUrl(mapOf(listOf(document["servers"])[0])).replace(/\/$/, "");
	return /^https?:/.test(url) ? url : `https://example.com${url}`;
}

function filledUrl({ url, variables }: JsonMap): string {
	return textOf(url).replace(/\{([^{}]+)\}/g, (found, name: string) => {
		return textOf(mapOf(mapOf(variables)[name])["default"]) || found;
	});
}

function serverItems(document: JsonMap): readonly string[] {
	return listOf(document["servers"])
		.map(mapOf)
		.map((server) => item(code(filledUrl(server)), prose(server["description"])));
}

function securityItems(scope: ApiScope): readonly string[] {
	return entriesOf(mapOf(scope.document["components"])["securitySchemes"]).map(([name, given]) => {
		const { value } = scope.resolve(given);
		const { type, in: place, name: key, scheme, flows, openIdConnectUrl, description } = value;
		const kinds: Readonly<Record<string, string>> = {
			apiKey: `key in ${plain(place)} ${code(key ?? "")}`,
			http: `HTTP ${plain(scheme)}`,
			oauth2: "OAuth 2.0",
			openIdConnect: `OpenID Connect ${code(openIdConnectUrl ?? "")}`,
		};
		const scopes = entriesOf(flows).flatMap(([, flow]) => entriesOf(mapOf(flow)["scopes"]));
		const items = [...new Map(scopes)].map(([one, text]) => item(`${code(one)} ${plain(text)}`));
		return item(`${term(name)} ${kinds[textOf(type)] ?? ""}`, prose(description), ...items);
	});
}

/** @returns A function that makes a name for URLs, a different one each time. */
function claimer(forbidden: RegExp): (name: string) => string {
	const taken = new Set<string>();
	return (name) => {
		const base = name.replace(forbidden, "-").replace(/^[-.]+|[-.]+$/g, "") || "api";
		let claimed = base;
		for (let count = 2; taken.has(claimed.toLowerCase()); count += 1) claimed = `${base}-${count}`;
		taken.add(claimed.toLowerCase());
		return claimed;
	};
}
