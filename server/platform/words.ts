const whole = new Intl.NumberFormat('en-US')

/** `1,234`: a whole number as people read it. */
export const formatNumber = (value: number): string => whole.format(value)

/** `1 credit`, `1,200 credits`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
