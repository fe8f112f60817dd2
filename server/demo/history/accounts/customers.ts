import type { NewUser } from '@dooryard/contract/identity/admin/admin-users'
import type { PackSize, PlanName } from './purchases.ts'

/** Days are counted back from the day on which the demo started. */
export type CustomerEvent =
  /** At the failed renewal the bank refuses the card; some days later there is another. */
  | { days: number; plan: PlanName; interval?: 'YEAR'; failedRenewal?: number }
  | { days: number; pack: PackSize }
  /** Another plan. */
  | { days: number; change: PlanName }
  | { days: number; cancel: true }
  /** A card that the bank refuses from then on. */
  | { days: number; badCard: true }

export type Customer = {
  name: string
  email: string
  company?: string
  /** When the account was created. */
  days: number
  events: readonly CustomerEvent[]
  /** Orders by API and in bulk, once an administrator allows it. */
  enterpriseFrom?: number
}

/**
 * Given names are ordinary, family names and companies coined like those of the generated records. Growth with quiet
 * weeks and two rushes.
 */
export const customers: readonly Customer[] = [
  {
    ...{ name: 'Marcus Aldovane', email: 'marcus@kestramere.test', company: 'Kestramere Homebuyers', days: 421 },
    events: [
      { days: 420, plan: 'GROWTH' },
      { days: 298, change: 'SCALE' },
      { days: 88, pack: 10_000 },
    ],
    enterpriseFrom: 414,
  },
  {
    ...{ name: 'Renee Caldrello', email: 'renee.caldrello@postfern.test', days: 417 },
    events: [
      { days: 417, pack: 500 },
      { days: 392, plan: 'STARTER' },
      { days: 241, cancel: true },
    ],
  },
  {
    ...{ name: 'Theo Barreverick', email: 'theo@norvacrest.test', company: 'Norvacrest Capital LLC', days: 401 },
    events: [
      { days: 399, plan: 'STARTER', failedRenewal: 8 },
      { days: 318, change: 'GROWTH' },
    ],
    enterpriseFrom: 311,
  },
  {
    ...{ name: 'Janelle Estrevarin', email: 'janelle.estrevarin@inkhollow.test', days: 388 },
    events: [{ days: 386, pack: 500 }],
  },
  {
    ...{ name: 'Bobby Landrolin', email: 'bobby@rivaterra.test', company: 'Rivaterra Roofing', days: 366 },
    events: [
      { days: 365, plan: 'STARTER' },
      { days: 287, pack: 2000 },
      { days: 120, pack: 2000 },
    ],
  },
  {
    ...{ name: 'Grace Mervolin', email: 'grace.mervolin@postfern.test', days: 352 },
    events: [],
  },
  {
    ...{ name: 'Hector Quarrane', email: 'hector@umbramere.test', company: 'Umbramere Land Partners', days: 333 },
    events: [
      { days: 331, plan: 'GROWTH' },
      { days: 207, change: 'STARTER' },
    ],
    enterpriseFrom: 320,
  },
  {
    ...{ name: 'Odessa Talvender', email: 'odessa.talvender@inkhollow.test', days: 327 },
    events: [
      { days: 326, plan: 'STARTER' },
      { days: 229, badCard: true },
    ],
  },
  {
    ...{ name: 'Paul Vestrolin', email: 'paul@sterlacrest.test', company: 'Sterlacrest Properties LLC', days: 324 },
    events: [
      { days: 324, plan: 'STARTER', interval: 'YEAR' },
      { days: 180, pack: 2000 },
    ],
  },
  {
    ...{ name: 'Shanice Rostrerick', email: 'shanice.rostrerick@mailgrove.test', days: 309 },
    events: [
      { days: 309, pack: 500 },
      { days: 264, pack: 500 },
    ],
  },
  {
    ...{ name: 'Victor Nalvello', email: 'victor@dorvaline.test', company: 'Dorvaline Investments', days: 286 },
    events: [
      { days: 284, plan: 'GROWTH' },
      { days: 101, cancel: true },
    ],
    enterpriseFrom: 281,
  },
  {
    ...{ name: 'Lorna Waldriver', email: 'lorna.waldriver@postfern.test', days: 272 },
    events: [{ days: 270, plan: 'STARTER' }],
  },
  {
    ...{ name: 'Anton Peskiver', email: 'anton@lumvaterra.test', company: 'Lumvaterra Solar', days: 255 },
    events: [
      { days: 255, pack: 2000 },
      { days: 209, plan: 'GROWTH' },
    ],
    enterpriseFrom: 205,
  },
  {
    ...{ name: 'Delia Brandevender', email: 'delia.brandevender@mailgrove.test', days: 251 },
    events: [
      { days: 250, plan: 'STARTER' },
      { days: 186, cancel: true },
    ],
  },
  {
    ...{ name: 'Curtis Saldrolin', email: 'curtis@brivamere.test', company: 'Brivamere Wholesale', days: 247 },
    events: [
      { days: 246, plan: 'STARTER' },
      { days: 149, change: 'GROWTH' },
      { days: 41, pack: 2000 },
    ],
  },
  {
    ...{ name: 'Yolanda Fariver', email: 'yolanda.fariver@inkhollow.test', days: 226 },
    events: [{ days: 224, pack: 500 }],
  },
  {
    ...{ name: 'Simon Kaldrerick', email: 'simon@verdaline.test', company: 'Verdaline Realty Group', days: 198 },
    events: [
      { days: 195, plan: 'GROWTH', interval: 'YEAR' },
      { days: 77, pack: 10_000 },
    ],
    enterpriseFrom: 190,
  },
  {
    ...{ name: 'Nora Jeskoway', email: 'nora.jeskoway@postfern.test', days: 171 },
    events: [{ days: 170, plan: 'STARTER', failedRenewal: 3 }],
  },
  {
    ...{ name: 'Darnell Oldrevetti', email: 'darnell@fairlomere.test', company: 'Fairlomere Homes', days: 143 },
    events: [
      { days: 142, plan: 'STARTER' },
      { days: 58, change: 'GROWTH' },
    ],
  },
  {
    ...{ name: 'Ruth Teskender', email: 'ruth.teskender@mailgrove.test', days: 118 },
    events: [{ days: 115, pack: 500 }],
  },
  {
    ...{ name: 'Gavin Horvolin', email: 'gavin@pinnaterra.test', company: 'Pinnaterra Gutters', days: 99 },
    events: [
      { days: 98, plan: 'STARTER' },
      { days: 33, pack: 500 },
    ],
  },
  {
    ...{ name: 'Amara Zolvender', email: 'amara.zolvender@inkhollow.test', days: 83 },
    events: [{ days: 82, plan: 'STARTER' }],
  },
  {
    ...{ name: 'Ricky Paldroway', email: 'ricky.paldroway@postfern.test', days: 71 },
    events: [{ days: 71, pack: 500 }],
  },
  {
    ...{ name: 'Helen Cordrisky', email: 'helen@oakrivant.test', company: 'Oakrivant Holdings LLC', days: 57 },
    events: [{ days: 55, plan: 'GROWTH' }],
    enterpriseFrom: 50,
  },
  {
    ...{ name: 'Dominic Galvovan', email: 'dominic.galvovan@mailgrove.test', days: 46 },
    events: [{ days: 44, plan: 'STARTER' }],
  },
  {
    ...{ name: 'Tessa Ulverick', email: 'tessa@indricrest.test', company: 'Indricrest Renovation', days: 38 },
    events: [
      { days: 36, plan: 'STARTER' },
      { days: 12, pack: 2000 },
    ],
  },
  {
    ...{ name: 'Warren Elvarisky', email: 'warren.elvarisky@inkhollow.test', days: 23 },
    events: [],
  },
  {
    ...{ name: 'Bianca Sordrello', email: 'bianca@tidrimere.test', company: 'Tidrimere Buyers', days: 16 },
    events: [{ days: 15, plan: 'GROWTH' }],
  },
  {
    ...{ name: 'Miles Yalvender', email: 'miles.yalvender@postfern.test', days: 9 },
    events: [{ days: 8, plan: 'STARTER' }],
  },
  {
    ...{ name: 'Corinne Dalvetti', email: 'corinne.dalvetti@mailgrove.test', days: 3 },
    events: [],
  },
]

/** Deactivated, and not by the end of the demo: an administrator had reasons. */
export const suspendedCustomers = ['odessa.talvender@inkhollow.test', 'ricky.paldroway@postfern.test'] as const

/** An affiliate to be. */
export const invitedPartner: NewUser = {
  ...{ email: 'bruno@umbraterra.test', firstName: 'Bruno', lastName: 'Landrerick', phone: '615-555-0147' },
  ...{ companyName: 'Umbraterra Investor Meetup', role: 'AFFILIATE_USER', sendInvite: true },
}

export const customerEmails = [...customers, invitedPartner].map(({ email }) => email)
