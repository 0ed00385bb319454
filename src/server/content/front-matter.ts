import { z } from "zod";
import type { FrontMatter } from "./page.ts";
import type { Problem } from "./problem.ts";
import { type CheckedYaml, problemsOfIssues, unknownKey, valueAt } from "./schema-problems.ts";
import { parseYaml } from "./yaml-source.ts";

/** A page file, taken apart. */
export interface FrontMatterReading {
	readonly frontMatter: FrontMatter;
	/** Line of the file by key, counted from 1. */
	readonly lines: ReadonlyMap<string, number>;
	/** Everything after the front matter. */
	readonly body: string;
	/** Line of the file on which the body starts, counted from 1. */
	readonly bodyLine: number;
	readonly problems: readonly Problem[];
}

/** Front matter is a handful of lines; a longer one is data that does not belong there. */
const MAX_CHARACTERS = 65_536;

const NO_FRONT_MATTER: FrontMatter = {
	layout: "default",
	middleware: [],
	navigation: {},
	draft: false,
};

/** `---`, YAML, `---` or `...`, at the very start of the file. */
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/**
 * Reads the front matter of a page. A value that cannot be used becomes a problem and is
 * left out; the rest of the page stands.
 */
export function readFrontMatter(file: string, text: string): FrontMatterReading {
	const start = text.startsWith("\uFEFF") ? text.slice(1) : text;
	const match = FRONT_MATTER.exec(start);
	if (match === null) return { ...absentFrontMatter(file, start), body: start, bodyLine: 1 };
	const [block, yaml = ""] = match;
	return {
		...parseFrontMatter(file, yaml),
		body: start.slice(block.length),
		bodyLine: block.split("\n").length,
	};
}

type Parsed = Pick<FrontMatterReading, "frontMatter" | "lines" | "problems">;

/** The defaults, when there is nothing to read or it cannot be read. */
function defaults(problems: readonly Problem[]): Parsed {
	return { frontMatter: NO_FRONT_MATTER, lines: new Map(), problems };
}

function absentFrontMatter(file: string, text: string): Parsed {
	// A first line of dashes alone is a rule across the page; followed by a key, it was meant as more.
	const problems = /^---[ \t]*\r?\n\w+:/.test(text)
		? [{ file, line: 1, column: 1, message: "Front matter must end with a line of three dashes" }]
		: [];
	return defaults(problems);
}

function parseFrontMatter(file: string, yaml: string): Parsed {
	if (yaml.length > MAX_CHARACTERS) {
		const message = `Front matter must not be longer than ${MAX_CHARACTERS} characters`;
		return defaults([{ file, line: 1, column: 1, message }]);
	}
	const source = parseYaml(file, yaml, 2);
	if (source.problems.length > 0) return defaults(source.problems);
	const value = source.value ?? {};
	if (typeof value !== "object" || Array.isArray(value)) {
		const message = "Front matter must be a map of keys and values";
		return defaults([{ file, line: 2, column: 1, message }]);
	}
	return readFields({ file, source, value, knownKeys });
}

/** Key by key, so that one bad value does not take the others with it. */
function readFields(checked: CheckedYaml & { readonly value: object }): Parsed {
	const fields: Record<string, unknown> = {};
	const lines = new Map<string, number>();
	const problems: Problem[] = [];
	for (const [key, entry] of Object.entries(checked.value)) {
		lines.set(key, checked.source.positionOfKey([key]).line);
		if (!isKnownKey(key)) problems.push(unknownKey(checked, [key]));
		else if (entry !== null) {
			const reading = FIELDS[key].safeParse(entry);
			if (reading.success) fields[key] = reading.data;
			else problems.push(...problemsOfIssues(below(key, reading.error.issues), checked));
		}
	}
	// Every value has passed the schema of its key.
	return { frontMatter: toFrontMatter(fields), lines, problems };
}

type Issues = Parameters<typeof problemsOfIssues>[0];

function below(key: string, issues: Issues): Issues {
	return issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }));
}

/** `title: 404` and `title: true` are titles too, whatever YAML takes them for. */
const text = z
	.union([z.string(), z.number(), z.boolean()], { error: "must be text" })
	.transform(String);

const flag = z.boolean({ error: "must be true or false" });

const order = z.number({ error: "must be a number" });

const instant = text
	.refine((value) => !Number.isNaN(parseInstant(value)), {
		error: "must be a date, such as 2026-11-20 or 2026-11-20T09:00:00Z",
	})
	.transform(parseInstant);

const icon = text.refine((value) => /^[\w-]+:[\w-]+$/.test(value), {
	error: "must be like lucide:rocket",
});

const navigationEntry = z.strictObject({
	title: text.optional(),
	icon: icon.optional(),
	order: order.optional(),
});

const middlewareName = z.string({ error: "must be a name or a list of names" });

const FIELDS = {
	title: text,
	description: text,
	colorMode: z.enum(["light", "dark"]),
	layout: z.literal("default"),
	middleware: z.union([z.array(middlewareName), middlewareName.transform((name) => [name])], {
		error: "must be a name or a list of names",
	}),
	navigation: z.union([z.literal(false), z.literal(true).transform(() => ({})), navigationEntry], {
		error: "must be false, or a map of title, icon and order",
	}),
	draft: flag,
	publishAt: instant,
	expiresAt: instant,
	robots: text,
	image: text,
	redirect: text,
	slug: text,
	order,
	hidden: flag,
	sidebar_position: order,
	sidebar_label: text,
} as const;

type Fields = { [Key in keyof typeof FIELDS]?: z.infer<(typeof FIELDS)[Key]> };

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_AND_TIME =
	/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/i;

/**
 * Reads a date of ISO 8601; without a zone it is UTC, so that a page appears at the same
 * moment wherever the server stands.
 *
 * @returns `NaN` for anything else.
 */
function parseInstant(value: string): number {
	if (DATE.test(value)) return Date.parse(value);
	const [, date, time, zone = "Z"] = DATE_AND_TIME.exec(value) ?? [];
	return date === undefined ? Number.NaN : Date.parse(`${date}T${time}${zone.toUpperCase()}`);
}

function isKnownKey(key: string): key is keyof typeof FIELDS {
	return Object.hasOwn(FIELDS, key);
}

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
	return valueAt({ navigation: true }, path) === true
		? Object.keys(navigationEntry.shape)
		: Object.keys(FIELDS);
}

function toFrontMatter(fields: Fields): FrontMatter {
	const { navigation, order: ownOrder, hidden, sidebar_position, sidebar_label, ...rest } = fields;
	return {
		...NO_FRONT_MATTER,
		...rest,
		navigation:
			navigation === false || hidden === true
				? false
				: {
						...definedOnly({ title: sidebar_label, order: sidebar_position ?? ownOrder }),
						...definedOnly(navigation ?? {}),
					},
	};
}

function definedOnly<Value extends object>(value: Value): Partial<Defined<Value>> {
	const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
	// Exactly the keys whose value is not undefined are left.
	return Object.fromEntries(entries) as Partial<Defined<Value>>;
}

type Defined<Value> = { [Key in keyof Value]: Exclude<Value[Key], undefined> };
