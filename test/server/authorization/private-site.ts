import { createProxySignIn } from "../../../src/platform/sign-in/proxy-sign-in.ts";
import { createTestSite, type TestSite } from "../../support/test-site.ts";

const SIGN_IN = createProxySignIn({
	headers: ["remote-user", "remote-name", "remote-email", "remote-groups"],
	trustedProxies: ["loopback"],
	url: "https://auth.example.org/?rd={url}",
});

/** For a site whose visitors sign in at a proxy. */
export const SIGNED_IN = { signIn: SIGN_IN, trustedProxies: ["loopback"] } as const;

/** In every private page, file and title, and in no address. */
export const MARKER = /zebrafish/i;

export const PRIVATE =
	"# Zebrafish plan\n\n## Zebrafish heading\n\nZebrafish text. ![Figure](figure.txt)\n";

export const VISITORS = {
	outsider: {},
	"signed in": { "remote-user": "ann" },
	"wrong group": { "remote-user": "ben", "remote-groups": "others" },
	"right group": { "remote-user": "cid", "remote-groups": "others,staff" },
} as const;

export type Visitor = keyof typeof VISITORS;

export function signedInSite(files: Readonly<Record<string, string>>): Promise<TestSite> {
	return createTestSite({ files, dependencies: SIGNED_IN });
}
