/**
 * Gives the memory of a large buffer back at once. Left for the collector, megabytes of dead
 * buffers make it run in the middle of the next request, which then takes twice as long.
 *
 * @param bytes All of an `ArrayBuffer` that nothing else looks at any more.
 */
export function releaseBuffer({ buffer }: Uint8Array): void {
	// Shared memory cannot be taken from its other owner; nobody makes such buffers here.
	if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** The same for a piece of a stream: where it is part of a buffer, others may stand beside it. */
export function releasePiece(piece: Uint8Array): void {
	if (piece.length === piece.buffer.byteLength) releaseBuffer(piece);
}
