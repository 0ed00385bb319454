import { getLineInfo, type Identifier, type Literal, type Program, parse } from "acorn";
import { analyze } from "periscopic";

/** Exports of a page module that the browser may have. The browser gets nothing else of the module. */
const BROWSER_EXPORTS: ReadonlySet<string> = new Set([
	"default",
	"ErrorBoundary",
	"handle",
	"shouldRevalidate",
]);

/** Exports of a page module that only the server uses. */
const SERVER_EXPORTS: ReadonlySet<string> = new Set(
	"loader action headers middleware meta paths isValid cacheSeconds".split(" "),
);

/** Contains no secrets, and components may show it. */
const MAY_STAY = "meta";

export interface BrowserModule {
	readonly code: string;
	/** Exports and statements that neither list permits. The browser must not get a module with problems. */
	readonly problems: readonly ExportProblem[];
}

export interface ExportProblem {
	readonly message: string;
	/** The first line is 1. */
	readonly line: number;
	/** The first column is 0. */
	readonly column: number;
}

type Statement = Program["body"][number];

interface Part {
	readonly text: string;
	readonly declares: ReadonlySet<string>;
	readonly uses: ReadonlySet<string>;
	/** Position in the module, in UTF-16 units. */
	readonly start: number;
	/** `other`: an export in neither list. `statement`: runs when the module is loaded. */
	readonly kind: "browser" | "server" | "other" | "statement" | "declaration";
	/** Exported names; `*`: unknown ones. */
	readonly exported: readonly string[];
}

/**
 * Reduces a page module to what its browser exports use. Removes every other export, import and
 * declaration. A bundler alone would retain a declaration that calls a function, such as a connection
 * with a password. What is left keeps its position, so that a source map of the module stays right.
 *
 * @param source An ECMAScript module without JSX and types.
 * @param others Whether the module may have other exports. They stay if a browser export uses them:
 * MDX has no declarations besides exports.
 */
export function browserModule(
	source: string,
	{ others = "refused" }: { readonly others?: "refused" | "local" } = {},
): BrowserModule {
	const program = parse(source, { ecmaVersion: "latest", sourceType: "module" });
	const statements = program.body.map((statement) => ({
		start: statement.start,
		end: statement.end,
		parts: partsOf(statement, source),
	}));
	const parts = statements.flatMap((statement) => statement.parts);
	const ofServer = reachable(parts, ({ kind }) => kind === "server");
	const ofExports = reachable(parts, ({ kind }) => kind === "browser");
	const ofBrowser = reachable(parts, ({ kind }) => kind === "browser" || kind === "statement");
	const problems = parts.flatMap(problemIn);
	if (!parts.some(({ exported }) => exported.includes("default"))) {
		problems.push({ message: "A page must export its component as default", line: 1, column: 0 });
	}
	let code = "";
	let position = 0;
	for (const { start, end, parts: own } of statements) {
		const left = own.filter((part) => ofBrowser.has(part) && !isForbidden(part));
		const whole = source.slice(start, end);
		const text = left.map((part) => part.text).join(" ");
		code += blank(source.slice(position, start)) + (text === whole ? text : text + blank(whole));
		position = end;
	}
	return { code, problems };

	function problemIn(part: Part): ExportProblem[] {
		const { line, column } = getLineInfo(source, part.start);
		if (part.kind === "other" && others === "refused") {
			const message = `A page cannot export ${part.exported.map((name) => `"${name}"`).join(", ")}: it may export ${KNOWN}`;
			return [{ message, line, column }];
		}
		if (isForbidden(part) && ofExports.has(part)) {
			const message = `"${part.exported[0]}" runs on the server only: code for the browser cannot use it`;
			return [{ message, line, column }];
		}
		if (part.kind !== "statement") return [];
		const used = [...reachable(parts, (candidate) => candidate === part)];
		const secret = used.find((candidate) => ofServer.has(candidate) && !ofExports.has(candidate));
		if (secret === undefined) return [];
		const message = `This statement would run in the browser, but uses "${[...secret.declares][0]}" like an export for the server: move it into the export or into a module of its own`;
		return [{ message, line, column }];
	}
}

/** Removes a text, but not its lines. */
function blank(text: string): string {
	return text.replaceAll(/\S/g, "");
}

const KNOWN = [...BROWSER_EXPORTS, ...SERVER_EXPORTS].map((name) => `"${name}"`).join(", ");

function isForbidden({ kind, declares }: Part): boolean {
	return kind === "server" && !declares.has(MAY_STAY);
}

/** Adds to the chosen parts every part whose declarations they use, directly or not. */
function reachable(parts: readonly Part[], isChosen: (part: Part) => boolean): ReadonlySet<Part> {
	const found = new Set(parts.filter(isChosen));
	// Iterating over a set includes items that are added meanwhile.
	for (const { uses } of found) {
		for (const part of parts) if (overlap(part.declares, uses)) found.add(part);
	}
	return found;
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
	return [...one].some((name) => other.has(name));
}

function partsOf(statement: Statement, source: string): readonly Part[] {
	const { start } = statement;
	const text = source.slice(start, statement.end);
	const names = namesOf(statement);
	const part = { text, start, ...names };
	switch (statement.type) {
		case "ExportDefaultDeclaration":
			return [{ ...part, kind: "browser", exported: ["default"] }];
		case "ExportAllDeclaration":
			return [{ ...part, kind: "other", exported: ["*"] }];
		case "ExportNamedDeclaration":
			break;
		default: {
			const isStatement = names.declares.size === 0;
			return [{ ...part, kind: isStatement ? "statement" : "declaration", exported: [] }];
		}
	}
	if (statement.declaration) {
		const exported = [...names.declares];
		return [{ ...part, kind: kindOf(exported), exported }];
	}
	const from = statement.source ? ` from ${statement.source.raw}` : "";
	return statement.specifiers.map((specifier) => {
		const { local, exported } = specifier;
		return {
			text: `export { ${source.slice(specifier.start, specifier.end)} }${from};`,
			start: specifier.start,
			declares: new Set<string>(),
			uses: new Set(from === "" ? [nameOf(local)] : []),
			kind: kindOf([nameOf(exported)]),
			exported: [nameOf(exported)],
		};
	});
}

/** A declaration of several exports belongs to the server if one of them does. */
function kindOf(exported: readonly string[]): Part["kind"] {
	if (exported.every((name) => BROWSER_EXPORTS.has(name))) return "browser";
	const areKnown = exported.every((name) => BROWSER_EXPORTS.has(name) || SERVER_EXPORTS.has(name));
	return areKnown ? "server" : "other";
}

/** Returns the names that a statement adds to its module, and the names that it uses without declaring. */
function namesOf(statement: Statement): Pick<Part, "declares" | "uses"> {
	if (statement.type === "ImportDeclaration") {
		const declares = new Set(statement.specifiers.map(({ local }) => local.name));
		return { declares, uses: new Set() };
	}
	const program: unknown = { type: "Program", sourceType: "module", body: [statement] };
	// Acorn's nodes have the structure of ESTree.
	const { scope, globals } = analyze(program as Parameters<typeof analyze>[0]);
	return { declares: new Set(scope.declarations.keys()), uses: new Set(globals.keys()) };
}

function nameOf(node: Identifier | Literal): string {
	return node.type === "Identifier" ? node.name : String(node.value);
}
