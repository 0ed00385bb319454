import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

/** Files that let git in; each is read at every call, so that a new one counts at once. */
export interface GitCredentials {
	/** A token, as the password of HTTPS. */
	readonly tokenFile: string | undefined;
	/** A private key of SSH. */
	readonly keyFile: string | undefined;
	/** The host keys that SSH believes. */
	readonly knownHostsFile: string | undefined;
}

export interface GitCall extends GitCredentials {
	readonly words: readonly string[];
	/** Which the token is for. */
	readonly url: string;
	readonly timeoutMs: number;
}

/** Enough for the lines that say what is wrong. */
const MAX_OUTPUT_LENGTH = 64 * 1024;

/**
 * Runs git without asking anyone for anything, and without the configuration of the machine.
 *
 * @returns Standard output.
 * @throws {Error} When git fails, or takes too long; the message is the line that says why.
 */
export async function runGit({ words, timeoutMs, ...rest }: GitCall): Promise<string> {
	const child = spawn("git", words, {
		env: await environmentOf(rest),
		stdio: ["ignore", "pipe", "pipe"],
		// A group of its own: git starts other programs, and all of them are ended together.
		detached: true,
	});
	const said = { stdout: "", stderr: "" };
	for (const name of ["stdout", "stderr"] as const) {
		child[name].setEncoding("utf8").on("data", (text: string) => {
			said[name] = (said[name] + text).slice(-MAX_OUTPUT_LENGTH);
		});
	}
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			reject(new Error(`No answer within ${timeoutMs / 1000} seconds`));
			endGroup(child.pid);
		}, timeoutMs);
		child.on("error", (error) => {
			clearTimeout(timer);
			reject(error);
		});
		child.on("close", (code) => {
			clearTimeout(timer);
			if (code === 0) resolve(said.stdout);
			else reject(new Error(reasonIn(said.stderr) || `git ended with code ${code}`));
		});
	});
}

function endGroup(pid: number | undefined): void {
	try {
		if (pid !== undefined) process.kill(-pid, "SIGKILL");
	} catch {
		// It has just ended.
	}
}

/** The last line, unless it is git's advice on what SSH has said: then that. */
function reasonIn(text: string): string {
	const lines = text.trim().split(/\r?\n/);
	const summary = lines.indexOf("fatal: Could not read from remote repository.");
	const line = summary < 0 ? lines.at(-1) : lines[Math.max(0, summary - 1)];
	return line?.replace(/^(?:fatal|error): /, "") ?? "";
}

async function environmentOf({
	url,
	tokenFile,
	keyFile,
	knownHostsFile,
}: Omit<GitCall, "words" | "timeoutMs">): Promise<NodeJS.ProcessEnv> {
	const settings = [
		["http.lowSpeedLimit", "1000"],
		["http.lowSpeedTime", "30"],
		...(tokenFile === undefined ? [] : [await headerSetting(url, tokenFile)]),
	];
	const { PATH, SSL_CERT_FILE, HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy } = process.env;
	return {
		// Of the authorities, git itself knows its own variable alone.
		...(SSL_CERT_FILE === undefined ? {} : { GIT_SSL_CAINFO: SSL_CERT_FILE }),
		...{ PATH, HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy },
		HOME: "/tmp",
		LC_ALL: "C",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_CONFIG_GLOBAL: "/dev/null",
		GIT_TERMINAL_PROMPT: "0",
		GIT_ALLOW_PROTOCOL: "https:http:ssh:file",
		GIT_SSH_COMMAND: sshCommand(keyFile, knownHostsFile),
		GIT_CONFIG_COUNT: String(settings.length),
		...Object.fromEntries(
			settings.flatMap(([name, value], index) => [
				[`GIT_CONFIG_KEY_${index}`, name],
				[`GIT_CONFIG_VALUE_${index}`, value],
			]),
		),
	};
}

/** In the environment, since the words of a command are seen by every user of the machine. */
async function headerSetting(url: string, tokenFile: string): Promise<readonly [string, string]> {
	const token = (await readFile(tokenFile, "utf8")).trim();
	const user = decodeURIComponent(new URL(url).username) || "git";
	const credentials = Buffer.from(`${user}:${token}`).toString("base64");
	return [`http.${new URL(url).origin}/.extraHeader`, `Authorization: Basic ${credentials}`];
}

/** Without a file of known hosts, the key that a host shows first is believed from then on. */
function sshCommand(keyFile: string | undefined, knownHostsFile: string | undefined): string {
	const hosts =
		knownHostsFile === undefined
			? "-o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=/tmp/known_hosts"
			: `-o StrictHostKeyChecking=yes -o UserKnownHostsFile=${quoted(knownHostsFile)}`;
	const key = keyFile === undefined ? "" : ` -o IdentitiesOnly=yes -i ${quoted(keyFile)}`;
	return `ssh -F /dev/null -o BatchMode=yes -o ConnectTimeout=15 ${hosts}${key}`;
}

/** For the shell that git hands the command to. */
function quoted(path: string): string {
	return `'${path.replaceAll("'", "'\\''")}'`;
}
