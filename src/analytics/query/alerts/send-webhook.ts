import { createHmac } from "node:crypto";
import { lookup } from "node:dns/promises";
import * as http from "node:http";
import * as https from "node:https";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Delivery } from "../../store/settings/deliveries.ts";

export interface WebhookOptions {
	readonly secret: string;
	/** `ANALYTICS_WEBHOOK_HOSTS`: names that may resolve to private addresses. */
	readonly allowedHosts: readonly string[];
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	/** Returns all addresses of a name. Default: the system's resolver. */
	readonly resolve?: (host: string) => Promise<readonly string[]>;
}

const TIMEOUT_MS = 10_000;

/**
 * Posts a message with a signature as in Standard Webhooks.
 *
 * The name is resolved once, and the connection uses the checked address: this prevents DNS
 * rebinding, where a name resolves to changing addresses. Redirects are not followed.
 *
 * @returns `undefined` on success, or a sentence about the error.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function sendWebhook(
	{ id, url, body }: Pick<Delivery, "id" | "url" | "body">,
	{ secret, allowedHosts, now, resolve = resolveAll }: WebhookOptions,
): Promise<string | undefined> {
	try {
		const target = new URL(url);
		const host = target.hostname.replace(/^\[|\]$/g, "");
		const addresses = isIP(host) === 0 ? await resolve(host) : [host];
		const [address] = addresses;
		if (address === undefined) return "the name has no address";
		if (!allowedHosts.includes(host) && !addresses.every(isPublic)) {
			return `${host} has an address that is not public: ANALYTICS_WEBHOOK_HOSTS must name it`;
		}
		const time = String(Math.floor(now() / 1_000));
		const status = await post(target, address, body, {
			"content-type": "application/json",
			"user-agent": "Loggia",
			"webhook-id": id,
			"webhook-timestamp": time,
			"webhook-signature": `v1,${sign(secret, `${id}.${time}.${body}`)}`,
		});
		return status >= 200 && status < 300 ? undefined : `status ${status}`;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** @param secret `whsec_` and base64. */
function sign(secret: string, text: string): string {
	const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
	return createHmac("sha256", key).update(text).digest("base64");
}

async function resolveAll(host: string): Promise<readonly string[]> {
	return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Global unicast. For ipaddr.js, `unicast` is any range that it does not name. */
const PUBLIC_VERSION_6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** An IPv4 address after an interface id of ISATAP. @see RFC 5214 §6.1 */
const ISATAP = /^(?:[0-9a-f]+:){4}(?:0|200):5efe:/;

/** Whether an address is outside of this machine and its networks, even as IPv4 inside of IPv6. */
function isPublic(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.process(address);
	if (parsed.range() !== "unicast") return false;
	if (parsed instanceof ipaddr.IPv4) return true;
	return parsed.match(PUBLIC_VERSION_6) && !ISATAP.test(parsed.toNormalizedString());
}

async function post(
	url: URL,
	address: string,
	body: string,
	headers: http.OutgoingHttpHeaders,
): Promise<number> {
	const { request } = url.protocol === "https:" ? https : http;
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	const family = isIP(address);
	const sent = request(url, {
		method: "POST",
		headers: { ...headers, "content-length": Buffer.byteLength(body) },
		// No keep-alive: a reused connection would skip the address check.
		agent: false,
		lookup: (_host, { all }, done) =>
			all === true ? done(null, [{ address, family }]) : done(null, address, family),
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	sent.once("response", (response) => {
		// The response body is ignored.
		response.destroy();
		resolve(response.statusCode ?? 0);
	});
	sent.once("error", reject);
	sent.end(body);
	return promise;
}
