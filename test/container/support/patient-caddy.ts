import { isLong } from "../../support/lengths.ts";

/**
 * More of a compose file. A service starts within Caddy's own patience where the machine does
 * nothing else, as in the long run. The short one shares its machine, and is about answers that are
 * refused, cut off or wrong.
 */
export const PATIENT_CADDY: object = isLong
	? {}
	: { services: { caddy: { environment: { RETRY_SECONDS: "60" } } } };
