import { firstOfMonth } from '../mapping/dates.ts'
import { always, documentNumber, isMarked, lookup, lookupOrNull, salePrice, text } from '../mapping/readers.ts'
import { csv, roll } from '../mapping/roll.ts'

// The Department's transfer codes: 01 to 06 qualified as arm's length, 11 to 43 disqualified, 98 and 99 not examined.
const qualified = ['01', '02', '03', '04', '05', '06']
const byDeed = ['11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21']
const byEvidence = ['30', '31', '32', '33', '34', '35', '36', '37', '38', '39', '40', '41', '42', '43']
const armsLength: Record<string, boolean | null> = {
  ...Object.fromEntries(qualified.map((code) => [code, true])),
  ...Object.fromEntries([...byDeed, ...byEvidence].map((code) => [code, false])),
  '98': null,
  '99': null,
}

/** Sales of 2024 and 2025 as Broward County reported them to the state, without addresses and names. */
export const browardFlSales = roll({
  source: 'broward-fl-sales',
  name: 'Broward County FL, sales reported to the Department of Revenue',
  publisher: 'Florida Department of Revenue',
  countyFips: lookup('CO_NO', { 16: '12011' }), // all counties of the state use the same header
  format: csv(),
  key: text('PARCEL_ID'),
  sale: {
    recordedOn: firstOfMonth('SALE_YR', 'SALE_MO'),
    isMonthOnly: always(true),
    price: salePrice('SALE_PRC'),
    // 11 is a corrective, quitclaim or tax deed, or any with the minimum stamp tax; quitclaims are by far the most. 19
    // is a deed of a trustee in bankruptcy, an executor, a guardian or a receiver.
    deedType: lookupOrNull('QUAL_CD', { 11: 'QUITCLAIM', 19: 'TRUSTEE' }),
    isDeedInferred: lookupOrNull('QUAL_CD', { 11: true, 19: true }),
    armsLength: lookup('QUAL_CD', armsLength),
    document: documentNumber('OR_BOOK', 'OR_PAGE', 'CLERK_NO'),
    isMultiParcel: isMarked('MULTI_PAR_SAL'),
  },
})
