/** Address of ClickHouse, from `ANALYTICS_CLICKHOUSE_URL` and related settings. */
export type ClickHouseAddress = ReturnType<typeof readClickHouseAddress>;

/**
 * @param url Validated by the setting's schema: `http://user@host:8123/database`.
 * @param cluster Name of the cluster on which tables are created; absent for one server.
 */
export function readClickHouseAddress(
	url: string,
	{
		password = "",
		cluster,
	}: { readonly password?: string | undefined; readonly cluster?: string | undefined },
) {
	const { origin, username, pathname } = new URL(url);
	const user = decodeURIComponent(username);
	return { url: origin, user, password, database: pathname.slice(1), cluster };
}
