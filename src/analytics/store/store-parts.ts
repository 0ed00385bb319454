import type { DatabaseSync } from "node:sqlite";
import type { Groups } from "./people/groups.ts";
import type { Persons } from "./people/persons.ts";
import type { Settings } from "./settings/settings.ts";
import type { Strings } from "./texts/strings.ts";

/** Dependencies that most modules of the store share. */
export interface StoreParts {
	readonly database: DatabaseSync;
	readonly strings: Strings;
	readonly persons: Persons;
	readonly groups: Groups;
	readonly settings: Settings;
}
