import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isIP } from "node:net";
import { Reader } from "mmdb-lib";
import { ConfigurationError } from "../errors.ts";
import type { VisitTraits } from "../store/new-event.ts";

export type Place = Pick<VisitTraits, "country" | "region">;

/** Returns country and region of an address, as far as the database has them. */
export type FindPlace = (address: string) => Place;

/** A record of a database. MaxMind nests values and has names by language; other vendors are flat. */
interface PlaceRecord {
	readonly country_code?: string;
	readonly country?: string | { readonly iso_code?: string };
	readonly region?: string;
	readonly state1?: string;
	readonly subdivisions?: readonly {
		readonly iso_code?: string;
		readonly names?: { readonly en?: string };
	}[];
}

interface Database {
	readonly get: (address: string) => PlaceRecord | null;
}

/** The bundled database: countries by address (CC0). */
const INCLUDED = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

/**
 * Opens a database of countries and regions, which stays in memory until the service ends.
 *
 * @param path Default: the bundled database of countries, which is read at the first look-up.
 * @returns A look-up by address: countries as codes of ISO 3166-1, regions by name, such as
 *   `Bavaria, DE`.
 * @throws {ConfigurationError} When the file is not a database of countries in MMDB format.
 * @see https://maxmind.github.io/MaxMind-DB/
 */
export function openPlaces(path: string | undefined): FindPlace {
	let database = path === undefined ? undefined : readDatabase(path);
	return (address) => {
		// A trusted proxy may forward an invalid address.
		if (isIP(address) === 0) return {};
		database ??= readDatabase(createRequire(import.meta.url).resolve(INCLUDED));
		return placeOf(database.get(address));
	};
}

function placeOf(record: PlaceRecord | null): Place {
	if (record === null) return {};
	const { country_code: code, country, region, state1, subdivisions } = record;
	const found = code ?? (typeof country === "string" ? country : country?.iso_code);
	if (found === undefined || !/^[A-Z]{2}$/.test(found)) return {};
	const part = subdivisions?.[0];
	const name = part?.names?.en ?? part?.iso_code ?? region ?? state1;
	return {
		country: found,
		region: name === undefined || name === "" ? undefined : `${name}, ${found}`,
	};
}

function readDatabase(path: string): Database {
	const database = openDatabase(path);
	// One address of each /8 network. Private networks have no record.
	const records = Array.from({ length: 223 }, (_, index) => database.get(`${index + 1}.8.8.8`));
	const known = records.filter((record) => record !== null);
	if (known.length > 0 && known.every((record) => placeOf(record).country === undefined)) {
		throw new ConfigurationError([
			`ANALYTICS_GEOIP_FILE must be a database of countries, with country_code, country or country.iso_code: "${path}" has ${Object.keys(known[0] ?? {}).join(", ")}`,
		]);
	}
	return database;
}

function openDatabase(path: string): Database {
	try {
		// The types of the package describe the records of one vendor only.
		return new Reader(readFileSync(path)) as unknown as Database;
	} catch (error) {
		throw new ConfigurationError([
			`ANALYTICS_GEOIP_FILE must be a database in MMDB format: current value is "${path}" (${error})`,
		]);
	}
}
