/** Whether the IANA database has a time zone of this name. */
export function isTimeZone(name: string): boolean {
	try {
		return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
	} catch {
		// Intl throws for an unknown name; there is no other way to check.
		return false;
	}
}
