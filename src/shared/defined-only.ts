/** Leaves out members without a value: types tell an absent member from one that is `undefined`. */
export function definedOnly<Value extends object>(value: Value): DefinedOnly<Value> {
	const entries = Object.entries(value).filter(([, member]) => member !== undefined);
	// Exactly the members whose value is not undefined are left.
	return Object.fromEntries(entries) as DefinedOnly<Value>;
}

type DefinedOnly<Value> = {
	[Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key];
} & {
	[Key in keyof Value as undefined extends Value[Key] ? Key : never]?: Exclude<
		Value[Key],
		undefined
	>;
};
