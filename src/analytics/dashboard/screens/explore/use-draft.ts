import { useMemo } from "react";
import { type AddressChange, useAddress } from "../../state/use-address.ts";
import { type Draft, parseDraft, withDraft } from "./draft.ts";

/** The draft in the address, and what changes it. */
export function useDraft(
	how: AddressChange = {},
): readonly [draft: Draft, change: (changed: Partial<Draft>) => void] {
	const [params, changeAddress] = useAddress();
	const draft = useMemo(() => parseDraft(params), [params]);
	return [
		draft,
		(changed) =>
			changeAddress((current) => withDraft(current, { ...parseDraft(current), ...changed }), how),
	];
}
