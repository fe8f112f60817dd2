import type { Buyer, BuyerContacts } from '@dooryard/contract/properties/buyers'
import { createContext, use, useState } from 'react'
import { type ChosenBuyer, formatLeftOut, toChosenBuyers, updateChosenBuyers } from './order-rules.ts'

/** The shared state of the list's rows. */
export type BuyerChoice = {
  /** The highlighted buyer, in the list or on the map. */
  active: string | undefined
  onActive: (buyerKey: string | undefined) => void
  /** The buyers chosen across all visited pages. */
  chosen: readonly ChosenBuyer[]
  isChosen: (buyer: Buyer) => boolean
  choose: (buyers: readonly Buyer[], isOn: boolean) => void
  clear: () => void
  /** Chooses exactly these, the contacts of all buyers that match. */
  chooseAll: (contacts: BuyerContacts) => void
  /** What the choice of all that match leaves out. */
  leftOut: string | undefined
  page: readonly Buyer[]
}

const BuyerChoiceContext = createContext<BuyerChoice | null>(null)

export const BuyerChoiceProvider = BuyerChoiceContext.Provider

export function useBuyerChoiceContext(): BuyerChoice {
  const choice = use(BuyerChoiceContext)
  if (!choice) throw new Error('A row of buyers stands outside their list')
  return choice
}

export function useBuyerChoice(page: readonly Buyer[]): BuyerChoice {
  const [active, onActive] = useState<string>()
  const [chosen, setChosen] = useState<readonly ChosenBuyer[]>([])
  const [leftOut, setLeftOut] = useState<string>()
  return {
    active,
    onActive,
    chosen,
    isChosen: ({ buyerKey }) => chosen.some((one) => one.buyerKey === buyerKey),
    choose: (buyers, isOn) =>
      setChosen((old) =>
        updateChosenBuyers(
          old,
          buyers.flatMap((buyer) => toChosenBuyers(buyer) ?? []),
          isOn,
        ),
      ),
    clear: () => {
      setChosen([])
      setLeftOut(undefined)
    },
    chooseAll: (all) => {
      setChosen(all.contacts)
      setLeftOut(formatLeftOut(all))
    },
    leftOut,
    page,
  }
}
