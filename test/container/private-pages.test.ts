import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ask } from "./support/ask.ts";
import { createStack } from "./support/create-stack.ts";

/** A provider that knows one visitor, by a cookie. */
const PROVIDER = `
{
	admin off
}
:9091 {
	@ada header Cookie *session=ada*
	header @ada Remote-User ada
	header @ada Remote-Groups staff
	respond 204
}
`;

const FILES = {
	"site.yaml": "name: Example\naccess: { paths: { /staff: [staff] } }\n",
	"pages/index.md": "# Welcome\n",
	"pages/staff.md": "# For staff\n",
};

test("the provider that Caddy asks says who a visitor is, and no visitor says it by a header", async () => {
	const folder = temporaryFolder();
	await chmod(folder, 0o755);
	await writeFile(join(folder, "Caddyfile"), PROVIDER);
	const stack = await createStack({
		files: FILES,
		environment: { FORWARD_AUTH: "provider:9091", SIGN_IN_URL: "https://auth.example/?rd={url}" },
		override: {
			services: {
				provider: {
					image: `loggia-caddy:${inject("imageTag")}`,
					volumes: [`${folder}:/etc/caddy:ro`],
					networks: ["stack"],
				},
			},
		},
	});
	// The health check of its image is for another Caddyfile.
	await stack.compose("up", "--detach", "provider");
	await stack.compose("up", "--detach", "--wait", "caddy");
	const authority = await stack.authority();
	const staff = (headers: Readonly<Record<string, string>>) =>
		ask(`${stack.siteUrl}/staff`, { authority, headers });

	const forged = await staff({ "remote-user": "eve", "remote-groups": "staff" });
	const known = await staff({ cookie: "session=ada", "remote-groups": "others" });

	expect(forged.status).toBe(302);
	expect(forged.headers.location).toMatch(/^https:\/\/auth\.example\/\?rd=https/);
	expect(known.status).toBe(200);
	expect(known.body.toString()).toContain("For staff");
	expect(known.headers["cache-control"]).toBe("private, no-store");
});
