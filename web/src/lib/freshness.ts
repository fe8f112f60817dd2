import type { AnyEndpoint } from '@dooryard/contract/endpoint'

/** Milliseconds for which an answer is kept that nothing on the screen shows any more. */
export const keptMs = 60 * 60 * 1000

const countedByRow = { staleTime: keptMs, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/**
 * When answers of an endpoint are fetched again by themselves. Rows with owners are not while they are kept: each is taken
 * from those that an account may read in a day.
 */
export const freshnessOf = ({ ownerRows }: AnyEndpoint) => (ownerRows ? countedByRow : {})
