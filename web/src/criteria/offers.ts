export type Offer = {
  id: string
  label: string
  note?: string | undefined
  isPicked?: boolean
  /** Shown, and not to be picked. */
  isOff?: boolean
  /** Nothing would be found by it: Enter takes another that matches as well. */
  isEmpty?: boolean
}
export type OfferGroup = { label: string; offers: readonly Offer[] }

/** All offers, in the order in which the arrow keys come to them. */
export const offersOf = (groups: readonly OfferGroup[]) => groups.flatMap(({ offers }) => offers)

/** What Enter picks of the offers for a text while the arrow keys are at none. Enter takes away nothing that is picked. */
export function firstOffer(groups: readonly OfferGroup[], text: string): string | undefined {
  if (text.trim() === '') return undefined
  const offers = offersOf(groups).filter(({ isOff }) => !isOff)
  const first = offers.find(({ isEmpty }) => !isEmpty) ?? offers[0]
  return first?.isPicked ? undefined : first?.id
}

/** Whether an offer, though it may be one for an earlier text, is called by this text, too. */
export const isNamed = ({ label }: Offer, text: string) => label.toLowerCase().includes(text.trim().toLowerCase())
