import { titleOfPath } from "../../../shared/page/title-of-path.ts";
import { ApiScope } from "./api-scope.ts";
import { entriesOf, type JsonMap, listOf, mapOf, textOf } from "./json.ts";
import { code, item, joined, plain, prose, term } from "./markup.ts";
import { METHODS, type Operation, operationMarkdown, signature } from "./operation-markdown.ts";
import { schemaBlocks, typeText } from "./schema-markdown.ts";

/** A page of an API reference, below its overview. */
export interface ApiPage {
	/** End of the path, below the overview. */
	readonly slug: string;
	readonly title: string;
	readonly description: string;
	readonly navigation: { readonly title: string };
	readonly markdown: string;
}

export interface ApiPages {
	readonly title: string;
	/** Markdown of the page that names the description. */
	readonly overview: string;
	readonly pages: readonly ApiPage[];
}

/** An operation or a schema. */
interface Block {
	/** Id of the heading. */
	readonly id: string;
	readonly title: string;
	/** The method and the path of an operation. */
	readonly line?: string;
	readonly markdown: string;
}

/** Operations of one tag, or all schemas. */
interface Chapter {
	readonly title: string;
	readonly description: string;
	readonly blocks: Block[];
}

/** A page of a chapter, with its blocks. */
type Part = ApiPage & Pick<Chapter, "blocks">;

/** With more operations, the overview lists only tags, with their number of operations. */
const MAX_LISTED = 300;

/** Limit of Markdown from one description, which becomes more than 100 MB of HTML. */
const MAX_CHARACTERS = 30_000_000;

/**
 * Writes the pages of a description in OpenAPI 3.1: a pure function of it.
 *
 * @throws {RangeError} When the pages would be too long.
 */
export function apiPages(document: JsonMap): ApiPages {
	const info = mapOf(document["info"]);
	const ids = new Map<string, string>();
	const [claimSlug, claimId] = [claimer(/[^\p{L}\p{N}_.-]+/gu), claimer(/[^\w.-]+/g)];
	const scope = new ApiScope(document, (name) => {
		const id = ids.get(name) ?? claimId(name);
		ids.set(name, id);
		return `@api/?${id}`;
	});
	const chapters = chaptersOf(scope).map((chapter) => ({
		...chapter,
		parts: divide(chapter, claimSlug),
	}));
	const count = chapters.reduce((sum, { blocks }) => sum + blocks.length, 0);
	const schemas = divide(schemaChapter(scope, ids), claimSlug);
	const pageOfSchema = new Map(
		schemas.flatMap(({ slug, blocks }) => blocks.map(({ id }) => [id, slug] as const)),
	);
	const overview = joined(
		prose(info["description"]),
		info["version"] === undefined ? "" : `Version: ${code(textOf(info["version"]))}`,
		section("Servers", serverItems(document)),
		section("Authentication", securityItems(scope)),
		...chapters.flatMap(({ title, description, blocks, parts }) => [
			`## [${plain(title)}](@api/${parts[0]?.slug ?? ""})`,
			prose(description).split(/\n\s*\n/, 1)[0] ?? "",
			...(count > MAX_LISTED
				? [`${blocks.length} operations`]
				: parts.flatMap((part) => part.blocks.map((block) => linkItem(part, block)))),
		]),
		section(
			"Schemas",
			schemas.map((page) => item(`[${plain(page.title)}](@api/${page.slug})`)),
		),
	);
	const pages = [...chapters.flatMap(({ parts }) => parts), ...schemas].map(
		({ blocks: _, markdown, ...page }) => ({
			...page,
			// The page of a schema is known only after all schemas are written.
			markdown: markdown.replace(
				/\(@api\/\?([\w.-]+)\)/g,
				(_link, id: string) => `(@api/${pageOfSchema.get(id) ?? ""}#${id})`,
			),
		}),
	);
	return { title: textOf(info["title"]) || "API", overview, pages };
}

function section(title: string, items: readonly string[]): string {
	return items.length === 0 ? "" : joined(`## ${title} {#${title.toLowerCase()}}`, ...items);
}

function linkItem({ slug }: Part, { id, title, line = "" }: Block): string {
	return item(`[${plain(title)}](@api/${slug}#${id})  \n${line}`);
}

/** Groups operations by their first tag, or without a tag by the first word of their path. */
function chaptersOf(scope: ApiScope): readonly Chapter[] {
	const { document } = scope;
	const chapters = new Map<string, Chapter>();
	const chapterOf = (name: string, tag: JsonMap = {}): Chapter => {
		const title = textOf(tag["x-displayName"]) || name;
		const started = { title, description: textOf(tag["description"]), blocks: [] };
		const chapter = chapters.get(name) ?? started;
		chapters.set(name, chapter);
		return chapter;
	};
	for (const tag of listOf(document["tags"]).map(mapOf)) chapterOf(textOf(tag["name"]), tag);
	const claimId = claimer(/[^\w.-]+/g);
	const server = serverUrl(document);
	let characters = 0;
	const webhooks = entriesOf(document["webhooks"]);
	for (const [path, given] of [...entriesOf(document["paths"]), ...webhooks]) {
		const methods = scope.resolve(given).value;
		for (const method of METHODS.filter((one) => methods[one] !== undefined)) {
			const value = mapOf(methods[method]);
			if (value["x-internal"] === true) continue;
			const name = textOf(value["operationId"]) || `${method} ${path}`;
			const operation: Operation = {
				...{ id: claimId(name), method, path, value },
				title: (textOf(value["summary"]) || name).replace(/\.$/, ""),
				parameters: parametersOf(scope, [methods, value]),
			};
			const markdown = operationMarkdown(scope, operation, server);
			characters += markdown.length;
			if (characters > MAX_CHARACTERS) throw new RangeError("its pages would be too long");
			const chapter = chapterOf(textOf(listOf(value["tags"])[0]) || tagOfPath(path));
			const { id, title } = operation;
			chapter.blocks.push({ id, title, line: signature(operation), markdown });
		}
	}
	return [...chapters.values()].filter(({ blocks }) => blocks.length > 0);
}

