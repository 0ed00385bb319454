import type { LookupFunction } from "node:net";

/** Finds every name at one IPv4 address. */
export function lookupAt(address: string): LookupFunction {
	return (_name, _options, done) => done(null, [{ address, family: 4 }]);
}
