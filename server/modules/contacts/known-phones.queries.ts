import { literal } from '../../platform/clickhouse/params.ts'
import { reuseFrom, vendorPrefix } from './contact-rules.ts'

/**
 * The rows of `contacts` that are phones as `contactsOf` gives them, as a condition for somebody else's statement. Nothing
 * but an integer and constants of ours is in it.
 */
export const isKnownPhone = (now: Date): string =>
  `kind = 'PHONE' and (not startsWith(source, '${vendorPrefix}')
    or ${isReused(now)})`

/**
 * The rows of `contacts` that say of an owner that the vendor knew no phone, and is not asked again for now, as a condition
 * for somebody else's statement.
 */
export const isWithoutPhone = (vendor: string, now: Date): string =>
  `kind = 'NO_PHONE' and source = ${literal(`${vendorPrefix}${vendor}`)} and ${isReused(now)}`

const isReused = (now: Date) => `ingested_at > toDateTime(${Math.floor(reuseFrom(now).getTime() / 1000)})`
