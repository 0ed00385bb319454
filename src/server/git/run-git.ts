import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** Files with the credentials of git. Each call reads them, so that a new file is used at once. */
export interface GitCredentials {
	/** A token, which is the HTTPS password. */
	readonly tokenFile?: string | undefined;
	/** A private key of SSH. */
	readonly keyFile?: string | undefined;
	/** The host keys that SSH accepts. */
	readonly knownHostsFile?: string | undefined;
}

/** Credentials are only needed for calls that reach another machine. */
export interface GitCall extends GitCredentials {
	/** Arguments with absolute paths. `--git-dir` names the repository: git must not search for one. */
	readonly words: readonly string[];
	/** The repository that may receive the token; absent: the token is not used. */
	readonly url?: string;
	readonly timeoutMs: number;
	/** Longer output ends the call; absent: `MAX_OUTPUT_LENGTH`, which is enough for errors. */
	readonly maxOutputLength?: number;
}

const MAX_OUTPUT_LENGTH = 64 * 1024;

/**
 * Runs git without a terminal, and outside of folders with content of other people: git trusts the
 * configuration of the repository in which it is started, and that can name programs.
 *
 * @returns Standard output.
 * @throws {Error} When git fails, or takes too long; the message is the line with the reason.
 */
export async function runGit(call: GitCall): Promise<string> {
	const { words, timeoutMs, maxOutputLength = MAX_OUTPUT_LENGTH } = call;
	const child = spawn("git", words, {
		cwd: "/",
		env: await environmentOf(call),
		stdio: ["ignore", "pipe", "pipe"],
		// A process group: git starts other programs, and a time-out ends all of them.
		detached: true,
	});
	const output = { stdout: "", stderr: "" };
	return new Promise((resolveOutput, reject) => {
		const fail = (message: string): void => {
			reject(new Error(message));
			endGroup(child.pid);
		};
		const timer = setTimeout(() => fail(`No answer within ${timeoutMs / 1000} seconds`), timeoutMs);
		for (const name of ["stdout", "stderr"] as const) {
			child[name].setEncoding("utf8").on("data", (text: string) => {
				output[name] += text;
				if (output[name].length > maxOutputLength) fail("the output of git is too long");
			});
		}
		child.on("error", (error) => {
			clearTimeout(timer);
			reject(error);
		});
		child.on("close", (code) => {
			clearTimeout(timer);
			if (code === 0) resolveOutput(output.stdout);
			else reject(new Error(reasonIn(output.stderr) || `git ended with code ${code}`));
		});
	});
}

/** @returns The message of an error. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

function endGroup(pid: number | undefined): void {
	try {
		if (pid !== undefined) process.kill(-pid, "SIGKILL");
	} catch {
		// The process group has just ended.
	}
}

/** Returns the last line, or the SSH error before git's advice about it. */
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
}: GitCall): Promise<NodeJS.ProcessEnv> {
	const settings = [
		["core.hooksPath", "/dev/null"],
		["http.lowSpeedLimit", "1000"],
		["http.lowSpeedTime", "30"],
		...(url === undefined || tokenFile === undefined ? [] : [await headerSetting(url, tokenFile)]),
	];
	const { PATH, SSL_CERT_FILE, HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy } = process.env;
	return {
		// git does not read SSL_CERT_FILE.
		...(SSL_CERT_FILE === undefined ? {} : { GIT_SSL_CAINFO: SSL_CERT_FILE }),
		...{ PATH, HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy },
		HOME: "/tmp",
		LC_ALL: "C",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_CONFIG_GLOBAL: "/dev/null",
		GIT_TERMINAL_PROMPT: "0",
		GIT_NO_LAZY_FETCH: "1",
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

/** Creates a setting for the environment: every user of the machine can read the arguments of a command. */
async function headerSetting(url: string, tokenFile: string): Promise<readonly [string, string]> {
	const token = (await readFile(tokenFile, "utf8")).trim();
	const user = decodeURIComponent(new URL(url).username) || "git";
	const credentials = Buffer.from(`${user}:${token}`).toString("base64");
	return [`http.${new URL(url).origin}/.extraHeader`, `Authorization: Basic ${credentials}`];
}

/** Without a file of known hosts, SSH accepts the first key that a host shows. */
function sshCommand(keyFile: string | undefined, knownHostsFile: string | undefined): string {
	const hosts =
		knownHostsFile === undefined
			? "-o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=/tmp/known_hosts"
			: `-o StrictHostKeyChecking=yes -o UserKnownHostsFile=${quotedPath(knownHostsFile)}`;
	const key = keyFile === undefined ? "" : ` -o IdentitiesOnly=yes -i ${quotedPath(keyFile)}`;
	return `ssh -F /dev/null -o BatchMode=yes -o ConnectTimeout=15 ${hosts}${key}`;
}

/** Quotes a path for the shell in which git runs the command. */
function quotedPath(path: string): string {
	return `'${resolve(path).replaceAll("'", "'\\''")}'`;
}
