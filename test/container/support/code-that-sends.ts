/**
 * Sends a signal to what a container is there for: the child of its first process. It runs inside,
 * since no container may see the processes of another.
 */
export function codeThatSends(signal: "SIGKILL" | "SIGSTOP"): string {
	return `
const { readdirSync, readFileSync } = require("node:fs");
const isMain = (pid) => /^PPid:\\t1$/m.test(readFileSync("/proc/" + pid + "/status", "utf8"));
const [main] = readdirSync("/proc").filter((pid) => /^\\d+$/.test(pid) && pid !== "1" && isMain(pid));
process.kill(Number(main), "${signal}");
`;
}
