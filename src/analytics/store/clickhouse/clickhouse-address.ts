/** Where ClickHouse is, as `ANALYTICS_CLICKHOUSE_URL` and its companions say. */
export interface ClickHouseAddress {
	/** Without user and path. */
	readonly url: string;
	readonly user: string;
	readonly password: string;
	readonly database: string;
	/** Name of the cluster that tables are made on; absent for one server. */
	readonly cluster: string | undefined;
}

/** @param url Has passed the setting's schema: `http://user@host:8123/database`. */
export function readClickHouseAddress(
	url: string,
	{
		password = "",
		cluster,
	}: { readonly password?: string | undefined; readonly cluster?: string | undefined },
): ClickHouseAddress {
	const { origin, username, pathname } = new URL(url);
	return {
		url: origin,
		user: decodeURIComponent(username),
		password,
		database: pathname.slice(1),
		cluster,
	};
}
