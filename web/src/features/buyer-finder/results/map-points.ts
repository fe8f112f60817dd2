import type { Buyer } from '@dooryard/contract/buyers'
import { deedDay } from '../../../criteria/deeds/deed-labels.ts'
import { streetLine } from '../../../lib/address.ts'
import { formatDollars } from '../../../lib/format.ts'
import { formatName, type Purchase } from '../buyer/buyer-formats.ts'

export type Point = { id: string; lat: number; lng: number; label: string; tone: 'accent' | 'plain' }

const formatPrice = ({ price }: Purchase) => (price === null ? 'price unknown' : formatDollars(price))

const formatLabel = (purchase: Purchase) =>
  `${streetLine(purchase)}, ${deedDay(purchase.recordedOn, purchase.isMonthOnly)}, ${formatPrice(purchase)}`

const located = (purchases: readonly Purchase[]) =>
  purchases.flatMap((purchase) => {
    const { lat, lng } = purchase
    return lat === null || lng === null ? [] : [{ purchase, lat, lng }]
  })

/** The buyer whose purchase a point is. */
export const getBuyerKey = (id: string) => id.slice(0, id.lastIndexOf('.'))

/** The purchases that count of all buyers on a page; those of the one that is pointed at stand out. */
export const toPagePoints = (buyers: readonly Buyer[], since: string, active: string | undefined): Point[] =>
  buyers.flatMap((buyer) =>
    located(buyer.transfers.filter(({ recordedOn }) => recordedOn >= since)).map(({ purchase, lat, lng }, index) => ({
      id: `${buyer.buyerKey}.${index}`,
      lat,
      lng,
      label: `${formatName(buyer)}: ${formatLabel(purchase)}`,
      tone: buyer.buyerKey === active ? 'accent' : 'plain',
    })),
  )

/** The purchases of one buyer; those before the look-back, which do not count, are plain. */
export const toBuyerPoints = ({ transfers }: Pick<Buyer, 'transfers'>, since: string): Point[] =>
  located(transfers).map(({ purchase, lat, lng }) => ({
    id: String(transfers.indexOf(purchase)),
    lat,
    lng,
    label: formatLabel(purchase),
    tone: purchase.recordedOn >= since ? 'accent' : 'plain',
  }))
