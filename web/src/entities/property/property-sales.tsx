import type { Transfer } from '@dooryard/contract/properties/transfers'
import { Deed, Deeds } from '../../criteria/deeds/deeds.tsx'
import { MaskedText } from '../../criteria/owners/masked-text.tsx'
import { formatSale } from './sale-labels.ts'

/** The sales of a property, newest first, each with the rolls that record it. */
export const PropertySales = ({ transfers, isMasked }: { transfers: Transfer[]; isMasked: boolean }) => (
  <Deeds>
    {transfers.map((transfer, index) => {
      const { parties, details, source } = formatSale(transfer, isMasked)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: two deeds may say the same, and the list never changes
        <Deed key={index} deed={transfer} notes={[source]}>
          {parties && <p>{isMasked ? <MaskedText what="Buyer and seller" text={parties} /> : parties}</p>}
          {details && <p>{details}</p>}
        </Deed>
      )
    })}
  </Deeds>
)
