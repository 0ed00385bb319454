import { type Node, type Program, parse } from "acorn";

/** Exports of a page module that only the server uses. */
const SERVER_EXPORTS: ReadonlySet<string> = new Set(["loader", "isValid", "cacheSeconds", "meta"]);

/** Says nothing in confidence, and components may show it. */
const MAY_STAY = "meta";

type Statement = Program["body"][number];

interface Part {
	readonly text: string;
	readonly declares: ReadonlySet<string>;
	readonly uses: ReadonlySet<string>;
	/** Whether it stays although no other part uses it. */
	readonly isRoot: boolean;
	readonly isServerExport: boolean;
}

/**
 * Removes what only the server uses from a page module: its loader, and every import and declaration
 * that nothing else uses. A bundler alone would keep a declaration that calls something, such as a
 * connection with a password.
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
	if (statement.type !== "ExportNamedDeclaration") {
		const declares = new Set(declaredNames(statement));
		const isRoot = declares.size === 0 || statement.type === "ExportDefaultDeclaration";
		return [{ text, declares, uses: freeNames(statement), isRoot, isServerExport: false }];
	}
	if (statement.declaration) {
		const declares = new Set(declaredNames(statement.declaration));
		const isServerExport = overlap(SERVER_EXPORTS, declares);
		return [
			{
				text,
				declares,
				uses: freeNames(statement.declaration),
				isRoot: !isServerExport,
				isServerExport,
			},
		];
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

type Members = Readonly<Record<string, unknown>>;

/** The names that a declaration adds to the block around it. */
function declaredNames(node: Node): readonly string[] {
	const { type, specifiers, declarations, id } = membersOf(node);
	switch (type) {
		case "ImportDeclaration":
			return listOf(specifiers).map((specifier) => nameOf(membersOf(specifier)["local"]));
		case "VariableDeclaration":
			return listOf(declarations).flatMap((declarator) => boundNames(membersOf(declarator)["id"]));
		case "FunctionDeclaration":
		case "ClassDeclaration":
			return [nameOf(id)];
		default:
			return [];
	}
}

/** The names that a pattern binds, as in `const { a, b: [c] } = …`. */
function boundNames(pattern: unknown): readonly string[] {
	const { type, properties, elements, argument, left, value } = membersOf(pattern);
	if (type === "Identifier") return [nameOf(pattern)];
	return [...listOf(properties), ...listOf(elements), argument, left, value].flatMap((part) =>
		part === undefined || part === null ? [] : boundNames(part),
	);
}

/** The names that a node uses and does not declare itself. */
function freeNames(root: Node): ReadonlySet<string> {
	const free = new Set<string>();
	const visit = (value: unknown, known: ReadonlySet<string>): void => {
		if (Array.isArray(value)) {
			for (const item of value) visit(item, known);
			return;
		}
		if (typeof value !== "object" || value === null) return;
		const node = membersOf(value);
		if (node["type"] === "Identifier" && !known.has(nameOf(value))) free.add(nameOf(value));
		const inner = new Set([...known, ...namesInside(node)]);
		for (const [key, member] of Object.entries(node)) if (!isName(node, key)) visit(member, inner);
	};
	visit(root, new Set(declaredNames(root)));
	return free;
}

/** The names that are known inside of a function, a loop, a block or a `catch`. */
function namesInside(node: Members): readonly string[] {
	const { params, id, body, init, left, param } = node;
	const statements = Array.isArray(body) ? body : [];
	return [
		...listOf(params).flatMap(boundNames),
		...(/^(?:Function|Class)Expression$/.test(String(node["type"])) && id ? [nameOf(id)] : []),
		...(param ? boundNames(param) : []),
		...[...statements, init, left].flatMap((part) =>
			part === undefined || part === null ? [] : declaredNames(part as Node),
		),
	];
}

/** Whether the member of a node is a name and not a use: a key, a property, a label. */
function isName({ type, computed, shorthand }: Members, key: string): boolean {
	if (type === "MemberExpression") return key === "property" && computed === false;
	if (type === "Property") return key === "key" && computed === false && shorthand === false;
	if (type === "MethodDefinition" || type === "PropertyDefinition") {
		return key === "key" && computed === false;
	}
	return key === "label" || key === "meta";
}

function membersOf(node: unknown): Members {
	return Object(node);
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

function nameOf(node: unknown): string {
	const { name, value } = membersOf(node);
	return String(name ?? value);
}
