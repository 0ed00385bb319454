/** The processor time of some work in this thread: what runs beside it does not count. */
export async function cpuMs(work: () => unknown): Promise<number> {
	const before = process.threadCpuUsage();
	await work();
	const { user, system } = process.threadCpuUsage(before);
	return (user + system) / 1000;
}
