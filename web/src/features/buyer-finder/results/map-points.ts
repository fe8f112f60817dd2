import type { Buyer } from '@dooryard/contract/properties/buyers'
import { formatDeedDay } from '../../../criteria/deeds/deed-labels.ts'
import { formatStreetLine } from '../../../lib/format/address.ts'
import { formatDollars } from '../../../lib/format/format.ts'
import { formatName, type Purchase } from '../buyer/buyer-formats.ts'

export type Point = { id: string; lat: number; lng: number; label: string; tone: 'accent' | 'plain' }

const formatPrice = ({ price }: Purchase) => (price === null ? 'price unknown' : formatDollars(price))

const formatPointLabel = (purchase: Purchase) =>
  `${formatStreetLine(purchase)}, ${formatDeedDay(purchase.recordedOn, purchase.isMonthOnly)}, ${formatPrice(purchase)}`

const toLocatedPurchases = (purchases: readonly Purchase[]) =>
  purchases.flatMap((purchase) => {
    const { lat, lng } = purchase
    return lat === null || lng === null ? [] : [{ purchase, lat, lng }]
  })

/** Returns the key of the buyer whose purchase a point is. */
export const getBuyerKey = (id: string) => id.slice(0, id.lastIndexOf('.'))

/** Returns the counted purchases of all buyers on a page; those of the highlighted buyer stand out. */
export const toPagePoints = (buyers: readonly Buyer[], since: string, active: string | undefined): Point[] =>
  buyers.flatMap((buyer) =>
    toLocatedPurchases(buyer.transfers.filter(({ recordedOn }) => recordedOn >= since)).map(
      ({ purchase, lat, lng }, index) => ({
        id: `${buyer.buyerKey}.${index}`,
        lat,
        lng,
        label: `${formatName(buyer)}: ${formatPointLabel(purchase)}`,
        tone: buyer.buyerKey === active ? 'accent' : 'plain',
      }),
    ),
  )

/** Returns the purchases of one buyer; those before the look-back period, which do not count, are plain. */
export const toBuyerPoints = ({ transfers }: Pick<Buyer, 'transfers'>, since: string): Point[] =>
  toLocatedPurchases(transfers).map(({ purchase, lat, lng }) => ({
    id: String(transfers.indexOf(purchase)),
    lat,
    lng,
    label: formatPointLabel(purchase),
    tone: purchase.recordedOn >= since ? 'accent' : 'plain',
  }))
