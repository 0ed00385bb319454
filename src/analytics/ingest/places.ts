import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { Reader } from "mmdb-lib";
import { ConfigurationError } from "../errors.ts";
import type { VisitTraits } from "../store/new-event.ts";

export type Place = Pick<VisitTraits, "country" | "region">;

/** Where an address is registered, as far as is known. */
export type FindPlace = (address: string) => Place;

/** What databases of countries and of cities have in common. */
interface PlaceRecord {
	readonly country?: { readonly iso_code?: string };
	readonly subdivisions?: readonly {
		readonly iso_code?: string;
		readonly names?: { readonly en?: string };
	}[];
}

/**
 * Opens a database of places, which stays in memory as long as the service runs.
 *
 * @returns Places by address: countries as ISO 3166-1 has them, regions by name, such as
 *   `Bavaria, DE`.
 * @throws {ConfigurationError} When the file is no such database.
 * @see https://maxmind.github.io/MaxMind-DB/
 */
export function openPlaces(path: string): FindPlace {
	const reader = readDatabase(path);
	return (address) => {
		// A proxy that is trusted may still pass on what is no address.
		if (isIP(address) === 0) return {};
		const { country, subdivisions } = reader.get(address) ?? {};
		const code = country?.iso_code;
		const [region] = subdivisions ?? [];
		const name = region?.names?.en ?? region?.iso_code;
		return {
			country: code,
			region: code === undefined || name === undefined ? undefined : `${name}, ${code}`,
		};
	};
}

function readDatabase(path: string): { readonly get: (address: string) => PlaceRecord | null } {
	try {
		// The types of the package name the records of one vendor; others have fewer fields.
		return new Reader(readFileSync(path)) as unknown as ReturnType<typeof readDatabase>;
	} catch (error) {
		throw new ConfigurationError([
			`ANALYTICS_GEOIP_FILE must be a database in MMDB format: current value is "${path}" (${error})`,
		]);
	}
}
