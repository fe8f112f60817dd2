const whole = new Intl.NumberFormat('en-US')

/** `1,234`: a whole number as people read it. */
export const formatNumber = (value: number): string => whole.format(value)

/** `1,024 MB`: bytes in whole megabytes, rounded down. */
export const formatMegabytes = (bytes: number): string => `${formatNumber(Math.floor(bytes / 1024 ** 2))} MB`

/** `1 credit`, `1,200 credits`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
