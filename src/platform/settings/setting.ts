import type * as z from "zod";

/** One value that an operator can set: the only place that says what it is. */
export interface Setting<Value = unknown> {
	/** The environment variable; it wins over `site.yaml`. */
	readonly variable?: string;
	/** Takes what YAML gives, or the text of the variable; knows the default. */
	readonly schema: z.ZodType<Value>;
	/** Markdown that stands in the documentation in place of the schema's default. */
	readonly preset?: string;
	/** One line of documentation, in Markdown. */
	readonly meaning: string;
	/** Written into every page, where each visitor can read it. */
	readonly isPublic?: true;
	/** `{variable}_FILE` may name a file with the value; such a value is never printed. */
	readonly mayBeFile?: true;
}

/** Settings by name, nested as `site.yaml` is. */
export interface SettingsTable {
	readonly [name: string]: Setting | SettingsTable;
}

/** The values of a table, in its own shape. */
export type ValuesOf<Table> = {
	readonly [Name in keyof Table]: Table[Name] extends { readonly schema: z.ZodType<infer Value> }
		? Value
		: ValuesOf<Table[Name]>;
};

/** A setting with its name: its key in `site.yaml`, with dots between levels. */
export type NamedSetting = Setting & { readonly name: string };

/** @returns The settings of a table one after the other. */
export function listSettings(table: SettingsTable, prefix = ""): readonly NamedSetting[] {
	return Object.entries(table).flatMap(([name, entry]) =>
		isSetting(entry)
			? [{ ...entry, name: prefix + name }]
			: listSettings(entry, `${prefix}${name}.`),
	);
}

export function isSetting(entry: Setting | SettingsTable): entry is Setting {
	return "meaning" in entry && typeof entry.meaning === "string";
}
