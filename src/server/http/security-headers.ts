import { createHash } from "node:crypto";
import fp from "fastify-plugin";
import { INLINE_SCRIPT } from "../../shared/document/inline-script.ts";

const CONSTANT_HEADERS = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"permissions-policy":
		"camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
	"cross-origin-opener-policy": "same-origin",
	"x-frame-options": "DENY",
} as const;

/** A proxied response must not replace these headers. */
export const SECURITY_HEADER_NAMES = [
	...Object.keys(CONSTANT_HEADERS),
	"content-security-policy",
	"content-security-policy-report-only",
];

const INLINE_SCRIPT_HASH = createHash("sha256").update(INLINE_SCRIPT).digest("base64");

export interface SecurityHeadersOptions {
	/** Origins that the app may call besides its own. Returns a new list when the operator changes it. */
	readonly connectSources: () => readonly string[];
	/** Whether elements may have styles: React in the browser of a developer compares them. */
	readonly permitsStyles?: boolean | undefined;
}

/** Sends the same security headers with every response, errors included. */
export const securityHeaders = fp<SecurityHeadersOptions>(
	async (site, { connectSources, permitsStyles = false }) => {
		let last: { readonly sources: readonly string[]; readonly policy: string } | undefined;
		site.addHook("onRequest", (_request, reply, next) => {
			const sources = connectSources();
			if (last?.sources !== sources) {
				const policy = contentSecurityPolicy(sources);
				last = { sources, policy: permitsStyles ? `${policy}; ${STYLE_ATTRIBUTES}` : policy };
			}
			reply.headers(CONSTANT_HEADERS).header("content-security-policy", last.policy);
			next();
		});
	},
);

const STYLE_ATTRIBUTES = "style-src-attr 'unsafe-inline'";

/** Permits the inline scripts and style sheets of one answer, which no cache may store. */
export function permitNonce(policy: string, nonce: string): string {
	return policy.replaceAll(/(?<=(?:script|style)-src )'self'/g, `'self' 'nonce-${nonce}'`);
}

/**
 * All pages have the same policy, so that they can be cached: its hash allows the only inline
 * script. Authors may load pictures, sound and video from anywhere, but no scripts, styles,
 * fonts or frames.
 */
function contentSecurityPolicy(connectSources: readonly string[]): string {
	return [
		"default-src 'none'",
		`script-src 'self' 'sha256-${INLINE_SCRIPT_HASH}'`,
		"style-src 'self'",
		"img-src 'self' data: https:",
		"media-src 'self' https:",
		"font-src 'self'",
		`connect-src ${["'self'", ...connectSources].join(" ")}`,
		"manifest-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join("; ");
}
