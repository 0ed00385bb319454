import { deriveSessions } from "./derive-sessions.ts";
import type { Migration } from "./migration.ts";
import { replaceScanTables } from "./replace-scan-tables.ts";

/** The oldest version of the schema that can be migrated. */
export const FIRST_VERSION = 17;

/** The first entry leads from version 17 to 18, the next one to 19. A released entry never changes. */
export const MIGRATIONS: readonly Migration[] = [replaceScanTables, deriveSessions];

/** The version that {@link MIGRATIONS} lead to. The tables of a new store have it, too. */
export const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length;
