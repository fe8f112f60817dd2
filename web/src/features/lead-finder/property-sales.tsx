import type { Transfer } from '@dooryard/contract/transfers'
import { Deed, Deeds } from '../../criteria/deeds.tsx'
import { saleWords } from './sale-words.ts'

/** The sales of a property, newest first, each with the rolls that tell of it. */
export const PropertySales = ({ transfers }: { transfers: Transfer[] }) => (
  <Deeds>
    {transfers.map((transfer, index) => {
      const { parties, details, source } = saleWords(transfer)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: two deeds may say the same, and the list never changes
        <Deed key={index} deed={transfer} notes={[source]}>
          {parties && <p>{parties}</p>}
          {details && <p>{details}</p>}
        </Deed>
      )
    })}
  </Deeds>
)
