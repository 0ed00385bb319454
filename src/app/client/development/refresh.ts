import runtime from "react-refresh/runtime";

// React may be loaded already: the first line of each chunk holds its place.
runtime.injectIntoGlobalHook(window);

/** Marks the hooks of a component, so that a change of them resets its state. */
export const $RefreshSig$ = runtime.createSignatureFunctionForTransform;

/** Returns a function that registers the components of a module. */
export function registerIn(file: string): (component: unknown, name: string) => void {
	return (component, name) => runtime.register(component, `${file} ${name}`);
}

/** Renders registered components again, with the state of those whose hooks are the same. */
export function refreshComponents(): void {
	runtime.performReactRefresh();
}

/** Whether React Fast Refresh can replace one component by the other. */
export function isSameComponent(one: unknown, other: unknown): boolean {
	const family = runtime.getFamilyByType(one);
	return family !== undefined && family === runtime.getFamilyByType(other);
}
