import { chmod, chown, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createRepository } from "./support/create-repository.ts";
import { createStack } from "./support/create-stack.ts";
import { makeCertificate } from "./support/make-certificate.ts";
import { type DockerAnswer, runDocker, tryDocker } from "./support/run-docker.ts";

const FORGE = "loggia-test-forge";
const OVER_SSH = "ssh://node@forge/git/ssh.git#main";
const OVER_HTTPS = "https://forge/https.git#main";

test("the site folder comes over SSH and HTTPS with credentials from files, and what is wrong is one line", async () => {
	const folder = await operatorsFolder();
	const [key, hosts, token] = ["key", "hosts", "token"].map((name) => join(folder, name));
	await makeCertificate(folder, "forge");
	const repositories = await Promise.all(["ssh", "https"].map(repositoryOf));
	await buildForge();
	const stack = await createStack({
		environment: {
			SITE_GIT: OVER_SSH,
			SITE_GIT_KEY_FILE: String(key),
			SITE_GIT_KNOWN_HOSTS_FILE: String(hosts),
			SITE_GIT_TOKEN_FILE: String(token),
		},
		override: {
			services: {
				site: { volumes: [`${folder}/site.pem:/forge.pem:ro`] },
				forge: {
					image: FORGE,
					init: true,
					environment: { TOKEN: "right" },
					volumes: [`${folder}:/certificate:ro`, ...repositories],
					networks: ["stack"],
				},
			},
		},
	});
	const inForge = (...words: string[]) => stack.compose("exec", "--no-TTY", "forge", ...words);
	const start = (...options: string[]): Promise<DockerAnswer> =>
		stack.tryCompose("run", "--rm", "--no-deps", "--no-TTY", ...options, "site");
	const overHttps = ["--env", `SITE_GIT=${OVER_HTTPS}`, "--env", "SSL_CERT_FILE=/forge.pem"];
	await writeFor1000(String(hosts), `forge ${OTHER_KEY}\n`);
	await writeFor1000(String(token), "wrong\n");
	await writeFor1000(String(key), "");
	await stack.compose("up", "--detach", "--no-deps", "forge");
	await writeFor1000(String(key), `${await inForge("cat", "/client-key")}\n`);

	const otherHost = await start();
	const otherToken = await start(...overHttps);
	const otherAuthority = await start("--env", `SITE_GIT=${OVER_HTTPS}`);
	const hostKey = await inForge("cat", "/etc/ssh/ssh_host_ed25519_key.pub");
	await writeFor1000(String(hosts), `forge ${hostKey}\n`);
	await writeFor1000(String(token), "right\n");
	await stack.compose("up", "--detach", "--no-deps", "--wait", "site");
	const overSsh = await stack.evaluateIn("site", CODE_THAT_SHOWS);
	await stack.compose("stop", "site");
	const container = await stack.compose(
		...["run", "--detach", "--no-deps", "--no-TTY", ...overHttps, "site"],
	);
	const shown = () => tryDocker(["exec", container, "node", "-e", CODE_THAT_SHOWS]);
	await expect.poll(async () => (await shown()).stdout).toContain("From https");
	await runDocker(["rm", "--force", container]);

	expect(overSsh).toContain("From ssh");
	const answers = [otherHost, otherToken, otherAuthority];
	expect(answers.map(({ code }) => code)).toEqual([1, 1, 1]);
	expect(answers.map(reasonOf)).toEqual([
		expect.stringMatching(/^Host key verification failed\.$/),
		expect.stringMatching(/^(?:Authentication failed for|could not read Username for) .+$/),
		expect.stringMatching(/^unable to access .+ certificate .+$/),
	]);
});

/** Of no host at all. */
const OTHER_KEY =
	"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHBbKrMMMS4vVHy6bDdd5W0a8xZuWPvC2k6X7vKx3n1d";

const CODE_THAT_SHOWS = `fetch("http://127.0.0.1:3000/").then(async (page) => console.log(await page.text()))`;

/** What a service that has ended says for the operator. */
function reasonOf({ stderr }: DockerAnswer): string | undefined {
	const begin = "SITE_GIT must name a repository with a site that can be served: ";
	return stderr
		.split("\n")
		.find((line) => line.startsWith(begin))
		?.slice(begin.length);
}

async function operatorsFolder(): Promise<string> {
	const folder = temporaryFolder();
	await chmod(folder, 0o755);
	return folder;
}

/** SSH takes no key that others may read. */
async function writeFor1000(file: string, text: string): Promise<void> {
	await writeFile(file, text);
	await chown(file, 1000, 1000);
	await chmod(file, 0o600);
}

async function repositoryOf(name: string): Promise<string> {
	return `${await createRepository({ "pages/index.md": `# From ${name}\n` })}:/git/${name}.git:ro`;
}

async function buildForge(): Promise<void> {
	const folder = join(import.meta.dirname, "support");
	await runDocker(["build", "--quiet", "--tag", FORGE, "--file", "forge.Dockerfile", "."], {
		folder,
	});
	onTestFinished(async () => void (await tryDocker(["image", "rm", "--force", FORGE])));
}
