import { posix } from "node:path";
import type { AnyNode, ExportNamedDeclaration, Function as FunctionNode, Pattern } from "acorn";
import { isRecord } from "../../shared/is-record.ts";
import { UNREADABLE } from "./data.ts";
import {
	type Callable,
	checkSize,
	isCallable,
	isExports,
	keyOf,
	lookUp,
	member,
	type Names,
	nameOf,
	once,
	parseJson,
	parseScript,
	type Scope,
} from "./script-values.ts";
import type { SourceFolder } from "./source-folder.ts";

/** More than any real configuration needs. */
const MAX_STEPS = 200_000;
const MAX_DEPTH = 80;

const SCRIPT_ENDINGS = [
	"",
	".ts",
	".mts",
	".js",
	".mjs",
	".cjs",
	".json",
	"/index.ts",
	"/index.js",
];

/**
 * Reads the default export of a JavaScript or TypeScript configuration, without running it: literals,
 * constants, imports of files beside it, spreads, and functions that only return. Any other
 * expression is `undefined`, or `UNREADABLE` as a part of a list or map.
 *
 * @param file Relative to the folder.
 * @throws {RangeError} When the result is too large, or takes too many steps.
 */
export function evaluateScript(folder: SourceFolder, file: string): unknown {
	const value = new ScriptReader(folder).exportsOf(file).get("default")?.();
	checkSize(value);
	return value;
}

/** Reads every named export, like `evaluateScript()`. */
export function evaluateExports(
	folder: SourceFolder,
	file: string,
): Readonly<Record<string, unknown>> {
	const names = new ScriptReader(folder).exportsOf(file);
	const values = Object.fromEntries(Array.from(names, ([name, read]) => [name, read()]));
	checkSize(values);
	return values;
}

class ScriptReader {
	readonly #folder: SourceFolder;
	readonly #modules = new Map<string, Names>();
	#steps = 0;
	#depth = 0;

	constructor(folder: SourceFolder) {
		this.#folder = folder;
	}

	exportsOf(file: string): Names {
		const known = this.#modules.get(file);
		if (known !== undefined) return known;
		const exported: Names = new Map();
		this.#modules.set(file, exported);
		const text = this.#folder.read(file) ?? "";
		if (file.endsWith(".json")) {
			const value = parseJson(text);
			exported.set("default", () => value);
			for (const key of isRecord(value) ? Object.keys(value) : []) {
				exported.set(key, () => member(value, key));
			}
			return exported;
		}
		const scope: Scope = { names: new Map(), file };
		for (const statement of parseScript(text)) this.#declare(statement, scope, exported);
		return exported;
	}

	#declare(node: AnyNode, scope: Scope, exported: Names): void {
		switch (node.type) {
			case "VariableDeclaration":
				for (const { id, init } of node.declarations) this.#bind(id, init ?? undefined, scope);
				return;
			case "FunctionDeclaration":
				if (node.id !== null) scope.names.set(node.id.name, () => this.#function(node, scope));
				return;
			case "ImportDeclaration":
				for (const { local, ...specifier } of node.specifiers) {
					const name =
						specifier.type === "ImportSpecifier" ? nameOf(specifier.imported) : "default";
					scope.names.set(local.name, () => this.#import(node.source.value, name, scope));
				}
				return;
			case "ExportNamedDeclaration":
				this.#export(node, scope, exported);
				return;
			case "ExportAllDeclaration": {
				const found = this.#module(node.source.value, scope);
				if (found === undefined) return;
				for (const [name, read] of this.exportsOf(found)) {
					if (name !== "default") exported.set(name, read);
				}
				return;
			}
			case "ExportDefaultDeclaration":
				exported.set("default", () => this.#result(node.declaration, scope));
				return;
			case "ExpressionStatement":
				if (node.expression.type === "AssignmentExpression" && isExports(node.expression.left)) {
					const { right } = node.expression;
					exported.set("default", () => this.#result(right, scope));
				}
				return;
			default:
		}
	}

	#export(node: ExportNamedDeclaration, scope: Scope, exported: Names): void {
		const { declaration, specifiers, source } = node;
		if (declaration) this.#declare(declaration, scope, exported);
		const declared =
			declaration?.type === "VariableDeclaration"
				? declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []))
				: [declaration?.id?.name ?? []].flat();
		for (const name of declared) exported.set(name, () => lookUp(name, scope));
		for (const { local, exported: as } of specifiers) {
			const name = nameOf(local);
			exported.set(nameOf(as), () =>
				source ? this.#import(source.value, name, scope) : lookUp(name, scope),
			);
		}
	}

