import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'

/** Milliseconds for which unused data stays in the cache. */
export const cacheTimeMs = 60 * 60 * 1000

const rowLimitedPolicy = { staleTime: cacheTimeMs, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/**
 * When data of an endpoint is refetched automatically. Owner rows are not refetched while cached, because each counts
 * toward the account's daily limit.
 */
export const getRefetchPolicy = ({ ownerRows }: AnyEndpoint) => (ownerRows ? rowLimitedPolicy : {})
