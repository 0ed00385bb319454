/** Settings of Loggia with secrets, without the suffix `_FILE`. */
export const SECRET_SETTINGS: readonly string[] = [
	...["OIDC_CLIENT_SECRET", "SESSION_SECRET", "PREVIEW_SECRET"],
	...["SITE_GIT", "SITE_GIT_WEBHOOK_SECRET", "SITE_GIT_TOKEN", "SITE_GIT_KEY"],
	...["ANALYTICS_PASSWORD", "ANALYTICS_API_KEY", "ANALYTICS_SMTP_URL", "ANALYTICS_CLICKHOUSE_URL"],
	"BACK_UP_KEY",
];

/** Returns the environment that the code of a site folder gets: the process's, without Loggia's secrets. */
export function codeEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const secrets = new Set(SECRET_SETTINGS.flatMap((name) => [name, `${name}_FILE`]));
	return Object.fromEntries(Object.entries(environment).filter(([name]) => !secrets.has(name)));
}
