import { createAddressList } from "../address-list.ts";
import type { SignIn, SignInRequest } from "./sign-in.ts";

interface ProxySignInOptions {
	/** Headers with id, name, mail address and groups, in lower case; the last three are optional. */
	readonly headers: readonly string[];
	readonly trustedProxies: readonly string[];
	/** Sign-in URL with `{url}` for the target; absent: the proxy signs visitors in itself. */
	readonly url?: string | undefined;
}

/** Authelia and oauth2-proxy separate groups by commas, authentik by bars. */
const BETWEEN_GROUPS = /[,|]/;

/**
 * Trusts the headers of a proxy that signs visitors in, but of no other client: anyone can send them.
 *
 * @see https://caddyserver.com/docs/caddyfile/directives/forward_auth
 */
export function createProxySignIn({ headers, trustedProxies, url }: ProxySignInOptions): SignIn {
	const [id = "", name = "", mail = "", groups = ""] = headers;
	const isProxy = createAddressList(trustedProxies);
	const isTrusted = ({ socket }: SignInRequest): boolean => isProxy(socket.remoteAddress ?? "");
	// Rejects duplicate headers: a proxy may have added its headers to forged headers of the visitor.
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

/** Node decodes headers as Latin-1, but proxies write names in UTF-8. */
function decodeText(value: string | readonly string[] | undefined): string {
	if (typeof value !== "string") return "";
	return Buffer.from(value, "latin1").toString("utf8").trim();
}
