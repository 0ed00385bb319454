import type { IslandProps } from "loggia";
import * as z from "zod";

export const props = z.strictObject({ days: z.coerce.number().int().min(1).max(60).default(10) });

export default function NextDelivery({ props: { days } }: IslandProps<z.infer<typeof props>>) {
	return <p className="next-delivery">The next delivery leaves in {days} days.</p>;
}
