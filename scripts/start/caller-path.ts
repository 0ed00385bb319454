import { resolve } from "node:path";

/**
 * Resolves a path of a command line against the folder of the caller. npm runs each script in the
 * program's folder, and notes the caller's in `INIT_CWD`.
 */
export function callerPath(path: string): string {
	return resolve(process.env["INIT_CWD"] ?? "", path);
}
