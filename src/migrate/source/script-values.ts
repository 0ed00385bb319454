import { stripTypeScriptTypes } from "node:module";
import { type AnyNode, type Pattern, parse } from "acorn";
import { isRecord } from "../../shared/is-record.ts";

/** Maximum of values and characters in a result: a constant that is used twice counts twice. */
const MAX_SIZE = 1_000_000;

export type Names = Map<string, () => unknown>;

export interface Scope {
	readonly names: Names;
	readonly parent?: Scope;
	/** File of the module, relative to the folder. */
	readonly file: string;
}

/** A function of the configuration. */
export type Callable = (values: readonly unknown[]) => unknown;

export function isCallable(value: unknown): value is Callable {
	return typeof value === "function";
}

export function checkSize(root: unknown): void {
	let size = 0;
	const visit = (value: unknown): void => {
		size += typeof value === "string" ? value.length : 1;
		if (size > MAX_SIZE) throw new RangeError("The result is too large");
		if (Array.isArray(value)) value.forEach(visit);
		else if (isRecord(value)) Object.values(value).forEach(visit);
	};
	visit(root);
}

export function parseScript(text: string): readonly AnyNode[] {
	const options = { ecmaVersion: "latest", sourceType: "module" } as const;
	try {
		return parse(withoutTypes(text), { ...options, allowReturnOutsideFunction: true }).body;
	} catch {
		// Syntax that needs more than removing types, such as enums or JSX.
		return [];
	}
}

/** Hides Node's warning that this is experimental: operators cannot act on it. */
function withoutTypes(text: string): string {
	const { emitWarning } = process;
	process.emitWarning = () => undefined;
	try {
		return stripTypeScriptTypes(text);
	} finally {
		process.emitWarning = emitWarning;
	}
}

export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export function lookUp(name: string, scope: Scope | undefined): unknown {
	if (scope === undefined) return undefined;
	const found = scope.names.get(name);
	return found === undefined ? lookUp(name, scope.parent) : found();
}

export function once(read: () => unknown): () => unknown {
	let current = (): unknown => {
		// A constant that depends on itself has no value.
		current = () => undefined;
		const value = read();
		current = () => value;
		return value;
	};
	return () => current();
}

export function member(value: unknown, key: string): unknown {
	return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function isExports(node: Pattern): boolean {
	return (
		node.type === "MemberExpression" &&
		node.object.type === "Identifier" &&
		node.object.name === "module"
	);
}

export function nameOf(node: AnyNode): string {
	return node.type === "Identifier" ? node.name : keyOf(node);
}

export function keyOf(node: AnyNode): string {
	if (node.type === "Identifier") return node.name;
	return node.type === "Literal" ? String(node.value) : "";
}
