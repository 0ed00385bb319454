import { createAddressList } from "../address-list.ts";
import type { SignIn, SignInRequest } from "./sign-in.ts";

interface ProxySignInOptions {
	/** Names of the headers with id, name, mail address and groups, in lower case; the last three may be absent. */
	readonly headers: readonly string[];
	readonly trustedProxies: readonly string[];
	/** With `{url}` for where the visitor wants to go; absent: the proxy asks visitors itself. */
	readonly url?: string | undefined;
}

/** Authelia and oauth2-proxy write commas between groups, authentik writes bars. */
const BETWEEN_GROUPS = /[,|]/;

/**
 * Believes a proxy that has signed the visitor in, and no other client: anybody can send such headers.
 *
 * @see https://caddyserver.com/docs/caddyfile/directives/forward_auth
 */
export function createProxySignIn({ headers, trustedProxies, url }: ProxySignInOptions): SignIn {
	const [id = "", name = "", mail = "", groups = ""] = headers;
	const isProxy = createAddressList(trustedProxies);
	const isTrusted = ({ socket }: SignInRequest): boolean => isProxy(socket.remoteAddress ?? "");
	// A proxy that adds its headers to those of the visitor has not signed in whom they name.
	const areClear = ({ rawHeaders }: SignInRequest): boolean => {
		const own = rawHeaders.flatMap((text, index) => (index % 2 === 0 ? text.toLowerCase() : []));
		return headers.every((header) => own.filter((sent) => sent === header).length < 2);
	};
	return {
		hasCredentials: (sent) => sent[id] !== undefined,
		userOf(request) {
			const read = (header: string): string => decodeText(request.headers[header]);
			if (read(id) === "" || !isTrusted(request) || !areClear(request)) return undefined;
			return {
				id: read(id),
				name: read(name) || undefined,
				mail: read(mail) || undefined,
				groups: read(groups)
					.split(BETWEEN_GROUPS)
					.map((group) => group.trim())
					.filter((group) => group !== ""),
			};
		},
		removeForged(request) {
			if (isTrusted(request)) return;
			for (const header of headers) delete request.headers[header];
		},
		signInUrl: ({ origin, path }) => url?.replace("{url}", encodeURIComponent(origin + path)),
	};
}

/** Node reads header bytes as Latin-1, and proxies write names in UTF-8. */
function decodeText(value: string | readonly string[] | undefined): string {
	if (typeof value !== "string") return "";
	return Buffer.from(value, "latin1").toString("utf8").trim();
}
