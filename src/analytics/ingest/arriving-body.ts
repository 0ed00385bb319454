import { type BodyWatch, RefusedBody } from "../http/raw-bodies.ts";
import { BodyScanner } from "../wire/body-scanner.ts";
import { beginsAsJson, isGzip, MAX_DECODED_BYTES, TOO_LARGE } from "../wire/decode-body.ts";

/**
 * Scans a large body while it arrives: most of the scan is done when its last byte is there, and
 * what is meant to hurt is refused before it takes memory.
 */
export class ArrivingBody implements BodyWatch {
	#scanner: BodyScanner | undefined = undefined;

	/** Where the scan has got to; absent for bodies in another form than JSON. */
	get scanner(): BodyScanner | undefined {
		return this.#scanner;
	}

	look(place: Uint8Array, length: number): RefusedBody | undefined {
		// The beginning of what is packed tells nothing of what is in it.
		if (isGzip(place)) return undefined;
		if (!beginsAsJson(place)) {
			return length > MAX_DECODED_BYTES ? new RefusedBody(413, TOO_LARGE) : undefined;
		}
		this.#scanner ??= new BodyScanner(place);
		const refusal = this.#scanner.scanArrived(length);
		return refusal && new RefusedBody(400, refusal.message);
	}
}
