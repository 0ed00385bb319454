import type { DatabaseSync } from "node:sqlite";
import type { Strings } from "./dictionary/strings.ts";
import type { TraitSets } from "./dictionary/trait-sets.ts";
import type { Groups } from "./persons/groups.ts";
import type { Persons } from "./persons/persons.ts";
import type { Settings } from "./settings/settings.ts";

/** Dependencies that most modules of the store share. */
export interface StoreParts {
	readonly database: DatabaseSync;
	readonly strings: Strings;
	readonly traitSets: TraitSets;
	readonly persons: Persons;
	readonly groups: Groups;
	readonly settings: Settings;
}
