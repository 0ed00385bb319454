import type { Revision } from "../content/revision.ts";

/** Makes a value out of the live revision: once for each, when it is first asked for. */
export function perRevision<Value>(
	revision: () => Revision,
	make: (revision: Revision) => Value,
): () => Value {
	let made: { readonly from: Revision; readonly value: Value } | undefined;
	return () => {
		const current = revision();
		if (made?.from !== current) made = { from: current, value: make(current) };
		return made.value;
	};
}
