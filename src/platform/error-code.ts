/** @returns The code of an error of Node, such as `ENOENT`; `undefined` for any other error. */
export function errorCodeOf(error: unknown): string | undefined {
	return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
