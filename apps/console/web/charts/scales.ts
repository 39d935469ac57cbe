import { scaleBand, scaleLinear } from '@visx/scale';

export type ScaleBand = ReturnType<typeof scaleBand<string>>;
export type ScaleLinear = ReturnType<typeof scaleLinear<number>>;
