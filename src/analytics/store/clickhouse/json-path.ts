/** Name of a path in a column of type `JSON`, in which a dot would lead a level down. */
export function jsonPath(property: string): string {
	return property.replaceAll("%", "%25").replaceAll(".", "%2E");
}
