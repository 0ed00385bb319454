import type * as z from "zod";

/** One value that an operator can set, with its only definition. */
export interface Setting<Value = unknown> {
	/** Environment variable; it overrides `site.yaml`. */
	readonly variable?: string;
	/** Parses a value of YAML or the text of the variable; contains the default. */
	readonly schema: z.ZodType<Value>;
	/** Markdown that replaces the schema's default in the documentation. */
	readonly preset?: string;
	/** One line of documentation, in Markdown. */
	readonly meaning: string;
	/** Every page contains the value, so each visitor can read it. */
	readonly isPublic?: true;
	/** `{variable}_FILE` may name a file with the value; such a value is never printed. */
	readonly mayBeFile?: true;
}

/** Settings by name, nested like `site.yaml`. */
export interface SettingsTable {
	readonly [name: string]: Setting | SettingsTable;
}

/** Values of a table, in the shape of the table. */
export type ValuesOf<Table> = {
	readonly [Name in keyof Table]: Table[Name] extends { readonly schema: z.ZodType<infer Value> }
		? Value
		: ValuesOf<Table[Name]>;
};

/** A setting with its name: its key in `site.yaml`, with dots between levels. */
export type NamedSetting = Setting & { readonly name: string };

/** @returns The settings of a table as a flat list, in their order. */
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
