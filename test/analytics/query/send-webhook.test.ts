import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { sendWebhook } from "../../../src/analytics/query/alerts/send-webhook.ts";
import { receiver } from "../../support/webhook-receiver.ts";

const NOW = Date.UTC(2026, 0, 14, 12);
const SECRET = `whsec_${Buffer.from("a secret for tests").toString("base64")}`;

/** The forms in which an IPv6 address holds one of version 4. */
const WRAPPED: readonly ((dotted: string, hex: string) => string)[] = [
	(dotted) => `::${dotted}`,
	(dotted) => `::ffff:${dotted}`,
	(dotted) => `::ffff:0:${dotted}`,
	(dotted) => `64:ff9b::${dotted}`,
	(dotted) => `64:ff9b:1::${dotted}`,
	(_dotted, hex) => `2002:${hex}::1`,
	(_dotted, hex) => `2001:0:${hex}::1`,
	(dotted) => `2606:4700::5efe:${dotted}`,
	(dotted) => `2606:4700::200:5efe:${dotted}`,
];

test("a message is signed, and arrives at a receiver on loopback that is allowed", async () => {
	const { url, received } = await receiver([200]);

	expect(await sendTo(url)).toMatch(/not public/);
	expect(received).toEqual([]);
	expect(await sendTo(url, { allowedHosts: ["127.0.0.1"] })).toBeUndefined();

	const [{ headers, body } = { headers: {}, body: "" }] = received;
	expect(body).toBe('{"a":1}');
	const text = `msg_1.${NOW / 1_000}.{"a":1}`;
	const signature = createHmac("sha256", "a secret for tests").update(text).digest("base64");
	expect(headers).toMatchObject({
		"webhook-id": "msg_1",
		"webhook-timestamp": String(NOW / 1_000),
		"webhook-signature": `v1,${signature}`,
		"content-type": "application/json",
	});
});

const LOOPBACK = WRAPPED.map((wrap) => wrap("127.0.0.1", "7f00:1"));
const PRIVATE =
	"127.0.0.1 10.0.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 ::1 fd00::1 fe80::1".split(
		" ",
	);

test.each([
	...PRIVATE,
	...LOOPBACK,
])("a name with the address %s beside a public one is refused", async (address) => {
	const resolve = async () => ["93.184.215.14", address];

	expect(await sendTo("http://hooks.example/", { resolve })).toBe(
		"hooks.example has an address that is not public: ANALYTICS_WEBHOOK_HOSTS must name it",
	);
});

test.each(LOOPBACK)("the host [%s] is refused", async (address) => {
	expect(await sendTo(`http://[${address}]/`)).toMatch(/has an address that is not public/);
});

test("a name is resolved once, the connection goes where that led, and a redirect is not followed", async () => {
	const { port, received } = await receiver([302], { location: "/elsewhere" });
	let asked = 0;
	const resolve = async () => {
		asked += 1;
		return ["127.0.0.1"];
	};
	const options = { allowedHosts: ["hooks.example"], resolve };

	const problem = await sendTo(`http://hooks.example:${port}/`, options);

	expect([problem, asked, received.length]).toEqual(["status 302", 1, 1]);
	expect(received[0]?.headers["host"]).toBe(`hooks.example:${port}`);
});

function sendTo(url: string, options: Partial<Parameters<typeof sendWebhook>[1]> = {}) {
	const message = { id: "msg_1", url, body: '{"a":1}' };
	return sendWebhook(message, { secret: SECRET, now: () => NOW, allowedHosts: [], ...options });
}
