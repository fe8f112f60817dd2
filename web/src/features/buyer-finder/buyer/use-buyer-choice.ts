import type { Buyer } from '@dooryard/contract/buyers'
import { createContext, use, useState } from 'react'
import { type Chosen, changeChosen, toChosen } from './order-rules.ts'

/** What the rows of the list know beside their own buyer. */
export type BuyerChoice = {
  /** The buyer that is pointed at, in the list or on the map. */
  active: string | undefined
  onActive: (buyerKey: string | undefined) => void
  /** Chosen over all pages that were looked at. */
  chosen: readonly Chosen[]
  isChosen: (buyer: Buyer) => boolean
  choose: (buyers: readonly Buyer[], isOn: boolean) => void
  clear: () => void
  page: readonly Buyer[]
}

const BuyerChoiceContext = createContext<BuyerChoice | null>(null)

export const BuyerChoiceProvider = BuyerChoiceContext.Provider

export function useChoice(): BuyerChoice {
  const choice = use(BuyerChoiceContext)
  if (!choice) throw new Error('A row of buyers stands outside their list')
  return choice
}

export function useBuyerChoice(page: readonly Buyer[]): BuyerChoice {
  const [active, onActive] = useState<string>()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  return {
    active,
    onActive,
    chosen,
    isChosen: ({ buyerKey }) => chosen.some((one) => one.buyerKey === buyerKey),
    choose: (buyers, isOn) =>
      setChosen((old) =>
        changeChosen(
          old,
          buyers.flatMap((buyer) => toChosen(buyer) ?? []),
          isOn,
        ),
      ),
    clear: () => setChosen([]),
    page,
  }
}
