import { type Identifier, type Literal, type Program, parse } from "acorn";
import { analyze } from "periscopic";

/** Exports of a page module that only the server uses. */
const SERVER_EXPORTS: ReadonlySet<string> = new Set(["loader", "isValid", "cacheSeconds", "meta"]);

/** Contains no secrets, and components may show it. */
const MAY_STAY = "meta";

type Statement = Program["body"][number];

interface Part {
	readonly text: string;
	readonly declares: ReadonlySet<string>;
	readonly uses: ReadonlySet<string>;
	/** Whether the part stays although no other part uses it. */
	readonly isRoot: boolean;
	readonly isServerExport: boolean;
}

/**
 * Removes all code from a page module that only the server uses: its loader, and every import and
 * declaration without another use. A bundler alone would retain a declaration that calls a function,
 * such as a connection with a password.
 *
 * @param source An ECMAScript module without JSX and types.
 */
export function withoutServerExports(source: string): string {
	const program = parse(source, { ecmaVersion: "latest", sourceType: "module" });
	const parts = program.body.flatMap((statement) => partsOf(statement, source));
	const ofServer = reachable(parts, ({ isServerExport }) => isServerExport);
	const ofBrowser = reachable(
		parts,
		(part) => !part.isServerExport && (part.isRoot || !ofServer.has(part)),
	);
	return parts
		.filter((part) => ofBrowser.has(part) && !isForbidden(part))
		.map(({ text }) => text)
		.join("\n");
}

function isForbidden({ isServerExport, declares }: Part): boolean {
	return isServerExport && !declares.has(MAY_STAY);
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
	const text = source.slice(statement.start, statement.end);
	const names = namesOf(statement);
	if (statement.type !== "ExportNamedDeclaration") {
		const isRoot = names.declares.size === 0 || statement.type === "ExportDefaultDeclaration";
		return [{ text, ...names, isRoot, isServerExport: false }];
	}
	if (statement.declaration) {
		const isServerExport = overlap(SERVER_EXPORTS, names.declares);
		return [{ text, ...names, isRoot: !isServerExport, isServerExport }];
	}
	const from = statement.source ? ` from ${statement.source.raw}` : "";
	return statement.specifiers.map((specifier) => {
		const { local, exported } = specifier;
		const isServerExport = SERVER_EXPORTS.has(nameOf(exported));
		return {
			text: `export { ${source.slice(specifier.start, specifier.end)} }${from};`,
			declares: new Set<string>(),
			uses: new Set(from === "" ? [nameOf(local)] : []),
			isRoot: !isServerExport,
			isServerExport,
		};
	});
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
