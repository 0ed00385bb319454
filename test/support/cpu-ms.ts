/** Processor time of some work in this thread, in milliseconds. Other threads and processes do not count. */
export async function cpuMs(work: () => unknown): Promise<number> {
	const before = process.threadCpuUsage();
	await work();
	const { user, system } = process.threadCpuUsage(before);
	return (user + system) / 1000;
}
