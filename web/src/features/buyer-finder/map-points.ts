import type { Buyer } from '@dooryard/contract/buyers'
import { deedDay } from '../../criteria/deed-words.ts'
import { streetLine } from '../../lib/address.ts'
import { formatDollars } from '../../lib/format.ts'
import { nameOf, type Purchase } from './buyer-words.ts'

export type Point = { id: string; lat: number; lng: number; label: string; tone: 'accent' | 'plain' }

const priceOf = ({ price }: Purchase) => (price === null ? 'price unknown' : formatDollars(price))

const labelOf = (purchase: Purchase) =>
  `${streetLine(purchase)}, ${deedDay(purchase.recordedOn, purchase.isMonthOnly)}, ${priceOf(purchase)}`

const located = (purchases: readonly Purchase[]) =>
  purchases.flatMap((purchase) => {
    const { lat, lng } = purchase
    return lat === null || lng === null ? [] : [{ purchase, lat, lng }]
  })

/** The buyer whose purchase a point is. */
export const buyerOfPoint = (id: string) => id.slice(0, id.lastIndexOf('.'))

/** The purchases that count of all buyers on a page; those of the one that is pointed at stand out. */
export const pagePoints = (buyers: readonly Buyer[], since: string, active: string | undefined): Point[] =>
  buyers.flatMap((buyer) =>
    located(buyer.transfers.filter(({ recordedOn }) => recordedOn >= since)).map(({ purchase, lat, lng }, index) => ({
      id: `${buyer.buyerKey}.${index}`,
      lat,
      lng,
      label: `${nameOf(buyer)}: ${labelOf(purchase)}`,
      tone: buyer.buyerKey === active ? 'accent' : 'plain',
    })),
  )

/** The purchases of one buyer; those before the look-back, which do not count, are plain. */
export const buyerPoints = ({ transfers }: Pick<Buyer, 'transfers'>, since: string): Point[] =>
  located(transfers).map(({ purchase, lat, lng }) => ({
    id: String(transfers.indexOf(purchase)),
    lat,
    lng,
    label: labelOf(purchase),
    tone: purchase.recordedOn >= since ? 'accent' : 'plain',
  }))
