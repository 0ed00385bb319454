import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { storePath } from "./test-store.ts";

const FOLDER = join(import.meta.dirname, "../fixtures/earlier-versions");

/** What the API of the service that wrote the store answered, by URL, to the first admin. */
export interface EarlierAnswers {
	/** The service's clock, in milliseconds since the Unix epoch. */
	readonly now: number;
	readonly answers: Readonly<Record<string, object>>;
}

/** The bytes of a store that a released version wrote. */
export function earlierStore(version: number): Buffer {
	return gunzipSync(readFileSync(join(FOLDER, `store-${version}.sqlite.gz`)));
}

/** @returns Path of such a store in a new folder, which is removed after the test. */
export function earlierStorePath(version: number): string {
	const path = storePath();
	writeFileSync(path, earlierStore(version));
	return path;
}

/** The stores of all versions have the same content. */
export function earlierAnswers(): EarlierAnswers {
	const { now, ...answers } = JSON.parse(readFileSync(join(FOLDER, "store-17.json"), "utf8"));
	return { now, answers };
}