	/** Calls a function, since a configuration may be a function that returns the configuration. */
	#result(node: AnyNode, scope: Scope): unknown {
		const value = this.#evaluate(node, scope);
		return isCallable(value) ? value([]) : value;
	}

	#bind(pattern: Pattern, init: AnyNode | undefined, scope: Scope): void {
		if (init === undefined) return;
		const value = once(() => this.#evaluate(init, scope));
		if (pattern.type === "Identifier") scope.names.set(pattern.name, value);
		if (pattern.type !== "ObjectPattern") return;
		for (const property of pattern.properties) {
			if (property.type !== "Property" || property.value.type !== "Identifier") continue;
			const key = keyOf(property.key);
			scope.names.set(property.value.name, () => member(value(), key));
		}
	}

	#import(specifier: unknown, name: string, scope: Scope): unknown {
		const found = this.#module(specifier, scope);
		return found === undefined ? undefined : this.exportsOf(found).get(name)?.();
	}

	/** @returns The file of a module, relative to the folder. */
	#module(specifier: unknown, { file }: Scope): string | undefined {
		if (typeof specifier !== "string" || !specifier.startsWith(".")) return undefined;
		const path = posix.join(posix.dirname(file), specifier);
		const stem = path.replace(/\.[cm]?js$/, "");
		return [path, stem]
			.flatMap((start) => SCRIPT_ENDINGS.map((end) => start + end))
			.find((candidate) => this.#folder.isFile(candidate));
	}

	#evaluate(node: AnyNode, scope: Scope): unknown {
		this.#count(1);
		if (this.#depth > MAX_DEPTH) return undefined;
		this.#depth += 1;
		const value = this.#valueOf(node, scope);
		this.#depth -= 1;
		return value === UNREADABLE ? undefined : value;
	}

	#count(steps: number): void {
		this.#steps += steps;
		if (this.#steps > MAX_STEPS) throw new RangeError("The configuration takes too many steps");
	}

	#valueOf(node: AnyNode, scope: Scope): unknown {
		switch (node.type) {
			case "Literal":
				return node.value instanceof RegExp ? undefined : node.value;
			case "TemplateLiteral":
				return this.#template(node, scope);
			case "Identifier":
				return lookUp(node.name, scope);
			case "ArrayExpression":
				return node.elements.flatMap((element) => this.#element(element, scope));
			case "ObjectExpression":
				return this.#object(node, scope);
			case "ArrowFunctionExpression":
			case "FunctionExpression":
			case "FunctionDeclaration":
				return this.#function(node, scope);
			case "CallExpression":
				return this.#callExpression(node, scope);
			case "NewExpression":
				return node.arguments[0] === undefined
					? undefined
					: this.#evaluate(node.arguments[0], scope);
			case "MemberExpression":
				return member(
					this.#evaluate(node.object, scope),
					node.computed ? String(this.#evaluate(node.property, scope)) : keyOf(node.property),
				);
			case "AwaitExpression":
				return this.#evaluate(node.argument, scope);
			case "ParenthesizedExpression":
			case "ChainExpression":
				return this.#evaluate(node.expression, scope);
			case "UnaryExpression": {
				const value = this.#evaluate(node.argument, scope);
				return node.operator === "!" && value !== undefined ? !value : undefined;
			}
			case "LogicalExpression":
				return this.#evaluate(node.left, scope) || this.#evaluate(node.right, scope);
			case "ConditionalExpression":
				return this.#conditional(node, scope);
			case "BinaryExpression":
				return this.#sum(node, scope);
			default:
				return undefined;
		}
	}

	#sum(node: Extract<AnyNode, { type: "BinaryExpression" }>, scope: Scope): unknown {
		if (node.operator !== "+" || node.left.type === "PrivateIdentifier") return undefined;
		const [left, right] = [this.#evaluate(node.left, scope), this.#evaluate(node.right, scope)];
		return typeof left === "string" && typeof right === "string" ? left + right : undefined;
	}

	/** Merges two lists of texts if the test is unknown, since they may be patterns of hidden files. */
	#conditional(node: Extract<AnyNode, { type: "ConditionalExpression" }>, scope: Scope): unknown {
		const test = this.#evaluate(node.test, scope);
		if (test === true) return this.#evaluate(node.consequent, scope);
		const other = this.#evaluate(node.alternate, scope);
		if (test !== undefined) return other;
		const lists = [other, this.#evaluate(node.consequent, scope)];
		const isText = (value: unknown) =>
			Array.isArray(value) && value.every((item) => typeof item === "string");
		return lists.every(isText) ? [...new Set(lists.flat())] : other;
	}

	#template(node: Extract<AnyNode, { type: "TemplateLiteral" }>, scope: Scope): string | undefined {
		const values = node.expressions.map((expression) => this.#evaluate(expression, scope));
		if (values.some((value) => typeof value !== "string" && typeof value !== "number")) {
			return undefined;
		}
		return node.quasis
			.map(({ value }, index) => `${value.cooked ?? ""}${values[index] ?? ""}`)
			.join("");
	}

	#element(element: AnyNode | null, scope: Scope): readonly unknown[] {
		if (element === null) return [];
		const isSpread = element.type === "SpreadElement";
		const value = this.#evaluate(isSpread ? element.argument : element, scope);
		if (isSpread && Array.isArray(value)) this.#count(value.length);
		if (isSpread) return Array.isArray(value) ? value : [UNREADABLE];
		return [value === undefined ? UNREADABLE : value];
	}

	#object(node: Extract<AnyNode, { type: "ObjectExpression" }>, scope: Scope): object {
		const entries = node.properties.flatMap((property): [PropertyKey, unknown][] => {
			if (property.type === "SpreadElement") {
				const value = this.#evaluate(property.argument, scope);
				if (!isRecord(value)) return [[UNREADABLE, true]];
				const inherited: [PropertyKey, unknown][] = Object.entries(value);
				return UNREADABLE in value ? [...inherited, [UNREADABLE, true]] : inherited;
			}
			const key = property.computed
				? String(this.#evaluate(property.key, scope))
				: keyOf(property.key);
			const value = this.#evaluate(property.value, scope);
			return [[key, value === undefined ? UNREADABLE : value]];
		});
		return Object.fromEntries(entries);
	}

	/** Wrappers return their first argument: `defineConfig({…})`, `starlight({…})`, `withMermaid({…})`. */
	#callExpression(node: Extract<AnyNode, { type: "CallExpression" }>, scope: Scope): unknown {
		const callee = node.callee.type === "Super" ? undefined : this.#evaluate(node.callee, scope);
		const values = node.arguments.map((argument) => this.#evaluate(argument, scope));
		if (isCallable(callee)) return callee(values);
		if (node.callee.type === "Identifier" && node.callee.name === "require") {
			return this.#import(values[0], "default", scope);
		}
		if (node.callee.type === "MemberExpression") {
			const name = keyOf(node.callee.property);
			if (/^(?:join|resolve)$/.test(name)) {
				return values.findLast((value) => typeof value === "string");
			}
			const object =
				node.callee.object.type === "Super" ? undefined : this.#evaluate(node.callee.object, scope);
			// The result of other methods on a list is unknown.
			if (Array.isArray(object)) return name === "concat" ? object.concat(...values) : undefined;
			if (typeof object === "string") return undefined;
		}
		const [first] = values;
		if (isCallable(first)) return first([]);
		if (typeof first === "string")
			return /path|url|resolve/i.test(nameOfCall(node.callee)) ? first : undefined;
		return isRecord(first) || Array.isArray(first) ? first : undefined;
	}

	#function(node: FunctionNode, scope: Scope): Callable {
		return (values) => {
			const inner: Scope = { names: new Map(), parent: scope, file: scope.file };
			node.params.forEach((param, index) => {
				if (param.type === "Identifier") inner.names.set(param.name, () => values[index]);
			});
			if (node.body.type !== "BlockStatement") return this.#evaluate(node.body, inner);
			for (const statement of node.body.body) {
				if (statement.type !== "ReturnStatement") this.#declare(statement, inner, new Map());
				else return statement.argument ? this.#evaluate(statement.argument, inner) : undefined;
			}
			return undefined;
		};
	}
}

function nameOfCall(callee: AnyNode): string {
	return keyOf(callee.type === "MemberExpression" ? callee.property : callee);
}
