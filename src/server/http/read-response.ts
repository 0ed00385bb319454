/**
 * Reads the body of a response into memory, up to a limit. An endless or very large body would fill the memory of
 * the process.
 *
 * @throws {RangeError} When the body is longer. The rest of it is canceled.
 */
export async function readResponse(
	{ body }: Response,
	{ maxBytes, name }: { readonly maxBytes: number; readonly name: string },
): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array<ArrayBuffer>[] = [];
	let length = 0;
	for await (const chunk of body ?? []) {
		length += chunk.length;
		if (length > maxBytes) {
			throw new RangeError(`The response of "${name}" must have at most ${maxBytes} bytes`);
		}
		chunks.push(chunk);
	}
	return new Blob(chunks).bytes();
}
