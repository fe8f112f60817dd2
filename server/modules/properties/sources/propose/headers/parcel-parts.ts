import { toPlainName } from './header-words.ts'

/**
 * The words for the parts of a parcel number: those that say it by themselves, and those within a name that two files
 * share. A lot is none in `LotArea`, but is one in `TaxLotRef` where the other file has the same column.
 */
const partWords = {
  town: {
    whole: 'town|township|twp|municipality|muni|mun|boro|borough|swis|ward',
    within: 'town|twp|muni|swis|dist|boro|ward',
  },
  district: { whole: 'district|dist', within: null },
  section: { whole: 'section|sect|sec', within: 'sect|sec$' },
  book: { whole: 'book|bk', within: 'book|bk|liber|vol' },
  // Alone it is that of a deed.
  page: { whole: null, within: 'page|pg|folio' },
  map: { whole: 'map|taxmap', within: 'map|plate' },
  block: { whole: 'block|blk|taxblock', within: 'block|blk' },
  lot: { whole: 'lot|taxlot', within: 'lot' },
  // Alone it counts the rows of a parcel.
  line: { whole: null, within: 'line|ln$' },
  // An account number is not divided.
  parcel: { whole: 'parcel|parc|pcl|major', within: 'parcel|pcl|parc|pin|apn|acc(?:oun)?t|major' },
  unit: { whole: 'unit|suffix|qualifier|qual|minor', within: 'unit|suffix|qual|minor' },
}
export type ParcelPart = keyof typeof partWords

const parts = Object.entries(partWords).map(([part, { whole, within }]) => ({
  part: part as ParcelPart,
  whole: toPattern(whole && `^(?:mblu|mbl|prop|parcel|gis)?(?:${whole})(?:code|cd|number|num|no|nbr|id)?$`),
  within: toPattern(within),
}))

function toPattern(words: string | null): RegExp | null {
  return words === null ? null : new RegExp(words)
}

/** The part of a parcel number that a column is, where its name says nothing else. */
export const findWholePart = (column: string): ParcelPart | undefined =>
  parts.find(({ whole }) => whole?.test(toPlainName(column)))?.part

/** The part of a parcel number that a name has words of. */
export const findPartWithin = (column: string): ParcelPart | undefined =>
  parts.find(({ within }) => within?.test(toPlainName(column)))?.part
