/** Removes `undefined` members: types distinguish an absent member from an `undefined` one. */
export function definedOnly<Value extends object>(value: Value): DefinedOnly<Value> {
	const entries = Object.entries(value).filter(([, member]) => member !== undefined);
	// Only members whose value is not undefined remain.
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
