/** Whether the IANA database has a time zone of this name. */
export function isTimeZone(name: string): boolean {
	try {
		return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
	} catch {
		// Intl throws for an unknown name, and has no other way to check.
		return false;
	}
}
