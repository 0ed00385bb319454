import type { Problem } from "../problem.ts";
import { mapOf, valueAtPointer } from "./json.ts";

/** A parsed file of an API description. */
export interface ApiFile {
	/** Relative to the site folder. */
	readonly file: string;
	readonly text: string;
	readonly value: unknown;
}

/** @returns The referenced file, or the rule that it breaks. */
type LoadFile = (from: string, address: string) => ApiFile | string;

type Mutable = Record<string, unknown>;

/** Values of these keys are data of the API: a `$ref` in them is not a reference. */
const DATA_KEY = /^(?:examples?|default|enum|const|x-.*)$/;

/** Maps with these keys have names as keys, and a name may look like a data key. */
const NAMES_KEY = /^(?:properties|definitions|schemas)$/;

/**
 * Adds referenced parts of other files to the components of the main file, and checks every
 * reference. Changes the values in place.
 */
export function bundleReferences(main: ApiFile, load: LoadFile): readonly Problem[] {
	const problems: Problem[] = [];
	/** Names of components from other files, by file and pointer. */
	const names = new Map<string, string>();
	const { path, components } = componentsOf(mapOf(main.value));
	walk(main.value, main, "");
	return problems;

	function walk(node: unknown, file: ApiFile, above: string): void {
		if (Array.isArray(node)) for (const entry of node) walk(entry, file, "");
		const map = mapOf(node) as Mutable;
		const { $ref: reference } = map;
		if (typeof reference === "string") {
			const followed = follow(reference, file);
			if (typeof followed === "string") map["$ref"] = followed;
			else {
				const message = `The reference "${reference}" ${followed.rule}`;
				problems.push(problemAt(file, reference, message));
			}
			return;
		}
		for (const [key, value] of Object.entries(map)) {
			if (!DATA_KEY.test(key) || NAMES_KEY.test(above)) walk(value, file, key);
		}
	}

	/** @returns The reference within the main file, or the rule that it breaks. */
	function follow(reference: string, file: ApiFile): string | { readonly rule: string } {
		const [address = "", pointer = ""] = reference.split("#");
		const target = address === "" ? file : load(file.file, address);
		if (typeof target === "string") return { rule: target };
		const value = valueAtPointer(target.value, pointer);
		if (value === undefined) return { rule: `has no target in "${target.file}"` };
		if (target === main) return `#${pointer}`;
		const place = `${target.file}#${pointer}`;
		const known = names.get(place);
		if (known !== undefined) return path + known;
		const wanted = /([\w-]+)(?:\.\w+#)?$/.exec(place)?.[1] ?? "part";
		let name = wanted;
		for (let count = 2; Object.hasOwn(components, name); count += 1) name = `${wanted}-${count}`;
		names.set(place, name);
		components[name] = value;
		walk(value, target, "");
		return path + name;
	}
}

/** Copies the components, whose path depends on the version, into a map that can grow. */
function componentsOf(document: Mutable): { readonly path: string; readonly components: Mutable } {
	const isOld = document["swagger"] !== undefined;
	const holder = isOld ? document : { ...mapOf(document["components"]) };
	if (!isOld) document["components"] = holder;
	const key = isOld ? "definitions" : "schemas";
	const components = { ...mapOf(holder[key]) };
	holder[key] = components;
	return { path: isOld ? "#/definitions/" : "#/components/schemas/", components };
}

/** A problem at the first occurrence of a text in a file. */
export function problemAt(
	{ file, text }: Omit<ApiFile, "value">,
	found: string,
	message: string,
): Problem {
	const offset = text.indexOf(found);
	if (offset === -1) return { file, message };
	const before = text.slice(0, offset);
	const column = offset - before.lastIndexOf("\n");
	return { file, line: before.split("\n").length, column, message };
}
