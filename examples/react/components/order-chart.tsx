import type { ReactNode } from "react";
import { useState } from "react";
import orders from "../data/orders.json";
import styles from "./order-chart.module.css";

export interface OrderChartProps {
	readonly year: string;
	readonly unit?: string;
	readonly children?: ReactNode;
}

const HEIGHT = 80;
const WIDTH = 20;

export default function OrderChart({ year, unit = "pieces", children }: OrderChartProps) {
	const [month, setMonth] = useState<number>();
	const counts: readonly number[] = orders[year as keyof typeof orders] ?? [];
	const most = Math.max(...counts, 1);
	const total = counts.reduce((sum, count) => sum + count, 0);
	return (
		<figure className={styles.chart}>
			<svg
				viewBox={`0 0 ${counts.length * WIDTH} ${HEIGHT}`}
				role="img"
				aria-label={`${total} ${unit} in ${year}`}
			>
				{counts.map((count, index) => (
					<rect
						key={index}
						x={index * WIDTH}
						y={HEIGHT - (count / most) * HEIGHT}
						width={WIDTH - 4}
						height={(count / most) * HEIGHT}
						onPointerEnter={() => setMonth(index)}
					/>
				))}
			</svg>
			<figcaption>
				{month === undefined
					? `${total} ${unit} in ${year}`
					: `Month ${month + 1}: ${counts[month]} ${unit}`}
			</figcaption>
			{children}
		</figure>
	);
}
