/** A roll's report of a deed, with the fields that decide which sale it belongs to. */
type ReportedSale = { roll: string; day: string; isMonthOnly?: boolean; price: number | null; document?: string }

type SaleCase = {
  name: string
  reported: readonly ReportedSale[]
  /** The expected sales, newest first, each with the rolls that report it, the preferred one first. */
  sales: readonly { day: string; price: number | null; rolls: readonly string[] }[]
}

const march = { price: 300_000, day: '2025-03-03' }

/** Which deeds belong to one sale, and on which day it was. */
export const saleCases: readonly SaleCase[] = [
  {
    name: 'the day of the sale and the day of its recording are of one sale, on the later day',
    reported: [
      { roll: 'a-roll', ...march },
      { roll: 'b-roll', ...march, day: '2025-03-10' },
    ],
    sales: [{ day: '2025-03-10', price: 300_000, rolls: ['b-roll', 'a-roll'] }],
  },
  {
    name: 'a word that knows the day stands before one that knows the month',
    reported: [
      { roll: 'a-roll', ...march, day: '2025-03-01', isMonthOnly: true },
      { roll: 'b-roll', ...march },
    ],
    sales: [{ day: '2025-03-03', price: 300_000, rolls: ['b-roll', 'a-roll'] }],
  },
  {
    name: 'two rolls that know the month are of one sale, in the order of their names',
    reported: [
      { roll: 'b-roll', ...march, day: '2025-03-01', isMonthOnly: true },
      { roll: 'a-roll', ...march, day: '2025-03-01', isMonthOnly: true },
    ],
    sales: [{ day: '2025-03-01', price: 300_000, rolls: ['a-roll', 'b-roll'] }],
  },
  {
    name: 'another month is another sale, and so is another price',
    reported: [
      { roll: 'a-roll', ...march },
      { roll: 'b-roll', ...march, day: '2025-04-03' },
      { roll: 'c-roll', ...march, price: 300_001 },
      { roll: 'd-roll', ...march, price: null },
    ],
    sales: [
      { day: '2025-04-03', price: 300_000, rolls: ['b-roll'] },
      { day: '2025-03-03', price: 300_001, rolls: ['c-roll'] },
      { day: '2025-03-03', price: 300_000, rolls: ['a-roll'] },
      { day: '2025-03-03', price: null, rolls: ['d-roll'] },
    ],
  },
  {
    name: 'deeds without a price are of one sale on the same day alone',
    reported: [
      { roll: 'a-roll', ...march, price: null },
      { roll: 'b-roll', ...march, price: null },
      { roll: 'c-roll', day: '2025-03-04', price: null },
      { roll: 'd-roll', day: '2025-03-01', isMonthOnly: true, price: null },
    ],
    sales: [
      { day: '2025-03-04', price: null, rolls: ['c-roll'] },
      { day: '2025-03-03', price: null, rolls: ['a-roll', 'b-roll'] },
      { day: '2025-03-01', price: null, rolls: ['d-roll'] },
    ],
  },
  {
    name: 'two deeds of one roll are two sales, whatever another roll says of one of them',
    reported: [
      { roll: 'a-roll', ...march, document: 'A1' },
      { roll: 'a-roll', ...march, day: '2025-03-20', document: 'A2' },
      { roll: 'b-roll', ...march, day: '2025-03-25' },
      { roll: 'c-roll', ...march, day: '2025-03-01', isMonthOnly: true },
    ],
    sales: [
      { day: '2025-03-25', price: 300_000, rolls: ['b-roll', 'a-roll', 'c-roll'] },
      { day: '2025-03-03', price: 300_000, rolls: ['a-roll'] },
    ],
  },
  {
    name: 'the earlier of two deeds, told by another roll as well, makes no third',
    reported: [
      { roll: 'a-roll', ...march, price: 1 },
      { roll: 'a-roll', ...march, price: 1, day: '2025-03-20' },
      { roll: 'b-roll', ...march, price: 1 },
    ],
    sales: [
      { day: '2025-03-20', price: 1, rolls: ['a-roll', 'b-roll'] },
      { day: '2025-03-03', price: 1, rolls: ['a-roll'] },
    ],
  },
]
