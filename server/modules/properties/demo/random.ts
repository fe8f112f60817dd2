import type { SimpleFaker } from '@faker-js/faker'

/** Roughly normally distributed around `mean`: two thirds within `deviation` of it, none beyond 3.5 times that. */
export function normal({ number }: SimpleFaker, mean: number, deviation: number): number {
  return mean + deviation * (number.float() + number.float() + number.float() + number.float() - 2) * 1.73
}

/** Converts a table of weights to the form that `weightedArrayElement` takes. */
export const weights = <Value extends string>(table: Partial<Record<Value, number>>) =>
  Object.entries<number | undefined>(table).map(([value, weight = 0]) => ({ value: value as Value, weight }))