/** `/v1/accounts/{account}` belongs to "Accounts"; the name of a webhook is no path. */
function tagOfPath(path: string): string {
	if (!path.startsWith("/")) return "Webhooks";
	const names = path.split("/").filter((part) => /^[a-z]/i.test(part));
	const name = names.find((one) => !/^(?:api|v\d[\w.]*)$/i.test(one)) ?? "operations";
	return titleOfPath(`/${name}`);
}

/** Parameters of an operation replace those of its path with the same name and location. */
function parametersOf(scope: ApiScope, holders: readonly JsonMap[]): readonly JsonMap[] {
	const all = holders
		.flatMap((holder) => listOf(holder["parameters"]))
		.map((one) => scope.resolve(one).value)
		.map((one) => [`${textOf(one["in"])} ${textOf(one["name"])}`, one] as const);
	return [...new Map(all).values()];
}

/** @param ids Ids of linked schemas, by name. The map grows while schemas link to others. */
function schemaChapter(scope: ApiScope, ids: ReadonlyMap<string, string>): Chapter {
	const schemas = mapOf(mapOf(scope.document["components"])["schemas"]);
	const blocks: Block[] = [];
	for (const [title, id] of ids) {
		const value = mapOf(schemas[title]);
		const markdown = joined(
			`## ${plain(title)} {#${id}}`,
			`Type: ${typeText(scope, value)}`,
			prose(value["description"]),
			schemaBlocks(scope, value),
		);
		blocks.push({ id, title, markdown });
	}
	blocks.sort((one, other) => one.title.localeCompare(other.title, "en"));
	return { title: "Schemas", description: "", blocks };
}

/** Markdown of this length becomes at most 250 kB of HTML. */
const PAGE_CHARACTERS = 60_000;

/** Divides a chapter into pages of limited length. */
function divide(
	{ title, description, blocks: all }: Chapter,
	claimSlug: (name: string) => string,
): readonly Part[] {
	const parts: Block[][] = [];
	let characters = Number.POSITIVE_INFINITY;
	for (const block of all) {
		characters += block.markdown.length;
		if (characters > PAGE_CHARACTERS) {
			parts.push([]);
			characters = block.markdown.length;
		}
		parts.at(-1)?.push(block);
	}
	const slug = claimSlug(title.toLowerCase());
	return parts.map((blocks, index) => {
		const names = `${title}: ${blocks.map((block) => block.title).join(", ")}`;
		const intro = index === 0 ? prose(description) : "";
		return {
			slug: index === 0 ? slug : `${slug}/${index + 1}`,
			title: index === 0 ? title : `${title}, part ${index + 1}`,
			navigation: { title: index === 0 ? title : `Part ${index + 1}` },
			description: names.length > 160 ? `${names.slice(0, 160)}…` : names,
			markdown: joined(intro, ...blocks.map(({ markdown }) => cut(markdown))),
			blocks,
		};
	});
}

function cut(markdown: string): string {
	if (markdown.length <= PAGE_CHARACTERS) return markdown;
	const end = markdown.lastIndexOf("\n\n- ", PAGE_CHARACTERS);
	return joined(markdown.slice(0, Math.max(end, 0)), "The rest is too long for a page.");
}

function serverUrl(document: JsonMap): string {
	const url = filledUrl(mapOf(listOf(document["servers"])[0])).replace(/\/$/, "");
	return /^https?:/.test(url) ? url : `https://example.com${url}`;
}

function filledUrl({ url, variables }: JsonMap): string {
	const all = mapOf(variables);
	return textOf(url).replace(
		/\{([^{}]+)\}/g,
		(found, name: string) => textOf(mapOf(all[name])["default"]) || found,
	);
}

function serverItems(document: JsonMap): readonly string[] {
	return listOf(document["servers"])
		.map(mapOf)
		.map((server) => item(code(filledUrl(server)), prose(server["description"])));
}

function securityItems(scope: ApiScope): readonly string[] {
	return entriesOf(mapOf(scope.document["components"])["securitySchemes"]).map(([name, given]) => {
		const { value } = scope.resolve(given);
		const words = ["type", "scheme", "in", "name", "openIdConnectUrl"].map((key) => value[key]);
		const kind = words.map(plain).filter(Boolean).join(" ");
		const scopes = entriesOf(value["flows"]).flatMap(([, flow]) =>
			entriesOf(mapOf(flow)["scopes"]),
		);
		const items = [...new Map(scopes)].map(([one, text]) => item(`${code(one)} ${plain(text)}`));
		return item(`${term(name)} ${kind}`, prose(value["description"]), ...items);
	});
}

/** @returns A function that returns unique names for URLs. */
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
