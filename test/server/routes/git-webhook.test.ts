import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { parseGitAddress } from "../../../src/platform/settings/schemas.ts";
import { isSigned } from "../../../src/server/routes/git-webhook.ts";

const BODY = Buffer.from('{"ref":"refs/heads/main"}');
const SECRET = "a secret of the forge";

test.each([
	["GitHub's own example", "It's a Secret to Everybody", "Hello, World!", exampleHeaders()],
	["a signature", SECRET, BODY, { "x-hub-signature-256": signatureOf(SECRET) }],
	["GitLab's token", SECRET, BODY, { "x-gitlab-token": SECRET }],
])("%s is believed", (_name, secret, body, headers) => {
	expect(isSigned(headers, Buffer.from(body), secret)).toBe(true);
});

test.each([
	["nothing", {}],
	["another secret", { "x-hub-signature-256": signatureOf("another") }],
	["a signature without its kind", { "x-hub-signature-256": signatureOf(SECRET).slice(7) }],
	["the signature of SHA-1", { "x-hub-signature": signatureOf(SECRET) }],
	["a part of the token", { "x-gitlab-token": SECRET.slice(1) }],
	["an empty token", { "x-gitlab-token": "" }],
])("%s is not", (_name, headers) => {
	expect(isSigned(headers, BODY, SECRET)).toBe(false);
});

test.each([
	["https://example.org/docs.git#main", { url: "https://example.org/docs.git", branch: "main" }],
	["git@example.org:docs.git", { url: "git@example.org:docs.git", branch: undefined }],
	[
		"ssh://git@example.org:2222/docs.git#a/b",
		{ url: "ssh://git@example.org:2222/docs.git", branch: "a/b" },
	],
	["https://user:password@example.org/docs.git", undefined],
	["https://example.org/docs.git#--upload-pack=x", undefined],
	["--upload-pack=x", undefined],
	["ext::sh -c x", undefined],
	["/srv/docs.git", undefined],
])("the address %s", (text, address) => {
	expect(parseGitAddress(text)).toEqual(address);
});

/** @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
function exampleHeaders() {
	return {
		"x-hub-signature-256":
			"sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
	};
}

function signatureOf(secret: string): string {
	return `sha256=${createHmac("sha256", secret).update(BODY).digest("hex")}`;
}
