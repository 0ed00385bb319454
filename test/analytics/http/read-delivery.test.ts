import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { createDeliveryReader } from "../../../src/analytics/http/read-delivery.ts";

const NOW = Date.UTC(2026, 0, 15, 12);
const readDelivery = createDeliveryReader(["loopback", "10.1.0.0/16"]);

const SITES = ["127.0.0.1", "::1", "10.1.2.3", "::ffff:10.1.2.3"];

test.each(SITES)("what a site at %s says of a request is taken", (address) => {
	expect(readDelivery(requestFrom(address), NOW)).toMatchObject({
		arrivedAt: NOW - 1_000,
		isSenderKnown: false,
	});
});

const OTHERS = ["203.0.113.7", "10.2.0.1", "2001:db8::7", ""];

test.each(OTHERS)("what anyone else at %j says is not", (address) => {
	expect(readDelivery(requestFrom(address), NOW)).toBeUndefined();
});

function requestFrom(remoteAddress: string) {
	const headers = {
		"x-loggia-delivery": "id",
		"x-loggia-arrived-at": String(NOW - 1_000),
		"x-loggia-sender": "unknown",
	};
	// The reader looks at nothing else of a connection.
	return { headers, socket: { remoteAddress } as Socket };
}
