import { flipMonths } from '../buyers/look-back.ts'
import { buyerHash, isResale } from '../transfers/same-sale.queries.ts'
import type { Tables } from './tables.queries.ts'

const partyOf = (sale: string) => [`${sale}.day`, `${sale}.buyer_key`, `${sale}.buyer_hash`] as const

/**
 * The keys of those who resold a property within so many months of buying it, by the roll's own sales. Sales at no arm's
 * length are none, and a present owner who stands on every sale of a parcel bought in the last alone.
 */
export const flippers = ({ sales, silent, rejected }: Tables) => `select sale.buyer_key
  from (
    select groupArray(cast((recorded_on, buyer_key, ${buyerHash}),
      'Tuple(day Date32, buyer_key UInt64, buyer_hash UInt64)')) as sold
    from ${sales}
    -- Most parcels have one sale, whose words would be held in vain.
    where property_id in (select property_id from ${sales} group by property_id having count() > 1)
      and ifNull(arms_length, true)
      and line not in (select line from ${rejected})
      and not (is_buyer_owner and line in (select line from ${silent}))
    group by property_id having count() > 1 and max(buyer_key) > 0
  ) array join sold as sale
  where sale.buyer_key != 0
    and arrayExists(next -> ${isResale(partyOf('next'), partyOf('sale'))} and next.day <= addMonths(sale.day, ${flipMonths}), sold)`
