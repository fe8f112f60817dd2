import type { Bucket } from '@dooryard/contract/billing/credit-history'

// What the administrator noted and decided, in days before the start of the demo.

type Case = { email: string; days: number }

export const notes: readonly (Case & { body: string; isPinned?: boolean })[] = [
  {
    ...{ email: 'marcus@kestramere.test', days: 412, isPinned: true },
    body: 'Buys in Davidson and Rutherford. Wants every list without LLC owners. Prefers to be called before noon.',
  },
  {
    email: 'renee.caldrello@postfern.test',
    days: 389,
    body: 'Asked whether credits roll over. Explained; she took Starter.',
  },
  {
    email: 'enterprise@dooryard.test',
    days: 334,
    body: 'Erin is hiring two callers. Suggested Growth before the volume comes.',
  },
  {
    ...{ email: 'theo@norvacrest.test', days: 302 },
    body: 'Integrates with their own CRM. Developer is called Ansel; sent him the webhook guide.',
  },
  {
    email: 'hector@umbramere.test',
    days: 209,
    body: 'Vacant land only, so half of Growth expired each month. Moves to Starter.',
  },
  {
    email: 'consumer@dooryard.test',
    days: 138,
    body: 'Casey bought the small pack twice; the page looked stuck on her phone. Refund the second.',
  },
  {
    ...{ email: 'theo@norvacrest.test', days: 126, isPinned: true },
    body: 'Bank replaced his card after a fraud alert. Paid again since; owed him ten days, refunded a part.',
  },
  {
    email: 'victor@dorvaline.test',
    days: 100,
    body: 'Left for a service with skip tracing of relatives. Open to come back later.',
  },
  {
    email: 'simon@verdaline.test',
    days: 76,
    body: 'Ten acquisitions agents. Asked for seats; told him what is planned and what is not.',
  },
  {
    email: 'nora.jeskoway@postfern.test',
    days: 73,
    body: 'New card works. Two retries had failed while she moved banks.',
  },
  {
    email: 'helen@oakrivant.test',
    days: 49,
    body: 'Came by word of Simon at Verdaline. Foreclosures in Williamson, mail only.',
  },
  {
    email: 'bianca@tidrimere.test',
    days: 11,
    body: 'First list on Monday. Call her next week and ask about returned mail.',
  },
]

export const adjustments: readonly (Case & { bucket?: Bucket; amount: number; reason: string })[] = [
  { email: 'marcus@kestramere.test', days: 405, amount: 500, reason: 'Welcome credits agreed on the phone' },
  { email: 'enterprise@dooryard.test', days: 296, amount: 120, reason: 'Order of the ZIP 37211 came back short' },
  {
    email: 'bobby@rivaterra.test',
    days: 283,
    amount: 250,
    reason: 'Duplicates between two lists before they were merged',
  },
  {
    email: 'curtis@brivamere.test',
    days: 147,
    amount: -250,
    reason: 'Welcome credits were granted to both of his accounts',
  },
  { email: 'curtis@brivamere.test', days: 161, amount: 250, reason: 'Welcome credits agreed on the phone' },
  {
    email: 'consumer@dooryard.test',
    days: 92,
    amount: 75,
    reason: 'Thanks for the report about the map on small screens',
  },
  { email: 'simon@verdaline.test', days: 60, amount: 1000, reason: 'Bonus of the yearly plan as offered on the phone' },
  {
    email: 'nora.jeskoway@postfern.test',
    days: 72,
    amount: 50,
    reason: 'For the days without access while her card was changed',
  },
  { email: 'tessa@indricrest.test', days: 10, amount: 100, reason: 'Her coupon would not apply to the pack' },
]

export const suspensions: readonly (Case & { isActive: boolean; reason: string })[] = [
  {
    email: 'odessa.talvender@inkhollow.test',
    days: 198,
    isActive: false,
    reason: 'Wrote to people who had asked her to stop, third complaint',
  },
  {
    email: 'yolanda.fariver@inkhollow.test',
    days: 176,
    isActive: false,
    reason: 'Says that somebody else signs in as her',
  },
  {
    email: 'yolanda.fariver@inkhollow.test',
    days: 174,
    isActive: true,
    reason: 'Changed her password by phone, sessions ended',
  },
  {
    email: 'ricky.paldroway@postfern.test',
    days: 29,
    isActive: false,
    reason: 'Resold a list against the terms, second warning',
  },
]

export const impersonations: readonly (Case & { reason: string })[] = [
  { email: 'enterprise@dooryard.test', days: 297, reason: 'Asked by phone why an order came back short' },
  { email: 'bobby@rivaterra.test', days: 284, reason: 'Cannot find where his second list went' },
  { email: 'consumer@dooryard.test', days: 138, reason: 'Sees two charges of the same pack' },
  { email: 'nora.jeskoway@postfern.test', days: 74, reason: 'New card is said to be refused, look at it together' },
]
