import type { CampaignType, PurchasedPart } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import fc from 'fast-check'

export const states = ['TN', 'OH', 'NC']

/**
 * What becomes of a placed order: delivered; cancelled by its owner; ended by an administrator while it waits, or once
 * its leads are selected; or ended so and placed again.
 */
type OrderFate = 'DELIVERED' | 'CANCELLED' | 'ENDED' | 'ENDED_LATE' | 'PLACED_AGAIN'

/** What an audience excludes by name; the numbers choose among what there is by then. */
export type Exclusions = { [Kind in 'order' | 'campaign' | 'list' | 'search']?: number | undefined }

export type OrderCommand = {
  do: 'order'
  type: CampaignType
  quantity: number
  criteria: Criteria
  excluded: Exclusions
  addPhones: boolean
  onePerOwner: boolean
  onePerAddress: boolean
  fate: OrderFate
}

export type Command =
  | OrderCommand
  | { do: 'single'; type: CampaignType; at: number }
  | { do: 'adjust'; credits: number }
  | { do: 'age'; days: number }
  | { do: 'sell'; at: number }

export type Start = { role: 'CONSUMER_USER' | 'ENTERPRISE_USER'; credits: number }

/** What a buyer does, one after another. */
export type Sequence = [Start, Command[]]

const anyType = fc.constantFrom<CampaignType[]>('MAIL_READY', 'CALL_READY')
/** Mostly audiences that include purchased leads, of which most repeats come. */
const anyLimits = fc.oneof<fc.WeightedArbitrary<Pick<Criteria, 'exclude' | 'only'>>[]>(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 4, arbitrary: fc.boolean().map((delivered) => ({ exclude: { delivered } })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<PurchasedPart[]>('ANY', 'MAIL', 'MAIL_ONLY', 'CALL', 'BOTH')
      .map((purchased) => ({ only: { purchased } })),
  },
)
const anyAudience = fc
  .tuple(fc.subarray(states, { minLength: 1 }), anyLimits)
  .map(([states, limits]): Criteria => ({ location: { states }, ...limits }))

const anyExclusions: fc.Arbitrary<Exclusions> = fc.oneof(
  fc.constant({}),
  fc.record({ order: fc.nat(9), campaign: fc.nat(1), list: fc.nat(8), search: fc.nat(2) }, { requiredKeys: [] }),
)

const anyOrder: fc.Arbitrary<OrderCommand> = fc.record({
  ...{ do: fc.constant('order' as const), type: anyType, criteria: anyAudience, excluded: anyExclusions },
  quantity: fc.oneof(fc.integer({ min: 1, max: 25 }), fc.constant(60)),
  ...{ addPhones: fc.boolean(), onePerOwner: fc.boolean(), onePerAddress: fc.boolean() },
  fate: fc.oneof<fc.WeightedArbitrary<OrderFate>[]>(
    { weight: 7, arbitrary: fc.constant('DELIVERED') },
    { weight: 3, arbitrary: fc.constantFrom('CANCELLED', 'ENDED', 'ENDED_LATE', 'PLACED_AGAIN') },
  ),
})

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 7, arbitrary: anyOrder },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('single' as const), type: anyType, at: fc.nat(1_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('adjust' as const), credits: fc.constantFrom(-30, 50) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('age' as const), days: fc.constantFrom(100, 200, 364, 365) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sell' as const), at: fc.nat(1_000) }) },
)

/** Often too few credits for some of the orders. */
export const anyStart: fc.Arbitrary<Start> = fc.record({
  role: fc.constantFrom('CONSUMER_USER', 'ENTERPRISE_USER'),
  credits: fc.constantFrom(60, 100_000),
})

const order = (draft: Partial<OrderCommand>): OrderCommand => ({
  ...{ do: 'order', type: 'MAIL_READY', quantity: 20, criteria: { location: { states } }, excluded: {} },
  ...{ addPhones: false, onePerOwner: false, onePerAddress: false, fate: 'DELIVERED', ...draft },
})

const repeats: Criteria = { location: { states }, exclude: { delivered: false } }

/** Sequences that every run tries, so that each kind of command is met whatever the seed. */
export const fixedSequences: Sequence[] = [
  // What was purchased is nowhere to be found any more, and is excluded all the same.
  [{ role: 'CONSUMER_USER', credits: 60 }, [order({ quantity: 1 }), { do: 'sell', at: 0 }]],
  [
    { role: 'CONSUMER_USER', credits: 300 },
    [
      order({ onePerOwner: true, onePerAddress: true }),
      order({ type: 'CALL_READY', criteria: repeats, addPhones: true, quantity: 25 }),
      ...[0, 1, 2].flatMap((at): Command[] => [
        { do: 'single', type: 'MAIL_READY', at },
        { do: 'single', type: 'CALL_READY', at },
      ]),
      order({ type: 'CALL_READY', fate: 'ENDED_LATE' }),
      order({ criteria: repeats, onePerOwner: true, quantity: 60 }),
      order({ type: 'CALL_READY', quantity: 200 }),
      { do: 'age', days: 364 },
      { do: 'age', days: 1 },
      order({ excluded: { order: 0, search: 1 } }),
    ],
  ],
  [
    { role: 'ENTERPRISE_USER', credits: 500 },
    [
      order({ type: 'CALL_READY', onePerOwner: true, fate: 'PLACED_AGAIN' }),
      order({ fate: 'CANCELLED' }),
      order({ quantity: 60, onePerAddress: true }),
      order({ type: 'CALL_READY', criteria: { only: { purchased: 'MAIL_ONLY' } }, fate: 'ENDED' }),
      order({ type: 'CALL_READY', criteria: { only: { purchased: 'MAIL_ONLY' } } }),
      { do: 'sell', at: 3 },
      { do: 'adjust', credits: -30 },
      order({ criteria: repeats, quantity: 60 }),
    ],
  ],
  [
    { role: 'ENTERPRISE_USER', credits: 100_000 },
    [
      order({}),
      order({ type: 'CALL_READY', criteria: repeats, excluded: { order: 0 } }),
      { do: 'sell', at: 0 },
      { do: 'sell', at: 2 },
      order({ criteria: repeats, quantity: 60, excluded: { order: 0, list: 0 }, fate: 'PLACED_AGAIN' }),
      { do: 'age', days: 365 },
      order({ quantity: 60, excluded: { order: 0, search: 0 } }),
      order({ type: 'CALL_READY', criteria: repeats, quantity: 60, excluded: { campaign: 0 } }),
      order({ onePerOwner: true, excluded: { order: 1, campaign: 1, list: 1, search: 2 } }),
    ],
  ],
]
